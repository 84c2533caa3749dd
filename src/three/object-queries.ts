import type * as three from 'three';
import { findPairs as findColliderPairs } from '../query/pairs/find-pairs.ts';
import { type Separation, separate } from '../query/pairs/find-separation.ts';
import { touches as collidersTouch } from '../query/pairs/touches.ts';
import { findNearestPair as findNearestOfColliders, type NearestPair } from '../query/probe/nearest-pair.ts';
import { findNearestPoint as findNearestOfCollider, type NearestPoint } from '../query/probe/nearest-point.ts';
import { addBodies, type Bodies, createBodies, findCloseBodies } from './bodies.ts';

/** Faces of two meshes that touch. */
export interface MeshPairs {
  meshA: three.Mesh;
  meshB: three.Mesh;
  /** [face of meshA, face of meshB, ...], numbered as `faceIndex` of a hit. */
  pairs: Uint32Array;
}

/** Where two objects are nearest: `triangleA` and `triangleB` are faces of these meshes. */
export interface NearestMeshPair extends NearestPair {
  meshA: three.Mesh;
  meshB: three.Mesh;
}

/** Where an object is nearest to a point: `triangle` is a face of this mesh. */
export interface NearestMeshPoint extends NearestPoint {
  mesh: three.Mesh;
}

/**
 * Whether two objects touch as they are posed now: meshes, or whole characters of several meshes. Nothing has to be updated or
 * rendered first. What is not visible is left out. A mesh that has no `boundsTree` yet is given one.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function touches(a: three.Object3D, b: three.Object3D): boolean {
  const bodies = bodiesOfTwo(a, b, 'touches');
  const { colliders } = bodies;
  const close = findCloseBodies(bodies, 0);
  for (let k = 0; k < close.length; k += 2) {
    if (collidersTouch(colliders[close[k]], colliders[close[k + 1]])) return true;
  }
  return false;
}

/**
 * All faces of two objects that touch as they are posed now, by pairs of meshes; none is empty. As `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function findPairs(a: three.Object3D, b: three.Object3D): MeshPairs[] {
  const bodies = bodiesOfTwo(a, b, 'findPairs');
  const { meshes, colliders } = bodies;
  const found: MeshPairs[] = [];
  forEachPair(findCloseBodies(bodies, 0), (one, other) => {
    const pairs = findColliderPairs(colliders[one], colliders[other]);
    if (pairs.length > 0) found.push({ meshA: meshes[one], meshB: meshes[other], pairs });
  });
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
  const { meshes, colliders } = bodies;
  let { maxDistance = Infinity } = options;
  let nearest: NearestMeshPair | null = null;
  forEachPair(findCloseBodies(bodies, maxDistance), (one, other) => {
    const found = findNearestOfColliders(colliders[one], colliders[other], { maxDistance });
    if (found === null || (nearest !== null && found.distance >= nearest.distance)) return;
    nearest = { ...found, meshA: meshes[one], meshB: meshes[other] };
    maxDistance = found.distance;
  });
  return nearest;
}

/**
 * How deep two objects are in each other as they are posed now, and which way leads out: after `a.position` has gone by `depth` along `direction`
 * (in the world) none of its meshes touches one of `b`. Null if none does now. What the core says of two colliders, of all meshes of both; as `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#contacts}
 */
export function findSeparation(a: three.Object3D, b: three.Object3D): Separation | null {
  const { count, colliders, owners } = bodiesOfTwo(a, b, 'findSeparation');
  const own = colliders.slice(0, count).filter((_, k) => owners[k] === 0);
  const others = colliders.slice(0, count).filter((_, k) => owners[k] === 1);
  if (own.some(collider => others.includes(collider))) {
    throw new Error('findSeparation: a mesh is below both objects; give two that can be moved apart.');
  }
  return separate(own, others);
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
  let { maxDistance = Infinity } = options;
  let nearest: NearestMeshPoint | null = null;
  const at = [point?.x, point?.y, point?.z];
  for (let k = 0; k < bodies.count; k++) {
    const found = findNearestOfCollider(bodies.colliders[k], at, { maxDistance });
    if (found === null || (nearest !== null && found.distance >= nearest.distance)) continue;
    nearest = { ...found, mesh: bodies.meshes[k] };
    maxDistance = found.distance;
  }
  return nearest;
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
  forEachPair(findCloseBodies(bodies, maxDistance), (one, other) => {
    found.add(owners[one] * objects.length + owners[other]); // ascending, as the bodies are
  });
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

function forEachPair(pairs: Uint32Array, visit: (one: number, other: number) => void): void {
  for (let k = 0; k < pairs.length; k += 2) visit(pairs[k], pairs[k + 1]);
}
