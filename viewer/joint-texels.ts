/** From here on a joint counts as stretched, and what hangs on it is blended linearly: as the library has it. */
const RIGID_TOLERANCE = 1e-3;

/** Writes 20 numbers for each of `count` matrices: its rows, its quaternion (zero if it is not rigid), translation * quaternion. */
export function jointTexels(matrices: Float32Array, count: number, out: Float32Array): void {
  const q = new Float64Array(4);
  for (let j = 0; j < count; j++) {
    const o = 20 * j;
    for (let k = 0; k < 12; k++) out[o + k] = matrices[12 * j + k];
    if (!writeQuaternion(matrices, 12 * j, q)) q.fill(0);
    const [x, y, z, w] = q;
    const tx = matrices[12 * j + 3];
    const ty = matrices[12 * j + 7];
    const tz = matrices[12 * j + 11];
    out.set(q, o + 12);
    out[o + 16] = tx * w + ty * z - tz * y;
    out[o + 17] = ty * w + tz * x - tx * z;
    out[o + 18] = tz * w + tx * y - ty * x;
    out[o + 19] = -(tx * x + ty * y + tz * z);
  }
}

/** The rotation of a matrix ([Shepperd1978]); false if it stretches or mirrors. */
export function writeQuaternion(m: Float32Array, o: number, q: Float64Array): boolean {
  const trace = m[o] + m[o + 5] + m[o + 10];
  const parts = [m[o], m[o + 5], m[o + 10], trace];
  const best = parts.indexOf(Math.max(...parts));
  if (best === 3) {
    q[0] = m[o + 9] - m[o + 6];
    q[1] = m[o + 2] - m[o + 8];
    q[2] = m[o + 4] - m[o + 1];
    q[3] = 1 + trace;
  } else {
    const j = (best + 1) % 3;
    const k = (best + 2) % 3;
    q[best] = 1 + m[o + 5 * best] - m[o + 5 * j] - m[o + 5 * k];
    q[j] = m[o + 4 * j + best] + m[o + 4 * best + j];
    q[k] = m[o + 4 * k + best] + m[o + 4 * best + k];
    q[3] = m[o + 4 * k + j] - m[o + 4 * j + k];
  }
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  for (let k = 0; k < 4; k++) q[k] /= length;
  return isRotation(m, o, q);
}

/** Whether the matrix is that of its quaternion, but for rounding: then it neither stretches nor mirrors. */
function isRotation(m: Float32Array, o: number, [x, y, z, w]: Float64Array): boolean {
  const away = Math.max(
    Math.abs(m[o] - (1 - 2 * (y * y + z * z))),
    Math.abs(m[o + 1] - 2 * (x * y - z * w)),
    Math.abs(m[o + 2] - 2 * (x * z + y * w)),
    Math.abs(m[o + 4] - 2 * (x * y + z * w)),
    Math.abs(m[o + 5] - (1 - 2 * (x * x + z * z))),
    Math.abs(m[o + 6] - 2 * (y * z - x * w)),
    Math.abs(m[o + 8] - 2 * (x * z - y * w)),
    Math.abs(m[o + 9] - 2 * (y * z + x * w)),
    Math.abs(m[o + 10] - (1 - 2 * (x * x + y * y))),
  );
  return away < RIGID_TOLERANCE;
}
