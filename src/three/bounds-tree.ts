import type * as three from 'three';
import type { Collider } from '../collider.ts';
import type { Shape, ShapeOptions } from '../shape.ts';
import { acceleratedRaycast, acceleratedSkinnedRaycast, ownRaycast } from './accelerated-raycast.ts';
import { keepInClones } from './clone-accelerated.ts';
import { colliderOfMesh, sharedShape } from './collider-of-mesh.ts';
import { holdInstances } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { holdCollider } from './mesh-collider.ts';
import { forgetBounds } from './own-methods.ts';

/** Those of `createShape`; or a shape that is there already, loaded (`loadShape`) or built. */
export interface TreeOptions extends ShapeOptions {
  shape?: Shape;
}

/**
 * Gives a mesh a collider as its `boundsTree`, and returns it: `computeBoundsTree.call(mesh)`. Meshes that share a geometry
 * share the shape. Needed again only after the geometry itself was changed, never for a pose: whoever reads `mesh.boundsTree`
 * gets the collider posed as the mesh is then. Clones of the mesh get one, too. Nothing of the geometry is reordered.
 */
export function computeBoundsTree(this: three.Mesh, { shape, ...options }: TreeOptions = {}): Collider {
  const collider = colliderOfMesh(this, shape ?? sharedShape(this, options));
  holdCollider(this, collider);
  if (this.raycast === acceleratedRaycast || this.raycast === acceleratedSkinnedRaycast) this.raycast = ownRaycast;
  keepInClones(this);
  return collider;
}

/**
 * Takes the collider from a mesh again; rays and culling are then left to three.js. From a mesh that draws many, what `accelerate` gave it.
 */
export function disposeBoundsTree(this: three.Mesh): void {
  if (drawsMany(this)) {
    holdInstances(this, null);
    return;
  }
  this.boundsTree = null;
  forgetBounds(this);
}
