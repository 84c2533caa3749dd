/** What is known of two triangles. */
export const APART: i32 = 0;
export const TOUCH: i32 = 1;
export const IN_DOUBT: i32 = 2;

/** Error bound of the float filter, 128u as a factor of sx * sy * sz: derived at `trianglesTouch` of the library. */
const FILTER: f64 = 1.4210854715202004e-14; // 2^-46

/*
 * Vectors of two numbers hold one of each pair of triangles that is tested.
 */

/** The x of two points, of vectors of their x and y. */
@inline
function xOf(one: v128, other: v128): v128 {
  return v128.shuffle<i64>(one, other, 0, 2);
}

@inline
function yOf(one: v128, other: v128): v128 {
  return v128.shuffle<i64>(one, other, 1, 3);
}

/** The z of two points, by their addresses. */
@inline
function zOf(one: usize, other: usize): v128 {
  return v128.load64_lane(other, v128.load_zero<f64>(one, 16), 1, 16);
}

@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** a b - c d. */
@inline
function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

/** The sum of five magnitudes. */
@inline
function magnitude(e: v128, f: v128, p: v128, q: v128, r: v128): v128 {
  const ofB = f64x2.add(f64x2.abs(e), f64x2.abs(f));
  return f64x2.add(f64x2.add(f64x2.add(ofB, f64x2.abs(p)), f64x2.abs(q)), f64x2.abs(r));
}

/** Whether all three sides are certain, and the same. */
@inline
function areAlike(bound: v128, d0: v128, d1: v128, d2: v128): v128 {
  const below = f64x2.neg(bound);
  return v128.or(
    v128.and(v128.and(f64x2.gt(d0, bound), f64x2.gt(d1, bound)), f64x2.gt(d2, bound)),
    v128.and(v128.and(f64x2.lt(d0, below), f64x2.lt(d1, below)), f64x2.lt(d2, below)),
  );
}

/** Whether all three sides are certain. */
@inline
function areSure(bound: v128, d0: v128, d1: v128, d2: v128): v128 {
  return v128.and(
    v128.and(f64x2.gt(f64x2.abs(d0), bound), f64x2.gt(f64x2.abs(d1), bound)),
    f64x2.gt(f64x2.abs(d2), bound),
  );
}

/** A bit for each of the two numbers that is above 0. */
@inline
function areAbove(d: v128): i32 {
  return i64x2.bitmask(f64x2.gt(d, f64x2.splat(0)));
}

/**
 * Do the triangles a and b touch, and c and d? The part of the library's `trianglesTouch` that floats decide (Guigue & Devillers 2003), the same
 * operations with the same proven bound, for both pairs at once. Where that one goes on with exact signs, this one says so. What is known of c and d is two bits
 * further up. NaN leaves a pair in doubt.
 */
@inline
export function testTwo(
  a0: usize,
  a1: usize,
  a2: usize,
  b0: usize,
  b1: usize,
  b2: usize,
  c0: usize,
  c1: usize,
  c2: usize,
  d0: usize,
  d1: usize,
  d2: usize,
): i32 {
  const origin = v128.load(b2);
  const otherOrigin = v128.load(d2);
  const originZ = zOf(b2, d2);
  let one = f64x2.sub(v128.load(b0), origin);
  let other = f64x2.sub(v128.load(d0), otherOrigin);
  const ex = xOf(one, other);
  const ey = yOf(one, other);
  const ez = f64x2.sub(zOf(b0, d0), originZ);
  one = f64x2.sub(v128.load(b1), origin);
  other = f64x2.sub(v128.load(d1), otherOrigin);
  const fx = xOf(one, other);
  const fy = yOf(one, other);
  const fz = f64x2.sub(zOf(b1, d1), originZ);
  one = f64x2.sub(v128.load(a0), origin);
  other = f64x2.sub(v128.load(c0), otherOrigin);
  const px = xOf(one, other);
  const py = yOf(one, other);
  const pz = f64x2.sub(zOf(a0, c0), originZ);
  one = f64x2.sub(v128.load(a1), origin);
  other = f64x2.sub(v128.load(c1), otherOrigin);
  const qx = xOf(one, other);
  const qy = yOf(one, other);
  const qz = f64x2.sub(zOf(a1, c1), originZ);
  one = f64x2.sub(v128.load(a2), origin);
  other = f64x2.sub(v128.load(c2), otherOrigin);
  const rx = xOf(one, other);
  const ry = yOf(one, other);
  const rz = f64x2.sub(zOf(a2, c2), originZ);
  const sx = magnitude(ex, fx, px, qx, rx);
  const sy = magnitude(ey, fy, py, qy, ry);
  const sz = magnitude(ez, fz, pz, qz, rz);
  const bound = f64x2.mul(f64x2.mul(f64x2.mul(f64x2.splat(FILTER), sx), sy), sz);
  const holds = v128.and(
    f64x2.gt(bound, f64x2.splat(1e-250)),
    f64x2.lt(f64x2.add(f64x2.add(sx, sy), sz), f64x2.splat(1e60)),
  );

  // The sides of a's vertices of the plane of b.
  const nx = minor(ey, fz, ez, fy);
  const ny = minor(ez, fx, ex, fz);
  const nz = minor(ex, fy, ey, fx);
  const da0 = dot(px, py, pz, nx, ny, nz);
  const da1 = dot(qx, qy, qz, nx, ny, nz);
  const da2 = dot(rx, ry, rz, nx, ny, nz);
  const apartByB = v128.and(holds, areAlike(bound, da0, da1, da2));
  if (i64x2.bitmask(apartByB) == 3) return APART;

  // The sides of b's vertices of the plane of a; b2 is the origin here.
  const gx = f64x2.sub(qx, px);
  const gy = f64x2.sub(qy, py);
  const gz = f64x2.sub(qz, pz);
  const hx = f64x2.sub(rx, px);
  const hy = f64x2.sub(ry, py);
  const hz = f64x2.sub(rz, pz);
  const mx = minor(gy, hz, gz, hy);
  const my = minor(gz, hx, gx, hz);
  const mz = minor(gx, hy, gy, hx);
  const db0 = dot(f64x2.sub(ex, px), f64x2.sub(ey, py), f64x2.sub(ez, pz), mx, my, mz);
  const db1 = dot(f64x2.sub(fx, px), f64x2.sub(fy, py), f64x2.sub(fz, pz), mx, my, mz);
  const db2 = f64x2.neg(dot(px, py, pz, mx, my, mz));
  const apart = i64x2.bitmask(v128.or(apartByB, v128.and(holds, areAlike(bound, db0, db1, db2)))); // where another sign is in doubt, too
  const areAllSure = v128.and(areSure(bound, da0, da1, da2), areSure(bound, db0, db1, db2));
  const crossing = i64x2.bitmask(v128.and(holds, areAllSure)) & ~apart;
  // Bits of one pair are two apart.
  const above = areAbove(da0) | (areAbove(da1) << 2) | (areAbove(da2) << 4);
  const sides = above | (areAbove(db0) << 6) | (areAbove(db1) << 8) | (areAbove(db2) << 10);
  let known = apart & 1 ? APART : IN_DOUBT;
  if (crossing & 1) known = testCrossing(sides, f64x2.extract_lane(bound, 0), a0, a1, a2, b0, b1, b2);
  if (apart & 2) return known | (APART << 2);
  if (!(crossing & 2)) return known | (IN_DOUBT << 2);
  return known | (testCrossing(sides >> 1, f64x2.extract_lane(bound, 1), c0, c1, c2, d0, d1, d2) << 2);
}

/** det [s - p, q - p, t - p] and det [s - p, r - p, u - p]: on which side of each other the segments pq and st pass, and pr and su. */
@inline
function volumesOf(p: usize, s: usize, q: usize, t: usize, r: usize, u: usize): v128 {
  const xy = v128.load(p);
  const z = v128.load_splat<f64>(p, 16);
  const s0 = f64x2.sub(v128.load(s), xy);
  const sx = xOf(s0, s0);
  const sy = yOf(s0, s0);
  const sz = f64x2.sub(v128.load_splat<f64>(s, 16), z);
  let one = f64x2.sub(v128.load(q), xy);
  let other = f64x2.sub(v128.load(r), xy);
  const vx = xOf(one, other);
  const vy = yOf(one, other);
  const vz = f64x2.sub(zOf(q, r), z);
  one = f64x2.sub(v128.load(t), xy);
  other = f64x2.sub(v128.load(u), xy);
  const wx = xOf(one, other);
  const wy = yOf(one, other);
  const wz = f64x2.sub(zOf(t, u), z);
  return dot(wx, wy, wz, minor(sy, vz, sz, vy), minor(sz, vx, sx, vz), minor(sx, vy, sy, vx));
}

/**
 * Whether two triangles touch each of which has corners on both sides of the other's plane, all certain and strict: `sides` are 1 above. Worked on in bits, without branches,
 * as in the library.
 */
@inline
function testCrossing(sides: i32, bound: f64, a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): i32 {
  const i0 = usize(sides & 1);
  const i1 = usize((sides >> 2) & 1);
  const i2 = usize((sides >> 4) & 1);
  const j0 = usize((sides >> 6) & 1);
  const j1 = usize((sides >> 8) & 1);
  const j2 = usize((sides >> 10) & 1);

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
  const volumes = volumesOf(p1, p2, q1 ^ swapA, q2 ^ swapB, r1 ^ swapA, r2 ^ swapB);
  const first = f64x2.extract_lane(volumes, 0);
  const second = f64x2.extract_lane(volumes, 1);
  if ((i32(first < -bound) | i32(second > bound)) != 0) return APART;
  return i32(first > bound) & i32(second < -bound) ? TOUCH : IN_DOUBT;
}
