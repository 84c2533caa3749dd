import { UNIT_ROUNDOFF } from '../../math/rounding.ts';

/*
 * The reason: two triangles do not touch during a step if one stays beyond the other along one direction.
 *
 * Statement. Let n be any vector. If at both ends of a step, in which every vertex moves evenly, n . (q - p) is above 0
 * for each corner p of one triangle and q of another (or below 0 for each), the two do not touch at any time of it.
 * Proof. n . (q - p) moves evenly between two numbers of one sign, so it keeps that sign; and any two points of the
 * triangles differ by a mean of such q - p.
 *
 * Which directions are tried: from the middle of the one to that of the other, which parts what lies side by side on a
 * surface, and the normals of both, which part what lies above each other; each as it is half way through the step.
 *
 * Rounding. Corners are taken relative to the first one of the first triangle: differences of coordinates of size at most
 * M, so below 2 M. A product of n with one of them has 4 roundings, at most 4 u |n|1 2 M, where |n|1 is the sum of the
 * sizes of its coordinates; a difference of two such is off by at most 17 u |n|1 M. It is believed above 32 u |n|1 M, if
 * that is above 1e-280, where underflow does not matter. NaN compares as false: the pair is kept.
 */

const MARGIN = 32 * UNIT_ROUNDOFF;

/** Whether the triangles s and t stay apart from x to y along a direction. `size`: of the largest coordinate in both. */
export function isPartedOverStep(
  triangles: Uint32Array,
  middleNormals: Float64Array,
  x: Float64Array,
  y: Float64Array,
  s: number,
  t: number,
  size: number,
): boolean {
  const [a, b, c] = [3 * triangles[3 * s], 3 * triangles[3 * s + 1], 3 * triangles[3 * s + 2]];
  const [d, e, f] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const nx = middle(x, y, d, e, f, 0) - middle(x, y, a, b, c, 0);
  const ny = middle(x, y, d, e, f, 1) - middle(x, y, a, b, c, 1);
  const nz = middle(x, y, d, e, f, 2) - middle(x, y, a, b, c, 2);
  if (staysBeyond(x, y, a, b, c, d, e, f, nx, ny, nz, size)) return true;
  const m = middleNormals;
  return (
    staysBeyond(x, y, a, b, c, d, e, f, m[3 * s], m[3 * s + 1], m[3 * s + 2], size) ||
    staysBeyond(x, y, a, b, c, d, e, f, m[3 * t], m[3 * t + 1], m[3 * t + 2], size)
  );
}

function middle(x: Float64Array, y: Float64Array, a: number, b: number, c: number, k: number): number {
  return x[a + k] + x[b + k] + x[c + k] + (y[a + k] + y[b + k] + y[c + k]);
}

/** Offsets of the corners (a, b, c) and (d, e, f) of two triangles, and a direction. */
type TrianglesAlong = [
  ...one: [a: number, b: number, c: number],
  ...other: [d: number, e: number, f: number],
  ...along: [nx: number, ny: number, nz: number],
];

/** Whether (d, e, f) stays beyond (a, b, c) along n, or before it. */
const staysBeyond: (...of: [x: Float64Array, y: Float64Array, ...TrianglesAlong, size: number]) => boolean = (
  x,
  y,
  a,
  b,
  c,
  d,
  e,
  f,
  nx,
  ny,
  nz,
  size,
) => {
  const least = MARGIN * size * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz));
  if (!(least > 1e-280)) return false;
  const side = sideAt(x, a, b, c, d, e, f, nx, ny, nz, least);
  return side !== 0 && side === sideAt(y, a, b, c, d, e, f, nx, ny, nz, least);
};

/** 1 if (d, e, f) is certainly beyond (a, b, c) along n, -1 if it is before it, 0 if neither is certain. */
type Side = (...of: [x: Float64Array, ...TrianglesAlong, least: number]) => number;
const sideAt: Side = (x, a, b, c, d, e, f, nx, ny, nz, least) => {
  const ax = x[a];
  const ay = x[a + 1];
  const az = x[a + 2];
  const ofB = nx * (x[b] - ax) + ny * (x[b + 1] - ay) + nz * (x[b + 2] - az);
  const ofC = nx * (x[c] - ax) + ny * (x[c + 1] - ay) + nz * (x[c + 2] - az);
  const ofD = nx * (x[d] - ax) + ny * (x[d + 1] - ay) + nz * (x[d + 2] - az);
  const ofE = nx * (x[e] - ax) + ny * (x[e + 1] - ay) + nz * (x[e + 2] - az);
  const ofF = nx * (x[f] - ax) + ny * (x[f + 1] - ay) + nz * (x[f + 2] - az);
  const high = (ofB > ofC ? (ofB > 0 ? ofB : 0) : ofC > 0 ? ofC : 0) + least;
  if (ofD > high && ofE > high && ofF > high) return 1;
  const low = (ofB < ofC ? (ofB < 0 ? ofB : 0) : ofC < 0 ? ofC : 0) - least;
  return ofD < low && ofE < low && ofF < low ? -1 : 0;
};
