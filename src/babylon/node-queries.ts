import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Node } from '@babylonjs/core/node.js';
import type { Collider } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { findClosePairs } from '../query/pairs/close-pairs.ts';
import { findPairs as findColliderPairs } from '../query/pairs/find-pairs.ts';
import { touches as collidersTouch } from '../query/pairs/touches.ts';
import { colliderOf } from './accelerate.ts';
import { nameOf } from './name-of.ts';

/** Faces of two meshes that touch. */
export interface MeshPairs {
  meshA: AbstractMesh;
  meshB: AbstractMesh;
  /** [face of meshA, face of meshB, ...], numbered as `faceId` of a pick. */
  pairs: Uint32Array;
}

/**
 * Whether two nodes touch as they are posed now: meshes, or whole characters of several meshes (the `__root__` of a glTF file). Nothing has to
 * be updated or rendered first. What is not enabled or not visible is left out. A mesh that has no collider yet is given one.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#touches}
 */
export function touches(a: Node, b: Node): boolean {
  return closeMeshes(a, b, 'touches').some(([one, other]) => collidersTouch(one.collider, other.collider));
}

/**
 * All faces of two nodes that touch as they are posed now, by pairs of meshes; none is empty. As `touches`.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#touches}
 */
export function findPairs(a: Node, b: Node): MeshPairs[] {
  return closeMeshes(a, b, 'findPairs').flatMap(([one, other]) => {
    const pairs = findColliderPairs(one.collider, other.collider);
    return pairs.length > 0 ? [{ meshA: one.mesh, meshB: other.mesh, pairs }] : [];
  });
}

interface PosedMesh {
  mesh: AbstractMesh;
  collider: Collider;
}

/** Pairs of a mesh of `a` and one of `b` whose bounds touch. A mesh below both is not held against itself. */
function closeMeshes(a: Node, b: Node, caller: string): [PosedMesh, PosedMesh][] {
  const own = listMeshes(a, 'the first node', caller);
  const all = [...own, ...listMeshes(b, 'the second node', caller)];
  const close = findClosePairs(all.map(({ collider }) => collider));
  const listed: [PosedMesh, PosedMesh][] = [];
  for (let k = 0; k < close.length; k += 2) {
    const [one, other] = [close[k], close[k + 1]];
    if (one < own.length && other >= own.length && all[one].mesh !== all[other].mesh)
      listed.push([all[one], all[other]]);
  }
  return listed;
}

function listMeshes(node: Node, what: string, caller: string): PosedMesh[] {
  if (typeof node?.getChildMeshes !== 'function') {
    throw new Error(`${caller}: ${what} is ${sayValue(node)}; give a mesh, or a node with meshes below it.`);
  }
  const isMesh = typeof (node as AbstractMesh).intersects === 'function';
  const meshes = [...(isMesh ? [node as AbstractMesh] : []), ...node.getChildMeshes(false)];
  return meshes.filter(isShown).map(mesh => {
    if (mesh.hasThinInstances) {
      throw new Error(`${caller}: ${nameOf(mesh)} stands in many places at once; make a collider for each of them.`);
    }
    return { mesh, collider: colliderOf(mesh) };
  });
}

/** Whether there is anything of it to be touched. */
function isShown(mesh: AbstractMesh): boolean {
  return mesh.isEnabled() && mesh.isVisible && mesh.getTotalVertices() >= 3;
}
