import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { findClosePairs as findCloseColliders } from '../query/pairs/close-pairs.ts';
import { findPairs as findColliderPairs } from '../query/pairs/find-pairs.ts';
import { touches as collidersTouch } from '../query/pairs/touches.ts';
import { findNearestPair as findNearestOfColliders, type NearestPair } from '../query/probe/nearest-pair.ts';
import { collidersOf, type ObjectColliders } from './colliders-of-object.ts';

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

/**
 * Whether two objects touch as they are posed now: meshes, or whole characters of several meshes. Nothing has to be updated or
 * rendered first. What is not visible is left out. A mesh that has no `boundsTree` yet is given one.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function touches(a: three.Object3D, b: three.Object3D): boolean {
  return closeMeshes(a, b, 0, 'touches').some(([one, other]) => collidersTouch(one.collider, other.collider));
}

/**
 * All faces of two objects that touch as they are posed now, by pairs of meshes; none is empty. As `touches`.
 * @example
 * {@includeCode ../../examples/api/three.ts#objects}
 */
export function findPairs(a: three.Object3D, b: three.Object3D): MeshPairs[] {
  return closeMeshes(a, b, 0, 'findPairs').flatMap(([one, other]) => {
    const pairs = findColliderPairs(one.collider, other.collider);
    return pairs.length > 0 ? [{ meshA: one.mesh, meshB: other.mesh, pairs }] : [];
  });
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
  let { maxDistance = Infinity } = options;
  let nearest: NearestMeshPair | null = null;
  for (const [one, other] of closeMeshes(a, b, maxDistance, 'findNearestPair')) {
    const found = findNearestOfColliders(one.collider, other.collider, { maxDistance });
    if (found === null || (nearest !== null && found.distance >= nearest.distance)) continue;
    nearest = { ...found, meshA: one.mesh, meshB: other.mesh };
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
  const colliders: Collider[] = [];
  const owners: number[] = [];
  objects.forEach((object, k) => {
    for (const collider of collidersOf(object, `object ${k}`, 'findClosePairs').colliders) {
      colliders.push(collider);
      owners.push(k);
    }
  });
  const found = new Set<number>();
  const pairs = findCloseColliders(colliders, options);
  for (let k = 0; k < pairs.length; k += 2) {
    const [one, other] = [owners[pairs[k]], owners[pairs[k + 1]]]; // ascending, as the colliders are
    if (one !== other) found.add(one * objects.length + other);
  }
  const sorted = Float64Array.from(found).sort();
  return Uint32Array.from({ length: 2 * sorted.length }, (_, k) =>
    k % 2 === 0 ? Math.floor(sorted[k >> 1] / objects.length) : sorted[k >> 1] % objects.length,
  );
}

interface PosedMesh {
  mesh: three.Mesh;
  collider: Collider;
}

/** Pairs of a mesh of `a` and one of `b` whose bounds are near enough. A mesh below both is not held against itself. */
function closeMeshes(
  a: three.Object3D,
  b: three.Object3D,
  maxDistance: number,
  caller: string,
): [PosedMesh, PosedMesh][] {
  const own = collidersOf(a, 'the first object', caller);
  const others = collidersOf(b, 'the second object', caller);
  const count = own.colliders.length;
  const meshOf = ({ meshes, colliders }: ObjectColliders, k: number): PosedMesh => ({
    mesh: meshes[k],
    collider: colliders[k],
  });
  const listed: [PosedMesh, PosedMesh][] = [];
  const pairs = findCloseColliders([...own.colliders, ...others.colliders], { maxDistance });
  for (let k = 0; k < pairs.length; k += 2) {
    if (pairs[k] >= count || pairs[k + 1] < count) continue;
    const pair: [PosedMesh, PosedMesh] = [meshOf(own, pairs[k]), meshOf(others, pairs[k + 1] - count)];
    if (pair[0].mesh !== pair[1].mesh) listed.push(pair);
  }
  return listed;
}
