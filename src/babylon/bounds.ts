import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { createCollider } from '../collider.ts';
import { boundsOf } from '../query/bounds/posed-bounds.ts';
import { accelerationOf, createAcceleration, warnOnce } from './acceleration.ts';
import { poseCollider } from './pose-collider.ts';

/**
 * Brings the bounding info of a mesh to its current pose: what `refreshBoundingInfo({ applySkeleton: true, applyMorph: true })` does, without posing
 * every vertex. The box is the smallest in the space of the mesh, as there. Parts of the mesh get the bounds of all of it. Nothing is done
 * where the bounds are locked, or those of thin instances. Meshes that were accelerated are culled by such bounds in each frame; call it before
 * you read `getBoundingInfo()` yourself.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#bounds}
 */
export function refreshBounds(mesh: AbstractMesh): void {
  setBounds(mesh, true);
}

/** The smallest box (`tight`), or one that is somewhat larger and takes a look at the root of the tree alone. */
export function setBounds(mesh: AbstractMesh, tight: boolean): void {
  const acceleration = accelerationOf(mesh) ?? createAcceleration(mesh, {}, 'refreshBounds');
  if (mesh.getBoundingInfo().isLocked || mesh.hasThinInstances) return;
  const { shared } = acceleration;
  shared.local ??= createCollider(shared.shape);
  poseCollider(shared.local, mesh, acceleration, 'local', 'refreshBounds');
  const { low, high } = boundsOf(shared.local, { tight });
  const world = mesh.getWorldMatrix();
  const at = (corner: Float64Array) => mesh.position.clone().copyFromFloats(corner[0], corner[1], corner[2]);
  mesh.getBoundingInfo().reConstruct(at(low), at(high), world);
  for (const part of mesh.subMeshes ?? []) {
    if (!part.IsGlobal) part.getBoundingInfo().reConstruct(at(low), at(high), world);
  }
}

/** Takes the place of `isInFrustum` of one mesh: asks for bounds of the current pose. What cannot be bounded is drawn. Never throws. */
export const isInFrustum: AbstractMesh['isInFrustum'] = function (this: AbstractMesh, planes): boolean {
  try {
    setBounds(this, false);
  } catch (error) {
    warnOnce(accelerationOf(this)!, error);
    return true;
  }
  return Object.getPrototypeOf(this).isInFrustum.call(this, planes);
};
