import { boxesOfLeaf } from './box-leaf';
import { BOX, boxAt, cornerAt, greaterOf, lesserOf, nodeAt, PosedBody, pushIf } from './records';

/** How much farther a box is taken to reach, as a share of how far it is: four times what is lost by rounding to float32 on the way. */
const REACH: f32 = <f32>(2.0 ** -20);

/** More than rounding to float32 takes off a coordinate, as a share of it. */
const OUTWARD: f64 = 2.0 ** -23;

/** Room for what rays have in common, 16 bytes each: where boxes are met first and last, from the rays that begin farthest on either side; the shares of the direction; and which sides come first. */
const FIRST: usize = 0;
const LAST: usize = 16;
const PER: usize = 32;
const TURNED: usize = 48;

/**
 * Which of some rays along one direction hit no triangle of a body by `castRay` of check/evidence/rays.ts, where any hit will do: by the same operations. `rays`: the x of where they
 * begin, then the y, then the z, each list `stride` bytes long, with an even count; `open`: a bit for each that is asked about, of which those are returned that stay open. All go
 * down the tree together, and pass over boxes that none of them meets, told in float32 with room for rounding. `usesMarks`: slots marked with 1 are passed; `room`: 64 bytes.
 */
export function castRays(
  body: PosedBody,
  rays: usize,
  stride: usize,
  open: u32,
  alongX: f64,
  alongY: f64,
  alongZ: f64,
  usesMarks: bool,
  room: usize,
): u32 {
  boundRays(rays, stride, open, alongX, alongY, alongZ, room);
  const first = v128.load(room, FIRST);
  const last = v128.load(room, LAST);
  const per = v128.load(room, PER);
  const turned = v128.load(room, TURNED);
  const marks = body.marks;
  const stack = body.stack;
  let top = pushIf(mayHit(boxAt(body, 0), first, last, per, turned), stack, 0);
  while (top > stack) {
    top -= 4;
    const next = load<i32>(top);
    const node = nodeAt(body, next);
    const child = node.link;
    if (child >= 0) {
      const box = boxAt(body, child);
      top = pushIf(mayHit(box, first, last, per, turned), top, child);
      top = pushIf(mayHit(box + BOX, first, last, per, turned), top, child + 1);
      continue;
    }
    const end = node.slotEnd;
    let box = boxesOfLeaf(body, next, node);
    for (let slot = node.slotStart; slot < end; slot++, box += BOX) {
      if (!mayHit(box, first, last, per, turned)) continue;
      if (usesMarks && load<u8>(marks + slot) == 1) continue;
      open &= ~findHits(body, slot, rays, stride, open, alongX, alongY, alongZ);
      if (open == 0) return 0;
    }
  }
  return open;
}

/** Writes what `mayHit` needs to `room`. */
function boundRays(rays: usize, stride: usize, open: u32, alongX: f64, alongY: f64, alongZ: f64, room: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const along = axis == 0 ? alongX : axis == 1 ? alongY : alongZ;
    const from = rays + axis * stride;
    let lowest = f64x2.splat(Infinity);
    let highest = f64x2.splat(-Infinity);
    for (let ray: u32 = 0; open >> ray != 0; ray += 2) {
      if (((open >> ray) & 3) == 0) continue;
      const two = v128.load(from + (<usize>ray << 3));
      lowest = f64x2.pmin(lowest, two);
      highest = f64x2.pmax(highest, two);
    }
    let least = lesserOf(f64x2.extract_lane(lowest, 0), f64x2.extract_lane(lowest, 1));
    let most = greaterOf(f64x2.extract_lane(highest, 0), f64x2.extract_lane(highest, 1));
    least -= OUTWARD * abs<f64>(least) + f64.MIN_VALUE;
    most += OUTWARD * abs<f64>(most) + f64.MIN_VALUE;
    const isTurned = along < 0;
    const place = room + (axis << 2);
    store<f32>(place, <f32>(isTurned ? least : most), FIRST);
    store<f32>(place, <f32>(isTurned ? most : least), LAST);
    store<f32>(place, <f32>(1 / along), PER);
    store<i32>(place, isTurned ? -1 : 0, TURNED);
  }
  store<f32>(room, 0, FIRST + 12);
  store<f32>(room, 0, LAST + 12);
  store<f32>(room, 0, PER + 12);
  store<i32>(room, 0, TURNED + 12);
}

/** 0 if all rays certainly pass beside a box, or it is behind them, else 1. What is not a number is nothing certain. */
@inline
function mayHit(box: usize, first: v128, last: v128, per: v128, turned: v128): usize {
  const low = v128.load(box);
  const high = v128.shuffle<i32>(v128.load(box, 8), low, 1, 2, 3, 3);
  const begins = f32x4.mul(f32x4.sub(v128.bitselect(high, low, turned), first), per);
  const ends = f32x4.mul(f32x4.sub(v128.bitselect(low, high, turned), last), per);
  // Where the rays begin takes the place of a fourth axis: it is at 0.
  const latest = greatestOf(begins);
  const soonest = leastOf(v128.bitselect(f32x4.splat(Infinity), ends, i32x4(0, 0, 0, -1)));
  return <usize>!(soonest + REACH * abs<f32>(soonest) < latest - REACH * latest);
}

@inline
function greatestOf(x: v128): f32 {
  const half = f32x4.pmax(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2)), 0);
}

@inline
function leastOf(x: v128): f32 {
  const half = f32x4.pmin(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2)), 0);
}

/** Which rays hit a triangle, by the test of [Moller1997]: two at once. */
@inline
function findHits(
  body: PosedBody,
  slot: u32,
  rays: usize,
  stride: usize,
  asked: u32,
  dx: f64,
  dy: f64,
  dz: f64,
): u32 {
  const a = cornerAt(body, slot, 0);
  const b = cornerAt(body, slot, 1);
  const c = cornerAt(body, slot, 2);
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax;
  const uy = load<f64>(b, 8) - ay;
  const uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax;
  const vy = load<f64>(c, 8) - ay;
  const vz = load<f64>(c, 16) - az;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const scale = ux * px + uy * py + uz * pz;
  if (scale == 0) return 0;
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  let hits: u32 = 0;
  for (let ray: u32 = 0; asked >> ray != 0; ray += 2) {
    if (((asked >> ray) & 3) == 0) continue;
    const from = rays + (<usize>ray << 3);
    const sx = f64x2.sub(v128.load(from), f64x2.splat(ax));
    const sy = f64x2.sub(v128.load(from + stride), f64x2.splat(ay));
    const sz = f64x2.sub(v128.load(from + 2 * stride), f64x2.splat(az));
    const u = f64x2.div(dot(sx, sy, sz, px, py, pz), f64x2.splat(scale));
    let isHit = v128.and(f64x2.ge(u, zero), f64x2.le(u, one));
    if (!v128.any_true(isHit)) continue;
    const qx = cross(sy, uz, sz, uy);
    const qy = cross(sz, ux, sx, uz);
    const qz = cross(sx, uy, sy, ux);
    const v = f64x2.div(dot(qx, qy, qz, dx, dy, dz), f64x2.splat(scale));
    isHit = v128.and(isHit, v128.and(f64x2.ge(v, zero), f64x2.le(f64x2.add(u, v), one)));
    const distance = f64x2.div(dot(qx, qy, qz, vx, vy, vz), f64x2.splat(scale));
    isHit = v128.and(isHit, v128.and(f64x2.gt(distance, zero), f64x2.lt(distance, f64x2.splat(Infinity))));
    hits |= (<u32>i64x2.bitmask(isHit)) << ray;
  }
  return hits & asked;
}

@inline
function dot(x: v128, y: v128, z: v128, bx: f64, by: f64, bz: f64): v128 {
  const xy = f64x2.add(f64x2.mul(x, f64x2.splat(bx)), f64x2.mul(y, f64x2.splat(by)));
  return f64x2.add(xy, f64x2.mul(z, f64x2.splat(bz)));
}

@inline
function cross(x: v128, by: f64, y: v128, bx: f64): v128 {
  return f64x2.sub(f64x2.mul(x, f64x2.splat(by)), f64x2.mul(y, f64x2.splat(bx)));
}
