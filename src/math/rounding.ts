/**
 * How far float64 rounding can push a computed point or volume from its mathematical place.
 *
 * Model: every +, -, *, / and sqrt returns the exact result times (1 + d), |d| <= UNIT_ROUNDOFF, so k of them in a row
 * move a result by at most about k * UNIT_ROUNDOFF times the largest magnitude that took part. The magnitude of a pose is
 * that of its intermediate products, not of the posed point: a far rest offset and a far joint translation may cancel.
 */
export const UNIT_ROUNDOFF = 2 ** -53;

/** Numbers that are given (coordinates, matrices, weights) stay below this: beyond, products of a few could overflow. */
export const LARGEST = 1e70;

/**
 * Bounds what skinning a vertex under `influences` joints and bounding it by matrix products may lose together:
 * `magnitude` is at least |matrix| * |rest point| + |translation| for every joint.
 *
 * Count (in UNIT_ROUNDOFF * magnitude, sqrt(3) for three coordinates included): the vertex: 7 per matrix product,
 * 2 (n + 1) for the weighted sum, n for weights that sum to 1 only in float64. The volume: the same again, 2 n for the
 * remaining weight, 10 for distances and their maximum (up to 2 magnitudes long), 12 for merging spheres.
 * Below 36 + 8 n; we use 64 + 16 n.
 */
export function skinningSlack(influences: number, magnitude: number): number {
  return (64 + 16 * influences) * UNIT_ROUNDOFF * magnitude;
}

/**
 * A number >= x that still is when it is stored as float32: x rounded to float32 if that is enough, else one to two steps of
 * float32 above that. Needs |x| below the largest float32.
 */
export function roundUpToFloat32(x: number): number {
  const nearest = Math.fround(x);
  if (nearest >= x) return nearest;
  return nearest + Math.max(Math.abs(nearest) * 2 ** -23, 2 ** -149);
}

/** A float32 that is <= x and >= 0, for x >= 0. */
export function roundDownToFloat32(x: number): number {
  const nearest = Math.fround(x);
  if (nearest <= x) return nearest;
  return Math.fround(nearest * (1 - 2 ** -23));
}

/** A sum that is never below the true one, for numbers of either sign: 4 roundings of it are added. A step of 0 adds none. */
export function addUp(total: number, step: number): number {
  if (step === 0) return total;
  const sum = total + step;
  return sum + 2 ** -51 * (Math.abs(sum) + Math.abs(step));
}
