import { heightsOf, storeCorners } from './touch-span';

/** How many directions are tried. */
const DIRECTIONS: i32 = 9;

/** A corner takes three vectors, a triangle nine. */
const CORNER: usize = 48;
const TRIANGLE: usize = 3 * CORNER;

/**
 * `findSeparatingDirection` of check/scan/stay-apart.ts: the same directions and the same operations, so the same answer. `startA` and so on are where the vertices of
 * either body are at both ends of the step, `a0` and so on where the x of corners is among these numbers; `room`: for 18 vectors. A vector holds a number at the start and the
 * same at the end: what is asked of both is asked at once.
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
  room: usize,
): i32 {
  storeCorner(room, startA, endA, a0);
  storeCorner(room + CORNER, startA, endA, a1);
  storeCorner(room + 2 * CORNER, startA, endA, a2);
  storeCorner(room + TRIANGLE, startB, endB, b0);
  storeCorner(room + TRIANGLE + CORNER, startB, endB, b1);
  storeCorner(room + TRIANGLE + 2 * CORNER, startB, endB, b2);
  for (let tried = 0; tried <= DIRECTIONS; tried++) {
    const k = tried == 0 ? first : tried - 1;
    if (tried > 0 && k == first) continue;
    let x: f64;
    let y: f64;
    let z: f64;
    if (k == 0) {
      x = sumOf(room) - sumOf(room + TRIANGLE);
      y = sumOf(room + 16) - sumOf(room + TRIANGLE + 16);
      z = sumOf(room + 32) - sumOf(room + TRIANGLE + 32);
    } else {
      // The normal of a triangle half-way, or the direction across one of its sides.
      const triangle = k < 5 ? room : room + TRIANGLE;
      const px = halfway(triangle);
      const py = halfway(triangle + 16);
      const pz = halfway(triangle + 32);
      const ux = halfway(triangle + CORNER) - px;
      const uy = halfway(triangle + CORNER + 16) - py;
      const uz = halfway(triangle + CORNER + 32) - pz;
      const vx = halfway(triangle + 2 * CORNER) - px;
      const vy = halfway(triangle + 2 * CORNER + 16) - py;
      const vz = halfway(triangle + 2 * CORNER + 32) - pz;
      x = uy * vz - uz * vy;
      y = uz * vx - ux * vz;
      z = ux * vy - uy * vx;
      const side = k < 5 ? k - 1 : k - 5;
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
    const a = heightsOf(room, alongX, alongY, alongZ);
    const b = heightsOf(room + CORNER, alongX, alongY, alongZ);
    const c = heightsOf(room + 2 * CORNER, alongX, alongY, alongZ);
    const d = heightsOf(room + TRIANGLE, alongX, alongY, alongZ);
    const e = heightsOf(room + TRIANGLE + CORNER, alongX, alongY, alongZ);
    const f = heightsOf(room + TRIANGLE + 2 * CORNER, alongX, alongY, alongZ);
    const least = f64x2.splat(margin * (abs<f64>(x) + abs<f64>(y) + abs<f64>(z)));
    if (areBeyond(a, b, c, d, e, f, least)) return k;
    if (k > 0 && areBeyond(d, e, f, a, b, c, least)) return k;
  }
  return -1;
}

@inline
function storeCorner(out: usize, start: usize, end: usize, corner: u32): void {
  const place = <usize>corner << 3;
  storeCorners(out, start + place, end + place);
}

/** A coordinate at the start and at the end, added: twice what it is half-way. */
@inline
function halfway(coordinate: usize): f64 {
  return load<f64>(coordinate) + load<f64>(coordinate, 8);
}

/** Of three corners at the start, then of the same at the end, one after the other. */
@inline
function sumOf(coordinate: usize): f64 {
  const atStart = load<f64>(coordinate) + load<f64>(coordinate + CORNER) + load<f64>(coordinate + 2 * CORNER);
  return atStart + load<f64>(coordinate, 8) + load<f64>(coordinate + CORNER, 8) + load<f64>(coordinate + 2 * CORNER, 8);
}

/** Whether three heights are above three others by more than a margin, at both ends. */
@inline
function areBeyond(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, least: v128): bool {
  const low = f64x2.sub(f64x2.pmin(f64x2.pmin(a, b), c), least);
  return i64x2.bitmask(f64x2.lt(f64x2.pmax(f64x2.pmax(d, e), f), low)) == 3;
}
