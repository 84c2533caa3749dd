import { acceleratedRaycast, acceleratedSkinnedRaycast } from './accelerated-raycast.ts';
import { computeBoundsTree, disposeBoundsTree } from './bounds-tree.ts';
import { computeBoundingBox, computeBoundingSphere } from './compute-bounds.ts';

/** What `meshMethods` has. */
export interface MeshMethods {
  raycast: typeof acceleratedRaycast;
  computeBoundsTree: typeof computeBoundsTree;
  disposeBoundsTree: typeof disposeBoundsTree;
}

/** What `skinnedMeshMethods` has. */
export interface SkinnedMeshMethods extends MeshMethods {
  computeBoundingBox: typeof computeBoundingBox;
  computeBoundingSphere: typeof computeBoundingSphere;
}

/**
 * For `THREE.Mesh.prototype`: every mesh can then be given a tree (`meshMethods.computeBoundsTree.call(mesh)`) that its rays use, as with
 * three-mesh-bvh, which gives it to geometries. Meshes without one are left to three.js. `accelerate` is the shorter way
 * where single meshes are meant.
 * @example
 * {@includeCode ../../examples/api/three.ts#prototypes}
 */
export const meshMethods: MeshMethods = { raycast: acceleratedRaycast, computeBoundsTree, disposeBoundsTree };

/**
 * For `THREE.SkinnedMesh.prototype`, bounds included. Its `raycast` is another function than that of meshes: tools that take
 * over every mesh whose `raycast` is that of `Mesh.prototype` (the `Bvh` of drei) must not take skinned meshes for meshes
 * that never bend.
 * @example
 * {@includeCode ../../examples/api/three.ts#prototypes}
 */
export const skinnedMeshMethods: SkinnedMeshMethods = {
  raycast: acceleratedSkinnedRaycast,
  computeBoundsTree,
  disposeBoundsTree,
  computeBoundingBox,
  computeBoundingSphere,
};
