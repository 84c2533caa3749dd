import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { type AsyncTreeOptions, buildShape } from './accelerate-async.ts';
import { colliderOfMesh, knownShape } from './collider-of-mesh.ts';
import { heldCollider, holdCollider } from './mesh-collider.ts';
import { forgetBounds } from './own-methods.ts';
import { isFresh, type Stamp, stampOf } from './stamp.ts';
import { warnOnce } from './warn-once.ts';

/** Trees that are made when somebody asks for them. */
export interface LazyTrees {
  /** Whether the mesh has a tree; if not, one is begun. Never throws. */
  ask(mesh: three.Mesh): boolean;
  /** Takes the trees away that were made, and makes no others. */
  end(): void;
}

/**
 * Makes trees in a worker, one shape for each geometry; a mesh whose shape is there already gets its tree at once. A mesh that is refused is not tried again
 * until its geometry is another, and it is said why, once. Keeps no mesh alive.
 */
export function createLazyTrees(options: AsyncTreeOptions): LazyTrees {
  const building = new WeakSet<three.Mesh>();
  const refused = new WeakMap<three.Mesh, { geometry: three.BufferGeometry; stamp: Stamp }>();
  const given = new WeakMap<three.Mesh, Collider>();
  let meshes: WeakRef<three.Mesh>[] = [];
  let isEnded = false;

  /** Gives the mesh a tree if its shape is known. */
  const give = (mesh: three.Mesh): boolean => {
    const shape = knownShape(mesh, options);
    if (shape === null || shape instanceof Promise) return false;
    const collider = colliderOfMesh(mesh, shape);
    holdCollider(mesh, collider);
    given.set(mesh, collider);
    if (meshes.length % 256 === 255) meshes = meshes.filter(other => other.deref() !== undefined);
    meshes.push(new WeakRef(mesh));
    return true;
  };
  const refuse = (mesh: three.Mesh, error: unknown): void => {
    refused.set(mesh, { geometry: mesh.geometry, stamp: stampOf(mesh) });
    warnOnce(mesh, error);
  };
  const begin = async (mesh: three.Mesh): Promise<void> => {
    building.add(mesh);
    try {
      await buildShape(mesh, options);
      if (!isEnded && heldCollider(mesh) === null) give(mesh);
    } catch (error) {
      const isDisposed = (error as Error)?.name === 'AbortError'; // which is no fault
      if (!isDisposed && !isEnded) refuse(mesh, error);
    } finally {
      building.delete(mesh);
    }
  };
  return {
    ask(mesh) {
      if (heldCollider(mesh) !== null) return true;
      if (isEnded || building.has(mesh)) return false;
      const before = refused.get(mesh);
      if (before && before.geometry === mesh.geometry && isFresh(before.stamp, mesh)) return false;
      try {
        if (give(mesh)) return true;
        begin(mesh);
      } catch (error) {
        refuse(mesh, error);
      }
      return false;
    },
    end() {
      isEnded = true;
      for (const reference of meshes.splice(0)) {
        const mesh = reference.deref();
        if (mesh && heldCollider(mesh) === given.get(mesh)) release(mesh);
      }
    },
  };
}

/** Leaves nothing of ours on a mesh that was given a tree. */
function release(mesh: three.Mesh): void {
  mesh.boundsTree = null;
  delete mesh.boundsTree;
  forgetBounds(mesh);
}
