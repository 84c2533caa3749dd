/** The arrays of a shape as the library has them (shape.ts), copied one after the other: what `Shape` is packed from. */
@unmanaged
export class ShapeSource {
  nodeCount: u32;
  vertexCount: u32;
  triangleCount: u32;
  sharedBoxCount: u32;
  influences: u32;
  /** Of the tree and its leaves. */
  links: usize;
  ends: usize;
  slotStarts: usize;
  slotEnds: usize;
  leafStarts: usize;
  leafIds: usize;
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
}

/** The 32-bit number at place `k` of an array. */
@inline
export function wordAt(array: usize, k: u32): u32 {
  return load<u32>(array + (<usize>k << 2));
}
