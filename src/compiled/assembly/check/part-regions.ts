import { APART, testTwo } from '../triangle-triangle';
import { boxAt, CheckedNode, cornerAt, nodeAt, PosedBody } from './records';
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
  /** Pairs of nodes, of triangles that touch without being moved, and of triangles met: 8 bytes each, from here up to there. */
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
}

/** Begins a walk with the first region moved by `way` along the direction. */
export function beginParting(parting: Parting, way: f64): void {
  const span = parting.span;
  parting.byX = span.x * way;
  parting.byY = span.y * way;
  parting.byZ = span.z * way;
  const size = parting.rootsEnd - parting.roots;
  memory.copy(parting.stack, parting.roots, size);
  parting.top = parting.stack + size;
  parting.next = parting.met;
  parting.metEnd = parting.met;
}

/** To where the last of what is known to touch now ceases to: `goPastTouching` of check/measure/separate.ts, ended as soon as that is no shorter than `length`. */
export function goPastTouching(parting: Parting, length: f64): f64 {
  const span = parting.span;
  const first = parting.touching;
  const end = parting.touchingEnd;
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
  const x = clearAlong(span.x, a, b, c, d, e, f);
  const y = clearAlong(span.y, a + 8, b + 8, c + 8, d + 8, e + 8, f + 8);
  const z = clearAlong(span.z, a + 16, b + 16, c + 16, d + 16, e + 16, f + 16);
  if (min<f64>(min<f64>(x, y), z) + parting.margin <= span.leastTo) return false;
  return findTouchSpan(span, a, b, c, d, e, f);
}

/** How far the first of two triangles goes until they are clear of each other on one axis, of which it goes a part of each length. */
@inline
function clearAlong(part: f64, a: usize, b: usize, c: usize, d: usize, e: usize, f: usize): f64 {
  if (part > 0) return (highestOf(d, e, f) - lowestOf(a, b, c)) / part;
  return part < 0 ? (lowestOf(d, e, f) - highestOf(a, b, c)) / part : Infinity;
}

@inline
function lowestOf(a: usize, b: usize, c: usize): f64 {
  return min<f64>(min<f64>(load<f64>(a), load<f64>(b)), load<f64>(c));
}

@inline
function highestOf(a: usize, b: usize, c: usize): f64 {
  return max<f64>(max<f64>(load<f64>(a), load<f64>(b)), load<f64>(c));
}

/** Behind the record: the corners of a triangle that is moved. */
const MOVED: usize = 128;

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
    top -= 8;
    const a = load<i32>(top);
    const b = load<i32>(top, 4);
    const boxA = boxAt(bodyA, a);
    const boxB = boxAt(bodyB, b);
    if (isBeside(boxA, parting.byX, boxB) || isBeside(boxA + 4, parting.byY, boxB + 4)) continue;
    if (isBeside(boxA + 8, parting.byZ, boxB + 8) || clearAfter(parting, boxA, boxB) + parting.margin <= parting.span.leastTo) continue;
    const nodeA = nodeAt(bodyA, a);
    const nodeB = nodeAt(bodyB, b);
    const isLarger = nodeA.slotEnd - nodeA.slotStart >= nodeB.slotEnd - nodeB.slotStart;
    if (nodeA.link >= 0 && (nodeB.link < 0 || isLarger)) {
      store<i32>(top, nodeA.link);
      store<i32>(top, b, 4);
      store<i32>(top, nodeA.link + 1, 8);
      store<i32>(top, b, 12);
      top += 16;
    } else if (nodeB.link >= 0) {
      store<i32>(top, a);
      store<i32>(top, nodeB.link, 4);
      store<i32>(top, a, 8);
      store<i32>(top, nodeB.link + 1, 12);
      top += 16;
    } else {
      listTriangles(parting, nodeA, nodeB, boxB);
    }
  }
  parting.top = top;
  return parting.metEnd > parting.met;
}

/** Whether a box that is moved is beside another on one axis. */
@inline
function isBeside(moved: usize, by: f64, box: usize): bool {
  return <f64>load<f32>(moved) + by > <f64>load<f32>(box, 12) || <f64>load<f32>(moved, 12) + by < <f64>load<f32>(box);
}

/** How far a box goes along the direction, from where it is without being moved, until it is clear of another. */
@inline
function clearAfter(parting: Parting, moved: usize, box: usize): f64 {
  const span = parting.span;
  const x = clearOnAxis(span.x, moved, box);
  const y = clearOnAxis(span.y, moved + 4, box + 4);
  return min<f64>(min<f64>(x, y), clearOnAxis(span.z, moved + 8, box + 8));
}

@inline
function clearOnAxis(part: f64, moved: usize, box: usize): f64 {
  if (part > 0) return (<f64>load<f32>(box, 12) - <f64>load<f32>(moved)) / part;
  return part < 0 ? (<f64>load<f32>(box) - <f64>load<f32>(moved, 12)) / part : Infinity;
}

function listTriangles(parting: Parting, nodeA: CheckedNode, nodeB: CheckedNode, boxB: usize): void {
  const bodyA = parting.a;
  const bodyB = parting.b;
  const box = changetype<usize>(parting) + MOVED;
  let end = parting.metEnd;
  for (let slotA = nodeA.slotStart; slotA < nodeA.slotEnd; slotA++) {
    if (load<i32>(bodyA.regions + (<usize>slotA << 2)) != parting.regionA) continue;
    boxTriangle(bodyA, slotA, box);
    moveSides(box, parting.byX);
    moveSides(box + 8, parting.byY);
    moveSides(box + 16, parting.byZ);
    if (isBesideNode(box, boxB) || isBesideNode(box + 8, boxB + 4) || isBesideNode(box + 16, boxB + 8)) continue;
    for (let slotB = nodeB.slotStart; slotB < nodeB.slotEnd; slotB++) {
      if (load<i32>(bodyB.regions + (<usize>slotB << 2)) != parting.regionB) continue;
      const d = cornerAt(bodyB, slotB, 0);
      const e = cornerAt(bodyB, slotB, 1);
      const f = cornerAt(bodyB, slotB, 2);
      if (isTriangleBeside(d, e, f, box) || isTriangleBeside(d + 8, e + 8, f + 8, box + 8)) continue;
      if (isTriangleBeside(d + 16, e + 16, f + 16, box + 16)) continue;
      store<u32>(end, slotA);
      store<u32>(end, slotB, 4);
      end += 8;
    }
  }
  parting.metEnd = end;
}

/** Writes the low corner of the box of a triangle, then the high one. */
@inline
function boxTriangle(body: PosedBody, slot: u32, box: usize): void {
  const a = cornerAt(body, slot, 0);
  const b = cornerAt(body, slot, 1);
  const c = cornerAt(body, slot, 2);
  for (let o: usize = 0; o < 24; o += 8) {
    store<f64>(box + o, lowestOf(a + o, b + o, c + o));
    store<f64>(box + o, highestOf(a + o, b + o, c + o), 24);
  }
}

@inline
function moveSides(side: usize, by: f64): void {
  store<f64>(side, load<f64>(side) + by);
  store<f64>(side, load<f64>(side, 24) + by, 24);
}

/** Whether a box of float64 is beside one of float32, on one axis. */
@inline
function isBesideNode(side: usize, node: usize): bool {
  return load<f64>(side) > <f64>load<f32>(node, 12) || load<f64>(side, 24) < <f64>load<f32>(node);
}

/** Whether a triangle is beside a box, on one axis. */
@inline
function isTriangleBeside(d: usize, e: usize, f: usize, side: usize): bool {
  return lowestOf(d, e, f) > load<f64>(side, 24) || highestOf(d, e, f) < load<f64>(side);
}
