import type * as three from 'three';
import { findCrowdPairs, reserveCrowd } from '../bounds/crowd.ts';
import { type Collider, refitRoot } from '../collider.ts';
import { writeRootBox } from '../compiled/root-box.ts';
import { sayValue } from '../math/say-value.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import { giveBack, takeWorkspace } from '../workspace.ts';
import { computeBoundsTree } from './bounds-tree.ts';
import { isNowhere, listWithin } from './instances/box-tree.ts';
import { type Instances, instancesNow, placedAt } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { linkOf } from './link.ts';
import { heldCollider } from './mesh-collider.ts';
import { poseLinked } from './sync-pose.ts';
import { type Visit, visibleMeshes } from './visible-meshes.ts';

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
  /** What was found at and below each object, if it is asked about again. */
  visits: WeakMap<three.Object3D, Visit>;
}

export function createBodies(): Bodies {
  return { count: 0, meshes: [], colliders: [], instances: [], owners: [], close: [], visits: new WeakMap() };
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
  const meshes = visibleMeshes(object, bodies.visits);
  for (let k = 0; k < meshes.length; k++) addMesh(bodies, meshes[k], owner, caller);
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
    else poseLinked(collider, linkOf(mesh, caller), mesh, caller, 'samples', 'left alone');
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
export function findCloseBodies(bodies: Bodies, maxDistance: number, kind: BoxKind): readonly number[] {
  const { count, meshes, owners, close } = bodies;
  let listed = 0; // written over and cut off in the end: a list that is emptied has to take its memory anew
  if (count < 2) return [];
  const host = hostOf(bodies);
  const workspace = takeWorkspace(host);
  const crowd = reserveCrowd(workspace.crowd, count);
  workspace.crowd = crowd;
  writeBoxes(bodies, crowd.boxes, kind);
  const pairs = findCrowdPairs(crowd, count, maxDistance);
  for (let k = 0; k < pairs.length; k += 2) {
    const a = pairs[k];
    const b = pairs[k + 1];
    if (owners[a] === owners[b] || meshes[a] === meshes[b]) continue;
    if (bodies.instances[a] || bodies.instances[b]) {
      listed = addInstances(bodies, crowd.boxes, a, b, maxDistance, listed);
      continue;
    }
    close[listed] = a;
    close[listed + 1] = close[listed + 3] = -1;
    close[listed + 2] = b;
    listed += 4;
  }
  close.length = listed;
  giveBack(host, workspace, undefined);
  return close;
}

/** Whose workspace is used. */
function hostOf({ colliders, instances }: Bodies): Collider {
  return colliders[0] ?? [...instances[0]!.parts.values()][0].rest;
}

/** Boxes of bodies: `boundsOf` each, or the tightest that are at hand, which depends on what was asked before. */
type BoxKind = 'bounds' | 'tightest';

/** A box around each body. */
export function writeBoxes({ count, colliders, instances }: Bodies, boxes: Float64Array, kind: BoxKind): void {
  for (let k = 0; k < count; k++) {
    const collider = colliders[k];
    if (collider) {
      if (kind === 'tightest' && writeRootBox(collider, boxes, 6 * k)) continue;
      refitRoot(collider);
      boxNode(collider, 0, boxes, 6 * k);
    } else for (let e = 0; e < 6; e++) boxes[6 * k + e] = instances[k]!.tree.nodes[e];
  }
}

/** Adds the instances of two bodies that are close, of which one may be a single mesh, from a place on; returns the place behind them. */
function addInstances(
  { instances, close }: Bodies,
  boxes: Float64Array,
  a: number,
  b: number,
  maxDistance: number,
  from: number,
): number {
  const [manyA, manyB] = [instances[a], instances[b]];
  const near = (many: Instances | null, of: Float64Array, o: number): number[] => {
    if (!many) return [-1];
    const found: number[] = [];
    listWithin(many.tree, of, o, maxDistance, found);
    return found.sort((x, y) => x - y);
  };
  let listed = from;
  for (const one of near(manyA, boxes, 6 * b)) {
    for (const other of one < 0 ? near(manyB, boxes, 6 * a) : near(manyB, manyA!.tree.boxes, 6 * one)) {
      for (const number of [a, one, b, other]) close[listed++] = number;
    }
  }
  return listed;
}
