import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { poseCollider } from './sync-pose.ts';
import { forgetWarnings } from './warn-once.ts';

const held = new WeakMap<three.Mesh, Collider>();

/**
 * Makes `collider` the `boundsTree` of a mesh. Whoever reads that property gets the collider posed as the mesh is at this moment,
 * so no query can be asked of an older pose; a mesh that cannot be posed (`syncPose` says why) throws there. Not enumerable:
 * tools that list the properties of a mesh do not pose it.
 */
export function holdCollider(mesh: three.Mesh, collider: Collider): void {
  held.set(mesh, collider);
  forgetWarnings(mesh);
  Object.defineProperty(mesh, 'boundsTree', {
    configurable: true,
    enumerable: false,
    get(this: three.Mesh): Collider {
      const own = held.get(this)!;
      poseCollider(own, this, 'boundsTree', 'samples');
      return own;
    },
    set: setTree,
  });
}

/** A collider that is assigned is posed at each look, too; anything else makes the property a plain one again. */
function setTree(this: three.Mesh, value: unknown): void {
  if (isCollider(value)) holdCollider(this, value);
  else {
    held.delete(this);
    Object.defineProperty(this, 'boundsTree', { configurable: true, enumerable: true, writable: true, value });
  }
}

/** The collider of a mesh in whatever pose it was left, null if it has none: other libraries use the same name for theirs. */
export function heldCollider(mesh: three.Mesh): Collider | null {
  const own = held.get(mesh);
  if (own) return own;
  const { boundsTree } = mesh;
  return isCollider(boundsTree) ? boundsTree : null;
}

function isCollider(value: unknown): value is Collider {
  return typeof value === 'object' && value !== null && 'shape' in value && 'jointMatrices' in value;
}
