/** How many directions are tried. */
const DIRECTIONS: i32 = 9;

/**
 * `findSeparatingDirection` of check/scan/stay-apart.ts: the same directions and the same operations, so the same answer. `startA` and so on are where the vertices of
 * either body are at both ends of the step, `a0` and so on where the x of corners is among these numbers. A vector holds a number at the start and the same at the end: what is asked of both is asked at once.
 */
export function findSeparatingDirection(
  startA: usize,
  endA: usize,
  startB: usize,
  endB: usize,
  a0: u32,
  a1: u32,
  a2: u32,
  b0: u32,
  b1: u32,
  b2: u32,
  margin: f64,
  first: i32,
): i32 {
  const ax = coordinate(startA + (<usize>a0 << 3), endA + (<usize>a0 << 3));
  const ay = coordinate(startA + (<usize>a0 << 3) + 8, endA + (<usize>a0 << 3) + 8);
  const az = coordinate(startA + (<usize>a0 << 3) + 16, endA + (<usize>a0 << 3) + 16);
  const bx = coordinate(startA + (<usize>a1 << 3), endA + (<usize>a1 << 3));
  const by = coordinate(startA + (<usize>a1 << 3) + 8, endA + (<usize>a1 << 3) + 8);
  const bz = coordinate(startA + (<usize>a1 << 3) + 16, endA + (<usize>a1 << 3) + 16);
  const cx = coordinate(startA + (<usize>a2 << 3), endA + (<usize>a2 << 3));
  const cy = coordinate(startA + (<usize>a2 << 3) + 8, endA + (<usize>a2 << 3) + 8);
  const cz = coordinate(startA + (<usize>a2 << 3) + 16, endA + (<usize>a2 << 3) + 16);
  const dx = coordinate(startB + (<usize>b0 << 3), endB + (<usize>b0 << 3));
  const dy = coordinate(startB + (<usize>b0 << 3) + 8, endB + (<usize>b0 << 3) + 8);
  const dz = coordinate(startB + (<usize>b0 << 3) + 16, endB + (<usize>b0 << 3) + 16);
  const ex = coordinate(startB + (<usize>b1 << 3), endB + (<usize>b1 << 3));
  const ey = coordinate(startB + (<usize>b1 << 3) + 8, endB + (<usize>b1 << 3) + 8);
  const ez = coordinate(startB + (<usize>b1 << 3) + 16, endB + (<usize>b1 << 3) + 16);
  const fx = coordinate(startB + (<usize>b2 << 3), endB + (<usize>b2 << 3));
  const fy = coordinate(startB + (<usize>b2 << 3) + 8, endB + (<usize>b2 << 3) + 8);
  const fz = coordinate(startB + (<usize>b2 << 3) + 16, endB + (<usize>b2 << 3) + 16);
  for (let tried = 0; tried <= DIRECTIONS; tried++) {
    const k = tried == 0 ? first : tried - 1;
    if (tried > 0 && k == first) continue;
    let x: f64;
    let y: f64;
    let z: f64;
    if (k == 0) {
      x = sumOf(ax, bx, cx) - sumOf(dx, ex, fx);
      y = sumOf(ay, by, cy) - sumOf(dy, ey, fy);
      z = sumOf(az, bz, cz) - sumOf(dz, ez, fz);
    } else {
      // The normal of a triangle half-way, or the direction across one of its sides.
      const isOfA = k < 5;
      const px = halfway(isOfA ? ax : dx);
      const py = halfway(isOfA ? ay : dy);
      const pz = halfway(isOfA ? az : dz);
      const ux = halfway(isOfA ? bx : ex) - px;
      const uy = halfway(isOfA ? by : ey) - py;
      const uz = halfway(isOfA ? bz : ez) - pz;
      const vx = halfway(isOfA ? cx : fx) - px;
      const vy = halfway(isOfA ? cy : fy) - py;
      const vz = halfway(isOfA ? cz : fz) - pz;
      x = uy * vz - uz * vy;
      y = uz * vx - ux * vz;
      z = ux * vy - uy * vx;
      const side = isOfA ? k - 1 : k - 5;
      if (side > 0) {
        const sx = side == 1 ? ux : side == 2 ? vx : ux - vx;
        const sy = side == 1 ? uy : side == 2 ? vy : uy - vy;
        const sz = side == 1 ? uz : side == 2 ? vz : uz - vz;
        const nx = x;
        const ny = y;
        x = ny * sz - z * sy;
        y = z * sx - nx * sz;
        z = nx * sy - ny * sx;
      }
    }
    const alongX = f64x2.splat(x);
    const alongY = f64x2.splat(y);
    const alongZ = f64x2.splat(z);
    const a = heightOf(ax, ay, az, alongX, alongY, alongZ);
    const b = heightOf(bx, by, bz, alongX, alongY, alongZ);
    const c = heightOf(cx, cy, cz, alongX, alongY, alongZ);
    const d = heightOf(dx, dy, dz, alongX, alongY, alongZ);
    const e = heightOf(ex, ey, ez, alongX, alongY, alongZ);
    const f = heightOf(fx, fy, fz, alongX, alongY, alongZ);
    const least = f64x2.splat(margin * (abs<f64>(x) + abs<f64>(y) + abs<f64>(z)));
    if (areBeyond(a, b, c, d, e, f, least)) return k;
    if (k > 0 && areBeyond(d, e, f, a, b, c, least)) return k;
  }
  return -1;
}

@inline
function coordinate(start: usize, end: usize): v128 {
  return v128.load64_lane(end, v128.load_zero<f64>(start), 1);
}

/** A number at the start and at the end, added: twice what it is half-way. */
@inline
function halfway(p: v128): f64 {
  return f64x2.extract_lane(p, 0) + f64x2.extract_lane(p, 1);
}

/** Of three corners at the start, then of the same at the end, one after the other. */
@inline
function sumOf(p: v128, q: v128, r: v128): f64 {
  const atStart = f64x2.extract_lane(p, 0) + f64x2.extract_lane(q, 0) + f64x2.extract_lane(r, 0);
  return atStart + f64x2.extract_lane(p, 1) + f64x2.extract_lane(q, 1) + f64x2.extract_lane(r, 1);
}

@inline
function heightOf(x: v128, y: v128, z: v128, alongX: v128, alongY: v128, alongZ: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(alongX, x), f64x2.mul(alongY, y)), f64x2.mul(alongZ, z));
}

/** Whether three heights are above three others by more than a margin, at both ends. */
@inline
function areBeyond(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, least: v128): bool {
  const low = f64x2.sub(f64x2.pmin(f64x2.pmin(a, b), c), least);
  return i64x2.bitmask(f64x2.lt(f64x2.pmax(f64x2.pmax(d, e), f), low)) == 3;
}
