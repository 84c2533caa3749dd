/*
 * What lies in the memory of the module. A `Shape` is packed once, from a `ShapeSource`; the library writes a `Collider` (pack-collider.ts)
 * and, for each question, a `Query` (find-pairs.ts): fields in the order in which they stand here. These begin at multiples of 16.
 */

/** How joints are blended. */
export const LINEAR: u32 = 0;
export const SPHERICAL: u32 = 1;
export const DUAL_QUATERNION: u32 = 2;

export const ARITY_BITS: i32 = 4;
export const ARITY_MASK: i32 = 15;
/** Set in the link of a leaf. */
export const LEAF: u32 = 0x80000000;

/** What no pose changes. Shared by all colliders of a shape. */
@unmanaged
export class Shape {
  nodeCount: u32;
  /** The first child of each node and how many there are, `first << ARITY_BITS | count`; -1 for a leaf. */
  links: usize;
  /** For each node where its `LeafRecord` or `NodeRecord` begins, 0 if it is joined from its children (join-nodes.ts), and how large it is at rest (`sizeAtRest`). */
  records: usize;
  sizes: usize;
  /** Which node of the library each is: those below our leaves are left out. */
  nodes: usize;
  /** Vertices at rest, `vertexStride` bytes each: x, y, z and `influences` weights in float64, then as many joints in 16 bits. A place that is not needed has the weight 0, and the joint before it. */
  vertices: usize;
  vertexStride: u32;
  influences: u32;
  /** For each slot of the tree the places of its three corners among the posed vertices, in bytes. */
  corners: usize;
  /** For each slot which triangle of the mesh it was, as it was given. */
  order: usize;
  /** Boxes that records of several nodes name: `SharedBox`. */
  sharedBoxes: usize;
  /** How many displacement fields there are; for each vertex where its `Displacement`s begin, and one more. */
  fieldCount: u32;
  displacements: usize;
  /** The bytes of the longest record that fields displace. */
  longest: u32;
  /** How joints are blended: `LINEAR`, `SPHERICAL` or `DUAL_QUATERNION`. What follows is there for the latter two only. */
  skinning: u32;
  /** `JointSet`s, and for each vertex the place of its set among them, in bytes; the `SkeletonEdge` above each joint; `FourSets`. */
  sets: usize;
  setCount: u32;
  setOfVertex: usize;
  edges: usize;
  fours: usize;
  /** The bytes of all `PosedSet`s. */
  posedSetBytes: u32;
  /** How far any joint rests from the origin of the mesh. */
  farthestJunction: f32;
}

/** What one field adds to a vertex, times its weight. */
@unmanaged
export class Displacement {
  x: f64;
  y: f64;
  z: f64;
  /** The place of the weight among the weights, in bytes. */
  field: u32;
  unused: u32;
}

/** One instance in its pose. What was posed under another epoch is stale. */
@unmanaged
export class Collider {
  /** Boxes are relative to this place, which is near the body, for float32 has few digits. Vertices are not. */
  originX: f64;
  originY: f64;
  originZ: f64;
  /** The largest stretch of a joint, and the largest distance of a joint's translation from the origin. */
  stretch: f64;
  offset: f64;
  shape: Shape;
  jointCount: u32;
  epoch: i32;
  /** Of which pose the box of the root is. */
  rootEpoch: i32;
  /** What rounding may add to a box of an inner node, and to one around posed vertices: docs/decisions/0019. */
  slack: f32;
  pad: f32;
  /** The mean stretch of its joints: what sizes of nodes at rest are multiplied by. */
  scale: f32;
  /** `NodeBox` by node, `PosedVertex` by vertex. */
  boxes: usize;
  vertices: usize;
  /**
   * `TriangleBox`es, leaf after leaf as they are looked into (box-triangles.ts): how many there are, up to `mostBoxed` and those of two leaves more; and
   * which filling of this room they are of, which goes up with every pose.
   */
  triangleBoxes: usize;
  mostBoxed: u32;
  boxed: u32;
  boxEpoch: i32;
  /**
   * The joints as given, 3x4 row by row, then the stretch, in 16 float64; by columns in float64, four to a column; the same in float32, relative to the
   * origin, and the magnitudes of the first three columns, in 128 bytes each.
   */
  rows: usize;
  columns: usize;
  narrowColumns: usize;
  /** Boxes that many nodes share, posed: `PosedSharedBox`. */
  sharedBoxes: usize;
  /** How many boxes and vertices the current query has brought to the current pose. */
  refits: u32;
  posedVertices: u32;
  /** The weights of displacement fields, in float64; and room for the record of one node, displaced. */
  weights: usize;
  displaced: usize;
  /** Where joints are blended by quaternions: the magnitude and the reach of the pose (deform/posed-joints.ts), and how far it bends any vertex. */
  magnitude: f64;
  reach: f64;
  bend: f64;
  /** Quaternions of the joints in float64; the `PosedEdge` above each; `PosedSet`s. */
  quaternions: usize;
  chords: usize;
  sets: usize;
  /** `CoarseBend` by set. */
  coarseBends: usize;
  /** Room for a box: where vertices of a node can be, seen from where linear blending would put them. */
  bent: usize;
  /** What comes besides the `CoarseBend` of any set. */
  bendRest: f32;
}

/** The box of a node, with what a walk wants to know of the node in between: so it is two loads of 16 bytes. */
@unmanaged
export class LinkedBox {
  lowX: f32;
  lowY: f32;
  lowZ: f32;
  /** The first child and how many there are, `first << ARITY_BITS | count`; below 0 for a leaf. */
  link: i32;
  highX: f32;
  highY: f32;
  highZ: f32;
}

@unmanaged
export class NodeBox extends LinkedBox {
  /** Of which pose the boxes of the children are; of a leaf, of which filling of their room those of its triangles are, and its link is `LEAF` and the first of them. */
  epochBelow: i32;
}

/** Low corner, high corner, each followed by four bytes that mean nothing. */
@unmanaged
export class TriangleBox {
  lowX: f32;
  lowY: f32;
  lowZ: f32;
  unused: f32;
  highX: f32;
  highY: f32;
  highZ: f32;
  alsoUnused: f32;
}

@unmanaged
export class PosedVertex {
  x: f64;
  y: f64;
  z: f64;
  epoch: i32;
  unused: i32;
}

/** What is known of a leaf, followed by its vertices, each once, as 32-bit numbers that go up. */
@unmanaged
export class LeafRecord {
  firstSlot: u32;
  slotCount: u32;
  vertexCount: u32;
  /** The most joints that one of them follows. */
  joints: u32;
}

/**
 * What is known of an inner node. `groups` > 0: so many `GroupRecord`s follow. Else -`groups` places of posed shared boxes
 * follow, in bytes, as 32-bit numbers.
 */
@unmanaged
export class NodeRecord {
  groups: i32;
}

/**
 * Where fields displace vertices, the record of a node begins with this. The `NodeRecord` follows, as it is at rest, then so many `Patch`es: what fields
 * add to its boxes.
 */
@unmanaged
export class DisplacedRecord {
  /** The bytes of the `NodeRecord`. */
  length: u32;
  patches: u32;
}

/** Which box of a record fields change, by the place of its six numbers in bytes; followed by a `PatchField` for each. */
@unmanaged
export class Patch {
  place: u32;
  fields: u32;
}

/** A field, by the place of its weight in bytes, and the box of its displacements: middle and half the extent. */
@unmanaged
export class PatchField {
  field: u32;
  x: f32;
  y: f32;
  z: f32;
  halfX: f32;
  halfY: f32;
  halfZ: f32;
}

/**
 * Vertices that follow the same joints (refit/records.ts): how many joints, the middle and half the extent of their box at
 * rest, followed by a `Member` for each joint.
 */
@unmanaged
export class GroupRecord {
  joints: u32;
  x: f32;
  y: f32;
  z: f32;
  halfX: f32;
  halfY: f32;
  halfZ: f32;
  /** 1 less the lowest weights of all. */
  rest: f32;
}

/** A joint, by its place among the narrow columns in bytes, and the least weight that any vertex of the group gives it. */
@unmanaged
export class Member {
  joint: u32;
  lowest: f32;
}

/** A box at rest that one joint moves. */
@unmanaged
export class SharedBox {
  joint: u32;
  x: f32;
  y: f32;
  z: f32;
  halfX: f32;
  halfY: f32;
  halfZ: f32;
  unused: f32;
}

@unmanaged
export class PosedSharedBox {
  lowX: f32;
  lowY: f32;
  lowZ: f32;
  epoch: i32;
  highX: f32;
  highY: f32;
  highZ: f32;
  unused: f32;
}

/** One question, while it is answered. */
@unmanaged
export class Query {
  a: Collider;
  b: Collider;
  /** Pairs of nodes still to be looked at, from `stack` up to `top`, 8 bytes each. */
  stack: usize;
  top: usize;
  /** Room for the slots of one leaf. */
  near: usize;
  /** Pairs of slots found, 8 bytes each: up to `capacity`; and how many of them are marked as unsure. */
  pairs: usize;
  capacity: u32;
  found: u32;
  unsure: u32;
  wantsAll: u32;
  volumeTests: u32;
  leafPairs: u32;
  triangleTests: u32;
  /** The leaves to look at first, -1 if there are none in particular, and two slots of theirs to look at before; and where pairs were found last. */
  leafA: i32;
  leafB: i32;
  slotA: u32;
  slotB: u32;
}

/** A question about one collider, while it is answered: what is near a point, or on a ray (bounds/probe.ts), both relative to the origin of its boxes. */
@unmanaged
export class Probe {
  x: f64;
  y: f64;
  z: f64;
  /** One over the direction of a ray. */
  inverseX: f64;
  inverseY: f64;
  inverseZ: f64;
  /** No part of a ray before this distance counts. */
  near: f64;
  /** All boxes are widened by this. */
  pad: f64;
  collider: Collider;
  isRay: u32;
  /** `NearNode`s still to be looked at, from `stack` up to `top`. */
  stack: usize;
  top: usize;
  volumeTests: u32;
}

@unmanaged
export class NearNode {
  distance: f64;
  node: i32;
  unused: i32;
}

/** Set in the first slot of a pair for which float64 does not decide whether the triangles touch: the library does. */
export const UNSURE: u32 = 0x80000000;
