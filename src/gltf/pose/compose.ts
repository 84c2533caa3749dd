/** The 3x4 matrix that scales, then turns (by x, y, z, w, taken to be of length 1), then moves. */
export function composeMatrix(
  translations: ArrayLike<number>,
  t: number,
  rotations: ArrayLike<number>,
  r: number,
  scales: ArrayLike<number>,
  s: number,
  out: Float64Array,
  o: number,
): void {
  const x = rotations[r];
  const y = rotations[r + 1];
  const z = rotations[r + 2];
  const w = rotations[r + 3];
  const sx = scales[s];
  const sy = scales[s + 1];
  const sz = scales[s + 2];
  out[o] = (1 - 2 * (y * y + z * z)) * sx;
  out[o + 1] = 2 * (x * y - w * z) * sy;
  out[o + 2] = 2 * (x * z + w * y) * sz;
  out[o + 3] = translations[t];
  out[o + 4] = 2 * (x * y + w * z) * sx;
  out[o + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[o + 6] = 2 * (y * z - w * x) * sz;
  out[o + 7] = translations[t + 1];
  out[o + 8] = 2 * (x * z - w * y) * sx;
  out[o + 9] = 2 * (y * z + w * x) * sy;
  out[o + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[o + 11] = translations[t + 2];
}
