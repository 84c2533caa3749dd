import { toLength } from '../plan/options.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { listSampleTimes } from '../plan/sample-times.ts';
import { type BodyPose, type CheckClip, copyPoses } from '../plan/subject.ts';
import { measureDeviation } from './deviation.ts';

/** Steps that bend too much are halved at most this often. */
const MOST_HALVINGS = 5;

/** The instants a stretch of a clip is looked at. */
export interface Steps {
  times: number[];
  /** The number of the sample each of them is at or after. */
  samples: number[];
  /** By how much, at most, the straight way between two of them misses the way the clip takes. */
  deviation: number;
}

/** Samples `from` to `to` of a clip, and between two of them as many more as it takes for the way to be nearly straight. */
export function listSteps(plan: CheckPlan, clip: CheckClip, from: number, to: number): Steps {
  const { options, subject, height, shapes } = plan;
  const { times } = listSampleTimes(clip, options.fps, options.maxSamples);
  const last = Math.min(to, times.length - 1);
  const most = toLength(options.maxDeviation, subject.metres ?? 1, height);
  const steps: Steps = { times: [times[from]], samples: [from], deviation: 0 };
  const poseAt = (time: number): BodyPose[] => {
    const poses = copyPoses(subject.rest);
    clip.poseAt(time, poses);
    return poses;
  };
  const follow = (sample: number, time: number, start: BodyPose[], end: BodyPose[], halvings: number): void => {
    const before = steps.times[steps.times.length - 1];
    const between = 0.5 * (before + time);
    const middle = poseAt(between);
    const deviation = measureDeviation(shapes, start, middle, end, most);
    if (deviation > most && halvings < MOST_HALVINGS) {
      follow(sample - 1, between, start, middle, halvings + 1);
      follow(sample, time, middle, end, halvings + 1);
      return;
    }
    steps.deviation = Math.max(steps.deviation, deviation);
    steps.times.push(time);
    steps.samples.push(sample);
  };
  let start = poseAt(times[from]);
  for (let k = from + 1; k <= last; k++) {
    const end = poseAt(times[k]);
    follow(k, times[k], start, end, 0);
    start = end;
  }
  return steps;
}
