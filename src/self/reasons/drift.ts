import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { SelfPlan } from '../plan.ts';

/*
 * The reason: what drifts less from where one joint alone would carry it than it was apart at rest is still apart.
 *
 * Statement. Let A be an affine map that shortens no length to less than s > 0 of it, X a vertex at rest, x where it is
 * now, and e = |x - A X| its drift. If two triangles are at least g apart at rest, their vertices drift by at most e1
 * and e2, and e1 + e2 < s g, they do not touch.
 * Proof. A point of the first triangle is a mean of its corners, so it is A P + p where P is the same mean at rest and
 * |p| <= e1; likewise A Q + q for the second. They are |A (P - Q) + p - q| >= s |P - Q| - e1 - e2 > 0 apart.
 *
 * Nothing is assumed about how x came to be: drift is measured, not bounded, so this holds for every deformer. A
 * triangle that follows one joint alone is the case e = 0. A is the joint that a leaf follows most; a bad choice only
 * makes the drift larger. Drifts are kept as lengths at rest, divided by s.
 *
 * Stretch. The least stretch s has s^2 = the least eigenvalue of A^T A, at least m - |A^T A - m|, with m the mean of
 * the diagonal and the root of the sum of all squares as the norm. Its entries are off by at most 3 u (3 m), the mean
 * by 6 u m, so this bound by less than 64 u m: where it is above 1e-4 m, by less than a part in 1e-10. Where it is not,
 * or m^2 might underflow, s is taken as 0: nothing is ruled out.
 *
 * Rounding of a drift. Each coordinate of A X is a sum of 4 terms of at most 4 roundings each: off by 4 u (|row| |X| +
 * |t|), all three by 4 sqrt(3) u M < 7 u M where M, the magnitude of the pose, is at least |A| |X| + |t|. Taking x
 * away, squaring and dividing are relative errors below a part in 1e-14. A gap at rest is off by at most 16 u |X| and a
 * part in 1e-14 (rest-gaps.ts); as a length now that is s times as much, and s |X| is at most M: 8 u M for each of two
 * drifts. Used: 16 u M for 7 + 8, a part in 1e-9, and 1e-140 for squares that underflow.
 */

/** How far parts of a surface drift from the joint they follow, at most. */
export interface Drift {
  /** The square of the drift of each follower, as a length now; Infinity if it is not finite. */
  squares: Float64Array;
  /** By how much each of them may be longer, for rounding and what else is to be kept free. */
  hidden: number;
  /** Of what is below each leaf and node, as lengths at rest; Infinity for nodes that follow several joints. */
  ofLeaves: Float64Array;
  ofNodes: Float64Array;
  /** The least stretch of each joint. */
  stretches: Float64Array;
}

/** What drifts are measured with, of a `SelfPlan`. */
export type DriftPlan = Pick<SelfPlan, 'shape' | 'followers' | 'mainJoints'>;

export function createDrift({ shape, followers }: DriftPlan): Drift {
  const { tree, deformer } = shape;
  return {
    squares: new Float64Array(followers.vertices.length),
    hidden: Number.NaN,
    ofLeaves: new Float64Array(tree.leafCount),
    ofNodes: new Float64Array(tree.links.length),
    stretches: new Float64Array(deformer.sets.jointCount),
  };
}

export const SAFE = 1 + 1e-9;
const UNDERFLOW = 1e-140;

/** What rounding may hide of a drift, as a length now; see above. */
export function roundingOfDrift(magnitude: number): number {
  return 16 * UNIT_ROUNDOFF * magnitude + UNDERFLOW;
}

/** Measures the drift of a pose: `joints` and `magnitude` as in `PosedJoints`, `x` the posed vertices. 15 ns a vertex. */
export function measureDrift(
  plan: DriftPlan,
  joints: Float64Array,
  magnitude: number,
  x: Float64Array,
  out: Drift,
): void {
  const { stretches, squares } = out;
  for (let joint = 0; joint < stretches.length; joint++) stretches[joint] = leastStretch(joints, JOINT_STRIDE * joint);
  squares.fill(0);
  raiseSquares(plan, joints, x, squares);
  joinDrift(plan, roundingOfDrift(magnitude), out);
}

/** Raises the squares of drifts to those of a pose, where they are less. */
export function raiseSquares(
  { shape, followers }: DriftPlan,
  m: Float64Array,
  x: Float64Array,
  squares: Float64Array,
): void {
  const { positions: rest } = shape.mesh;
  const { starts, vertices } = followers;
  for (let joint = 0, o = 0; joint + 1 < starts.length; joint++, o += JOINT_STRIDE) {
    const xx = m[o];
    const xy = m[o + 1];
    const xz = m[o + 2];
    const xt = m[o + 3];
    const yx = m[o + 4];
    const yy = m[o + 5];
    const yz = m[o + 6];
    const yt = m[o + 7];
    const zx = m[o + 8];
    const zy = m[o + 9];
    const zz = m[o + 10];
    const zt = m[o + 11];
    for (let k = starts[joint], end = starts[joint + 1]; k < end; k++) {
      const v = 3 * vertices[k];
      const px = rest[v];
      const py = rest[v + 1];
      const pz = rest[v + 2];
      const dx = xx * px + xy * py + xz * pz + xt - x[v];
      const dy = yx * px + yy * py + yz * pz + yt - x[v + 1];
      const dz = zx * px + zy * py + zz * pz + zt - x[v + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared <= squares[k])) squares[k] = squared >= 0 ? squared : Infinity; // NaN: unknown
    }
  }
}

/**
 * Tells the drifts of leaves and nodes from the squares of followers, each longer by up to `hidden`, and the stretches
 * of joints. 2 ns a vertex of a leaf.
 */
export function joinDrift({ shape, followers, mainJoints }: DriftPlan, hidden: number, out: Drift): void {
  const { squares, ofLeaves, ofNodes, stretches } = out;
  const { links, ends } = shape.tree;
  const { starts } = shape.leafVertices;
  out.hidden = hidden >= 0 ? hidden : Infinity; // NaN: unknown
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    let most = mainJoints.ofNodes[node] < 0 ? Infinity : 0;
    if (first < 0) {
      for (let k = starts[~first], end = starts[~first + 1]; k < end; k++) {
        const squared = squares[followers.ofLeaves[k]];
        if (squared > most) most = squared;
      }
      most = (SAFE * Math.sqrt(most) + out.hidden) / stretches[mainJoints.ofNodes[node]];
      ofLeaves[~first] = most;
    } else {
      for (let child = first; child < ends[node]; child++) if (ofNodes[child] > most) most = ofNodes[child];
    }
    ofNodes[node] = most;
  }
}

/** A lower bound of the factor by which a joint changes any length; 0 if it may be near to flattening something. */
export function leastStretch(m: Float64Array, o: number): number {
  const xx = m[o] * m[o] + m[o + 4] * m[o + 4] + m[o + 8] * m[o + 8];
  const yy = m[o + 1] * m[o + 1] + m[o + 5] * m[o + 5] + m[o + 9] * m[o + 9];
  const zz = m[o + 2] * m[o + 2] + m[o + 6] * m[o + 6] + m[o + 10] * m[o + 10];
  const xy = m[o] * m[o + 1] + m[o + 4] * m[o + 5] + m[o + 8] * m[o + 9];
  const yz = m[o + 1] * m[o + 2] + m[o + 5] * m[o + 6] + m[o + 9] * m[o + 10];
  const zx = m[o + 2] * m[o] + m[o + 6] * m[o + 4] + m[o + 10] * m[o + 8];
  const mean = (xx + yy + zz) / 3;
  const dx = xx - mean;
  const dy = yy - mean;
  const dz = zz - mean;
  const least = mean - Math.sqrt(dx * dx + dy * dy + dz * dz + 2 * (xy * xy + yz * yz + zx * zx));
  return least > 1e-4 * mean && mean > 1e-100 ? Math.sqrt(least) / SAFE : 0;
}
