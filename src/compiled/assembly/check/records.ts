/*
 * What lies in the memory of the module that measures contacts (src/check). The library writes all of it (src/check/compiled/pack-snapshot.ts): fields in the order in
 * which they stand here.
 */

/** A body at one instant (check/measure/snapshot.ts): what no pose changes of it is shared by all bodies of its shape. */
@unmanaged
export class PosedBody {
  /** What no pose changes: `CheckedNode`s; by slot the places of its three corners among the positions, and its region. */
  nodes: usize;
  corners: usize;
  regions: usize;
  /** The pose: six float32 for each node, the low and the high corner of its box, and three float64 for each vertex. */
  boxes: usize;
  positions: usize;
  /** What a question needs: by slot a byte that says something of it; by region a float64, what is less deep is of no interest there. */
  marks: usize;
  floors: usize;
  /** Room for nodes that a search still has to look at. */
  stack: usize;
  /** Boxes of triangles by slot, as those of nodes, wider by `pad` on every side (box-leaf.ts); by node the number of the pose of which they are written. */
  slotBoxes: usize;
  boxed: usize;
  pose: u32;
  unused: u32;
  pad: f64;
}

/** A node of a tree by joint, which has two children or none: these stand beside each other. */
@unmanaged
export class CheckedNode {
  /** The first child; below 0: it is a leaf. */
  link: i32;
  /** The region that all of it is in; below 0 if there are several. */
  region: i32;
  slotStart: u32;
  slotEnd: u32;
}

/** How many bytes a box and the corners of a triangle take. */
export const BOX: usize = 24;
export const CORNERS: usize = 12;

@inline
export function nodeAt(body: PosedBody, node: i32): CheckedNode {
  return changetype<CheckedNode>(body.nodes + <usize>node * offsetof<CheckedNode>());
}

@inline
export function boxAt(body: PosedBody, node: i32): usize {
  return body.boxes + <usize>node * BOX;
}

/** Where the position of a corner of a triangle is. */
@inline
export function cornerAt(body: PosedBody, slot: u32, corner: usize): usize {
  return body.positions + <usize>load<u32>(body.corners + <usize>slot * CORNERS + (corner << 2));
}

/** Puts a node on a stack if it is kept, 1, and not if it is not, 0; returns where that ends then. Without a branch, which would go either way. */
@inline
export function pushIf(isKept: usize, top: usize, node: i32): usize {
  store<i32>(top, node);
  return top + (isKept << 2);
}

/** The lesser of two numbers. Unlike `min`, and unlike a choice between them, it takes one instruction: it neither asks whether they are numbers nor goes either way. */
@inline
export function lesserOf(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** The greater of two; the first if the other is not a number. */
@inline
export function greaterOf(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}
