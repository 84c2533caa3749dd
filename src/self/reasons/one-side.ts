import { marginOfFans } from './flat-fans.ts';

/*
 * The reason: a triangle that leaves the plane of another to one side only shares no more than the vertex it leaves
 * from.
 *
 * Statement. Triangles S and T have the vertex v in common, and the two other corners c and d of T lie strictly on one
 * side of the plane of S. Then v is all they share.
 * Proof. With N the normal of S a point of T is v + p (c - v) + q (d - v), p and q at least 0, so N . (it - v) is a sum
 * of terms of one sign that is 0 only for p = q = 0; and on S it is 0 everywhere.
 *
 * Rounding, with L the longer of the two sides of S that N is made of. N is off by at most 4 u L^2 in each coordinate (flat-fans.ts), so N . (c - v) by 4 u L^2 |c - v|1, and by
 * another 4 for the difference, the product and two sums: 8 u L^2 |c - v|1. Signs are believed above 64 u L^2 (|c - v|1
 * + |d - v|1), half of the margin of fans, and above 1e-280, which is far above what underflow may add.
 */

/** Whether the corners of triangle t other than v, which both have, are certainly on one side of the plane of triangle s. */
export function isOnOneSide(x: Float64Array, triangles: Uint32Array, s: number, t: number, v: number): boolean {
  const p = 3 * triangles[3 * s];
  const q = 3 * triangles[3 * s + 1];
  const r = 3 * triangles[3 * s + 2];
  const ex = x[q] - x[p];
  const ey = x[q + 1] - x[p + 1];
  const ez = x[q + 2] - x[p + 2];
  const fx = x[r] - x[p];
  const fy = x[r + 1] - x[p + 1];
  const fz = x[r + 2] - x[p + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const margin = marginOfFans(Math.max(ex * ex + ey * ey + ez * ez, fx * fx + fy * fy + fz * fz));
  const c = 3 * (triangles[3 * t] === v ? triangles[3 * t + 1] : triangles[3 * t]);
  const d = 3 * (triangles[3 * t + 2] === v ? triangles[3 * t + 1] : triangles[3 * t + 2]);
  const cx = x[c] - x[3 * v];
  const cy = x[c + 1] - x[3 * v + 1];
  const cz = x[c + 2] - x[3 * v + 2];
  const dx = x[d] - x[3 * v];
  const dy = x[d + 1] - x[3 * v + 1];
  const dz = x[d + 2] - x[3 * v + 2];
  const sizes = Math.abs(cx) + Math.abs(cy) + Math.abs(cz) + Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const least = 0.5 * margin * sizes;
  if (!(least > 1e-280)) return false;
  const ofC = nx * cx + ny * cy + nz * cz;
  const ofD = nx * dx + ny * dy + nz * dz;
  return (ofC > least && ofD > least) || (ofC < -least && ofD < -least);
}
