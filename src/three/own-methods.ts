import type * as three from 'three';
import { BatchedMesh, InstancedMesh, Mesh, SkinnedMesh } from 'three';
import { isSkinned } from './read-geometry.ts';

/** What three.js has of its own: for meshes without a tree, and for those whose tree cannot answer. */
export const plainRaycast = Mesh.prototype.raycast;
export const skinnedRaycast = SkinnedMesh.prototype.raycast;
const instancedRaycast = InstancedMesh.prototype.raycast;
const batchedRaycast = BatchedMesh.prototype.raycast;
export const skinnedBox = SkinnedMesh.prototype.computeBoundingBox;
export const skinnedSphere = SkinnedMesh.prototype.computeBoundingSphere;

/** Where three.js looks for the bounds of an object before it takes those of its geometry. */
export interface Bounded {
  boundingBox?: three.Box3 | null;
  boundingSphere?: three.Sphere | null;
}

/** What `raycast` of three.js does once bounds have let a ray through: it tests every triangle, where the mesh has it now. */
interface Tested extends three.Mesh {
  _computeIntersections(raycaster: three.Raycaster, intersects: three.Intersection[], localRay: three.Ray): void;
}

/**
 * Lets three.js test every triangle of a mesh, as it is now. Its bounds are not asked: they are those of an older pose or
 * geometry, or of no place at all where a bone is NaN; nor is what others have put in the place of `raycast`. With `firstHitOnly` the nearest hit
 * alone is kept. What three.js cannot read either (a bone that is missing) hits nothing. Never throws. Cost: O(triangles).
 */
export function raycastByThree(mesh: three.Mesh, raycaster: three.Raycaster, intersects: three.Intersection[]): void {
  if (mesh.material === undefined) return;
  const hits: three.Intersection[] = [];
  try {
    bringUpToDate(mesh);
    const localRay = raycaster.ray.clone().applyMatrix4(mesh.matrixWorld.clone().invert());
    (mesh as Tested)._computeIntersections(raycaster, hits, localRay);
  } catch {
    return; // it was said why
  }
  addFound(hits, raycaster, intersects);
}

function addFound(hits: three.Intersection[], { firstHitOnly }: three.Raycaster, intersects: three.Intersection[]) {
  if (firstHitOnly && hits.length > 1) {
    hits.sort((a, b) => a.distance - b.distance);
    hits.length = 1;
  }
  for (const hit of hits) intersects.push(hit);
}

/**
 * As `raycastByThree`, for a mesh that draws many. 'as it is': with bounds and matrices as they are, as three.js does by itself.
 */
export function raycastManyByThree(
  mesh: three.InstancedMesh | three.BatchedMesh,
  raycaster: three.Raycaster,
  intersects: three.Intersection[],
  state: 'as it is' | 'up to date',
): void {
  const hits: three.Intersection[] = [];
  const raycast = 'isBatchedMesh' in mesh ? batchedRaycast : instancedRaycast;
  if (state === 'as it is') {
    raycast.call(mesh, raycaster, intersects);
    return;
  }
  try {
    mesh.updateWorldMatrix(true, false);
    mesh.boundingSphere = mesh.geometry.boundingSphere = mesh.geometry.boundingBox = null; // it makes its own when it looks
    raycast.call(mesh, raycaster, hits);
  } catch {
    return; // it was said why
  }
  addFound(hits, raycaster, intersects);
}

/** Bounds as three.js computes them, of the mesh as it is now; false if it cannot either. Never throws. Cost: O(vertices). */
export function boundByThree(mesh: three.Mesh, kind: 'box' | 'sphere'): boolean {
  try {
    forgetBounds(mesh);
    if (isSkinned(mesh)) {
      bringUpToDate(mesh);
      (kind === 'box' ? skinnedBox : skinnedSphere).call(mesh);
    } else if (kind === 'box') mesh.geometry.computeBoundingBox();
    else mesh.geometry.computeBoundingSphere();
    return true;
  } catch {
    return false;
  }
}

/** Takes from a mesh the bounds of an older pose. Those of a mesh without bones would hide those of its geometry. */
export function forgetBounds(mesh: three.Mesh): void {
  const bounded = mesh as Bounded;
  if (isSkinned(mesh))
    bounded.boundingBox = bounded.boundingSphere = null; // three.js makes its own when it looks
  else {
    delete bounded.boundingBox;
    delete bounded.boundingSphere;
  }
}

/** World matrices of the mesh and its bones: what three.js reads, and expects others to update. */
function bringUpToDate(mesh: three.Mesh): void {
  mesh.updateWorldMatrix(true, false);
  if (!isSkinned(mesh)) return;
  for (const bone of mesh.skeleton.bones) bone.updateWorldMatrix(true, false);
  mesh.bindMatrixInverse.copy(mesh.bindMode === 'detached' ? mesh.bindMatrix : mesh.matrixWorld).invert();
}
