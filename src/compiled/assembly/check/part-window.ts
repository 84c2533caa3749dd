import { Near, NearQuery } from './window-records';

/** As in check/scan/part-window.ts. */
const LEAST_STEPS: i32 = 3;
const DIRECTIONS: i32 = 9;

/** Takes out of the list the pairs that one direction parts at all instants of the steps in which they are near: `leaveOutSeparated` of check/scan/part-window.ts, with the same operations. */
export function leaveOutSeparated(query: NearQuery): void {
  let kept = query.pairs;
  const end = kept + <usize>query.found * offsetof<Near>();
  for (let at = kept; at < end; at += offsetof<Near>()) {
    const near = changetype<Near>(at);
    const first = <i32>ctz<u32>(near.steps);
    const last = 32 - <i32>clz<u32>(near.steps);
    if (last - first >= LEAST_STEPS && areSeparated(query, near, first, last)) continue;
    const own = changetype<Near>(kept);
    own.one = near.one;
    own.other = near.other;
    own.steps = near.steps;
    kept += offsetof<Near>();
  }
  query.found = <u32>(kept - query.pairs) / offsetof<Near>();
}

function areSeparated(query: NearQuery, near: Near, first: i32, last: i32): bool {
  const a = query.a;
  const b = query.b;
  const margin = query.margin;
  const cornersA = a.plan.corners + 12 * <usize>near.one;
  const cornersB = b.plan.corners + 12 * <usize>near.other;
  const a0 = a.positions + 24 * <usize>load<u32>(cornersA);
  const a1 = a.positions + 24 * <usize>load<u32>(cornersA, 4);
  const a2 = a.positions + 24 * <usize>load<u32>(cornersA, 8);
  const b0 = b.positions + 24 * <usize>load<u32>(cornersB);
  const b1 = b.positions + 24 * <usize>load<u32>(cornersB, 4);
  const b2 = b.positions + 24 * <usize>load<u32>(cornersB, 8);
  const sizeA = a.instantSize;
  const sizeB = b.instantSize;
  const middle = <usize>((first + last) >> 1);
  const p = middle * sizeA;
  const r = middle * sizeB;
  for (let k = 0; k < DIRECTIONS; k++) {
    if (k == 0) pointAcross(query, a0 + p, a1 + p, a2 + p, b0 + r, b1 + r, b2 + r);
    else if (k < 5) pointByPlane(query, a0 + p, a1 + p, a2 + p, k - 1);
    else pointByPlane(query, b0 + r, b1 + r, b2 + r, k - 5);
    const x = query.alongX;
    const y = query.alongY;
    const z = query.alongZ;
    const least = margin * (abs<f64>(x) + abs<f64>(y) + abs<f64>(z));
    if (isBeyond(a0 + p, a1 + p, a2 + p, b0 + r, b1 + r, b2 + r, x, y, z, least)) {
      let l = first;
      for (; l <= last; l++) {
        const s = <usize>l * sizeA;
        const t = <usize>l * sizeB;
        if (!isBeyond(a0 + s, a1 + s, a2 + s, b0 + t, b1 + t, b2 + t, x, y, z, least)) break;
      }
      if (l > last) return true;
    } else if (k > 0 && isBeyond(b0 + r, b1 + r, b2 + r, a0 + p, a1 + p, a2 + p, x, y, z, least)) {
      let l = first;
      for (; l <= last; l++) {
        const s = <usize>l * sizeA;
        const t = <usize>l * sizeB;
        if (!isBeyond(b0 + t, b1 + t, b2 + t, a0 + s, a1 + s, a2 + s, x, y, z, least)) break;
      }
      if (l > last) return true;
    }
  }
  return false;
}

/** From the middle of one triangle to that of the other. */
@inline
function pointAcross(query: NearQuery, a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): void {
  query.alongX = sumOf(a0, a1, a2) - sumOf(b0, b1, b2);
  query.alongY = sumOf(a0 + 8, a1 + 8, a2 + 8) - sumOf(b0 + 8, b1 + 8, b2 + 8);
  query.alongZ = sumOf(a0 + 16, a1 + 16, a2 + 16) - sumOf(b0 + 16, b1 + 16, b2 + 16);
}

@inline
function sumOf(p: usize, q: usize, r: usize): f64 {
  return load<f64>(p) + load<f64>(q) + load<f64>(r);
}

/** Along the normal of a triangle, side 0, or in its plane across one of its sides, 1 to 3. */
function pointByPlane(query: NearQuery, a: usize, b: usize, c: usize, side: i32): void {
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  query.alongX = x;
  query.alongY = y;
  query.alongZ = z;
  if (side == 0) return;
  const from = side == 3 ? c : a;
  const to = side == 2 ? c : b;
  const sx = load<f64>(to) - load<f64>(from);
  const sy = load<f64>(to, 8) - load<f64>(from, 8);
  const sz = load<f64>(to, 16) - load<f64>(from, 16);
  query.alongX = y * sz - z * sy;
  query.alongY = z * sx - x * sz;
  query.alongZ = x * sy - y * sx;
}

/** Whether all corners of one triangle are beyond all of the other along a direction, by more than `least`. */
@inline
function isBeyond(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize, x: f64, y: f64, z: f64, least: f64): bool {
  let low = heightOf(a, x, y, z);
  const second = heightOf(b, x, y, z);
  const third = heightOf(c, x, y, z);
  if (second < low) low = second;
  if (third < low) low = third;
  low -= least;
  return (i32(heightOf(d, x, y, z) < low) & i32(heightOf(e, x, y, z) < low) & i32(heightOf(f, x, y, z) < low)) != 0;
}

@inline
function heightOf(vertex: usize, x: f64, y: f64, z: f64): f64 {
  return x * load<f64>(vertex) + y * load<f64>(vertex, 8) + z * load<f64>(vertex, 16);
}
