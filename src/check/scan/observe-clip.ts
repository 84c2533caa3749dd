import { type Evidence, type Exhibit, gatherEvidence } from '../evidence/evidence.ts';
import { isWorse, listWorstContacts } from '../findings/gather-findings.ts';
import { doesLoop } from '../findings/loops.ts';
import { isCrease } from '../measure/creases.ts';
import { measureOverlaps, type Overlap } from '../measure/measure.ts';
import { createMoment } from '../measure/snapshot.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { type BodyPose, type CheckClip, copyPoses } from '../plan/subject.ts';
import { carryBody, poseBody } from './body-motion.ts';
import { listSteps } from './list-steps.ts';
import {
  closeScanWindow,
  createScanWindow,
  findBeginning,
  findEnding,
  gatherNear,
  type RegionPair,
  type ScanWindow,
  type Step,
  searchStep,
} from './search-step.ts';

/** Two regions that touch at a sampled time. */
export interface SeenContact {
  time: number;
  regionA: number;
  regionB: number;
  isCrease: boolean;
  /** Of the worst contact of a span (see `listWorstContacts`): how deep it is, and all else there is to say of it. */
  measured?: Measured;
}

export interface Measured extends Omit<Overlap, 'sureness'> {
  /** Materials of the touching triangles of each side, ascending. */
  materialsA: number[];
  materialsB: number[];
  /** Gathered when the stretch is through. */
  evidence?: Evidence;
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
  /** Of the stretch with the end of a clip that ends as it begins (`doesLoop`). */
  loops?: true;
}

/**
 * What was seen of stretches of a clip that follow each other, as if it had been watched at once. `gap`: as in `gatherSpans`, a sample long.
 */
export function joinObservations(parts: readonly Observations[], gap: number): Observations {
  const joined = {
    contacts: parts.flatMap(({ contacts }) => contacts),
    changes: parts.flatMap(({ changes }) => changes),
    samples: parts.reduce((sum, { samples }) => sum + samples, 0),
    deviation: Math.max(0, ...parts.map(({ deviation }) => deviation)),
    ...(parts.some(({ loops }) => loops) && { loops: true as const }),
  };
  joined.contacts = keepWorst(joined, gap);
  return joined;
}

/** All contacts, those that are not the worst of their span without what was measured. What is the worst of a part may not be of the whole. */
function keepWorst(seen: Pick<Observations, 'contacts' | 'changes'>, gap: number): SeenContact[] {
  const worst = listWorstContacts(seen, gap);
  return seen.contacts.map(contact => {
    if (!contact.measured || worst.has(contact)) return contact;
    const { measured: _, ...rest } = contact;
    return rest;
  });
}

/** Steps for which what is near is searched at once: more spare work, until what is near in one is not in another. */
const WINDOW = 12;
/**
 * A step in which regions pass each other is split at most this deep, and into at most this many: surfaces that glide along each other, less
 * than a rounding apart, pass and pass again however short the steps.
 */
const MOST_SPLITS = 6;
const MOST_FINE_STEPS = 16;

interface ClipScan {
  plan: CheckPlan;
  clip: CheckClip;
  /** The time reached, and the regions that touch then, by key. */
  time: number;
  touching: Map<number, RegionPair>;
  /** For steps that are split, one for each time a part of one is split again; and the parts taken of the step. */
  fine: ScanWindow[];
  fineSteps: number;
  /** By key, of regions that touch: the worst contact since they began to. */
  worst: Map<number, SeenContact>;
  /** Of contacts that are the worst: the pairs of triangles that touch in them, and all that touches at their time. */
  touchingOf: Map<SeenContact, Pick<Exhibit, 'touching' | 'regionPairs'>>;
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
  const { times, samples, deviation } = listSteps(plan, clip, from, to);
  const clipScan: ClipScan = {
    plan,
    clip,
    time: times[0],
    touching: new Map(),
    fine: [],
    fineSteps: 0,
    worst: new Map(),
    touchingOf: new Map(),
    seen: { contacts: [], changes: [], samples: 0, deviation },
  };
  const scan = createScanWindow(plan, WINDOW + 1, plan.options.rest);
  const poses = copyPoses(plan.subject.rest);
  poseScanWindow(scan, 0, clip, times[0], poses);
  gatherNear(scan, 1);
  clipScan.touching = keepTouching(searchStep(scan, { from: 0, to: 0 }));
  if (from === 0) record(clipScan, scan, 0);
  for (let first = 0; first + 1 < times.length; first += WINDOW) {
    const count = Math.min(WINDOW, times.length - 1 - first);
    if (first > 0) for (const motion of scan.motions) carryBody(motion, WINDOW, 0);
    for (let k = 1; k <= count; k++) poseScanWindow(scan, k, clip, times[first + k], poses);
    gatherNear(scan, count + 1);
    for (let k = 1; k <= count; k++) {
      clipScan.fineSteps = 0;
      takeStep(clipScan, scan, { from: k - 1, to: k }, times[first + k]);
    }
    progress?.(samples[first + count]);
  }
  addEvidence(clipScan, scan);
  for (const window of [scan, ...clipScan.fine]) closeScanWindow(window);
  if (times[times.length - 1] === clip.end && doesLoop(plan.subject, clip)) clipScan.seen.loops = true;
  return clipScan.seen;
}

function poseScanWindow(scan: ScanWindow, instant: number, clip: CheckClip, time: number, poses: BodyPose[]): void {
  clip.poseAt(time, poses);
  scan.motions.forEach((motion, b) => {
    poseBody(motion, instant, poses[b]);
  });
}

/** Takes a step to `time`; in two if regions pass each other between its ends, so that there is a pose in which they touch. */
function takeStep(clipScan: ClipScan, scan: ScanWindow, step: Step, time: number, splits = 0): void {
  const regionPairs = searchStep(scan, step);
  const passing = findPassing(clipScan, scan, step, regionPairs);
  if (passing.length > 0 && splits < MOST_SPLITS && clipScan.fineSteps < MOST_FINE_STEPS) {
    const part = Math.min(0.95, Math.max(0.05, 0.5 * (passing[0].first + passing[0].last)));
    const between = clipScan.time + part * (time - clipScan.time);
    if (between > clipScan.time && between < time) {
      takeParts(clipScan, between, time, splits);
      return;
    }
  }
  noteChanges(clipScan, scan, step, time, regionPairs, passing);
  clipScan.time = time;
  clipScan.touching = keepTouching(regionPairs);
  record(clipScan, scan, step.to);
}

/** Takes a step in two parts: what is near is searched for both at once. */
function takeParts(clipScan: ClipScan, between: number, time: number, splits: number): void {
  const { plan, clip } = clipScan;
  clipScan.fine[splits] ??= createScanWindow(plan, 3, plan.options.rest);
  const fine = clipScan.fine[splits];
  const poses = copyPoses(plan.subject.rest);
  [clipScan.time, between, time].forEach((at, k) => {
    poseScanWindow(fine, k, clip, at, poses);
  });
  gatherNear(fine, 3);
  [between, time].forEach((at, k) => {
    clipScan.fineSteps++;
    takeStep(clipScan, fine, { from: k, to: k + 1 }, at, splits + 1);
  });
}

interface Passing {
  regionPair: RegionPair;
  first: number;
  last: number;
}

/** Regions that touch at neither end of the step but in between, the earliest first. */
function findPassing(
  clipScan: ClipScan,
  scan: ScanWindow,
  step: Step,
  regionPairs: Map<number, RegionPair>,
): Passing[] {
  const passing: Passing[] = [];
  for (const [key, regionPair] of regionPairs) {
    if (regionPair.touching.length > 0 || clipScan.touching.has(key)) continue;
    const first = findBeginning(scan, regionPair, step);
    if (first <= 1) passing.push({ regionPair, first, last: findEnding(scan, regionPair, step) });
  }
  return passing.sort((p, q) => p.first - q.first || p.regionPair.regionA - q.regionPair.regionA);
}

function noteChanges(
  clipScan: ClipScan,
  scan: ScanWindow,
  step: Step,
  time: number,
  regionPairs: Map<number, RegionPair>,
  passing: Passing[],
): void {
  const from = clipScan.time;
  const at = (part: number): number => from + Math.min(1, Math.max(0, part)) * (time - from);
  const changes: SeenChange[] = passing.map(({ first, regionPair }) => changeOf('graze', at(first), regionPair));
  for (const [key, regionPair] of regionPairs) {
    if (regionPair.touching.length === 0 || clipScan.touching.has(key)) continue;
    changes.push(changeOf('begin', at(findBeginning(scan, regionPair, step)), regionPair));
  }
  for (const [key, before] of clipScan.touching) {
    const regionPair = regionPairs.get(key);
    if (regionPair && regionPair.touching.length > 0) continue;
    // Neighbours that crossed have nothing to tell when they ceased to: the end is then as late as it can be.
    const part = regionPair ? findEnding(scan, regionPair, step) : 1;
    changes.push(changeOf('end', at(part < 0 ? 1 : part), before));
  }
  changes.sort((p, q) => p.time - q.time || p.regionA - q.regionA || p.regionB - q.regionB);
  clipScan.seen.changes.push(...changes);
}

function changeOf(kind: SeenChange['kind'], time: number, { regionA, regionB }: RegionPair): SeenChange {
  return { kind, time, regionA, regionB };
}

function keepTouching(regionPairs: Map<number, RegionPair>): Map<number, RegionPair> {
  return new Map([...regionPairs].filter(([, { touching }]) => touching.length > 0));
}

/** Records what touches at the time reached, which is that of an instant of the window. */
function record(clipScan: ClipScan, scan: ScanWindow, instant: number): void {
  const { plan, seen, touching, time, worst } = clipScan;
  seen.samples++;
  for (const key of worst.keys()) if (!touching.has(key)) worst.delete(key);
  if (touching.size === 0) return;
  const creases = new Set([...touching].flatMap(([key, regionPair]) => (isCrease(plan, regionPair) ? [key] : [])));
  const regionPairs = [...touching.values()].map(regionPair => ({ ...regionPair, open: [] }));
  const least = new Map([...worst].map(([key, { measured }]) => [key, measured!.depth]));
  const overlaps = measureOverlaps(createMoment(scan, instant, regionPairs, 'closed'), touching, creases, least);
  const contacts = [...touching].map(([key, regionPair]) => {
    const { regionA, regionB } = regionPair;
    const contact: SeenContact = { time, regionA, regionB, isCrease: creases.has(key) };
    const overlap = overlaps.get(key);
    if (overlap) keepIfWorst(clipScan, key, contact, measuredOf(plan, regionPair, overlap), { touching: regionPair.touching, regionPairs }); // biome-ignore format: one call
    return contact;
  });
  seen.contacts.push(...contacts.sort((p, q) => p.regionA - q.regionA || p.regionB - q.regionB));
}

/** At samples only what is inside of closed surfaces is told, which is sure. */
function measuredOf(plan: CheckPlan, { bodyA, bodyB, touching }: RegionPair, overlap: Overlap): Measured {
  const { sureness: _, ...rest } = overlap;
  return {
    ...rest,
    materialsA: listMaterials(plan, bodyA, touching, 0),
    materialsB: listMaterials(plan, bodyB, touching, 1),
  };
}

/** What is measured and what touches is kept of the worst contact only, since two regions began to: it is looked at closely when the stretch is through. */
function keepIfWorst(
  { worst, touchingOf }: ClipScan,
  key: number,
  contact: SeenContact,
  measured: Measured,
  touching: Pick<Exhibit, 'touching' | 'regionPairs'>,
): void {
  const before = worst.get(key);
  if (before && !isWorse(measured, before.measured!)) return;
  if (before) {
    touchingOf.delete(before);
    delete before.measured;
  }
  contact.measured = measured;
  worst.set(key, contact);
  touchingOf.set(contact, touching);
}

/** The window is through, and its bodies are posed anew. */
function addEvidence({ plan, clip, seen, touchingOf }: ClipScan, { motions }: ScanWindow): void {
  seen.contacts = keepWorst(seen, 1 / plan.options.fps);
  const contacts = seen.contacts.filter(({ measured }) => measured);
  const evidence = gatherEvidence(
    plan,
    clip,
    contacts.map(contact => ({ ...contact, ...contact.measured!, ...touchingOf.get(contact)! })),
    motions,
  );
  contacts.forEach((contact, k) => {
    contact.measured!.evidence = evidence[k];
  });
}

function listMaterials({ subject, shapes }: CheckPlan, body: number, pairs: number[], side: 0 | 1): number[] {
  const { materialOfTriangle } = subject.bodies[body];
  if (!materialOfTriangle) return [0];
  const found = new Set<number>();
  for (let k = side; k < pairs.length; k += 2) found.add(materialOfTriangle[shapes[body].order[pairs[k]]]);
  return [...found].sort((a, b) => a - b);
}
