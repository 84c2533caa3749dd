/** Bytes from the first number of a joint's row to the first of its next row, and to the next joint: `Collider.rows`. */
const ROW: usize = 32;
const DAMPING: f64 = 1e-4;

/** The address of the numbers of a joint. `members` is where the joints of a set are listed. */
@inline
export function rowsOf(rows: usize, members: usize, k: usize): usize {
  return rows + (<usize>load<u32>(members + (k << 2)) << 7);
}

/** The difference of the numbers `at` bytes into two joints. */
@inline
function differ(m: usize, first: usize, at: usize): f64 {
  return load<f64>(m + at) - load<f64>(first + at);
}

/**
 * The rotation centre of the set of `n` joints, sought about the point at `reference`, to `out`: `findRotationCenter` of
 * deform/rotation-center.ts, which says why, with the same products and sums in the same order.
 */
export function findRotationCenter(rows: usize, members: usize, n: usize, reference: usize, out: usize): void {
  const rx = load<f64>(reference);
  const ry = load<f64>(reference, 8);
  const rz = load<f64>(reference, 16);
  const first = rowsOf(rows, members, 0);
  let m0: f64 = 0, m1: f64 = 0, m2: f64 = 0, m3: f64 = 0, m4: f64 = 0, m5: f64 = 0, m6: f64 = 0, m7: f64 = 0, m8: f64 = 0;
  let s0: f64 = 0, s1: f64 = 0, s2: f64 = 0;
  let a00: f64 = 0, a01: f64 = 0, a02: f64 = 0, a11: f64 = 0, a12: f64 = 0, a22: f64 = 0;
  let b0: f64 = 0, b1: f64 = 0, b2: f64 = 0;
  for (let k: usize = 1; k < n; k++) {
    const m = rowsOf(rows, members, k);
    const d0 = differ(m, first, 0);
    const d1 = differ(m, first, 8);
    const d2 = differ(m, first, 16);
    const d3 = differ(m, first, ROW);
    const d4 = differ(m, first, ROW + 8);
    const d5 = differ(m, first, ROW + 16);
    const d6 = differ(m, first, 2 * ROW);
    const d7 = differ(m, first, 2 * ROW + 8);
    const d8 = differ(m, first, 2 * ROW + 16);
    const y0 = d0 * rx + d1 * ry + d2 * rz + differ(m, first, 24);
    const y1 = d3 * rx + d4 * ry + d5 * rz + differ(m, first, ROW + 24);
    const y2 = d6 * rx + d7 * ry + d8 * rz + differ(m, first, 2 * ROW + 24);
    m0 += d0;
    m1 += d1;
    m2 += d2;
    m3 += d3;
    m4 += d4;
    m5 += d5;
    m6 += d6;
    m7 += d7;
    m8 += d8;
    s0 += y0;
    s1 += y1;
    s2 += y2;
    a00 += d0 * d0 + d3 * d3 + d6 * d6;
    a01 += d0 * d1 + d3 * d4 + d6 * d7;
    a02 += d0 * d2 + d3 * d5 + d6 * d8;
    a11 += d1 * d1 + d4 * d4 + d7 * d7;
    a12 += d1 * d2 + d4 * d5 + d7 * d8;
    a22 += d2 * d2 + d5 * d5 + d8 * d8;
    b0 -= d0 * y0 + d3 * y1 + d6 * y2;
    b1 -= d1 * y0 + d4 * y1 + d7 * y2;
    b2 -= d2 * y0 + d5 * y1 + d8 * y2;
  }
  const f = 1 / <f64>n;
  b0 += f * (m0 * s0 + m3 * s1 + m6 * s2);
  b1 += f * (m1 * s0 + m4 * s1 + m7 * s2);
  b2 += f * (m2 * s0 + m5 * s1 + m8 * s2);
  a00 -= f * (m0 * m0 + m3 * m3 + m6 * m6);
  a01 -= f * (m0 * m1 + m3 * m4 + m6 * m7);
  a02 -= f * (m0 * m2 + m3 * m5 + m6 * m8);
  a11 -= f * (m1 * m1 + m4 * m4 + m7 * m7);
  a12 -= f * (m1 * m2 + m4 * m5 + m7 * m8);
  a22 -= f * (m2 * m2 + m5 * m5 + m8 * m8);

  const damping = DAMPING * <f64>n * (DAMPING * <f64>n);
  const q00 = a00 * a00 + a01 * a01 + a02 * a02 + damping;
  const q01 = a00 * a01 + a01 * a11 + a02 * a12;
  const q02 = a00 * a02 + a01 * a12 + a02 * a22;
  const q11 = a01 * a01 + a11 * a11 + a12 * a12 + damping;
  const q12 = a01 * a02 + a11 * a12 + a12 * a22;
  const q22 = a02 * a02 + a12 * a12 + a22 * a22 + damping;
  const c0 = a00 * b0 + a01 * b1 + a02 * b2;
  const c1 = a01 * b0 + a11 * b1 + a12 * b2;
  const c2 = a02 * b0 + a12 * b1 + a22 * b2;
  const k00 = q11 * q22 - q12 * q12;
  const k01 = q02 * q12 - q01 * q22;
  const k02 = q01 * q12 - q02 * q11;
  const determinant = q00 * k00 + q01 * k01 + q02 * k02;
  const inverse: f64 = determinant > 0 ? 1 / determinant : 0;
  store<f64>(out, rx + inverse * (k00 * c0 + k01 * c1 + k02 * c2));
  store<f64>(out, ry + inverse * (k01 * c0 + (q00 * q22 - q02 * q02) * c1 + (q01 * q02 - q00 * q12) * c2), 8);
  store<f64>(out, rz + inverse * (k02 * c0 + (q01 * q02 - q00 * q12) * c1 + (q00 * q11 - q01 * q01) * c2), 16);
}
