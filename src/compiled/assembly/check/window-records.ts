import { SelfInstant } from '../self/records';
import { CheckedNode } from './records';

/*
 * What lies in the memory of the module for the search of what is near over a window of instants (src/check/scan). The library writes a `BodyWindow` for each body
 * (src/check/compiled/pack-window.ts), and for each question a `NearQuery` (near-pairs.ts): fields in the order in which they stand here.
 */

/** A body at the instants of a window. */
@unmanaged
export class BodyWindow {
  /** What no pose changes: its plan, and the nodes of its tree. */
  plan: SelfInstant;
  nodes: usize;
  /** Posed vertices, three float64, of one instant after the other; how many bytes one instant takes, and how many instants there are. */
  positions: usize;
  instantSize: usize;
  count: u32;
  /** How many bytes a coordinate at all instants takes in float32: 16 or 64, for up to 4 or up to 16 instants. */
  run: usize;
  /** By vertex x, y and z, each at all instants. */
  narrow: usize;
  /** By node the low x, y and z, then the high, each at all instants; and the drift, a float64. */
  boxes: usize;
  drifts: usize;
  /** Vertices at rest, three float64. */
  rest: usize;
  /** Boxes of the triangles of `CACHED` leaves, and of which leaves these are; then room for one leaf more. */
  cached: usize;
  leafBoxes: usize;
}

/** Leaves whose triangles stay boxed. A power of two. */
export const CACHED: u32 = 64;

/** One question, while it is answered. */
@unmanaged
export class NearQuery {
  /** How far apart two triangles must stay for one direction to part them. */
  margin: f64;
  /** A direction that is tried. */
  alongX: f64;
  alongY: f64;
  alongZ: f64;
  a: BodyWindow;
  /** The same if a body is held against itself. */
  b: BodyWindow;
  /** Pairs of nodes still to be looked at, from `stack` up to `top`; of one body each with the node that both are below. */
  stack: usize;
  top: usize;
  /** `Near` pairs found: up to `capacity`. */
  pairs: usize;
  capacity: u32;
  found: u32;
  /** Pairs of leaves that follow one joint, which come later: two nodes each, up to `leafCapacity`; and from which on they are to be looked into. */
  leaves: usize;
  leafCapacity: u32;
  leafCount: u32;
  nextLeaf: u32;
}

/** Two triangles by slot, and the steps in which they are near, as bits (`findNearSteps`). */
@unmanaged
export class Near {
  one: u32;
  other: u32;
  steps: u32;
}

@inline
export function windowNode(body: BodyWindow, node: i32): CheckedNode {
  return changetype<CheckedNode>(body.nodes + <usize>node * offsetof<CheckedNode>());
}

/** Where the box of a node is. */
@inline
export function windowBox(body: BodyWindow, node: i32): usize {
  return body.boxes + <usize>node * (body.run * 6);
}
