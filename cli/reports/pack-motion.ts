import type { BodyPose, CheckClip, CheckSubject } from '../../src/check/index.ts';
import { packElements } from './pack-array.ts';
import { boxOf, toShare } from './pack-body.ts';
import type { PageBodyMotion, PageMotion } from './page-data.ts';

/** Poses a second, and the most of one clip: long clips are shown in larger steps. */
const RATE = 30;
const MOST_POSES = 900;

/**
 * A clip as poses for the page, with those times (the worst of findings) among them. Between two poses the page moves every
 * vertex straight, as the check does. Turns to 15 bits, places to 16 of the box they are in.
 */
export function packMotion(subject: CheckSubject, clip: CheckClip, moments: readonly number[]): PageMotion {
  const times = listPoseTimes(clip, moments);
  const poses = times.map(time => {
    const pose = subject.rest.map(({ jointMatrices, weights }) => ({
      jointMatrices: jointMatrices.slice(),
      weights: weights.slice(),
    }));
    clip.poseAt(time, pose);
    return pose;
  });
  return {
    times: packElements(Float32Array.from(times), 1),
    bodies: subject.bodies.map((_, b) => packPoses(poses.map(pose => pose[b]))),
  };
}

function listPoseTimes({ start, end }: CheckClip, moments: readonly number[]): number[] {
  const steps = Math.max(1, Math.min(MOST_POSES, Math.ceil((end - start) * RATE)));
  const even = Array.from({ length: steps + 1 }, (_, k) => start + ((end - start) * k) / steps);
  const within = moments.filter(time => time >= start && time <= end);
  return [...new Set([...even, ...within].map(Math.fround))].sort((p, q) => p - q);
}

/** One body: its matrices joint by joint, and time by time within, since a joint is like itself a moment before. */
function packPoses(poses: readonly BodyPose[]): PageBodyMotion {
  const joints = poses[0].jointMatrices.length / 12;
  const all = new Float64Array(12 * joints * poses.length);
  poses.forEach(({ jointMatrices }, p) => {
    for (let j = 0; j < joints; j++) {
      all.set(jointMatrices.subarray(12 * j, 12 * j + 12), 12 * (j * poses.length + p));
    }
  });
  const { low, size } = boxOf(all, 12, 3, 4);
  let turnSize = 0;
  for (let k = 0; k < all.length; k++) if (k % 4 !== 3) turnSize = Math.max(turnSize, Math.abs(all[k]));
  const shares = new Int16Array(all.length);
  for (let k = 0; k < all.length; k++) {
    const axis = (k % 12) >> 2;
    if (k % 4 !== 3) shares[k] = toShare(all[k], turnSize);
    else if (size[axis] > 0) shares[k] = Math.round((65535 * (all[k] - low[axis])) / size[axis]) - 32768;
    else shares[k] = -32768;
  }
  const targets = poses[0].weights.length;
  const weights = Float32Array.from(
    { length: targets * poses.length },
    (_, k) => poses[k % poses.length].weights[Math.floor(k / poses.length)],
  );
  return {
    matrices: packElements(shares, 12),
    turnSize,
    low,
    size,
    weights: targets > 0 ? packElements(weights, 1) : null,
  };
}
