import type * as three from 'three';
import { type Collider, createCollider } from '../collider.ts';
import { checkDistance, checkPoint } from '../query/check-input.ts';
import { findPairs as findColliderPairs } from '../query/pairs/find-pairs.ts';
import { type Separation, separate } from '../query/pairs/find-separation.ts';
import { touches as collidersTouch } from '../query/pairs/touches.ts';
import { findNearestPair as findNearestOfColliders, type NearestPair } from '../query/probe/nearest-pair.ts';
import { findNearestPoint as findNearestOfCollider, type NearestPoint } from '../query/probe/nearest-point.ts';
import { addBodies, type Bodies, colliderOf, createBodies, findCloseBodies, writeBoxes } from './bodies.ts';
import { boundNearest, listWithin } from './instances/box-tree.ts';
import { type Instances, partOf, putAt } from './instances/instances.ts';

/** Faces of two meshes that touch. */
export interface MeshPairs {
  meshA: three.Mesh;
  meshB: three.Mesh;
  /** Of a mesh that draws many: which instance, as `instanceId` or `batchId` of a hit. */
  instanceA?: number;
  instanceB?: number;
  /** [face of meshA, face of meshB, ...], numbered as `faceIndex` of a hit; of a `BatchedMesh` as those of one geometry, from 0. */
  pairs: Uint32Array;
}

/** Where two objects are nearest: `triangleA` and `triangleB` are faces of these meshes. */
export interface NearestMeshPair extends NearestPair {
  meshA: three.Mesh;
  meshB: three.Mesh;
  /** As in `MeshPairs`. */
  instanceA?: number;
  instanceB?: number;
}

/** Where an object is nearest to a point: `triangle` is a face of this mesh. */
export interface NearestMeshPoint extends NearestPoint {
  mesh: three.Mesh;
  /** Of a mesh that draws many: which instance. */
  instance?: number;
}

/**
 * Whether two objects touch as they are posed now: meshes, or whole characters of several meshes. Nothing has to be updated or
 * rendered first. What is not visible is left out. A mesh that has no `boundsTree` yet is given one. Of an `InstancedMesh` or a `BatchedMesh` every instance
 * counts that is drawn; those of one mesh are not held against each other.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function touches(a: three.Object3D, b: three.Object3D): boolean {
  const bodies = bodiesOfTwo(a, b, 'touches');
  const close = findCloseBodies(bodies, 0, 'bounds');
  for (let k = 0; k < close.length; k += 4) {
    if (collidersTouch(...collidersOfPair(bodies, k, 'touches'))) return true;
  }
  return false;
}

/**
 * All faces of two objects that touch as they are posed now, by pairs of meshes (and of instances); none is empty. As `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function findPairs(a: three.Object3D, b: three.Object3D): MeshPairs[] {
  const bodies = bodiesOfTwo(a, b, 'findPairs');
  const close = findCloseBodies(bodies, 0, 'bounds');
  const found: MeshPairs[] = [];
  for (let k = 0; k < close.length; k += 4) {
    const pairs = findColliderPairs(...collidersOfPair(bodies, k, 'findPairs'));
    if (pairs.length > 0) found.push({ ...nameOfPair(bodies, k), pairs });
  }
  return found;
}

/**
 * How far apart two objects are as they are posed now, in the world, and where; null if farther than `maxDistance`. 0 exactly
 * if they touch. As `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function findNearestPair(
  a: three.Object3D,
  b: three.Object3D,
  options: { maxDistance?: number } = {},
): NearestMeshPair | null {
  const bodies = bodiesOfTwo(a, b, 'findNearestPair');
  let maxDistance = boundBodies(bodies, options.maxDistance ?? Infinity);
  let nearest: NearestMeshPair | null = null;
  const close = findCloseBodies(bodies, maxDistance, 'bounds');
  for (let k = 0; k < close.length; k += 4) {
    const found = findNearestOfColliders(...collidersOfPair(bodies, k, 'findNearestPair'), { maxDistance });
    if (found === null || (nearest !== null && found.distance >= nearest.distance)) continue;
    nearest = { ...found, ...nameOfPair(bodies, k) };
    maxDistance = found.distance;
  }
  return nearest;
}

/**
 * How deep two objects are in each other as they are posed now, and which way leads out: after `a.position` has gone by `depth` along `direction`
 * (in the world) none of its meshes touches one of `b`. Null if none does now. What the core says of two colliders, of all meshes of both; as `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#contacts}
 */
export function findSeparation(a: three.Object3D, b: three.Object3D): Separation | null {
  const bodies = bodiesOfTwo(a, b, 'findSeparation');
  const { count, meshes } = bodies;
  for (let one = 0; one < count; one++) {
    for (let other = 0; other < one; other++) {
      if (meshes[one] === meshes[other]) {
        throw new Error('findSeparation: a mesh is below both objects; give two that can be moved apart.');
      }
    }
  }
  // Instances farther off than the way out is long do not matter: it is looked for among those that are near, then among more.
  for (let reach = 0; ; ) {
    const found = separate(...listInvolved(bodies, reach));
    if (found === null || found.depth <= reach || !bodies.instances.some(Boolean)) return found;
    reach = 2 * found.depth;
  }
}

/** The colliders of both objects; of instances, each with one of its own, those that are at most so far from the other. */
function listInvolved(bodies: Bodies, reach: number): [Collider[], Collider[]] {
  const { count, colliders, instances, owners } = bodies;
  const sides: [Collider[], Collider[]] = [[], []];
  for (let k = 0; k < count; k++) if (colliders[k]) sides[owners[k]].push(colliders[k]!);
  const close = findCloseBodies(bodies, reach, 'bounds');
  const listed = new Set<string>();
  for (let k = 0; k < close.length; k += 2) {
    const [body, instance] = [close[k], close[k + 1]];
    if (instance < 0 || listed.has(`${body} ${instance}`)) continue;
    listed.add(`${body} ${instance}`);
    const many = instances[body]!;
    const collider = createCollider(partOf(many, instance, 'findSeparation', 'samples').shape);
    sides[owners[body]].push(putAt(many, instance, collider, 'findSeparation'));
  }
  return sides;
}

/**
 * The point of an object nearest to one of the world, as it is posed now, and which mesh, face and place on it that is; null if none is
 * within `maxDistance`. Surfaces only: for a point inside, too, how far it is from the skin. As `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#nearest}
 */
export function findNearestPoint(
  object: three.Object3D,
  point: three.Vector3Like,
  options: { maxDistance?: number } = {},
): NearestMeshPoint | null {
  const bodies = createBodies();
  addBodies(bodies, object, 0, 'the object', 'findNearestPoint');
  const at = [point?.x, point?.y, point?.z];
  let { maxDistance = Infinity } = options;
  checkPoint(at, 'the point', 'findNearestPoint');
  checkDistance(maxDistance, 'maxDistance', 'findNearestPoint');
  let nearest: NearestMeshPoint | null = null;
  for (let body = 0; body < bodies.count; body++) {
    for (const instance of listNearPoint(bodies.instances[body], at, maxDistance)) {
      const collider = colliderOf(bodies, body, instance, 'findNearestPoint');
      const found = findNearestOfCollider(collider, at, { maxDistance });
      if (found === null || (nearest !== null && found.distance >= nearest.distance)) continue;
      nearest = { ...found, mesh: bodies.meshes[body], ...(instance >= 0 && { instance }) };
      maxDistance = found.distance;
    }
  }
  return nearest;
}

/** The instances that may be nearest to a point; [-1] of a mesh that is one. */
function listNearPoint(instances: Instances | null, at: readonly number[], maxDistance: number): readonly number[] {
  if (instances === null) return [-1];
  const box = Float64Array.of(...at, ...at);
  const found: number[] = [];
  listWithin(instances.tree, box, 0, boundNearest(instances.tree, box, 0, maxDistance), found);
  return found;
}

/**
 * Which of many objects may touch as they are posed now, by the bounds of their meshes: [place in the list, place in the list,
 * ...], ascending. None that touches another is left out. To be asked each frame before `touches`: for a crowd.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function findClosePairs(
  objects: readonly three.Object3D[],
  options: { maxDistance?: number } = {},
): Uint32Array {
  const { maxDistance = 0 } = options;
  const bodies = createBodies();
  objects.forEach((object, k) => {
    addBodies(bodies, object, k, `object ${k}`, 'findClosePairs');
  });
  const { owners } = bodies;
  const found = new Set<number>();
  const close = findCloseBodies(bodies, maxDistance, 'bounds');
  for (let k = 0; k < close.length; k += 4) {
    found.add(owners[close[k]] * objects.length + owners[close[k + 2]]); // ascending, as the bodies are
  }
  const sorted = Float64Array.from(found).sort();
  return Uint32Array.from({ length: 2 * sorted.length }, (_, k) =>
    k % 2 === 0 ? Math.floor(sorted[k >> 1] / objects.length) : sorted[k >> 1] % objects.length,
  );
}

/** The bodies of two objects. A mesh below both is not held against itself. */
function bodiesOfTwo(a: three.Object3D, b: three.Object3D, caller: string): Bodies {
  const bodies = createBodies();
  addBodies(bodies, a, 0, 'the first object', caller);
  addBodies(bodies, b, 1, 'the second object', caller);
  return bodies;
}

/** The colliders of a pair that is close, where they are now. */
function collidersOfPair(bodies: Bodies, k: number, caller: string): [Collider, Collider] {
  const { close } = bodies;
  return [colliderOf(bodies, close[k], close[k + 1], caller), colliderOf(bodies, close[k + 2], close[k + 3], caller)];
}

function nameOfPair({ meshes, close }: Bodies, k: number): Omit<MeshPairs, 'pairs'> {
  const [a, instanceA, b, instanceB] = close.slice(k, k + 4);
  return {
    meshA: meshes[a],
    meshB: meshes[b],
    ...(instanceA >= 0 && { instanceA }),
    ...(instanceB >= 0 && { instanceB }),
  };
}

/** A distance within which two of the bodies are, if they are within `bound` at all: then instances that are farther off need not be asked. */
function boundBodies(bodies: Bodies, bound: number): number {
  const { count, instances, owners, meshes } = bodies;
  let least = bound;
  const boxes = new Float64Array(6 * count);
  writeBoxes(bodies, boxes, 'bounds');
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      const [manyA, manyB] = [instances[a], instances[b]];
      if (!manyB || owners[a] === owners[b] || meshes[a] === meshes[b]) continue;
      if (!manyA) least = boundNearest(manyB.tree, boxes, 6 * a, least);
      else if (a < b) {
        for (let one = 0; one < manyA.tree.count; one++) {
          least = boundNearest(manyB.tree, manyA.tree.boxes, 6 * one, least);
        }
      }
    }
  }
  return least;
}
