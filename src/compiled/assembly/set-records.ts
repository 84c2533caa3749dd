/*
 * What lies in the memory of the module where joints are blended by quaternions (records.ts has the rest): of a shape its joint-sets, of a collider what a pose makes of them, and what
 * records of nodes say of them.
 */

/** Joints that some vertices follow together (deform/joint-sets.ts). */
@unmanaged
export class JointSet {
  /** A rest point near the joints, and its distance from the origin. */
  referenceX: f64;
  referenceY: f64;
  referenceZ: f64;
  referenceLength: f64;
  /** How far any vertex of the set is from it at most, mixed (deform/spherical-bend.ts). */
  reach: f64;
  joints: u32;
  /** The joints, as 32-bit numbers; the place of its `PosedSet`, in bytes. */
  members: usize;
  posed: u32;
  /** While the shape is packed: where its lane of the first of its `FourEdges` is; and its lane of the `Reaches` that are being gathered. */
  edges: usize;
  reaches: usize;
  unused: u32;
}

/**
 * What two parts of a `CoarseBend` are multiplied by, of four sets side by side. No edge splits a vertex by more than a share of what it splits any vertex of the set (pack-splits.ts): how far vertices are from the reference times the
 * square of that at most; and that square or, under spherical blending, the share times how much any one joint of the vertex is split from the others, where that is more.
 */
@unmanaged
export class Reaches {
  reach: v128;
  mixing: v128;
}

/** Four joint-sets side by side, a float32 for each, of all their vertices; followed by as many `FourEdges` as the one of them has edges that has most. All is 0 where there is no set, or a set of one joint. */
@unmanaged
export class FourSets extends Reaches {
  /** Under dual quaternions: by how much edges split vertices of the set at most, added. */
  splits: v128;
  /** As in `JointSet`. */
  referenceLength: v128;
  /** What rounding may add to a bend, as a share of how far away vertices and images may be. */
  rounding: v128;
  edgeCount: u32;
}

/**
 * An edge of the skeleton for each of four sets, which they span: the place of its `PosedEdge` in bytes, and how far its junction is from the reference of the set. Behind those of all joints there is one
 * that is 0, for sets that have fewer edges than the others; then one that is endless, for sets whose joints hang on different roots.
 */
@unmanaged
export class FourEdges {
  edge: v128;
  distance: v128;
  /** By how much it splits any vertex of the set at most; and what counts of how far images of the reference on its two sides are apart. */
  split: v128;
  span: v128;
}

/** How far the quaternions above and below an edge are apart, and the images of its junction. */
@unmanaged
export class PosedEdge {
  chord: f32;
  mismatch: f32;
}

/** From a joint to its parent, or to itself if it has none; where the joint rests. */
@unmanaged
export class SkeletonEdge {
  x: f32;
  y: f32;
  z: f32;
  parent: u32;
}

/** How far vertices of a set are bent at most, from the edges of the skeleton: what their `Reaches` are multiplied by. `Collider.bendRest` comes besides. */
@unmanaged
export class CoarseBend {
  bend: f32;
  about: f32;
}

/** What the vertices of a set are blended by, and how far that bends them (bends.ts); followed by a `SetJoint` for each joint, then for a set of few joints by a `Turn` for each two. */
@unmanaged
export class PosedSet {
  centerX: f64;
  centerY: f64;
  centerZ: f64;
  /** How far it bends a vertex: times its mixed distance, times how much it mixes the joints, and besides. */
  bend: f64;
  bendAbout: f64;
  bendRest: f64;
  epoch: i32;
  bendEpoch: i32;
  /** Whether all its joints are; if not, it is blended linearly. */
  isRigid: u32;
  turnEpoch: i32;
  /** What is left of that beside its turns. */
  residual: f64;
  residualAbout: f64;
  residualRest: f64;
  /** What the turns grow by; 0 or less: there are none (bends.ts). */
  growth: f32;
  alsoUnused: u32;
}

/** A quaternion; and the image of the rotation centre, or translation times quaternion. */
@unmanaged
export class SetJoint {
  x: f64;
  y: f64;
  z: f64;
  w: f64;
  dualX: f64;
  dualY: f64;
  dualZ: f64;
  dualW: f64;
}

/**
 * Four columns of four float32, the last of each unused: half way between two joints, where blending quaternions takes a vertex, seen from where linear blending does. The vertex is
 * relative to the reference of the set.
 */
@unmanaged
export class Turn {
  x: f64;
  x1: f64;
  y: f64;
  y1: f64;
  z: f64;
  z1: f64;
  reference: f64;
  reference1: f64;
}

/** Sets of more joints have no turns: there would be too many. */
export const MOST_TURNED: u32 = 4;

/**
 * Where joints are blended by quaternions, the record of a node begins with this: so many joint-sets its vertices have. For four sets together a `FourReaches` follows, for what is left over one that repeats the last
 * set; then a `Bend` for each.
 */
@unmanaged
export class BentRecord {
  sets: u32;
}

/** With the place of the `CoarseBend` of each set, in bytes; of the vertices of a node. */
@unmanaged
export class FourReaches extends Reaches {
  bend: v128;
}

/** What else is known of the vertices of a set, for looking at it more closely. */
@unmanaged
export class Bend {
  /** The place of the `JointSet`, in bytes. */
  set: u32;
  reach: f32;
  /** How much any of these vertices mixes its joints at most: 2 (1 - the sum of its squared weights); -1: neither that nor the box is known. */
  mixing: f32;
  /** Their box at rest, less the reference: its middle, and half its extent. */
  x: f32;
  y: f32;
  z: f32;
  halfX: f32;
  halfY: f32;
  halfZ: f32;
}
