import { createBodyMotion, type Half, setHalf } from './body-motion.ts';
import { createBuried } from './buried.ts';
import { isCrease } from './creases.ts';
import { measureDeviation } from './deviation.ts';
import { measureOverlaps, type Overlap } from './measure.ts';
import { toLength } from './options.ts';
import type { CheckPlan } from './plan.ts';
import { listSampleTimes } from './sample-times.ts';
import { createStage, findBeginning, findEnding, type Meeting, type Stage, searchStep } from './search-step.ts';
import type { BodyPose, CheckClip } from './subject.ts';

/** Two regions that touch at a sampled time. */
export interface SeenContact extends Overlap {
  time: number;
  regionA: number;
  regionB: number;
  isCrease: boolean;
  /** Materials of the touching triangles of each side, ascending. */
  materialsA: number[];
  materialsB: number[];
}

/**
 * Two regions that begin or cease to touch between two samples; 'graze': they touch for so short a time between two samples
 * that no pose was found in which they do.
 */
export interface SeenChange {
  kind: 'begin' | 'end' | 'graze';
  time: number;
  regionA: number;
  regionB: number;
}

/**
 * What was seen of a stretch of a clip, in order of time. Of plain numbers and words, and it depends on that stretch only: a
 * clip may be cut at any samples, its parts observed anywhere, and the lists joined.
 */
export interface Observations {
  contacts: SeenContact[];
  changes: SeenChange[];
  /** How many poses were looked at. */
  samples: number;
  /** By how much, at most, the straight way between two samples misses the way the clip takes. */
  deviation: number;
}

/** Steps that bend too much are halved at most this often; steps in which regions pass each other, too. */
const MOST_HALVINGS = 5;
const MOST_SPLITS = 6;

interface Watch {
  stage: Stage;
  clip: CheckClip;
  /** The half at which the last step ended. */
  now: Half;
  time: number;
  /** The poses there, and room for others. */
  pose: BodyPose[];
  middle: BodyPose[];
  /** Regions that touch now: their meetings by key. */
  touching: Map<number, Meeting>;
  deviation: number;
  seen: Observations;
}

/**
 * Watches a clip from sample `from` to sample `to` of `listSampleTimes` (the first to the last by default). Exact at every
 * sample; between two of them nothing that begins to touch is missed, as long as vertices move straight: where joints turn
 * far, steps are halved until that is nearly so. `progress` is called with the number of the sample reached.
 */
export function observeClip(
  plan: CheckPlan,
  clip: CheckClip,
  from = 0,
  to = Infinity,
  progress?: (sample: number) => void,
): Observations {
  const { subject, options } = plan;
  const { times } = listSampleTimes(clip, options.fps, options.maxSamples);
  const last = Math.min(to, times.length - 1);
  const motions = plan.shapes.map(shape => createBodyMotion(shape, options.rest));
  const copyPoses = (): BodyPose[] =>
    subject.rest.map(({ jointMatrices, weights }) => ({
      jointMatrices: jointMatrices.slice(),
      weights: weights.slice(),
    }));
  const watch: Watch = {
    stage: createStage(plan, motions),
    clip,
    now: 0,
    time: times[from],
    pose: copyPoses(),
    middle: copyPoses(),
    touching: new Map(),
    deviation: toLength(options.maxDeviation, subject.metres ?? 1, plan.height),
    seen: { contacts: [], changes: [], samples: 0, deviation: 0 },
  };
  begin(watch, from === 0);
  const next = copyPoses();
  for (let k = from + 1; k <= last; k++) {
    clip.poseAt(times[k], next);
    follow(watch, times[k], next, 0);
    progress?.(k);
  }
  return watch.seen;
}

/** Looks at the first sample; what touches there is recorded unless the stretch before ended with it. */
function begin(watch: Watch, isRecorded: boolean): void {
  const { stage, clip, pose } = watch;
  clip.poseAt(watch.time, pose);
  stage.motions.forEach((motion, b) => {
    setHalf(motion, 0, pose[b]);
    setHalf(motion, 1, pose[b]);
  });
  watch.touching = keepTouching(searchStep(stage, 0));
  if (isRecorded) record(watch);
}

/** Goes on to a time, in halves if the way there bends too much. */
function follow(watch: Watch, time: number, pose: readonly BodyPose[], halvings: number): void {
  const { stage, clip, middle } = watch;
  const between = 0.5 * (watch.time + time);
  clip.poseAt(between, middle);
  const deviation = measureDeviation(stage.motions, watch.pose, middle, pose);
  if (deviation > watch.deviation && halvings < MOST_HALVINGS) {
    follow(watch, between, copy(middle), halvings + 1);
    follow(watch, time, pose, halvings + 1);
    return;
  }
  watch.seen.deviation = Math.max(watch.seen.deviation, deviation);
  take(watch, time, pose, 0);
}

function copy(poses: readonly BodyPose[]): BodyPose[] {
  return poses.map(({ jointMatrices, weights }) => ({
    jointMatrices: jointMatrices.slice(),
    weights: weights.slice(),
  }));
}

/** Takes one step; in two if regions pass each other between its ends, so that there is a pose in which they touch. */
function take(watch: Watch, time: number, pose: readonly BodyPose[], splits: number): void {
  const { stage } = watch;
  const end: Half = watch.now === 0 ? 1 : 0;
  stage.motions.forEach((motion, b) => {
    setHalf(motion, end, pose[b]);
  });
  const meetings = searchStep(stage, end);
  const passing = findPassing(watch, meetings, end);
  if (passing.length > 0 && splits < MOST_SPLITS) {
    const { first, last } = passing[0];
    const part = Math.min(0.95, Math.max(0.05, 0.5 * (first + last)));
    const between = watch.time + part * (time - watch.time);
    if (between > watch.time && between < time) {
      watch.clip.poseAt(between, watch.middle);
      take(watch, between, copy(watch.middle), splits + 1);
      take(watch, time, pose, splits + 1);
      return;
    }
  }
  const { seen, time: from } = watch;
  const at = (part: number): number => from + Math.min(1, Math.max(0, part)) * (time - from);
  const changes: SeenChange[] = passing.map(({ first, meeting }) => changeOf('graze', at(first), meeting));
  for (const [key, meeting] of meetings) {
    if (meeting.touching.length === 0 || watch.touching.has(key)) continue;
    changes.push(changeOf('begin', at(findBeginning(stage, meeting, end)), meeting));
  }
  for (const [key, before] of watch.touching) {
    const meeting = meetings.get(key);
    if (meeting && meeting.touching.length > 0) continue;
    // Neighbours that crossed have nothing to tell when they ceased to: the end is then as late as it can be.
    const part = meeting ? findEnding(stage, meeting, end) : 1;
    changes.push(changeOf('end', at(part < 0 ? 1 : part), before));
  }
  changes.sort((p, q) => p.time - q.time || p.regionA - q.regionA || p.regionB - q.regionB);
  seen.changes.push(...changes);
  watch.now = end;
  watch.time = time;
  copyInto(pose, watch.pose);
  watch.touching = keepTouching(meetings);
  record(watch);
}

interface Passing {
  meeting: Meeting;
  first: number;
  last: number;
}

/** Regions that touch at neither end of the step but in between, the earliest first. */
function findPassing(watch: Watch, meetings: Map<number, Meeting>, end: Half): Passing[] {
  const passing: Passing[] = [];
  for (const [key, meeting] of meetings) {
    if (meeting.touching.length > 0 || watch.touching.has(key)) continue;
    const first = findBeginning(watch.stage, meeting, end);
    if (first <= 1) passing.push({ meeting, first, last: findEnding(watch.stage, meeting, end) });
  }
  return passing.sort((p, q) => p.first - q.first || p.meeting.regionA - q.meeting.regionA);
}

function changeOf(kind: SeenChange['kind'], time: number, { regionA, regionB }: Meeting): SeenChange {
  return { kind, time, regionA, regionB };
}

function keepTouching(meetings: Map<number, Meeting>): Map<number, Meeting> {
  return new Map([...meetings].filter(([, { touching }]) => touching.length > 0));
}

function copyInto(from: readonly BodyPose[], to: readonly BodyPose[]): void {
  from.forEach(({ jointMatrices, weights }, b) => {
    to[b].jointMatrices.set(jointMatrices);
    to[b].weights.set(weights);
  });
}

/** Records what touches at the end of the last step. */
function record({ stage, seen, touching, time, now }: Watch): void {
  seen.samples++;
  if (touching.size === 0) return;
  const { plan } = stage;
  const overlaps = measureOverlaps(createBuried(stage, now), touching);
  const contacts = [...touching].map(([key, meeting]) => ({
    time,
    regionA: meeting.regionA,
    regionB: meeting.regionB,
    ...overlaps.get(key)!,
    isCrease: isCrease(plan, meeting),
    materialsA: listMaterials(plan, meeting.bodyA, meeting.touching, 0),
    materialsB: listMaterials(plan, meeting.bodyB, meeting.touching, 1),
  }));
  seen.contacts.push(...contacts.sort((p, q) => p.regionA - q.regionA || p.regionB - q.regionB));
}

function listMaterials({ subject, shapes }: CheckPlan, body: number, pairs: number[], side: 0 | 1): number[] {
  const { materialOfTriangle } = subject.bodies[body];
  if (!materialOfTriangle) return [0];
  const found = new Set<number>();
  for (let k = side; k < pairs.length; k += 2) found.add(materialOfTriangle[shapes[body].order[pairs[k]]]);
  return [...found].sort((a, b) => a - b);
}
