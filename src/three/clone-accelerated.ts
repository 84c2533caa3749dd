import type * as three from 'three';
import { createCollider } from '../collider.ts';
import { acceleratedRaycast, acceleratedSkinnedRaycast, ownRaycast } from './accelerated-raycast.ts';
import { computeBoundingBox, computeBoundingSphere } from './compute-bounds.ts';
import { accelerateTwin } from './instances/accelerate.ts';
import { heldInstances } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { intersectsFrustum } from './intersects-frustum.ts';
import { heldCollider, holdCollider } from './mesh-collider.ts';
import { copyOrigin } from './origin.ts';

/** All that is set on a mesh of its own. */
const methods: Record<string, readonly unknown[]> = {
  raycast: [ownRaycast, acceleratedRaycast, acceleratedSkinnedRaycast],
  computeBoundingBox: [computeBoundingBox],
  computeBoundingSphere: [computeBoundingSphere],
  intersectsFrustum: [intersectsFrustum],
};

/**
 * Lets the clones of a mesh be what it is: with a collider of their own, of the same shape, and the same methods. `SkeletonUtils.clone`
 * clones each mesh, too, and binds it anew afterwards, which a collider notices. A mesh with a `clone` of its own keeps that.
 */
export function keepInClones(mesh: three.Mesh): void {
  if (Object.hasOwn(mesh, 'clone')) return;
  const value = cloneAccelerated;
  Object.defineProperty(mesh, 'clone', { configurable: true, enumerable: false, writable: true, value });
}

function cloneAccelerated(this: three.Mesh, recursive?: boolean): three.Mesh {
  const twin: three.Mesh = Object.getPrototypeOf(this).clone.call(this, recursive);
  if (drawsMany(this) && drawsMany(twin)) {
    if (heldInstances(this)) accelerateTwin(this, twin);
    keepInClones(twin);
    return twin;
  }
  const collider = heldCollider(this);
  if (!collider) return twin;
  const copy = createCollider(collider.shape);
  if (twin.geometry === this.geometry) copyOrigin(collider, copy);
  holdCollider(twin, copy);
  keepInClones(twin);
  const own = this as unknown as Record<string, unknown>;
  for (const [name, ours] of Object.entries(methods)) {
    if (Object.hasOwn(this, name) && ours.includes(own[name])) Object.assign(twin, { [name]: own[name] });
  }
  return twin;
}
