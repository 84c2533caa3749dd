import { boxesOfLeaf } from './box-leaf';
import { nearestOfTriangle, SQUARED } from './nearest-of-triangle';
import { BOX, boxAt, cornerAt, greaterOf, nodeAt, PosedBody } from './records';

/** Of the place found: its slot, or -1; behind it what `nearestOfTriangle` writes of it, and then room to look at another. */
@unmanaged
export class Nearest {
  slot: i32;
  unused: u32;
  found: f64;
}

/** What `nearestOfTriangle` writes takes 32 bytes. */
const FOUND: usize = 8;
const OTHER: usize = 40;

/** A node that waits, and the square of how far it is: 16 bytes. */
const NODE: usize = 8;

/**
 * `findNearest` of check/measure/nearest.ts: the same nodes in the same order, and the same places. How far a node is is told once, when its
 * parent is looked at. `hint`: a slot to begin with, or -1.
 */
export function findNearest(
  body: PosedBody,
  butRegion: i32,
  x: f64,
  y: f64,
  z: f64,
  hint: i32,
  enough: f64,
  out: usize,
): void {
  const stack = body.stack;
  changetype<Nearest>(out).slot = -1;
  store<f64>(out, Infinity, FOUND + SQUARED);
  if (hint >= 0 && load<i32>(body.regions + (<usize>hint << 2)) != butRegion) tryTriangle(body, hint, x, y, z, out);
  let top = stack;
  store<f64>(top, squaredGap(boxAt(body, 0), x, y, z));
  store<i32>(top, 0, NODE);
  top += 16;
  while (top > stack && !(load<f64>(out, FOUND + SQUARED) < enough)) {
    top -= 16;
    const next = load<i32>(top, NODE);
    const node = nodeAt(body, next);
    if (node.region == butRegion || load<f64>(top) > load<f64>(out, FOUND + SQUARED)) continue;
    const left = node.link;
    if (left >= 0) {
      const box = boxAt(body, left);
      const toLeft = squaredGap(box, x, y, z);
      const toRight = squaredGap(box + BOX, x, y, z);
      const isLeftNearer = toLeft < toRight;
      store<f64>(top, isLeftNearer ? toRight : toLeft);
      store<i32>(top, isLeftNearer ? left + 1 : left, NODE);
      store<f64>(top, isLeftNearer ? toLeft : toRight, 16);
      store<i32>(top, isLeftNearer ? left : left + 1, 16 + NODE);
      top += 32;
      continue;
    }
    const end = node.slotEnd;
    let box = boxesOfLeaf(body, next, node);
    for (let slot = node.slotStart; slot < end; slot++, box += BOX) {
      if (!(squaredGap(box, x, y, z) > load<f64>(out, FOUND + SQUARED))) tryTriangle(body, slot, x, y, z, out);
    }
  }
}

/** `mayCount` of check/measure/nearest.ts, with a hint of another region than `butRegion`; `out`: room as for `findNearest`. */
export function mayCount(body: PosedBody, butRegion: i32, x: f64, y: f64, z: f64, hint: u32, out: usize): bool {
  const stack = body.stack;
  const floors = body.floors;
  const regions = body.regions;
  const most = squaredDistance(body, hint, x, y, z, out + OTHER);
  let top = stack;
  store<i32>(top, 0);
  top += 4;
  while (top > stack) {
    top -= 4;
    const next = load<i32>(top);
    const node = nodeAt(body, next);
    const region = node.region;
    if (region == butRegion || (region >= 0 && load<f64>(floors + (<usize>region << 3)) > most)) continue;
    if (squaredGap(boxAt(body, next), x, y, z) > most) continue;
    const first = node.link;
    if (first >= 0) {
      store<i32>(top, first);
      store<i32>(top, first + 1, 4);
      top += 8;
      continue;
    }
    const end = node.slotEnd;
    let box = boxesOfLeaf(body, next, node);
    for (let slot = node.slotStart; slot < end; slot++, box += BOX) {
      const own = load<i32>(regions + (<usize>slot << 2));
      if (own == butRegion || load<f64>(floors + (<usize>own << 3)) > most) continue;
      if (squaredGap(box, x, y, z) > most) continue;
      if (!(squaredDistance(body, slot, x, y, z, out + OTHER) > most)) return true;
    }
  }
  return false;
}

@inline
function squaredDistance(body: PosedBody, slot: u32, x: f64, y: f64, z: f64, out: usize): f64 {
  nearestOfTriangle(x, y, z, cornerAt(body, slot, 0), cornerAt(body, slot, 1), cornerAt(body, slot, 2), out);
  return load<f64>(out, SQUARED);
}

/** Takes the nearest place of a triangle if it is nearer than the one found, or as near and of a lower slot. */
@inline
function tryTriangle(body: PosedBody, slot: u32, x: f64, y: f64, z: f64, out: usize): void {
  const squared = squaredDistance(body, slot, x, y, z, out + OTHER);
  const least = load<f64>(out, FOUND + SQUARED);
  if (!(squared < least || (squared == least && <i32>slot < changetype<Nearest>(out).slot))) return;
  changetype<Nearest>(out).slot = slot;
  v128.store(out, v128.load(out, OTHER), FOUND);
  v128.store(out, v128.load(out, OTHER + 16), FOUND + 16);
}

/** How far a place is from a box, squared; on each axis the larger of two differences of which one is 0 or less inside. */
@inline
function squaredGap(box: usize, x: f64, y: f64, z: f64): f64 {
  const zero = f64x2.splat(0);
  const atXY = f64x2(x, y);
  const belowXY = f64x2.sub(f64x2.promote_low_f32x4(v128.load_zero<i64>(box)), atXY);
  const aboveXY = f64x2.sub(atXY, f64x2.promote_low_f32x4(v128.load_zero<i64>(box, 12)));
  const gapXY = f64x2.pmax(f64x2.pmax(zero, belowXY), aboveXY);
  const squares = f64x2.mul(gapXY, gapXY);
  const gapZ = greaterOf(greaterOf(0, <f64>load<f32>(box, 8) - z), z - <f64>load<f32>(box, 20));
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + gapZ * gapZ;
}
