import { setRotationAbout } from '../../math/matrix34.ts';

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
  setRotationAbout(out, o, rotations[r], rotations[r + 1], rotations[r + 2], rotations[r + 3], 0, 0, 0);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[o + 4 * row + column] *= scales[s + column];
    out[o + 4 * row + 3] = translations[t + row];
  }
}
