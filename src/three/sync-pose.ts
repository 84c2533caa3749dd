import type * as three from 'three';
import { type Collider, setPose } from '../collider.ts';
import type { Shape } from '../shape.ts';
import { type Look, shapeInOrder } from './face-order.ts';
import { composeJoints, takeWorlds, updateWorld, writeJoints, writeWeights } from './joints-of-mesh.ts';
import { type Link, linkOf } from './link.ts';
import { nameOf } from './name-of.ts';
import { checkOrigin } from './origin.ts';

/**
 * Puts a collider where the mesh is now, in the pose it is in now: for colliders you hold yourself (`colliderOfMesh`). The `boundsTree`
 * of a mesh does this whenever it is read. Reads the bones themselves, not what a renderer may have made of them: no render,
 * no `skeleton.update()` and no `updateMatrixWorld()` is needed first, in Node or in a page. World matrices of the mesh, its
 * bones and all above them are brought up to date; nothing else of the scene is touched.
 *
 * Returns whether anything has moved. If nothing has, what queries have computed so far stays valid, so call it freely.
 * Cost: O(bones and what is above them), some 0.15 us each; moves no vertex.
 * @example
 * {@includeCode ../../examples/api/three.ts#colliders}
 */
export function syncPose(collider: Collider, mesh: three.Mesh): boolean {
  return poseCollider(collider, mesh, 'syncPose', 'samples');
}

/** As `syncPose`. Faces that were put in another order are numbered anew, as far as `look` finds out. */
export function poseCollider(collider: Collider, mesh: three.Mesh, caller: string, look: Look): boolean {
  return poseLinked(collider, linkOf(mesh, caller), mesh, caller, look, 'brought up to date');
}

/** As `poseCollider`, where the link is at hand. World matrices are left as they are, if that is possible; or they are composed already (`composeWorlds`). */
export function poseLinked(
  collider: Collider,
  link: Link,
  mesh: three.Mesh,
  caller: string,
  look: Look,
  worlds: 'brought up to date' | 'left alone' | 'composed',
): boolean {
  checkFit(collider.shape, link, mesh, caller);
  checkOrigin(collider, link, mesh, caller);
  collider.shape = shapeInOrder(collider.shape, mesh, caller, look);
  if (worlds === 'composed') takeWorlds(link, mesh);
  else if (worlds === 'brought up to date' || !composeJoints(link, mesh)) {
    updateWorld(link, mesh);
    writeJoints(link, mesh, 'world');
  }
  writeWeights(link, mesh);
  if (isSame(link.matrices, collider.jointMatrices) && isSame(link.weights, collider.weights)) return false;
  takePose(collider, link, mesh, caller);
  return true;
}

/** Gives a collider the pose that was written into the link; says which mesh it is that has a pose no collider can take. */
export function takePose(collider: Collider, link: Link, mesh: three.Mesh, caller: string): void {
  try {
    setPose(collider, { jointMatrices: link.matrices, weights: link.weights });
  } catch (error) {
    const reason = (error as Error).message.replace(/^setPose: /, '');
    throw new Error(`${caller}: ${nameOf(mesh)} cannot be posed: ${reason}`, { cause: error });
  }
}

/** Refuses a shape that cannot be of this mesh. */
export function checkFit({ deformer }: Shape, { matrices, weights }: Link, mesh: three.Mesh, caller: string): void {
  const joints = deformer.sets.jointCount;
  const targets = deformer.displacements.count;
  if (joints === matrices.length / 12 && targets === weights.length) return;
  throw new Error(
    `${caller}: ${nameOf(mesh)} has ${matrices.length / 12} bones that move it and ${weights.length} morph targets, ` +
      `the shape ${joints} and ${targets}; use the shape of this very mesh (shapeOfMesh).`,
  );
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
