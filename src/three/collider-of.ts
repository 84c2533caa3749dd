import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { nameOf } from './name-of.ts';

/** The collider a mesh has been given. */
export function colliderOf(mesh: three.Mesh, caller: string): Collider {
  if (mesh.boundsTree) return mesh.boundsTree;
  throw new Error(`${caller}: ${nameOf(mesh)} has no boundsTree; call accelerate(mesh) once before.`);
}
