import { orient2d, orient3d } from 'robust-predicates';

/**
 * Exact signs of 2D and 3D orientation for every finite float64 input.
 *
 * Three stages, each tried only when the one before is uncertain:
 * 1. the float determinant against a proven bound (below);
 * 2. adaptive expansions (Shewchuk 1997, by way of `robust-predicates`). They are exact as long as no product over- or
 *    underflows. Every intermediate term of orient3d is a multiple of the cube of the coarsest common unit in the last
 *    place: coordinates that are 0 or of magnitude in [2^-300, 2^300] are multiples of 2^-352, so every term is a
 *    multiple of 2^-1056 (the smallest float64 is 2^-1074) and below 2^940: nothing is lost;
 * 3. outside that range: integers (every float64 is a multiple of 2^-1074). Slow (microseconds) and allocates; no
 *    real scene comes here.
 *
 * The returned sign follows the `robust-predicates` convention up to a fixed factor that callers may not depend on:
 * only equality, opposition and zero carry meaning between calls of the same function.
 */

/** 2^-53: the largest relative error of one float64 operation rounded to nearest. */
const U = 2 ** -53;
const TINY = 2 ** -300;
const HUGE = 2 ** 300;

/** Three points, each given by its array and the offset of its x there. */
type ThreePoints = [a: Float64Array, p: number, b: Float64Array, q: number, c: Float64Array, r: number];

/**
 * The sign (-1, 0, 1) of det [a - c, b - c]: which way a, b, c turn; 0 exactly if they are collinear.
 *
 * Stage 1: each of the two products carries two rounded differences and one rounded product, the final subtraction one
 * more: 4 roundings, so the error is below 4.01u (|left| + |right|) taken of the computed products, plus 2^-1074 if they
 * underflow; 8u and 1e-300 cover both. Infinities and NaN fail the comparison and go on.
 */
export function orient2dSign(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ay - cy) * (bx - cx);
  const right = (ax - cx) * (by - cy);
  const det = left - right;
  if (Math.abs(det) > 8 * U * (Math.abs(left) + Math.abs(right)) + 1e-300) return det > 0 ? 1 : -1;
  if (isModest(ax) && isModest(ay) && isModest(bx) && isModest(by) && isModest(cx) && isModest(cy)) {
    return Math.sign(orient2d(ax, ay, bx, by, cx, cy));
  }
  const x = toInteger(cx);
  const y = toInteger(cy);
  const exact = (toInteger(ay) - y) * (toInteger(bx) - x) - (toInteger(ax) - x) * (toInteger(by) - y);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/**
 * An axis (0, 1, 2) along which the three points (array, offset) do not become collinear, or -1 if they are collinear in
 * space: three points are collinear exactly if all three projections are.
 */
export const findProjection: (...points: ThreePoints) => number = (a, p, b, q, c, r) => {
  for (let axis = 0; axis < 3; axis++) if (turn(a, p, b, q, c, r, axis) !== 0) return axis;
  return -1;
};

/** Which way the points p, q, r (array, offset) turn, seen along the axis. Dropping a coordinate is exact. */
export const turn: (...seen: [...ThreePoints, axis: number]) => number = (a, p, b, q, c, r, axis) => {
  const u = axis === 0 ? 1 : 0;
  const v = axis === 2 ? 1 : 2;
  return orient2dSign(a[p + u], a[p + v], b[q + u], b[q + v], c[r + u], c[r + v]);
};

/**
 * The sign (-1, 0, 1) of det [a - d, b - d, c - d]: on which side of the plane through a, b, c the point d lies; 0
 * exactly if the four are coplanar (always, if a, b, c are collinear).
 *
 * Stage 1: every one of the six monomials of the determinant meets at most 8 roundings (3 differences, 2 products, 3
 * sums), and with sx the sum of the |x| differences the six monomials together are at most sx sy sz: error below
 * 8.01u sx sy sz. 16u leaves half the bound for underflow, which adds at most 2^-1073 (sx + sy + sz + 2): negligible
 * while the bound is above 1e-250 and the sums below 1e60. Infinities and NaN fail these comparisons and go on.
 */
export const orient3dSign: typeof orient3d = (ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz) => {
  const adx = ax - dx;
  const ady = ay - dy;
  const adz = az - dz;
  const bdx = bx - dx;
  const bdy = by - dy;
  const bdz = bz - dz;
  const cdx = cx - dx;
  const cdy = cy - dy;
  const cdz = cz - dz;
  const sx = Math.abs(adx) + Math.abs(bdx) + Math.abs(cdx);
  const sy = Math.abs(ady) + Math.abs(bdy) + Math.abs(cdy);
  const sz = Math.abs(adz) + Math.abs(bdz) + Math.abs(cdz);
  const bound = 16 * U * sx * sy * sz;
  if (bound > 1e-250 && sx + sy + sz < 1e60) {
    const det = adz * (bdx * cdy - cdx * bdy) + bdz * (cdx * ady - adx * cdy) + cdz * (adx * bdy - bdx * ady);
    if (det > bound) return 1;
    if (det < -bound) return -1;
  }
  // All four in an axis plane, as on every flat floor: a difference of floats is 0 only if they are equal.
  if (sx === 0 || sy === 0 || sz === 0) return 0;
  if (
    isModest(ax) &&
    isModest(ay) &&
    isModest(az) &&
    isModest(bx) &&
    isModest(by) &&
    isModest(bz) &&
    isModest(cx) &&
    isModest(cy) &&
    isModest(cz) &&
    isModest(dx) &&
    isModest(dy) &&
    isModest(dz)
  ) {
    return Math.sign(orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz));
  }
  return orient3dInIntegers(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
};

/**
 * `orient3dSign` of four points (array, offset): on which side of the plane pqr the point s lies, or equally, on which
 * side of the line pq the line rs passes.
 */
export const sideOf: (...points: [...ThreePoints, d: Float64Array, s: number]) => number = (a, p, b, q, c, r, d, s) => {
  // biome-ignore format: one point to a line
  return orient3dSign(
    a[p], a[p + 1], a[p + 2],
    b[q], b[q + 1], b[q + 2],
    c[r], c[r + 1], c[r + 2],
    d[s], d[s + 1], d[s + 2],
  );
};

const orient3dInIntegers: typeof orient3dSign = (ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz) => {
  const x = toInteger(dx);
  const y = toInteger(dy);
  const z = toInteger(dz);
  const adx = toInteger(ax) - x;
  const ady = toInteger(ay) - y;
  const adz = toInteger(az) - z;
  const bdx = toInteger(bx) - x;
  const bdy = toInteger(by) - y;
  const bdz = toInteger(bz) - z;
  const cdx = toInteger(cx) - x;
  const cdy = toInteger(cy) - y;
  const cdz = toInteger(cz) - z;
  const det = adz * (bdx * cdy - cdx * bdy) + bdz * (cdx * ady - adx * cdy) + cdz * (adx * bdy - bdx * ady);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
};

function isModest(x: number): boolean {
  const size = Math.abs(x);
  return size === 0 || (size >= TINY && size <= HUGE);
}

/** x * 2^1074 for a finite x, which is an integer: the fraction shifted by the exponent. */
export function toInteger(x: number): bigint {
  const bits = new BigInt64Array(new Float64Array([x]).buffer)[0];
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return x < 0 ? -size : size;
}
