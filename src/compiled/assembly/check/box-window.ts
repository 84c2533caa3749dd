import { LeafVertex, SelfLeaf } from '../self/records';
import { BodyWindow, CACHED, windowBox, windowNode } from './window-records';

/*
 * Boxes at all instants of a window at once, of vertices rounded to float32. They need no margin: rounding is monotone, so what is above something else in float32 is so in float64
 * (reasons/boxes-over-window.ts). What lies behind the instants that the window has is never looked at.
 */

/** Boxes all nodes at the instants whose vertices are there. */
export function boxWindow(body: BodyWindow): void {
  narrowInstants(body);
  const run = body.run;
  const half = run * 3;
  for (let node = <i32>body.plan.nodeCount - 1; node >= 0; node--) {
    const box = windowBox(body, node);
    const first = windowNode(body, node).link;
    if (first < 0) {
      boxLeaf(body, ~first, box);
      continue;
    }
    const child = windowBox(body, first);
    const other = child + 6 * run;
    for (let o: usize = 0; o < half; o += 16) {
      v128.store(box + o, f32x4.pmin(v128.load(child + o), v128.load(other + o)));
      v128.store(box + half + o, f32x4.pmax(v128.load(child + half + o), v128.load(other + half + o)));
    }
  }
  memory.fill(body.cached, 255, 4 * CACHED);
}

function narrowInstants(body: BodyWindow): void {
  const run = body.run;
  for (let k: usize = 0; k < <usize>body.count; k++) {
    let from = body.positions + k * body.instantSize;
    let to = body.narrow + 4 * k;
    for (const end = from + 24 * <usize>body.plan.vertexCount; from < end; from += 24, to += 3 * run) {
      store<f32>(to, <f32>load<f64>(from));
      store<f32>(to + run, <f32>load<f64>(from, 8));
      store<f32>(to + 2 * run, <f32>load<f64>(from, 16));
    }
  }
}

function boxLeaf(body: BodyWindow, number: i32, box: usize): void {
  const leaf = changetype<SelfLeaf>(body.plan.leaves + <usize>number * offsetof<SelfLeaf>());
  const run = body.run;
  const half = run * 3;
  const end = leaf.verticesEnd;
  for (let o: usize = 0; o < half; o += 16) {
    const narrow = body.narrow + o;
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let vertex = leaf.vertices; vertex < end; vertex += offsetof<LeafVertex>()) {
      // Of one instant a narrow vertex takes 16 bytes, of all three runs.
      const at = v128.load(narrow + ((<usize>changetype<LeafVertex>(vertex).narrow >> 4) * half));
      low = f32x4.pmin(low, at);
      high = f32x4.pmax(high, at);
    }
    v128.store(box + o, low);
    v128.store(box + half + o, high);
  }
}

/** The boxes of the triangles of a leaf: kept until another leaf takes their place. `but`: a leaf whose boxes are needed at the same time. */
@inline
export function boxTriangles(body: BodyWindow, leaf: SelfLeaf, number: u32, but: u32): usize {
  const size = body.run * 48;
  const place = number & (CACHED - 1);
  if ((but & (CACHED - 1)) == place && but != number) {
    const room = body.leafBoxes + CACHED * size;
    boxLeafTriangles(body, leaf, room);
    return room;
  }
  const cached = body.cached + 4 * place;
  const boxes = body.leafBoxes + place * size;
  if (load<u32>(cached) == number) return boxes;
  store<u32>(cached, number);
  boxLeafTriangles(body, leaf, boxes);
  return boxes;
}

function boxLeafTriangles(body: BodyWindow, leaf: SelfLeaf, boxes: usize): void {
  const half = body.run * 3;
  const narrow = body.narrow;
  let corner = body.plan.corners + 12 * <usize>leaf.firstSlot;
  for (const end = corner + 12 * <usize>leaf.slotCount; corner < end; corner += 12, boxes += 2 * half) {
    const p = narrow + load<u32>(corner) * half;
    const q = narrow + load<u32>(corner, 4) * half;
    const r = narrow + load<u32>(corner, 8) * half;
    for (let o: usize = 0; o < half; o += 16) {
      const atP = v128.load(p + o);
      const atQ = v128.load(q + o);
      const atR = v128.load(r + o);
      v128.store(boxes + o, f32x4.pmin(f32x4.pmin(atP, atQ), atR));
      v128.store(boxes + half + o, f32x4.pmax(f32x4.pmax(atP, atQ), atR));
    }
  }
}
