import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { Observer } from '../radial-view/observers.ts';

/**
 * Writes where the joints carry the observers: two points for each.
 */
export function placeObservers(observers: readonly Observer[], joints: Float64Array, out: Float64Array): void {
  for (let view = 0; view < observers.length; view++) {
    const { joint, ends } = observers[view];
    for (let end = 0; end < 6; end += 3) {
      for (let row = 0; row < 3; row++) {
        const m = JOINT_STRIDE * joint + 4 * row;
        out[6 * view + end + row] =
          joints[m] * ends[end] + joints[m + 1] * ends[end + 1] + joints[m + 2] * ends[end + 2] + joints[m + 3];
      }
    }
  }
}

/**
 * Finds the joints whose followers keep apart during a step. What follows one joint alone moves, between two poses, by
 * A(t) = (1 - t) A0 + t A1: one affine map for all of it. While det A(t) keeps its sign the map can be undone, so it keeps
 * disjoint triangles disjoint. A rigid step that turns by less than 120 degrees passes (true it would be up to 180).
 */
export function findKeptApart(start: Float64Array, end: Float64Array, out: Uint8Array): void {
  for (let joint = 0; joint < out.length; joint++) {
    out[joint] = leastFactorOfStep(start, end, JOINT_STRIDE * joint) > 0 ? 1 : 0;
  }
}

/**
 * A lower bound of the factor by which a joint changes any length at any time of a step; 0 if it may flatten something. Posed
 * vertices are rounded, which may close a small gap: one that is more than that rounding by this factor stays open.
 *
 * The least factor of a matrix is its determinant by the product of the two others, so at least |det A| / |A|^2, with the
 * Frobenius norm. The determinant is a cubic in time; it is nowhere nearer to 0 than the least of its Bernstein coefficients, if these have one sign.
 *
 * Rounding: a coefficient (taken three times) is a sum of at most 18 products of three entries, together at most 3 (3^1.5)
 * |A|^3, each with fewer than 10 roundings: below 2^8 u |A|^3.
 */
export function leastFactorOfStep(start: Float64Array, end: Float64Array, o: number): number {
  const first = volume(start, o, start, o, start, o);
  const last = volume(end, o, end, o, end, o);
  const second =
    (volume(end, o, start, o, start, o) + volume(start, o, end, o, start, o) + volume(start, o, start, o, end, o)) / 3;
  const third =
    (volume(start, o, end, o, end, o) + volume(end, o, start, o, end, o) + volume(end, o, end, o, start, o)) / 3;
  const squared = Math.max(squaredNorm(start, o), squaredNorm(end, o));
  const sign = first < 0 ? -1 : 1;
  const least = Math.min(sign * first, sign * second, sign * third, sign * last) / squared;
  const factor = (least - 2 ** 8 * UNIT_ROUNDOFF * Math.sqrt(squared)) / 1.001;
  return factor > 0 ? factor : 0; // NaN: unknown
}

/** The squared Frobenius norm of the 3x3 part of a joint. */
function squaredNorm(m: Float64Array, o: number): number {
  let sum = 0;
  for (let row = o; row < o + 12; row += 4) {
    sum += m[row] * m[row] + m[row + 1] * m[row + 1] + m[row + 2] * m[row + 2];
  }
  return sum;
}

/** The determinant of the first row of one matrix, the second of another and the third of a third. */
function volume(p: Float64Array, i: number, q: Float64Array, j: number, r: Float64Array, k: number): number {
  return (
    p[i] * (q[j + 5] * r[k + 10] - q[j + 6] * r[k + 9]) +
    p[i + 1] * (q[j + 6] * r[k + 8] - q[j + 4] * r[k + 10]) +
    p[i + 2] * (q[j + 4] * r[k + 9] - q[j + 5] * r[k + 8])
  );
}
