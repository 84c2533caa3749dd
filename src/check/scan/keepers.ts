import { leastFactorOfStep } from '../../continuous/self/follow-joints.ts';
import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { type BodyMotion, findLargest } from './body-motion.ts';
import { boxFollowers } from './deviation.ts';

/*
 * What follows one joint alone keeps its shape up to an affine map, which at no time of a window flattens anything. So it touches itself where it does
 * at rest, and nowhere else: but posed vertices are rounded, by r at most, and a gap g at rest is at least f g in the pose, with f the least factor by which the joint
 * shortens anything. Two triangles that are more than 2 r / f apart at rest, `closable`, do not touch.
 *
 * A part may also be shrunk to a dot, which is how much of what is not to be seen is hidden: then f is as small as roundings, and which triangles touch says nothing.
 * A part has vanished at an instant if it is smaller than what the numbers of a renderer, float32, tell apart at the largest coordinate of its body: then it touches
 * nothing, and from one such instant to the next nothing is asked about it, wherever it jumps to. On the way there
 * its shape is kept: between A0, which flattens nothing, and A1 = e B, with e next to 0, is (1 - t) A0 + t e B, which flattens nothing but when 1 - t is as small as e.
 */

/** What a float32 tells apart, as a share of a coordinate. */
export const RESOLUTION = 2 ** -24;

/** Finds the joints whose followers keep their shape over the first `count` instants. */
export function findKeepers(motion: BodyMotion, count: number): void {
  const { window, roundings, keepsApart, closable, goneAt } = motion;
  const { joints } = window;
  const sizes = measureFollowers(motion);
  const seen = Float64Array.from({ length: count }, (_, k) => RESOLUTION * findLargest(motion, k, k));
  for (let joint = 0; joint < keepsApart.length; joint++) {
    const o = JOINT_STRIDE * joint;
    let most = 0;
    let gone = 0;
    let wasGone = true;
    for (let k = 0; k < count; k++) {
      const isGone = sizes[joint] * normOf(joints[k], o) < seen[k];
      const rounding = 2 * Math.max(roundings[k], roundings[Math.max(0, k - 1)]);
      if (!isGone) {
        const before = wasGone ? joints[k] : joints[k - 1];
        most = Math.max(most, rounding / leastFactorOfStep(before, joints[k], o));
      } else if (!wasGone) {
        most = Math.max(most, rounding / leastFactorOfStep(joints[k - 1], joints[k - 1], o));
      }
      if (isGone) gone |= 1 << k;
      wasGone = isGone;
    }
    keepsApart[joint] = most < Infinity ? 1 : 0; // NaN: unknown
    closable[joint] = most;
    goneAt[joint] = gone;
  }
}

/** How large what follows each joint is at rest: the diagonal of its box. */
function measureFollowers({ shape }: BodyMotion): Float64Array {
  const boxes = boxFollowers(shape);
  return Float64Array.from({ length: boxes.length / 6 }, (_, joint) => {
    const o = 6 * joint;
    return Math.hypot(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
  });
}

/** The Frobenius norm of the 3x3 part of a joint: nothing becomes longer by more. */
function normOf(m: Float64Array, o: number): number {
  let squared = 0;
  for (let row = o; row < o + 12; row += 4) {
    squared += m[row] * m[row] + m[row + 1] * m[row + 1] + m[row + 2] * m[row + 2];
  }
  return Math.sqrt(squared);
}

/** Whether a triangle has vanished at an instant. */
export function isGone({ shape, goneAt }: BodyMotion, slot: number, instant: number): boolean {
  const joint = shape.onlyJoints.ofTriangles[slot];
  return joint >= 0 && ((goneAt[joint] >>> instant) & 1) === 1;
}

/** The steps, as bits (`findNearSteps`), at both ends of which a triangle has vanished, over the first `count` instants. */
export function listGoneSteps({ shape, goneAt }: BodyMotion, slot: number, count: number): number {
  const joint = shape.onlyJoints.ofTriangles[slot];
  if (joint < 0) return 0;
  return count === 1 ? goneAt[joint] : goneAt[joint] & (goneAt[joint] >>> 1);
}

/**
 * What has vanished, and at the instants before and after too, is in no box: so nothing is near it. Boxes of nodes are in the layout of boxes-over-window.ts, from `boxes[start]` on, with
 * room for so many `instants`.
 */
export function emptyBoxes(
  { shape, window: { count }, goneAt }: BodyMotion,
  boxes: Float32Array,
  start: number,
  instants: number,
): void {
  const { ofNodes } = shape.onlyJoints;
  const all = 2 ** count - 1;
  const empty = goneAt.map(gone => gone & ((gone >>> 1) | (1 << (count - 1))) & (((gone << 1) | 1) & all));
  for (let node = 0; node < ofNodes.length; node++) {
    const bits = ofNodes[node] < 0 ? 0 : empty[ofNodes[node]];
    for (let k = 0; bits !== 0 && k < count; k++) {
      if (!((bits >>> k) & 1)) continue;
      for (let n = 0; n < 6; n++) boxes[start + 6 * instants * node + n * instants + k] = n < 3 ? Infinity : -Infinity;
    }
  }
}

/**
 * What follows one joint alone need not keep free of each other by more than rounding may close: there the drifts of leaves and nodes are less than those that were
 * measured, and of what has vanished nothing is met at all. Twice as much as `closable` is kept free, which is more than gaps at rest are off.
 */
export function lowerDrifts({ shape, window, keepsApart, closable }: BodyMotion): void {
  const { ofNodes } = shape.onlyJoints;
  const { links } = shape.tree;
  const { drift } = window;
  for (let node = 0; node < ofNodes.length; node++) {
    const joint = ofNodes[node];
    if (joint < 0 || keepsApart[joint] === 0) continue;
    const most = closable[joint] > 0 ? closable[joint] : -1;
    if (!(most < drift.ofNodes[node])) continue;
    drift.ofNodes[node] = most;
    if (links[node] < 0) drift.ofLeaves[~links[node]] = most;
  }
}
