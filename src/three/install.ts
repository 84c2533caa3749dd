import type * as three from 'three';
import type { AsyncTreeOptions } from './accelerate-async.ts';
import { acceleratedRaycast } from './accelerated-raycast.ts';
import { computeBoundingBox, computeBoundingSphere } from './compute-bounds.ts';
import { intersectsFrustum } from './intersects-frustum.ts';
import { createLazyTrees, type LazyTrees } from './lazy-trees.ts';
import { raycastByThree } from './own-methods.ts';
import { isSkinned } from './read-geometry.ts';

/** The classes of three.js that meshes are made of. */
export interface MeshClasses {
  Mesh: typeof three.Mesh;
  SkinnedMesh: typeof three.SkinnedMesh;
}

/** Those of `accelerateAsync`, but for what is of one build only. */
export type InstallOptions = Omit<AsyncTreeOptions, 'signal' | 'progress'>;

/**
 * Makes every mesh fast and right that bends: a `SkinnedMesh`, or a `Mesh` with morph targets, is accelerated when a ray first asks for it. Its shape
 * is built in a worker, once for all meshes of a geometry; until it is there, and where none can be made (the console says why, once), three.js
 * answers by its own methods. From then on it is culled by its current pose, too, as after `accelerate`. Clones need nothing. Meshes that do not bend are left
 * as they are.
 *
 * Tools that take over rays may come before or after: three-mesh-bvh then patches `Mesh.prototype.raycast` for meshes that do not bend only, and the `Bvh` of drei sees by
 * their `raycast` that meshes that bend are not for it. A mesh with a `raycast` of its own keeps that. Installed twice is installed once.
 *
 * Returns what takes it all back: prototypes and meshes are then as they were. Meshes that you accelerated yourself stay so.
 * @example
 * {@includeCode ../../examples/api/three.ts#install}
 */
export function installPoseclash({ Mesh, SkinnedMesh }: MeshClasses, options: InstallOptions = {}): () => void {
  const installed = Object.getOwnPropertyDescriptor(Mesh.prototype, 'raycast')?.get as Getter | undefined;
  if (installed?.uninstall) return installed.uninstall;
  const lazy = createLazyTrees(options);
  const uninstall = (): void => {
    for (const step of undo.splice(0)) step();
    lazy.end();
  };
  const frustum = Mesh.prototype.intersectsFrustum;
  const undo = [
    installRaycast(Mesh.prototype, lazy, uninstall),
    installRaycast(SkinnedMesh.prototype, lazy, uninstall),
    installMethod(SkinnedMesh.prototype, 'computeBoundingBox', computeBoundingBox),
    installMethod(SkinnedMesh.prototype, 'computeBoundingSphere', computeBoundingSphere),
    installMethod(Mesh.prototype, 'intersectsFrustum', function (this: three.Mesh, seen: three.Frustum): boolean {
      return isBending(this) ? intersectsFrustum.call(this, seen) : frustum.call(this, seen);
    }),
  ];
  return uninstall;
}

type Raycast = three.Mesh['raycast'];
type Getter = (() => Raycast) & { uninstall?: () => void };

/**
 * Puts an accessor in the place of `raycast` of a prototype. Who reads it of a mesh that bends gets ours; of any other, and of the prototype itself, what is
 * there for such meshes: that of three.js, or what was assigned since. So the two are told apart by those who compare (the `Bvh` of drei), and whoever assigns
 * to the prototype (three-mesh-bvh) does so for the others.
 */
function installRaycast(prototype: three.Mesh, lazy: LazyTrees, uninstall: () => void): () => void {
  let plain = prototype.raycast;
  const raycastBending: Raycast = function (this: three.Mesh, raycaster, intersects) {
    if (lazy.ask(this)) acceleratedRaycast.call(this, raycaster, intersects);
    else if (hasOtherTree(this)) raycastByThree(this, raycaster, intersects);
    else plain.call(this, raycaster, intersects);
  };
  const get: Getter = function (this: three.Mesh) {
    return this !== prototype && isBending(this) ? raycastBending : plain;
  };
  get.uninstall = uninstall;
  function set(this: three.Mesh, value: Raycast): void {
    if (this === prototype) plain = value;
    else if (value === raycastBending || value === plain || (isSkinned(this) && value === plainOf(prototype))) {
      delete (this as Partial<three.Mesh>).raycast; // back to that of its class: what `Bvh` does in the end
    } else Object.defineProperty(this, 'raycast', { configurable: true, enumerable: true, writable: true, value });
  }
  Object.defineProperty(prototype, 'raycast', { configurable: true, enumerable: false, get, set });
  return () => setMethod(prototype, 'raycast', plain);
}

/** What is there for meshes without bones, of the prototype of those with bones. */
function plainOf(skinned: three.Mesh): Raycast {
  return (Object.getPrototypeOf(skinned) as three.Mesh).raycast;
}

/** Of three-mesh-bvh: a tree of the geometry as it is stored, that knows no pose. */
function hasOtherTree({ geometry }: three.Mesh): boolean {
  return Boolean((geometry as { boundsTree?: unknown }).boundsTree);
}

/** Has bones, or weights of morph targets. What three.js casts rays with for many instances has their geometry, but no weights. */
function isBending(mesh: three.Mesh): boolean {
  return isSkinned(mesh) || (mesh.morphTargetInfluences?.length ?? 0) > 0;
}

/** Patches a method of a prototype; what comes back gives the old one back, unless somebody else has patched it since. */
function installMethod(prototype: three.Mesh, name: string, ours: unknown): () => void {
  const methods = prototype as unknown as Record<string, unknown>;
  const before = methods[name];
  if (before === undefined) return () => {}; // an older three.js, that does not ask
  setMethod(prototype, name, ours);
  return () => {
    if (methods[name] === ours) setMethod(prototype, name, before);
  };
}

/** As methods of classes are: not enumerable. */
function setMethod(prototype: three.Mesh, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { configurable: true, enumerable: false, writable: true, value });
}
