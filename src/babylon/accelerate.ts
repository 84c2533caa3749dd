import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Collider } from '../collider.ts';
import { type AccelerateOptions, accelerationOf, createAcceleration } from './acceleration.ts';
import { isInFrustum } from './bounds.ts';
import { intersects } from './intersects.ts';
import { poseCollider } from './pose-collider.ts';

/**
 * Makes picking of one mesh fast and right, in the pose it is in: `scene.pick`, `pickWithRay`, pointer events and all else that asks
 * `mesh.intersects` finds what Babylon would find after `refreshBoundingInfo({ applySkeleton: true, applyMorph: true })`. Lets Babylon cull the mesh by
 * bounds of its current pose. Returns its collider, as `colliderOf` does. Meshes that share a geometry (instances, clones) share the shape, which is
 * slow to build, in proportion to its triangles; each is accelerated by a call of its own. Call it again after positions, skin or morph targets were changed.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#accelerate}
 */
export function accelerate(mesh: AbstractMesh, options: AccelerateOptions = {}): Collider {
  const acceleration = createAcceleration(mesh, options, 'accelerate');
  const { collider } = acceleration;
  poseCollider(collider, mesh, acceleration, 'world', 'accelerate');
  Object.assign(mesh, collider.shape.deformer.kind === 'rigid' ? { intersects } : { intersects, isInFrustum });
  return collider;
}

/**
 * The collider of a mesh, in the world, posed as the mesh is now, for all queries of the core. A mesh that has none yet is given one, which
 * takes as long as building its shape; after that, O(bones). Ask for it again in the next frame: a collider does not follow by itself.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#colliders}
 */
export function colliderOf(mesh: AbstractMesh): Collider {
  const acceleration = accelerationOf(mesh) ?? createAcceleration(mesh, {}, 'colliderOf');
  poseCollider(acceleration.collider, mesh, acceleration, 'world', 'colliderOf');
  return acceleration.collider;
}
