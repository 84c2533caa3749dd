import type * as three from 'three';
import type { Collider } from '../collider.ts';
import type { ShapeOptions } from '../shape.ts';
import { acceleratedRaycast, acceleratedSkinnedRaycast, ownRaycast } from './accelerated-raycast.ts';
import { colliderOfMesh, sharedShape } from './collider-of-mesh.ts';
import { forgetBounds } from './own-methods.ts';
import { forgetWarnings } from './warn-once.ts';

/**
 * Gives a mesh a collider as its `boundsTree`, and returns it: `computeBoundsTree.call(mesh)`, or as a method,
 * `Mesh.prototype.computeBoundsTree = computeBoundsTree`. Meshes that share a geometry share the shape. Needed again only
 * after the geometry itself was changed, never for a pose. Nothing of the geometry is reordered.
 * @example
 * {@includeCode ../../examples/api/three.ts#methods}
 */
export function computeBoundsTree(this: three.Mesh, options: ShapeOptions = {}): Collider {
  this.boundsTree = colliderOfMesh(this, sharedShape(this, options));
  forgetWarnings(this);
  if (this.raycast === acceleratedRaycast || this.raycast === acceleratedSkinnedRaycast) this.raycast = ownRaycast;
  return this.boundsTree;
}

/**
 * Takes the collider from a mesh again; rays and culling are then left to three.js.
 * @example
 * {@includeCode ../../examples/api/three.ts#methods}
 */
export function disposeBoundsTree(this: three.Mesh): void {
  this.boundsTree = null;
  forgetBounds(this);
}
