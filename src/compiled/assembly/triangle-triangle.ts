/** What is known of two triangles. */
export const APART: i32 = 0;
export const TOUCH: i32 = 1;
export const IN_DOUBT: i32 = 2;

/** Error bound of the float filter, 128u as a factor of sx * sy * sz: derived at `trianglesTouch` of the library. */
const FILTER: f64 = 1.4210854715202004e-14; // 2^-46

/** det [s - p, q - p, t - p]: on which side of each other the segments pq and st pass. */
function volume(p: usize, q: usize, s: usize, t: usize): f64 {
  const x = load<f64>(p);
  const y = load<f64>(p, 8);
  const z = load<f64>(p, 16);
  const ux = load<f64>(s) - x;
  const uy = load<f64>(s, 8) - y;
  const uz = load<f64>(s, 16) - z;
  const vx = load<f64>(q) - x;
  const vy = load<f64>(q, 8) - y;
  const vz = load<f64>(q, 16) - z;
  const wx = load<f64>(t) - x;
  const wy = load<f64>(t, 8) - y;
  const wz = load<f64>(t, 16) - z;
  return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

/**
 * Do two triangles touch? The part of the library's `trianglesTouch` that floats decide (Guigue & Devillers 2003), the same
 * operations with the same proven bound. Where that one goes on with exact signs, this one says so.
 */
export function testTriangles(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): i32 {
  const cx = load<f64>(b2);
  const cy = load<f64>(b2, 8);
  const cz = load<f64>(b2, 16);
  const ex = load<f64>(b0) - cx;
  const ey = load<f64>(b0, 8) - cy;
  const ez = load<f64>(b0, 16) - cz;
  const fx = load<f64>(b1) - cx;
  const fy = load<f64>(b1, 8) - cy;
  const fz = load<f64>(b1, 16) - cz;
  const px = load<f64>(a0) - cx;
  const py = load<f64>(a0, 8) - cy;
  const pz = load<f64>(a0, 16) - cz;
  const qx = load<f64>(a1) - cx;
  const qy = load<f64>(a1, 8) - cy;
  const qz = load<f64>(a1, 16) - cz;
  const rx = load<f64>(a2) - cx;
  const ry = load<f64>(a2, 8) - cy;
  const rz = load<f64>(a2, 16) - cz;
  const sx = abs(ex) + abs(fx) + abs(px) + abs(qx) + abs(rx);
  const sy = abs(ey) + abs(fy) + abs(py) + abs(qy) + abs(ry);
  const sz = abs(ez) + abs(fz) + abs(pz) + abs(qz) + abs(rz);
  const bound = FILTER * sx * sy * sz;
  if (!(bound > 1e-250 && sx + sy + sz < 1e60)) return IN_DOUBT;

  // The sides of a's vertices of the plane of b.
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const da0 = px * nx + py * ny + pz * nz;
  const da1 = qx * nx + qy * ny + qz * nz;
  const da2 = rx * nx + ry * ny + rz * nz;
  const above = i32(da0 > bound) & i32(da1 > bound) & i32(da2 > bound);
  const below = i32(da0 < -bound) & i32(da1 < -bound) & i32(da2 < -bound);
  if ((above | below) != 0) return APART;

  // The sides of b's vertices of the plane of a; b2 is the origin here.
  const gx = qx - px;
  const gy = qy - py;
  const gz = qz - pz;
  const hx = rx - px;
  const hy = ry - py;
  const hz = rz - pz;
  const mx = gy * hz - gz * hy;
  const my = gz * hx - gx * hz;
  const mz = gx * hy - gy * hx;
  const db0 = (ex - px) * mx + (ey - py) * my + (ez - pz) * mz;
  const db1 = (fx - px) * mx + (fy - py) * my + (fz - pz) * mz;
  const db2 = -(px * mx + py * my + pz * mz);
  const isSure =
    i32(abs(da0) > bound) &
    i32(abs(da1) > bound) &
    i32(abs(da2) > bound) &
    i32(abs(db0) > bound) &
    i32(abs(db1) > bound) &
    i32(abs(db2) > bound);
  if (isSure == 0) {
    // Some sign is in doubt, but the plane of a alone may still part the triangles.
    if (db0 > bound && db1 > bound && db2 > bound) return APART;
    if (db0 < -bound && db1 < -bound && db2 < -bound) return APART;
    return IN_DOUBT;
  }

  // From here all six sides are certain and strict; worked on in bits, without branches, as in the library.
  const i0 = usize(da0 > 0);
  const i1 = usize(da1 > 0);
  const i2 = usize(da2 > 0);
  const j0 = usize(db0 > 0);
  const j1 = usize(db1 > 0);
  const j2 = usize(db2 > 0);
  if ((((i0 ^ i1) | (i1 ^ i2)) & ((j0 ^ j1) | (j1 ^ j2))) == 0) return APART;

  // Turn the vertex that is alone on its side to the front (p). Its mask is -1, the other two are 0.
  const k0 = (i1 ^ i2) - 1;
  const k1 = (i0 ^ i2) - 1;
  const k2 = (i0 ^ i1) - 1;
  const l0 = (j1 ^ j2) - 1;
  const l1 = (j0 ^ j2) - 1;
  const l2 = (j0 ^ j1) - 1;
  const p1 = (a0 & k0) | (a1 & k1) | (a2 & k2);
  const q1 = (a1 & k0) | (a2 & k1) | (a0 & k2);
  const r1 = (a2 & k0) | (a0 & k1) | (a1 & k2);
  const p2 = (b0 & l0) | (b1 & l1) | (b2 & l2);
  const q2 = (b1 & l0) | (b2 & l1) | (b0 & l2);
  const r2 = (b2 & l0) | (b0 & l1) | (b1 & l2);

  // Look at each triangle from the side of the other's p: swap its q and r where that p lies below the plane.
  const swapA = (q1 ^ r1) & (((j0 & l0) | (j1 & l1) | (j2 & l2)) - 1);
  const swapB = (q2 ^ r2) & (((i0 & k0) | (i1 & k1) | (i2 & k2)) - 1);
  const first = volume(p1, q1 ^ swapA, p2, q2 ^ swapB);
  const second = volume(p1, r1 ^ swapA, p2, r2 ^ swapB);
  if ((i32(first < -bound) | i32(second > bound)) != 0) return APART;
  return i32(first > bound) & i32(second < -bound) ? TOUCH : IN_DOUBT;
}
