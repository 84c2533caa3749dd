import { APART, testTwo } from '../triangle-triangle';
import { boxesOfLeaf } from './box-leaf';
import { BOX, boxAt, CheckedNode, cornerAt, greaterOf, lesserOf, nodeAt, PosedBody } from './records';
import { findTouchSpan, TouchSpan } from './touch-span';

/**
 * Two regions of which the first is moved, and how far a walk over both has got: what `MovedPairs` of check/measure/moved-pairs.ts is, written by
 * check/compiled/part-regions.ts.
 */
@unmanaged
export class Parting {
  /** How the first is moved now. */
  byX: f64;
  byY: f64;
  byZ: f64;
  /** What is added to how far boxes must go, for rounding. */
  margin: f64;
  a: PosedBody;
  b: PosedBody;
  regionA: i32;
  regionB: i32;
  /** The time during which two triangles touch; its direction is the one along which the first goes on. */
  span: TouchSpan;
  /** Pairs of nodes, of triangles that touch without being moved, and of triangles met: 8 bytes each, from here up to there. On the stack how far a pair of nodes must go follows it. */
  roots: usize;
  rootsEnd: usize;
  touching: usize;
  touchingEnd: usize;
  stack: usize;
  top: usize;
  met: usize;
  next: usize;
  metEnd: usize;
  /** The pair that was found. */
  slotA: u32;
  slotB: u32;
  /** By axis what a way along it is multiplied with to be one along the direction, and what is added: 0 and Infinity if that never leads along the axis. */
  perX: f64;
  perY: f64;
  perZ: f64;
  neverX: f64;
  neverY: f64;
  neverZ: f64;
}

/** Takes over the direction. */
function turn(parting: Parting): void {
  const span = parting.span;
  parting.perX = span.x == 0 ? 0 : 1 / span.x;
  parting.perY = span.y == 0 ? 0 : 1 / span.y;
  parting.perZ = span.z == 0 ? 0 : 1 / span.z;
  parting.neverX = span.x == 0 ? Infinity : 0;
  parting.neverY = span.y == 0 ? Infinity : 0;
  parting.neverZ = span.z == 0 ? Infinity : 0;
}

/** Begins a walk with the first region moved by `way` along the direction. */
export function beginParting(parting: Parting, way: f64): void {
  const span = parting.span;
  parting.byX = span.x * way;
  parting.byY = span.y * way;
  parting.byZ = span.z * way;
  turn(parting);
  let top = parting.stack;
  for (let root = parting.roots; root < parting.rootsEnd; root += 8) {
    const a = load<i32>(root);
    const b = load<i32>(root, 4);
    top = pushPair(top, a, b, clearOfNodes(parting, boxAt(parting.a, a), boxAt(parting.b, b)), -Infinity);
  }
  parting.top = top;
  parting.next = parting.met;
  parting.metEnd = parting.met;
}

/** To where the last of what is known to touch now ceases to: `goPastTouching` of check/measure/separate.ts, ended as soon as that is no shorter than `length`. */
export function goPastTouching(parting: Parting, length: f64): f64 {
  const span = parting.span;
  const first = parting.touching;
  const end = parting.touchingEnd;
  turn(parting);
  span.latestFrom = 0;
  span.leastTo = 0;
  for (let pair = first; pair < end && span.leastTo < length; pair += 8) {
    if (!goesFurther(parting, load<u32>(pair), load<u32>(pair, 4))) continue;
    span.leastTo = span.to;
    const before = load<u64>(first);
    store<u64>(first, load<u64>(pair));
    store<u64>(pair, before);
  }
  return span.leastTo;
}

/** Goes on to a pair of triangles that touches where the first region is, and longer than any before; false if there is none. What is left out the caller knows. */
export function goPast(parting: Parting): bool {
  while (takeNext(parting)) if (goesFurther(parting, parting.slotA, parting.slotB)) return true;
  return false;
}

/** Goes on to a pair of triangles that touches where the first region is, or may; returns what is known of it, `APART` if there is none. */
export function meetNext(parting: Parting): i32 {
  while (takeNext(parting)) {
    const known = testMoved(parting, parting.slotA, parting.slotB);
    if (known != APART) return known;
  }
  return APART;
}

/** Takes the next of the pairs met, on from leaf to leaf. */
@inline
function takeNext(parting: Parting): bool {
  if (parting.next == parting.metEnd && !walkOn(parting)) return false;
  parting.slotA = load<u32>(parting.next);
  parting.slotB = load<u32>(parting.next, 4);
  parting.next += 8;
  return true;
}

/** Whether two triangles touch for longer than any before: then `span.to` says how long. */
@inline
function goesFurther(parting: Parting, slotA: u32, slotB: u32): bool {
  const span = parting.span;
  const a = cornerAt(parting.a, slotA, 0);
  const b = cornerAt(parting.a, slotA, 1);
  const c = cornerAt(parting.a, slotA, 2);
  const d = cornerAt(parting.b, slotB, 0);
  const e = cornerAt(parting.b, slotB, 1);
  const f = cornerAt(parting.b, slotB, 2);
  const clear = clearAfter(
    parting,
    lowestOf(a, b, c),
    highestOf(a, b, c),
    lowestZ(a, b, c),
    highestZ(a, b, c),
    lowestOf(d, e, f),
    highestOf(d, e, f),
    lowestZ(d, e, f),
    highestZ(d, e, f),
  );
  if (clear + parting.margin <= span.leastTo) return false;
  return findTouchSpan(span, a, b, c, d, e, f);
}

/** The lowest x and y of three corners. */
@inline
function lowestOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmin(f64x2.pmin(v128.load(a), v128.load(b)), v128.load(c));
}

@inline
function highestOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmax(f64x2.pmax(v128.load(a), v128.load(b)), v128.load(c));
}

@inline
function lowestZ(a: usize, b: usize, c: usize): f64 {
  return lesserOf(lesserOf(load<f64>(a, 16), load<f64>(b, 16)), load<f64>(c, 16));
}

@inline
function highestZ(a: usize, b: usize, c: usize): f64 {
  return greaterOf(greaterOf(load<f64>(a, 16), load<f64>(b, 16)), load<f64>(c, 16));
}

/** Behind the record: the corners of a triangle that is moved. */
const MOVED: usize = 144;

function testMoved(parting: Parting, slotA: u32, slotB: u32): i32 {
  const a = changetype<usize>(parting) + MOVED;
  moveCorner(parting, cornerAt(parting.a, slotA, 0), a);
  moveCorner(parting, cornerAt(parting.a, slotA, 1), a + 24);
  moveCorner(parting, cornerAt(parting.a, slotA, 2), a + 48);
  const d = cornerAt(parting.b, slotB, 0);
  const e = cornerAt(parting.b, slotB, 1);
  const f = cornerAt(parting.b, slotB, 2);
  return testTwo(a, a + 24, a + 48, d, e, f, a, a + 24, a + 48, d, e, f) & 3;
}

@inline
function moveCorner(parting: Parting, corner: usize, out: usize): void {
  store<f64>(out, load<f64>(corner) + parting.byX);
  store<f64>(out, load<f64>(corner, 8) + parting.byY, 8);
  store<f64>(out, load<f64>(corner, 16) + parting.byZ, 16);
}

/** `walkMoved` of check/measure/moved-pairs.ts: on to two leaves with triangles whose boxes meet, which are listed. */
function walkOn(parting: Parting): bool {
  const stack = parting.stack;
  const bodyA = parting.a;
  const bodyB = parting.b;
  let top = parting.top;
  parting.next = parting.met;
  parting.metEnd = parting.met;
  while (top > stack && parting.metEnd == parting.met) {
    top -= 16;
    const leastTo = parting.span.leastTo - parting.margin;
    if (load<f64>(top, 8) <= leastTo) continue;
    const a = load<i32>(top);
    const b = load<i32>(top, 4);
    const nodeA = nodeAt(bodyA, a);
    const nodeB = nodeAt(bodyB, b);
    const isLarger = nodeA.slotEnd - nodeA.slotStart >= nodeB.slotEnd - nodeB.slotStart;
    if (nodeA.link >= 0 && (nodeB.link < 0 || isLarger)) {
      const box = boxAt(bodyA, nodeA.link);
      const other = boxAt(bodyB, b);
      const left = clearOfNodes(parting, box, other);
      const right = clearOfNodes(parting, box + BOX, other);
      const last = <i32>(right > left);
      top = pushPair(top, nodeA.link + 1 - last, b, last ? left : right, leastTo);
      top = pushPair(top, nodeA.link + last, b, last ? right : left, leastTo);
    } else if (nodeB.link >= 0) {
      const box = boxAt(bodyA, a);
      const other = boxAt(bodyB, nodeB.link);
      const left = clearOfNodes(parting, box, other);
      const right = clearOfNodes(parting, box, other + BOX);
      const last = <i32>(right > left);
      top = pushPair(top, a, nodeB.link + 1 - last, last ? left : right, leastTo);
      top = pushPair(top, a, nodeB.link + last, last ? right : left, leastTo);
    } else {
      listTriangles(parting, a, nodeA, b, nodeB);
    }
  }
  parting.top = top;
  return parting.metEnd > parting.met;
}

/** Puts a pair of nodes on a stack if it goes on for long enough; returns where that ends then. Without a branch, which would go either way. */
@inline
function pushPair(top: usize, a: i32, b: i32, clear: f64, leastTo: f64): usize {
  store<i32>(top, a);
  store<i32>(top, b, 4);
  store<f64>(top, clear, 8);
  return top + (<usize>!(clear <= leastTo) << 4);
}

/** How far a box goes until it is clear of another, -Infinity if it is beside that where it is moved to. */
@inline
function clearOfNodes(parting: Parting, moved: usize, box: usize): f64 {
  const lowXY = f64x2.promote_low_f32x4(v128.load_zero<i64>(moved));
  const highXY = f64x2.promote_low_f32x4(v128.load_zero<i64>(moved, 12));
  const otherLowXY = f64x2.promote_low_f32x4(v128.load_zero<i64>(box));
  const otherHighXY = f64x2.promote_low_f32x4(v128.load_zero<i64>(box, 12));
  const lowZ = <f64>load<f32>(moved, 8);
  const highZ = <f64>load<f32>(moved, 20);
  const otherLowZ = <f64>load<f32>(box, 8);
  const otherHighZ = <f64>load<f32>(box, 20);
  const byXY = v128.load(changetype<usize>(parting));
  const byZ = parting.byZ;
  const isBesideXY = v128.or(
    f64x2.gt(f64x2.add(lowXY, byXY), otherHighXY),
    f64x2.lt(f64x2.add(highXY, byXY), otherLowXY),
  );
  const isBesideZ = <i32>(lowZ + byZ > otherHighZ) | <i32>(highZ + byZ < otherLowZ);
  const clear = clearAfter(parting, lowXY, highXY, lowZ, highZ, otherLowXY, otherHighXY, otherLowZ, otherHighZ);
  return (<i32>v128.any_true(isBesideXY) | isBesideZ) != 0 ? -Infinity : clear;
}

/** How far the first of two boxes goes along the direction, from where it is without being moved, until it is clear of the other: to where it is on the first axis on which it goes. */
@inline
function clearAfter(
  parting: Parting,
  lowXY: v128,
  highXY: v128,
  lowZ: f64,
  highZ: f64,
  otherLowXY: v128,
  otherHighXY: v128,
  otherLowZ: f64,
  otherHighZ: f64,
): f64 {
  const record = changetype<usize>(parting);
  const per = v128.load(record, offsetof<Parting>('perX'));
  const isBack = f64x2.lt(per, f64x2.splat(0));
  const ways = f64x2.sub(v128.bitselect(otherLowXY, otherHighXY, isBack), v128.bitselect(highXY, lowXY, isBack));
  const times = f64x2.add(f64x2.mul(ways, per), v128.load(record, offsetof<Parting>('neverX')));
  const perZ = parting.perZ;
  const timeZ = (perZ < 0 ? otherLowZ - highZ : otherHighZ - lowZ) * perZ + parting.neverZ;
  return lesserOf(lesserOf(f64x2.extract_lane(times, 0), f64x2.extract_lane(times, 1)), timeZ);
}

/**
 * Lists the triangles of two leaves whose boxes meet where the first is moved to. Boxes of float32 tell that of most: theirs are the wider ones, and rounding never turns two numbers
 * round. Of the others corners are moved.
 */
function listTriangles(parting: Parting, a: i32, nodeA: CheckedNode, b: i32, nodeB: CheckedNode): void {
  const bodyA = parting.a;
  const bodyB = parting.b;
  const boxB = boxAt(bodyB, b);
  const boxesB = boxesOfLeaf(bodyB, b, nodeB);
  const byXY = v128.load(changetype<usize>(parting));
  const byZ = f64x2.splat(parting.byZ);
  let boxA = boxesOfLeaf(bodyA, a, nodeA);
  let end = parting.metEnd;
  for (let slotA = nodeA.slotStart; slotA < nodeA.slotEnd; slotA++, boxA += BOX) {
    if (load<i32>(bodyA.regions + (<usize>slotA << 2)) != parting.regionA) continue;
    const low = movedBy(v128.load_zero<i64>(boxA), byXY);
    const high = movedBy(v128.load_zero<i64>(boxA, 12), byXY);
    const sides = movedBy(v128.load32_lane(boxA + 20, v128.load_zero<i32>(boxA, 8), 1), byZ);
    // No higher than the last of the three, and no lower than the first.
    const below = f32x4.replace_lane(v128.shuffle<i32>(high, sides, 0, 1, 5, 5), 3, Infinity);
    const above = f32x4.replace_lane(v128.shuffle<i32>(low, sides, 0, 0, 1, 4), 0, -Infinity);
    if (isBesideBox(boxB, below, above)) continue;
    let other = boxesB;
    for (let slotB = nodeB.slotStart; slotB < nodeB.slotEnd; slotB++, other += BOX) {
      if (isBesideBox(other, below, above)) continue;
      if (load<i32>(bodyB.regions + (<usize>slotB << 2)) != parting.regionB) continue;
      if (areTrianglesBeside(parting, slotA, slotB)) continue;
      store<u32>(end, slotA);
      store<u32>(end, slotB, 4);
      end += 8;
    }
  }
  parting.metEnd = end;
}

@inline
function movedBy(sides: v128, by: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.add(f64x2.promote_low_f32x4(sides), by));
}

/** Whether a box is beside another, whose high corner is `below`, and its low corner `above` from the second place on. */
@inline
function isBesideBox(box: usize, below: v128, above: v128): bool {
  return v128.any_true(v128.or(f32x4.gt(v128.load(box), below), f32x4.lt(v128.load(box, 8), above)));
}

/** Whether the box of a triangle that is moved is beside that of another. */
@inline
function areTrianglesBeside(parting: Parting, slotA: u32, slotB: u32): bool {
  const a = cornerAt(parting.a, slotA, 0);
  const b = cornerAt(parting.a, slotA, 1);
  const c = cornerAt(parting.a, slotA, 2);
  const d = cornerAt(parting.b, slotB, 0);
  const e = cornerAt(parting.b, slotB, 1);
  const f = cornerAt(parting.b, slotB, 2);
  const byXY = v128.load(changetype<usize>(parting));
  const isBesideXY = v128.or(
    f64x2.gt(f64x2.add(lowestOf(a, b, c), byXY), highestOf(d, e, f)),
    f64x2.lt(f64x2.add(highestOf(a, b, c), byXY), lowestOf(d, e, f)),
  );
  if (v128.any_true(isBesideXY)) return true;
  if (lowestZ(a, b, c) + parting.byZ > highestZ(d, e, f)) return true;
  return highestZ(a, b, c) + parting.byZ < lowestZ(d, e, f);
}
