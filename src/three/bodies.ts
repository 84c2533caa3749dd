import type * as three from 'three';
import { findCrowdPairs, reserveCrowd } from '../bounds/crowd.ts';
import { type Collider, refitRoot } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import { giveBack, takeWorkspace } from '../workspace.ts';
import { computeBoundsTree } from './bounds-tree.ts';
import { isNowhere, listWithin } from './instances/box-tree.ts';
import { type Instances, instancesNow, placedAt } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { heldCollider } from './mesh-collider.ts';
import { poseCollider } from './sync-pose.ts';

/**
 * The meshes of some objects, one after the other, with colliders posed as the meshes are now; of a mesh that draws many, what is known of its instances.
 * Only the first `count` of each list count.
 */
export interface Bodies {
  count: number;
  meshes: three.Mesh[];
  /** One of the two is null. */
  colliders: (Collider | null)[];
  instances: (Instances | null)[];
  /** Which of the objects each is of. */
  owners: number[];
  /** Pairs that are close: body, instance of it (-1: it is one), body, instance; the lower body first. */
  close: number[];
}

export function createBodies(): Bodies {
  return { count: 0, meshes: [], colliders: [], instances: [], owners: [], close: [] };
}

/**
 * Adds all meshes at and below an object: a mesh, or a whole character of several meshes on one skeleton. What is
 * not visible is left out (weapons of which one is shown), as are meshes without triangles. A mesh that has no `boundsTree` yet
 * is given one, which takes as long as building its shape. Cost after that: O(bones) for each mesh, O(instances) for those that draw many.
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
  let collider: Collider | null = null;
  let instances: Instances | null = null;
  if (drawsMany(mesh)) {
    instances = instancesNow(mesh, caller);
    if (isNowhere(instances.tree)) return;
  } else {
    collider = heldCollider(mesh);
    if (collider === null) collider = computeBoundsTree.call(mesh);
    else poseCollider(collider, mesh, caller, 'samples');
  }
  const at = bodies.count++;
  bodies.meshes[at] = mesh;
  bodies.colliders[at] = collider;
  bodies.instances[at] = instances;
  bodies.owners[at] = owner;
}

function isEmpty({ geometry }: three.Mesh): boolean {
  const { position } = geometry.attributes;
  return !position || (geometry.index ?? position).count < 3;
}

/** The collider of a body, posed as it is now. That of an instance is one for all instances of its geometry in its mesh, and valid until the next is asked for. */
export function colliderOf(bodies: Bodies, body: number, instance: number, caller: string): Collider {
  return bodies.colliders[body] ?? placedAt(bodies.instances[body]!, instance, caller);
}

/**
 * Lists in `close` the pairs of bodies, of different objects and meshes, whose bounds are at most so far apart; of meshes that draw many, the instances. Bodies
 * ascend, and instances of the same. As `findClosePairs` of colliders. Returns that list.
 */
export function findCloseBodies(bodies: Bodies, maxDistance: number): readonly number[] {
  const { count, meshes, owners, close } = bodies;
  close.length = 0;
  if (count < 2) return close;
  const host = hostOf(bodies);
  const workspace = takeWorkspace(host);
  const crowd = reserveCrowd(workspace.crowd, count);
  workspace.crowd = crowd;
  writeBoxes(bodies, crowd.boxes);
  const pairs = findCrowdPairs(crowd, count, maxDistance);
  for (let k = 0; k < pairs.length; k += 2) {
    const [a, b] = [pairs[k], pairs[k + 1]];
    if (owners[a] !== owners[b] && meshes[a] !== meshes[b]) addClose(bodies, crowd.boxes, a, b, maxDistance);
  }
  giveBack(host, workspace, undefined);
  return close;
}

/** Whose workspace is used. */
function hostOf({ colliders, instances }: Bodies): Collider {
  return colliders[0] ?? [...instances[0]!.parts.values()][0].rest;
}

/** A box around each body. */
export function writeBoxes({ count, colliders, instances }: Bodies, boxes: Float64Array): void {
  for (let k = 0; k < count; k++) {
    const collider = colliders[k];
    if (collider) {
      refitRoot(collider);
      boxNode(collider, 0, boxes, 6 * k);
    } else for (let e = 0; e < 6; e++) boxes[6 * k + e] = instances[k]!.tree.nodes[e];
  }
}

/** Adds two bodies that are close, or those of their instances that are. */
function addClose({ instances, close }: Bodies, boxes: Float64Array, a: number, b: number, maxDistance: number): void {
  const [manyA, manyB] = [instances[a], instances[b]];
  if (!manyA && !manyB) {
    close.push(a, -1, b, -1);
    return;
  }
  const near = (many: Instances, of: Float64Array, o: number): number[] => {
    const found: number[] = [];
    listWithin(many.tree, of, o, maxDistance, found);
    return found.sort((x, y) => x - y);
  };
  for (const one of manyA ? near(manyA, boxes, 6 * b) : [-1]) {
    if (!manyB) close.push(a, one, b, -1);
    else if (!manyA) for (const other of near(manyB, boxes, 6 * a)) close.push(a, -1, b, other);
    else for (const other of near(manyB, manyA.tree.boxes, 6 * one)) close.push(a, one, b, other);
  }
}
