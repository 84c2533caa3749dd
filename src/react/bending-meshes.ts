import type * as three from 'three';
import { meshMethods } from '../three/index.ts';

/** Whether a mesh bends, or draws many, and is not looked after by somebody already: with a tree, or with a way of its own to be hit. */
export function isToBeAccelerated(object: three.Object3D): object is three.Mesh {
  const mesh = object as three.Mesh;
  if (mesh.isMesh !== true || Object.hasOwn(mesh, 'raycast') || Object.hasOwn(mesh, 'boundsTree')) return false;
  const { position } = mesh.geometry.attributes;
  if (!position || (mesh.geometry.index ?? position).count < 3) return false;
  const { isInstancedMesh, isBatchedMesh } = mesh as Partial<three.InstancedMesh & three.BatchedMesh>;
  if (isInstancedMesh || isBatchedMesh) return true;
  const { isSkinnedMesh, skeleton } = mesh as Partial<three.SkinnedMesh>;
  return isSkinnedMesh === true ? skeleton !== undefined : (mesh.geometry.morphAttributes.position?.length ?? 0) > 0;
}

/** All that `accelerate` sets on a mesh. */
const OURS = ['raycast', 'computeBoundingBox', 'computeBoundingSphere', 'intersectsFrustum', 'clone', 'boundsTree'];

/** What a mesh had of its own in those places. */
export type Kept = ReadonlyMap<string, PropertyDescriptor | undefined>;

export function keepOwn(mesh: three.Mesh): Kept {
  return new Map(OURS.map(name => [name, Object.getOwnPropertyDescriptor(mesh, name)]));
}

/** Makes a mesh what it was before it was accelerated: three.js answers for it, and culls it, by its own methods. */
export function restore(mesh: three.Mesh, kept: Kept): void {
  meshMethods.disposeBoundsTree.call(mesh);
  for (const [name, before] of kept) {
    if (before) Object.defineProperty(mesh, name, before);
    else Reflect.deleteProperty(mesh, name);
  }
}

/** All meshes at and below some objects that bend and have no tree yet. Cost: O(objects). */
export function listToBeAccelerated(objects: readonly three.Object3D[]): three.Mesh[] {
  const meshes = new Set<three.Mesh>();
  for (const object of objects) {
    object.traverse(child => {
      if (isToBeAccelerated(child)) meshes.add(child);
    });
  }
  return [...meshes];
}
