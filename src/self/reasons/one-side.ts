/*
 * The reason: a triangle that leaves the plane of another to one side only shares no more than the vertex it leaves
 * from.
 *
 * Statement. Triangles S and T have the vertex v in common, and the two other corners c and d of T lie strictly on one
 * side of the plane of S. Then v is all they share.
 * Proof. With N the normal of S a point of T is v + p (c - v) + q (d - v), p and q at least 0, so N . (it - v) is a sum
 * of terms of one sign that is 0 only for p = q = 0; and on S it is 0 everywhere.
 *
 * Rounding. N is off by at most 4 u L^2 in each coordinate (flat-fans.ts), so N . (c - v) by 4 u L^2 |c - v|1, and by
 * another 4 for the difference, the product and two sums: 8 u L^2 |c - v|1. Signs are believed above 64 u L^2 (|c - v|1
 * + |d - v|1), half of the margin of fans, and above 1e-280, which is far above what underflow may add.
 */

/**
 * Whether the corners of T = (t0, t1, t2) other than v are certainly on one side of the plane of S. `margin` is that of
 * `marginOfFans`.
 */
export function isOnOneSide(
  normals: Float64Array,
  s: number,
  x: Float64Array,
  v: number,
  t0: number,
  t1: number,
  t2: number,
  margin: number,
): boolean {
  const c = 3 * (t0 === v ? t1 : t0);
  const d = 3 * (t2 === v ? t1 : t2);
  const nx = normals[3 * s];
  const ny = normals[3 * s + 1];
  const nz = normals[3 * s + 2];
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
