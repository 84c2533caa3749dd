import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { ownRaycast } from './accelerated-raycast.ts';
import { computeBoundsTree, type TreeOptions } from './bounds-tree.ts';
import { keepInClones } from './clone-accelerated.ts';
import { computeBoundingBox, computeBoundingSphere } from './compute-bounds.ts';
import { accelerateInstances } from './instances/accelerate.ts';
import type { InstanceColliders } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { intersectsFrustum } from './intersects-frustum.ts';

/**
 * Makes one mesh fast and right, whatever it is: gives it a `boundsTree` (`computeBoundsTree`), lets rays use it
 * (`acceleratedRaycast`), and lets three.js cull it by bounds of its current pose, at each look. For the queries of the core read
 * `mesh.boundsTree` each time you ask: it is then posed as the mesh is. Returns that collider. Clones of the mesh are
 * accelerated too. Not meant for meshes whose positions you write yourself.
 *
 * Of an `InstancedMesh` or a `BatchedMesh`, rays look only at the instances that they come near, and hits are those of three.js, with `instanceId` or `batchId`. Instances may
 * come, go, move and be hidden, and nothing has to be said. What is returned has a collider for each. Culling is left to three.js.
 *
 * Culling asks the mesh since three.js r187; with older ones call `mesh.computeBoundingSphere()` once a frame.
 * @example
 * {@includeCode ../../examples/api/three.ts#accelerate}
 */
export function accelerate(mesh: three.InstancedMesh | three.BatchedMesh, options?: TreeOptions): InstanceColliders;
export function accelerate(mesh: three.Mesh, options?: TreeOptions): Collider;
export function accelerate(mesh: three.Mesh, options: TreeOptions = {}): Collider | InstanceColliders {
  if (drawsMany(mesh)) {
    const instances = accelerateInstances(mesh, options);
    keepInClones(mesh);
    return instances;
  }
  const collider = computeBoundsTree.call(mesh, options);
  mesh.raycast = ownRaycast;
  if (collider.shape.deformer.kind === 'rigid') return collider; // the bounds of its geometry are right
  Object.assign(mesh, { computeBoundingBox, computeBoundingSphere, intersectsFrustum });
  return collider;
}
