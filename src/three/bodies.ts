import type * as three from 'three';
import { findCrowdPairs, reserveCrowd } from '../bounds/crowd.ts';
import { type Collider, refitRoot } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import { giveBack, takeWorkspace } from '../workspace.ts';
import { computeBoundsTree } from './bounds-tree.ts';
import { heldCollider } from './mesh-collider.ts';
import { nameOf } from './name-of.ts';
import { poseCollider } from './sync-pose.ts';

/** The meshes of some objects, one after the other, with colliders posed as the meshes are now. Only the first `count` of each list count. */
export interface Bodies {
  count: number;
  meshes: three.Mesh[];
  colliders: Collider[];
  /** Which of the objects each is of. */
  owners: number[];
}

export function createBodies(): Bodies {
  return { count: 0, meshes: [], colliders: [], owners: [] };
}

/**
 * Adds all meshes at and below an object: a mesh, or a whole character of several meshes on one skeleton. What is
 * not visible is left out (weapons of which one is shown), as are meshes without triangles. A mesh that has no `boundsTree` yet
 * is given one, which takes as long as building its shape. Cost after that: O(bones) for each mesh.
 */
export function addBodies(bodies: Bodies, object: three.Object3D, owner: number, what: string, caller: string): void {
  if (object?.isObject3D !== true) {
    throw new Error(`${caller}: ${what} is ${sayValue(object)}; give a mesh, or an object with meshes below it.`);
  }
  addVisible(bodies, object, owner, caller);
}

/** As `traverseVisible`, without a function made for each call: a crowd is asked in each frame. */
function addVisible(bodies: Bodies, object: three.Object3D, owner: number, caller: string): void {
  if (!object.visible) return;
  if ((object as three.Mesh).isMesh === true) addMesh(bodies, object as three.Mesh, owner, caller);
  const { children } = object;
  for (let k = 0; k < children.length; k++) addVisible(bodies, children[k], owner, caller);
}

function addMesh(bodies: Bodies, mesh: three.Mesh, owner: number, caller: string): void {
  if (isEmpty(mesh)) return;
  const { isInstancedMesh, isBatchedMesh } = mesh as Partial<three.InstancedMesh & three.BatchedMesh>;
  if (isInstancedMesh || isBatchedMesh) {
    throw new Error(
      `${caller}: ${nameOf(mesh)} stands in many places at once; make a collider for each of them (createCollider, setPlacement).`,
    );
  }
  let collider = heldCollider(mesh);
  if (collider === null) collider = computeBoundsTree.call(mesh);
  else poseCollider(collider, mesh, caller, 'samples');
  const at = bodies.count++;
  bodies.meshes[at] = mesh;
  bodies.colliders[at] = collider;
  bodies.owners[at] = owner;
}

function isEmpty({ geometry }: three.Mesh): boolean {
  const { position } = geometry.attributes;
  return !position || (geometry.index ?? position).count < 3;
}

/**
 * Pairs of bodies, of different objects and meshes, whose bounds are at most so far apart: [body, body, ...], the lower first,
 * ascending. As `findClosePairs` of colliders.
 */
export function findCloseBodies({ count, meshes, colliders, owners }: Bodies, maxDistance: number): Uint32Array {
  if (count < 2) return new Uint32Array(0);
  const workspace = takeWorkspace(colliders[0]);
  const crowd = reserveCrowd(workspace.crowd, count);
  workspace.crowd = crowd;
  for (let k = 0; k < count; k++) {
    refitRoot(colliders[k]);
    boxNode(colliders[k], 0, crowd.boxes, 6 * k);
  }
  const pairs = findCrowdPairs(crowd, count, maxDistance);
  giveBack(colliders[0], workspace, undefined);
  let kept = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    const [a, b] = [pairs[k], pairs[k + 1]];
    if (owners[a] === owners[b] || meshes[a] === meshes[b]) continue;
    pairs[kept++] = a;
    pairs[kept++] = b;
  }
  return pairs.subarray(0, kept);
}
