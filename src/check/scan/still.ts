import { leastFactorOfStep } from '../../continuous/self/follow-joints.ts';
import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { determinant, multiply, transformPoint } from '../../math/matrix34.ts';
import type { BodyPose } from '../plan/subject.ts';
import { type BodyMotion, findLargest } from './body-motion.ts';
import { boxFollowers } from './deviation.ts';
import { RESOLUTION } from './keepers.ts';

/*
 * Two bodies that each follow one joint alone, such as a shield and the sword in the same hand, or a helmet on a head, may lie to each other as they do at rest. Then they touch where they do
 * there: what is found besides is made by rounding, where they lie on each other with next to no gap.
 *
 * With A and B the joints, A0 and B0 those at rest, X a vertex of the second body lies to the first as at rest if B X = A (A0^-1 B0 X). How far it is off is affine in X, so no vertex is off by more than a corner
 * of the box around all of them. Less than what float32 tells apart at the largest coordinate is nothing. From one such instant to the next both are moved by one affine map, which
 * flattens nothing if the joint of the first does not (`leastFactorOfStep`): what is apart stays apart, and what touches touches.
 */

/** When two bodies lie to each other as at rest, as bits: instants, and steps during all of which they do (bit 0 for the only instant if there is but one). */
export interface Still {
  instants: number;
  steps: number;
}

export function findStill(a: BodyMotion, b: BodyMotion, restA: BodyPose, restB: BodyPose, count: number): Still {
  const still = { instants: 0, steps: 0 };
  const jointA = a.shape.onlyJoints.ofNodes[0];
  const jointB = b.shape.onlyJoints.ofNodes[0];
  if (jointA < 0 || jointB < 0 || !a.trustsJoints || !b.trustsJoints) return still;
  const between = new Float64Array(12);
  multiply(invert(restA.jointMatrices, 12 * jointA), 0, restB.jointMatrices, 12 * jointB, between, 0);
  const [i, j] = [JOINT_STRIDE * jointA, JOINT_STRIDE * jointB];
  const box = boxFollowers(b.shape).subarray(6 * jointB, 6 * jointB + 6);
  for (let k = 0; k < count; k++) {
    const most = RESOLUTION * Math.max(findLargest(a, k, k), findLargest(b, k, k));
    const [p, q] = [a.window.joints, b.window.joints];
    if (!(measureOff(p[k], i, between, q[k], j, box) <= most)) continue; // NaN: not known
    still.instants |= 1 << k;
    if (count === 1) still.steps = 1;
    if (k > 0 && (still.instants >>> (k - 1)) & 1 && leastFactorOfStep(p[k - 1], p[k], i) > 0)
      still.steps |= 1 << (k - 1);
  }
  return still;
}

/** The map back; of one that flattens everything, numbers that are not finite. */
function invert(m: Float64Array, o: number): Float64Array {
  const out = new Float64Array(12);
  const scale = 1 / determinant(m, o);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [p, q] = [4 * ((column + 1) % 3), 4 * ((column + 2) % 3)];
      const [u, v] = [o + ((row + 1) % 3), o + ((row + 2) % 3)];
      out[4 * row + column] = scale * (m[p + u] * m[q + v] - m[p + v] * m[q + u]);
    }
    for (let column = 0; column < 3; column++) out[4 * row + 3] -= out[4 * row + column] * m[o + 4 * column + 3];
  }
  return out;
}

/** The farthest that a corner of a box is off. */
function measureOff(
  p: Float64Array,
  i: number,
  between: Float64Array,
  q: Float64Array,
  j: number,
  box: Float64Array,
): number {
  const at = new Float64Array(3);
  const one = new Float64Array(3);
  const other = new Float64Array(3);
  let most = 0;
  for (let corner = 0; corner < 8; corner++) {
    const x = box[corner & 1 ? 3 : 0];
    const y = box[corner & 2 ? 4 : 1];
    const z = box[corner & 4 ? 5 : 2];
    transformPoint(between, 0, x, y, z, at, 0);
    transformPoint(p, i, at[0], at[1], at[2], one, 0);
    transformPoint(q, j, x, y, z, other, 0);
    const off = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
    if (!(off <= most)) most = off;
    if (Number.isNaN(off)) return off;
  }
  return most;
}
