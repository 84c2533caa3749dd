import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { ownRaycast } from './accelerated-raycast.ts';
import { computeBoundsTree, type TreeOptions } from './bounds-tree.ts';
import { computeBoundingBox, computeBoundingSphere } from './compute-bounds.ts';
import { intersectsFrustum } from './intersects-frustum.ts';

/**
 * Makes one mesh fast and right, whatever it is: gives it a `boundsTree` (`computeBoundsTree`), lets rays use it
 * (`acceleratedRaycast`), and lets three.js cull it by bounds of its current pose, at each look. For the queries of the core read
 * `mesh.boundsTree` each time you ask: it is then posed as the mesh is. Returns that collider. Clones of the mesh are
 * accelerated too. Not meant for meshes whose positions you write yourself.
 *
 * Culling asks the mesh since three.js r187; with older ones call `mesh.computeBoundingSphere()` once a frame.
 * @example
 * {@includeCode ../../examples/api/three.ts#accelerate}
 */
export function accelerate(mesh: three.Mesh, options: TreeOptions = {}): Collider {
  const collider = computeBoundsTree.call(mesh, options);
  mesh.raycast = ownRaycast;
  if (collider.shape.deformer.kind === 'rigid') return collider; // the bounds of its geometry are right
  Object.assign(mesh, { computeBoundingBox, computeBoundingSphere, intersectsFrustum });
  return collider;
}
