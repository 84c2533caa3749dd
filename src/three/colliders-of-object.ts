import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { computeBoundsTree } from './bounds-tree.ts';
import { heldCollider } from './mesh-collider.ts';
import { nameOf } from './name-of.ts';
import { poseCollider } from './sync-pose.ts';

/** The meshes of an object and their colliders, posed as the meshes are now. */
export interface ObjectColliders {
  meshes: three.Mesh[];
  colliders: Collider[];
}

/**
 * The colliders of all meshes at and below an object: a mesh, or a whole character of several meshes on one skeleton. What is
 * not visible is left out (weapons of which one is shown), as are meshes without triangles. A mesh that has no `boundsTree` yet
 * is given one, which takes as long as building its shape. Cost after that: O(bones) for each mesh.
 */
export function collidersOf(object: three.Object3D, what: string, caller: string): ObjectColliders {
  if (object?.isObject3D !== true) {
    throw new Error(`${caller}: ${what} is ${sayValue(object)}; give a mesh, or an object with meshes below it.`);
  }
  const meshes: three.Mesh[] = [];
  const colliders: Collider[] = [];
  object.traverseVisible(child => {
    const mesh = child as three.Mesh;
    if (mesh.isMesh !== true || isEmpty(mesh)) return;
    const { isInstancedMesh, isBatchedMesh } = child as three.InstancedMesh & three.BatchedMesh;
    if (isInstancedMesh || isBatchedMesh) {
      throw new Error(
        `${caller}: ${nameOf(mesh)} stands in many places at once; make a collider for each of them (createCollider, setPlacement).`,
      );
    }
    let collider = heldCollider(mesh);
    if (collider === null) collider = computeBoundsTree.call(mesh);
    else poseCollider(collider, mesh, caller, 'samples');
    meshes.push(mesh);
    colliders.push(collider);
  });
  return { meshes, colliders };
}

function isEmpty({ geometry }: three.Mesh): boolean {
  const { position } = geometry.attributes;
  return !position || (geometry.index ?? position).count < 3;
}
