import type { Mesh } from '../../src/mesh/mesh.ts';

/** A body whose vertices are convex combinations of references that share their triangles. */
export interface MorphModel {
  name: string;
  /** The positions of reference 0 and the shared triangles. */
  mesh: Mesh;
  /** The positions (3 numbers per vertex) of every reference; `references[0]` equals `mesh.positions`. */
  references: Float64Array[];
}
