import type * as three from 'three';
import { type Collider, setPose } from '../collider.ts';
import type { Shape } from '../shape.ts';
import { updateWorld, writeJoints, writeWeights } from './joints-of-mesh.ts';
import { type Link, linkOf } from './link.ts';
import { nameOf } from './name-of.ts';

/**
 * Puts a collider where the mesh is now, in the pose it is in now. Reads the bones themselves, not what a renderer may have
 * made of them: no render, no `skeleton.update()` and no `updateMatrixWorld()` is needed first, in Node or in a page. World
 * matrices of the mesh, its bones and all above them are brought up to date; nothing else of the scene is touched.
 *
 * Returns whether anything has moved. If nothing has, what queries have computed so far stays valid, so call it freely.
 * Cost: O(bones and what is above them), some 0.15 us each; moves no vertex.
 * @example
 * {@includeCode ../../examples/api/three.ts#colliders}
 */
export function syncPose(collider: Collider, mesh: three.Mesh): boolean {
  const link = linkOf(mesh, 'syncPose');
  checkFit(collider.shape, link, mesh, 'syncPose');
  updateWorld(link, mesh);
  writeJoints(link, mesh, 'world');
  writeWeights(link, mesh);
  if (isSame(link.matrices, collider.jointMatrices) && isSame(link.weights, collider.weights)) return false;
  setPose(collider, { jointMatrices: link.matrices, weights: link.weights });
  return true;
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
