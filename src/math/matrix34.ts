/**
 * Affine maps as 12 numbers, row by row: `m[0..3]` gives x (three factors and the translation), `m[4..7]` y, `m[8..11]` z.
 * All functions work on (array, offset) and allow `out` to be one of the inputs unless they say otherwise.
 */
export const MATRIX34_SIZE = 12;

export function setIdentity(out: Float64Array, o: number): void {
  for (let k = 0; k < 12; k++) out[o + k] = k % 5 === 0 ? 1 : 0;
}

/** out = a * b: first b, then a. */
export function multiply(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  const b9 = b[j + 9];
  const b10 = b[j + 10];
  const b11 = b[j + 11];
  for (let row = 0; row < 12; row += 4) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    const t = a[i + row + 3];
    out[o + row] = x * b0 + y * b4 + z * b8;
    out[o + row + 1] = x * b1 + y * b5 + z * b9;
    out[o + row + 2] = x * b2 + y * b6 + z * b10;
    out[o + row + 3] = x * b3 + y * b7 + z * b11 + t;
  }
}

/** The image of the point (x, y, z), written to `out[o..o+2]`. */
export function transformPoint(
  m: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = m[i] * x + m[i + 1] * y + m[i + 2] * z + m[i + 3];
  out[o + 1] = m[i + 4] * x + m[i + 5] * y + m[i + 6] * z + m[i + 7];
  out[o + 2] = m[i + 8] * x + m[i + 9] * y + m[i + 10] * z + m[i + 11];
}

/** The map that rotates by the unit quaternion (x, y, z, w) about the point (px, py, pz). */
export function setRotationAbout(
  out: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  w: number,
  px: number,
  py: number,
  pz: number,
): void {
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - w * z);
  out[o + 2] = 2 * (x * z + w * y);
  out[o + 4] = 2 * (x * y + w * z);
  out[o + 5] = 1 - 2 * (x * x + z * z);
  out[o + 6] = 2 * (y * z - w * x);
  out[o + 8] = 2 * (x * z - w * y);
  out[o + 9] = 2 * (y * z + w * x);
  out[o + 10] = 1 - 2 * (x * x + y * y);
  for (let row = 0; row < 12; row += 4) {
    const p = row === 0 ? px : row === 4 ? py : pz;
    out[o + row + 3] = p - (out[o + row] * px + out[o + row + 1] * py + out[o + row + 2] * pz);
  }
}

/** The determinant of the 3x3 part: negative if the map mirrors, 0 if it flattens. */
export function determinant(m: Float64Array, i: number): number {
  return (
    m[i] * (m[i + 5] * m[i + 10] - m[i + 6] * m[i + 9]) -
    m[i + 1] * (m[i + 4] * m[i + 10] - m[i + 6] * m[i + 8]) +
    m[i + 2] * (m[i + 4] * m[i + 9] - m[i + 5] * m[i + 8])
  );
}

/**
 * By how much a matrix lengthens a vector at most: the root of the largest row sum of M^T M, by Gershgorin. Exact, up to rounding,
 * if its axes are at right angles. These begin `axis` places after each other, their numbers are `step` apart: 1 and 4 in
 * matrices of this file, 4 and 1 in the elements of a Matrix4. The matrix begins at `i`.
 */
export function stretchOf(m: ArrayLike<number>, axis: number, step: number, i = 0): number {
  const ax = m[i];
  const ay = m[i + step];
  const az = m[i + 2 * step];
  const bx = m[i + axis];
  const by = m[i + axis + step];
  const bz = m[i + axis + 2 * step];
  const cx = m[i + 2 * axis];
  const cy = m[i + 2 * axis + step];
  const cz = m[i + 2 * axis + 2 * step];
  const ab = Math.abs(ax * bx + ay * by + az * bz);
  const bc = Math.abs(bx * cx + by * cy + bz * cz);
  const ca = Math.abs(cx * ax + cy * ay + cz * az);
  const aa = ax * ax + ay * ay + az * az + ab + ca;
  const bb = bx * bx + by * by + bz * bz + ab + bc;
  const cc = cx * cx + cy * cy + cz * cz + bc + ca;
  return Math.sqrt(Math.max(aa, bb, cc));
}
