import type { JointSets } from './joint-sets.ts';
import { JOINT_STRIDE } from './posed-joints.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * Eigenvalues of the normal matrix (at most n for n joints) below this share of n are damped away: a relative rotation
 * of less than about half a degree does not fix a centre.
 */
const DAMPING = 1e-4;

/**
 * The rest point about which the rotation centre of each joint-set is sought: the mean of its *junctions*, the joints
 * whose parent is in the set too (that is where two bones meet), else of all its joints. Anchoring the search there
 * keeps the centre from jumping as the relative rotation of the joints goes to zero.
 */
export function findReferences(sets: JointSets, skeleton: Skeleton): Float64Array {
  const setCount = sets.starts.length - 1;
  const references = new Float64Array(3 * setCount);
  for (let set = 0; set < setCount; set++) {
    const members = sets.joints.subarray(sets.starts[set], sets.starts[set + 1]);
    const junctions = members.filter(joint => members.includes(skeleton.parents[joint]));
    const anchors = junctions.length > 0 ? junctions : members;
    for (const joint of anchors) {
      for (let axis = 0; axis < 3; axis++) {
        references[3 * set + axis] += skeleton.positions[3 * joint + axis] / anchors.length;
      }
    }
  }
  return references;
}

/**
 * The rotation centre of a joint-set: the rest point whose images under the set's joints lie closest together
 * ([KavanZara2005b]), damped, written to `out[o..o+2]`.
 *
 * With R_a, y_a the rotations and the images of the reference point, bars their means, the least squares problem has the
 * normal matrix A = sum (R_a - Rbar)^T (R_a - Rbar) and right side b = -sum (R_a - Rbar)^T (y_a - ybar). Damping every
 * eigenvalue s of A to (s^2 + d^2) / s gives the offset x = (A^2 + d^2)^-1 A b: the damped eigenproblem, solved without
 * finding eigenvalues. It is smooth in the pose and never longer than |b| / 2d.
 *
 * Any point is sound as a centre as long as skinning and bounds use the same one. Cost: about 40 n multiplications.
 */
export function findRotationCenter(
  joints: Float64Array,
  members: Uint32Array,
  from: number,
  to: number,
  reference: Float64Array,
  r: number,
  out: Float64Array,
  o: number,
): void {
  const n = to - from;
  const rx = reference[r];
  const ry = reference[r + 1];
  const rz = reference[r + 2];
  // Deviations from the first joint instead of the mean: sum (D - Dbar)^T (D - Dbar) = sum D^T D - n Dbar^T Dbar.
  const first = members[from] * JOINT_STRIDE;
  let m0 = 0,
    m1 = 0,
    m2 = 0,
    m3 = 0,
    m4 = 0,
    m5 = 0,
    m6 = 0,
    m7 = 0,
    m8 = 0; // sum of D
  let s0 = 0,
    s1 = 0,
    s2 = 0; // sum of the image offsets
  let a00 = 0,
    a01 = 0,
    a02 = 0,
    a11 = 0,
    a12 = 0,
    a22 = 0; // sum of D^T D
  let b0 = 0,
    b1 = 0,
    b2 = 0; // sum of D^T offset
  for (let k = from + 1; k < to; k++) {
    const m = members[k] * JOINT_STRIDE;
    const d0 = joints[m] - joints[first];
    const d1 = joints[m + 1] - joints[first + 1];
    const d2 = joints[m + 2] - joints[first + 2];
    const d3 = joints[m + 4] - joints[first + 4];
    const d4 = joints[m + 5] - joints[first + 5];
    const d5 = joints[m + 6] - joints[first + 6];
    const d6 = joints[m + 8] - joints[first + 8];
    const d7 = joints[m + 9] - joints[first + 9];
    const d8 = joints[m + 10] - joints[first + 10];
    const y0 = d0 * rx + d1 * ry + d2 * rz + (joints[m + 3] - joints[first + 3]);
    const y1 = d3 * rx + d4 * ry + d5 * rz + (joints[m + 7] - joints[first + 7]);
    const y2 = d6 * rx + d7 * ry + d8 * rz + (joints[m + 11] - joints[first + 11]);
    m0 += d0;
    m1 += d1;
    m2 += d2;
    m3 += d3;
    m4 += d4;
    m5 += d5;
    m6 += d6;
    m7 += d7;
    m8 += d8;
    s0 += y0;
    s1 += y1;
    s2 += y2;
    a00 += d0 * d0 + d3 * d3 + d6 * d6;
    a01 += d0 * d1 + d3 * d4 + d6 * d7;
    a02 += d0 * d2 + d3 * d5 + d6 * d8;
    a11 += d1 * d1 + d4 * d4 + d7 * d7;
    a12 += d1 * d2 + d4 * d5 + d7 * d8;
    a22 += d2 * d2 + d5 * d5 + d8 * d8;
    b0 -= d0 * y0 + d3 * y1 + d6 * y2;
    b1 -= d1 * y0 + d4 * y1 + d7 * y2;
    b2 -= d2 * y0 + d5 * y1 + d8 * y2;
  }
  const f = 1 / n;
  b0 += f * (m0 * s0 + m3 * s1 + m6 * s2);
  b1 += f * (m1 * s0 + m4 * s1 + m7 * s2);
  b2 += f * (m2 * s0 + m5 * s1 + m8 * s2);
  a00 -= f * (m0 * m0 + m3 * m3 + m6 * m6);
  a01 -= f * (m0 * m1 + m3 * m4 + m6 * m7);
  a02 -= f * (m0 * m2 + m3 * m5 + m6 * m8);
  a11 -= f * (m1 * m1 + m4 * m4 + m7 * m7);
  a12 -= f * (m1 * m2 + m4 * m5 + m7 * m8);
  a22 -= f * (m2 * m2 + m5 * m5 + m8 * m8);

  const damping = DAMPING * n * (DAMPING * n);
  const q00 = a00 * a00 + a01 * a01 + a02 * a02 + damping;
  const q01 = a00 * a01 + a01 * a11 + a02 * a12;
  const q02 = a00 * a02 + a01 * a12 + a02 * a22;
  const q11 = a01 * a01 + a11 * a11 + a12 * a12 + damping;
  const q12 = a01 * a02 + a11 * a12 + a12 * a22;
  const q22 = a02 * a02 + a12 * a12 + a22 * a22 + damping;
  const c0 = a00 * b0 + a01 * b1 + a02 * b2;
  const c1 = a01 * b0 + a11 * b1 + a12 * b2;
  const c2 = a02 * b0 + a12 * b1 + a22 * b2;
  const k00 = q11 * q22 - q12 * q12;
  const k01 = q02 * q12 - q01 * q22;
  const k02 = q01 * q12 - q02 * q11;
  const determinant = q00 * k00 + q01 * k01 + q02 * k02; // at least damping^3, but for rounding
  const inverse = determinant > 0 ? 1 / determinant : 0;
  out[o] = rx + inverse * (k00 * c0 + k01 * c1 + k02 * c2);
  out[o + 1] = ry + inverse * (k01 * c0 + (q00 * q22 - q02 * q02) * c1 + (q01 * q02 - q00 * q12) * c2);
  out[o + 2] = rz + inverse * (k02 * c0 + (q01 * q02 - q00 * q12) * c1 + (q00 * q11 - q01 * q01) * c2);
}
