/** Quaternions as (x, y, z, w) on (array, offset); w is the real part. */

/** The unit quaternion of the rotation in a 3x4 matrix; for a nearly rigid matrix, of a nearby rotation. [Shepperd1978] */
export function quaternionOfMatrix(m: Float64Array, i: number, out: Float64Array, o: number): void {
  const xx = m[i];
  const yy = m[i + 5];
  const zz = m[i + 10];
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  // The largest of the four squared components is found first, so the division below is by at least 1.
  if (xx + yy + zz > 0) {
    w = 1 + xx + yy + zz;
    x = m[i + 9] - m[i + 6];
    y = m[i + 2] - m[i + 8];
    z = m[i + 4] - m[i + 1];
  } else if (xx > yy && xx > zz) {
    w = m[i + 9] - m[i + 6];
    x = 1 + xx - yy - zz;
    y = m[i + 1] + m[i + 4];
    z = m[i + 2] + m[i + 8];
  } else if (yy > zz) {
    w = m[i + 2] - m[i + 8];
    x = m[i + 1] + m[i + 4];
    y = 1 + yy - xx - zz;
    z = m[i + 6] + m[i + 9];
  } else {
    w = m[i + 4] - m[i + 1];
    x = m[i + 2] + m[i + 8];
    y = m[i + 6] + m[i + 9];
    z = 1 + zz - xx - yy;
  }
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
  out[o + 3] = w * scale;
}

/** The unit quaternion that turns by `angle` about the unit axis (x, y, z). */
export function quaternionAbout(x: number, y: number, z: number, angle: number, out: Float64Array, o: number): void {
  const sine = Math.sin(angle / 2);
  out[o] = x * sine;
  out[o + 1] = y * sine;
  out[o + 2] = z * sine;
  out[o + 3] = Math.cos(angle / 2);
}

/** The scalar product of two quaternions of one array: the cosine of half the angle between two rotations. */
export function quaternionProduct(q: Float64Array, i: number, j: number): number {
  return q[i] * q[j] + q[i + 1] * q[j + 1] + q[i + 2] * q[j + 2] + q[i + 3] * q[j + 3];
}
