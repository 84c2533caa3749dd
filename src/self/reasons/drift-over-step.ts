import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { type Drift, type DriftPlan, joinDrift, leastStretch, roundingOfDrift, SAFE } from './drift.ts';

/*
 * The reason of drift.ts during a whole step, in which every vertex x(t) and every entry of a joint A(t) moves evenly
 * from its start to its end.
 *
 * Statement. Let e0 and e1 be the drifts |x - A X| at both ends of the step, s0 and s1 least stretches of A0 and A1,
 * and c the greatest stretch of D = A1 - A0. At every time the drift is at most the larger of e0 and e1, and the least
 * stretch s(t) has s(t)^2 >= min(s0, s1)^2 - c^2 / 4. So what drift.ts says holds at every time with these two numbers.
 * Proof. x(t) - A(t) X moves evenly, and the length of what moves evenly is convex: largest at an end. For a unit
 * vector y the square |A(t) y|^2 = (1 - t) |A0 y|^2 + t |A1 y|^2 - t (1 - t) |D y|^2, which expanding both sides shows;
 * t (1 - t) is at most 1 / 4, and |D y| at most c.
 *
 * c^2 is the greatest eigenvalue of D^T D: at most m + sqrt(2 / 3) |D^T D - m|, with m the mean of the diagonal and the
 * root of the sum of all squares as the norm, since the eigenvalues of D^T D - m sum to 0. For a joint that turns by the
 * angle a it is 4/3 (4 sin(a / 2)^2), so turns of less than 120 degrees pass.
 *
 * Rounding. Drifts are those of drift.ts, with its allowance at each end: the allowance for gaps at rest, 8 u s |X| for
 * each of two drifts, is covered since s is at most the stretch at either end. c^2 is off by less than 64 u of it
 * (drift.ts), and the difference of squares by less than 80 u times the first of them if it is above 0. That is a part
 * in 1e-10 where it is above 1e-4 of that; elsewhere s is taken as 0, and nothing is ruled out. NaN compares as false
 * and gives 0 as well.
 */

/** What drifts over a step are told from, at one of its ends. */
export interface DriftAtEnd {
  joints: Float64Array;
  /** Of the pose: what `roundingOfDrift` takes. */
  magnitude: number;
  /** The squares of the drifts of followers (`raiseSquares`). */
  squaredDrifts: Float64Array;
}

/** The drift during the step, from what is known at its ends. */
export function joinDriftOverStep(plan: DriftPlan, start: DriftAtEnd, end: DriftAtEnd, out: Drift): void {
  const { squares, stretches } = out;
  for (let joint = 0; joint < stretches.length; joint++) {
    stretches[joint] = leastStretchOverStep(start.joints, end.joints, JOINT_STRIDE * joint);
  }
  const { squaredDrifts: p } = start;
  const { squaredDrifts: q } = end;
  for (let k = 0; k < squares.length; k++) squares[k] = p[k] > q[k] ? p[k] : q[k];
  joinDrift(plan, roundingOfDrift(Math.max(start.magnitude, end.magnitude)), out);
}

/** A lower bound of the factor by which a joint changes any length during the step; 0 if it may come near to 0. */
export function leastStretchOverStep(start: Float64Array, end: Float64Array, o: number): number {
  const atStart = leastStretch(start, o);
  const atEnd = leastStretch(end, o);
  const lesser = atStart < atEnd ? atStart : atEnd;
  const least = lesser * lesser - 0.25 * squaredStretchOfDifference(start, end, o);
  return least > 1e-4 * lesser * lesser ? Math.sqrt(least) / SAFE : 0;
}

/** An upper bound of the square of the factor by which the difference of two joints changes any length. */
function squaredStretchOfDifference(start: Float64Array, end: Float64Array, o: number): number {
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  for (let row = o; row < o + 12; row += 4) {
    const x = end[row] - start[row];
    const y = end[row + 1] - start[row + 1];
    const z = end[row + 2] - start[row + 2];
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    yz += y * z;
    zx += z * x;
  }
  const mean = (xx + yy + zz) / 3;
  const dx = xx - mean;
  const dy = yy - mean;
  const dz = zz - mean;
  return mean + Math.sqrt((2 / 3) * (dx * dx + dy * dy + dz * dz + 2 * (xy * xy + yz * yz + zx * zx)));
}
