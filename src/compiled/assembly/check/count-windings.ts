import { boxesOfLeaf } from './box-leaf';
import { BOX, boxAt, cornerAt, nodeAt, PosedBody, pushIf } from './records';

/** A point is on a triangle if it is no farther along the axis than this share of the extent. */
const ON_SURFACE: f64 = 1e-9;

/** The smallest number above 0. */
const SMALLEST: f64 = 5e-324;

/**
 * `countWindings` of check/measure/winding.ts: the same operations on the same triangles, so the same number. Boxes are of float32, and six sides of one are held at once
 * against the place, rounded to that: as rounding never turns two numbers round, what is between the sides of a triangle stays between those of its boxes. `usesMarks`: only
 * slots marked with 1 count. What is not a number is beyond nothing.
 */
export function countWindings(
  body: PosedBody,
  axis: u32,
  isUp: bool,
  x: f64,
  y: f64,
  z: f64,
  but: u32,
  usesMarks: bool,
): f64 {
  const u = <usize>(axis == 2 ? 0 : axis + 1) << 3;
  const v = <usize>(axis == 0 ? 2 : axis - 1) << 3;
  const w = <usize>axis << 3;
  const atAxis = axis == 0 ? x : axis == 1 ? y : z;
  const atU = axis == 0 ? y : axis == 1 ? z : x;
  const atV = axis == 0 ? z : axis == 1 ? x : y;
  const at = f64x2(atU, atV);
  const root = body.boxes + (<usize>axis << 2);
  const nearby = ON_SURFACE * (<f64>load<f32>(root, 12) - <f64>load<f32>(root));
  // Along the axis a box is passed over only if it is behind.
  const below = f32x4(
    axis == 0 && isUp ? Infinity : <f32>x,
    axis == 1 && isUp ? Infinity : <f32>y,
    axis == 2 && isUp ? Infinity : <f32>z,
    Infinity,
  );
  const above = f32x4(
    -Infinity,
    axis == 0 && !isUp ? -Infinity : <f32>x,
    axis == 1 && !isUp ? -Infinity : <f32>y,
    axis == 2 && !isUp ? -Infinity : <f32>z,
  );
  const marks = body.marks;
  const stack = body.stack;
  let windings: f64 = 0;
  let top = pushIf(mayPass(boxAt(body, 0), below, above), stack, 0);
  while (top > stack) {
    top -= 4;
    const next = load<i32>(top);
    const node = nodeAt(body, next);
    const first = node.link;
    if (first >= 0) {
      top = pushIf(mayPass(boxAt(body, first), below, above), top, first);
      top = pushIf(mayPass(boxAt(body, first + 1), below, above), top, first + 1);
      continue;
    }
    const end = node.slotEnd;
    let box = boxesOfLeaf(body, next, node);
    for (let slot = node.slotStart; slot < end; slot++, box += BOX) {
      if (!mayPass(box, below, above)) continue;
      if (slot == but || (usesMarks && load<u8>(marks + slot) == 0)) continue;
      const a = cornerAt(body, slot, 0);
      const b = cornerAt(body, slot, 1);
      const c = cornerAt(body, slot, 2);
      if (isBesideTriangle(a, b, c, axis, at)) continue;
      const wa = sideOfEdge(b, c, u, v, atU, atV);
      const wb = sideOfEdge(c, a, u, v, atU, atV);
      const wc = sideOfEdge(a, b, u, v, atU, atV);
      const isCounter = wa > 0; // and so are the others
      const height = (wa * load<f64>(a + w) + wb * load<f64>(b + w) + wc * load<f64>(c + w)) / (wa + wb + wc);
      if (usesMarks && abs<f64>(height - atAxis) <= nearby) return NaN;
      if (isUp ? height > atAxis : height < atAxis) windings += isCounter == isUp ? 1 : -1;
    }
  }
  return windings;
}

/** 0 if the ray certainly passes beside a box, else 1. */
@inline
function mayPass(box: usize, below: v128, above: v128): usize {
  const isBeside = v128.or(f32x4.gt(v128.load(box), below), f32x4.lt(v128.load(box, 8), above));
  return <usize>!v128.any_true(isBeside);
}

/**
 * Whether a point is not on the same side of all edges, seen along the axis. Of edges from a lower to a higher vertex, as `sideOfEdge` takes them: the one that leads
 * from the lowest to the highest is turned round.
 */
@inline
function isBesideTriangle(a: usize, b: usize, c: usize, axis: u32, at: v128): bool {
  const lowest = min(min(a, b), c);
  const highest = max(max(a, b), c);
  const p = seenAlong(lowest, axis);
  const q = seenAlong(a ^ b ^ c ^ lowest ^ highest, axis);
  const r = seenAlong(highest, axis);
  const fromP = f64x2.sub(at, p);
  const isBeyond = isLeftOf(f64x2.sub(q, p), fromP);
  if (isBeyond != isLeftOf(f64x2.sub(r, q), f64x2.sub(at, q))) return true;
  return isBeyond == isLeftOf(f64x2.sub(r, p), fromP);
}

/** The two coordinates of a vertex across an axis. */
@inline
function seenAlong(vertex: usize, axis: u32): v128 {
  if (axis == 0) return v128.load(vertex, 8);
  return axis == 1 ? v128.load64_lane(vertex, v128.load_zero<f64>(vertex, 16), 1) : v128.load(vertex);
}

/** Whether `sideOfEdge` is above 0, of an edge that is not turned. */
@inline
function isLeftOf(edge: v128, away: v128): bool {
  const areas = f64x2.mul(edge, v128.shuffle<i64>(away, away, 1, 0));
  const area = f64x2.extract_lane(areas, 0) - f64x2.extract_lane(areas, 1);
  if (area != 0) return area > 0;
  const dv = f64x2.extract_lane(edge, 1);
  return dv > 0 || (dv == 0 && f64x2.extract_lane(edge, 0) > 0);
}

/** On which side of a directed edge a point is, as in the library; never 0. */
@inline
function sideOfEdge(p: usize, q: usize, u: usize, v: usize, atU: f64, atV: f64): f64 {
  const isTurned = p > q;
  const a = isTurned ? q : p;
  const b = isTurned ? p : q;
  const du = load<f64>(b + u) - load<f64>(a + u);
  const dv = load<f64>(b + v) - load<f64>(a + v);
  let area = du * (atV - load<f64>(a + v)) - dv * (atU - load<f64>(a + u));
  if (area == 0) area = dv > 0 || (dv == 0 && du > 0) ? SMALLEST : -SMALLEST;
  return isTurned ? -area : area;
}
