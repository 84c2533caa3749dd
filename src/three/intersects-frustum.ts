import type * as three from 'three';
import { boundByTree } from './compute-bounds.ts';
import { heldCollider } from './mesh-collider.ts';
import { boundByThree } from './own-methods.ts';
import { warnOnce } from './warn-once.ts';

/**
 * Whether a camera may see the mesh as it is posed now: what three.js asks before it draws. Never throws. Where the tree cannot
 * answer, the bounds of three.js do; where there are none either, the mesh is drawn.
 */
export function intersectsFrustum(this: three.Mesh, frustum: three.Frustum | three.FrustumArray): boolean {
  const collider = heldCollider(this);
  if (!collider) return frustum.intersectsObject(this);
  try {
    boundByTree(this, collider, 'sphere');
  } catch (error) {
    warnOnce(this, error);
    if (!boundByThree(this, 'sphere')) return true;
  }
  return frustum.intersectsObject(this);
}
