import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { nameOf } from './name-of.ts';

/** The collider of a mesh, null if it has none: other libraries use the same name for theirs. */
export function heldCollider({ boundsTree }: three.Mesh): Collider | null {
  return boundsTree && 'jointMatrices' in boundsTree ? boundsTree : null;
}

/** As `heldCollider`, for those that cannot do without. */
export function colliderOf(mesh: three.Mesh, caller: string): Collider {
  const collider = heldCollider(mesh);
  if (collider) return collider;
  throw new Error(`${caller}: ${nameOf(mesh)} has no boundsTree; call accelerate(mesh) once before.`);
}
