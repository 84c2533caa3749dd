/** The arrays of a shape as the library has them (shape.ts), copied one after the other: what `Shape` is packed from. */
@unmanaged
export class ShapeSource {
  nodeCount: u32;
  vertexCount: u32;
  triangleCount: u32;
  sharedBoxCount: u32;
  influences: u32;
  fieldCount: u32;
  /** Which form refit records have: `SKINNED`, `CHAINED`, `WHOLE` or `BENT`. */
  form: u32;
  skinning: u32;
  jointCount: u32;
  setCount: u32;
  /** Of the tree. */
  links: usize;
  ends: usize;
  slotStarts: usize;
  slotEnds: usize;
  /** Room for a word for each node, all 0: `mergeLeaves` writes there which node of the library each of those is that stay. */
  nodes: usize;
  /** Of the mesh and its skin. */
  positions: usize;
  triangles: usize;
  triangleOrder: usize;
  setOfVertex: usize;
  setStarts: usize;
  setJoints: usize;
  weightStarts: usize;
  weights: usize;
  /** Of the refit records. */
  recordStarts: usize;
  recordWords: usize;
  memberStarts: usize;
  members: usize;
  sharedJoints: usize;
  sharedBoxes: usize;
  /** Of the displacement fields. */
  displacementStarts: usize;
  fields: usize;
  offsets: usize;
  /** Of joints that are blended by quaternions. */
  references: usize;
  pathStarts: usize;
  pathEdges: usize;
  pathDistances: usize;
  parents: usize;
  junctions: usize;
}

/**
 * The records of skinned meshes (refit/records.ts); the same with what fields add (refit/chain.ts); those of meshes under one joint (refit/morph.ts); those of
 * meshes whose joints are blended by quaternions (refit/spherical-blend.ts).
 */
export const SKINNED: u32 = 0;
export const CHAINED: u32 = 1;
export const WHOLE: u32 = 2;
export const BENT: u32 = 3;

/** The 32-bit number at place `k` of an array. */
@inline
export function wordAt(array: usize, k: u32): u32 {
  return load<u32>(array + (<usize>k << 2));
}
