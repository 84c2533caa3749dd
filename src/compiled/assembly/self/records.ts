import { LinkedBox } from '../records';

/*
 * What lies in the memory of the module for a surface against itself (src/self). The library writes a `SelfInstant`, and of what it names all that no
 * pose changes, once (pack-plan.ts), and for each question a `SelfQuery` (find-self-pairs.ts): fields in the order in which they stand here.
 */

/** A plan (self/plan.ts), and room for what holds in one pose: one for each shape, as nothing is kept from one question to the next. */
@unmanaged
export class SelfInstant {
  /** What rounding may hide of a drift: `roundingOfDrift`. */
  hidden: f64;
  /** Which pose it is in; boxes of triangles are made for a leaf when first asked for. */
  epoch: i32;
  jointCount: u32;
  nodeCount: u32;
  /** How many vertices have triangles: they come first. */
  vertexCount: u32;
  /** Vertices around which two triangles may cross: how many, and a list of their numbers. */
  uncertainCount: u32;
  uncertain: usize;
  /** 1 for vertices around which no two triangles cross. */
  isFlat: usize;
  /** The joints, 3x4 row by row, in 16 float64; the least stretch of each. */
  joints: usize;
  stretches: usize;
  /** Posed vertices, three float64; and relative to the first of them, four float32, of which the last means nothing (narrow-vertices.ts). */
  vertices: usize;
  narrowVertices: usize;
  /** `Follower`s, those of a joint together; where those of each joint end, as addresses; the squares of their drifts, in float64. */
  followers: usize;
  followerEnds: usize;
  squares: usize;
  /** By node: `SelfBox`, `NodeDrift`. */
  boxes: usize;
  drifts: usize;
  /** By leaf: `SelfLeaf`, `LeafBoxes`. */
  leaves: usize;
  leafBoxes: usize;
  /** By slot: the vertices of its corners, by number. */
  corners: usize;
  /** By vertex: `Fan`. */
  fans: usize;
  /** Room for the `Spoke`s of one fan. */
  spokes: usize;
}

/** A vertex and a joint that a leaf with it follows most (self/followers.ts): the vertex at rest, and its place among the posed ones, in bytes. */
@unmanaged
export class Follower {
  x: f64;
  y: f64;
  z: f64;
  vertex: u32;
  unused: u32;
}

/** The box of a node; the link of a leaf is its number, inverted. */
@unmanaged
export class SelfBox extends LinkedBox {
  /** The joint that all leaves below follow most; -1 if they follow several. */
  joint: i32;
}

/** How far what is below a node drifts from its joint, as a length at rest, and the gaps at rest it is compared with (reasons/rest-gaps.ts). */
@unmanaged
export class NodeDrift {
  drift: f64;
  across: f64;
  within: f64;
}

/** A leaf: its triangles; where its `LeafVertex`es and its `Adjacent`s begin and end. */
@unmanaged
export class SelfLeaf {
  /** Its box at rest. */
  lowX: f64;
  lowY: f64;
  lowZ: f64;
  highX: f64;
  highY: f64;
  highZ: f64;
  firstSlot: u32;
  slotCount: u32;
  vertices: usize;
  verticesEnd: usize;
  adjacents: usize;
  adjacentsEnd: usize;
  /** The pose that the boxes of its triangles are of. */
  epoch: i32;
  unused: u32;
}

/** A vertex of a leaf: its place among the narrow ones, and that of the square of its drift, in bytes. */
@unmanaged
export class LeafVertex {
  narrow: u32;
  square: u32;
}

/** A leaf with the same or a higher number some of whose triangles are left out of the pair (self/adjacency.ts): bit 8 p + q for triangles p and q. */
@unmanaged
export class Adjacent {
  leftOut: u64;
  /** How far apart the others are at rest; 0: unknown. */
  gap: f64;
  leaf: u32;
  unused: u32;
}

/** Boxes of up to 8 triangles, by coordinate, so that four are compared at once. Places that are not needed hold a box that touches nothing. */
@unmanaged
export class LeafBoxes {
  lowX: v128;
  moreLowX: v128;
  lowY: v128;
  moreLowY: v128;
  lowZ: v128;
  moreLowZ: v128;
  highX: v128;
  moreHighX: v128;
  highY: v128;
  moreHighY: v128;
  highZ: v128;
  moreHighZ: v128;
}

/** What is around a vertex (self/fans.ts): how many triangles, and where its `Ring` begins and ends; one without a ring is never certain. */
@unmanaged
export class Fan {
  /** How far it and its ring may drift (reasons/kept-fans.ts) from the joint, both by their places in bytes. */
  leeway: f64;
  stretch: u32;
  square: u32;
  ring: usize;
  ringEnd: usize;
  triangles: u32;
  unused: u32;
}

/** The end of an edge of a fan: its place among the vertices, and that of the square of its drift, in bytes. */
@unmanaged
export class Ring {
  vertex: u32;
  square: u32;
}

/** An edge of a fan, from its middle; and the normal of the triangle between it and the next, not of length 1. */
@unmanaged
export class Spoke {
  x: f64;
  y: f64;
  z: f64;
  normalX: f64;
  normalY: f64;
  normalZ: f64;
}

/** One question, while it is answered. */
@unmanaged
export class SelfQuery {
  instant: SelfInstant;
  /** Pairs of nodes still to be looked at, each with the node that both are below, from `stack` up to `top`. */
  stack: usize;
  top: usize;
  /** Pairs of slots found, 8 bytes each, the lower first: up to `capacity`. Those that floats do not decide are marked. */
  pairs: usize;
  capacity: u32;
  found: u32;
  wantsAll: u32;
  volumeTests: u32;
  leafPairs: u32;
  triangleTests: u32;
}
