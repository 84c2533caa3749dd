import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { type Drift, type DriftPlan, joinDrift, leastStretch, raiseSquares, roundingOfDrift, SAFE } from './drift.ts';

/*
 * The reason of drift.ts over several instants, between which every vertex x and every entry of a joint A moves evenly.
 *
 * Statement. Let e be the largest drift |x - A X| at any instant, and s a least stretch of A at all times. Then two
 * triangles that are g apart at rest and drift by e1 and e2 at most are s g - e1 - e2 apart at all times, at least.
 * Proof. x - A X moves evenly, so its length is convex in time, and largest at an instant; the rest is drift.ts. Between
 * two instants A is off the nearer one by at most half of their difference D, so it shortens nothing by more than the
 * lesser of their stretches less |D| / 2, with the root of the sum of all squares as the norm.
 *
 * With half of a `leastGap` added to each drift, what is ruled out stays farther apart than that.
 *
 * Rounding is that of drift.ts, for the largest magnitude; a difference of stretches is off by less than a part in 1e-14 of them, so
 * what is above 1e-4 by less than one in 1e-9. Where it is not, s is taken as 0: nothing is ruled out.
 */

/** A surface at several instants: posed vertices, joints and their magnitude, as `poseInstant` takes them. */
export interface Instants {
  positions: readonly Float64Array[];
  joints: readonly Float64Array[];
  magnitudes: Float64Array;
}

/** Measures the largest drift over the first `count` instants. */
export function measureDriftOverWindow(
  plan: DriftPlan,
  { positions, joints, magnitudes }: Instants,
  count: number,
  leastGap: number,
  out: Drift,
): void {
  const { squares, stretches } = out;
  let magnitude = 0;
  squares.fill(0);
  for (let k = 0; k < count; k++) {
    magnitude = Math.max(magnitude, magnitudes[k]);
    raiseSquares(plan, joints[k], positions[k], squares);
  }
  for (let joint = 0; joint < stretches.length; joint++) {
    stretches[joint] = leastStretchOverWindow(joints, JOINT_STRIDE * joint, count);
  }
  joinDrift(plan, roundingOfDrift(magnitude) + 0.5 * leastGap, out);
}

/** A lower bound of the factor by which a joint changes any length at any time of the window; 0: unknown. */
export function leastStretchOverWindow(joints: readonly Float64Array[], o: number, count: number): number {
  let before = leastStretch(joints[0], o);
  let least = before;
  for (let k = 1; k < count; k++) {
    const own = leastStretch(joints[k], o);
    const between = Math.min(before, own) - halfChange(joints[k - 1], joints[k], o);
    if (!(between > 1e-4 * own)) return 0;
    least = Math.min(least, between / SAFE);
    before = own;
  }
  return least;
}

function halfChange(p: Float64Array, q: Float64Array, o: number): number {
  let squared = 0;
  for (let row = o; row < o + 12; row += 4) {
    const dx = q[row] - p[row];
    const dy = q[row + 1] - p[row + 1];
    const dz = q[row + 2] - p[row + 2];
    squared += dx * dx + dy * dy + dz * dz;
  }
  return 0.5 * Math.sqrt(squared);
}
