import type { Skeleton } from '../src/deform/skeleton.ts';
import type { Mesh } from '../src/mesh/mesh.ts';
import type { Skin } from '../src/mesh/skin.ts';

/** A skinned character in its rest pose. How it is skinned (linear, spherical, dual quaternion) is the user's choice. */
export interface Model {
  name: string;
  mesh: Mesh;
  skin: Skin;
  skeleton: Skeleton;
  /** A name for each joint, for people: `left-knee`. */
  jointNames: string[];
}
