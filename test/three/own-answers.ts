import * as three from 'three';
import { expect } from 'vitest';
import { aimAt, createRandom, type Staged } from './make-meshes.ts';

const ownRaycast = { skinned: three.SkinnedMesh.prototype.raycast, plain: three.Mesh.prototype.raycast };

/** The faces a ray hits by three.js's own test of every triangle, nearest first; bounds of its own are put aside. */
export function listOwnHits(mesh: three.Mesh, raycaster: three.Raycaster): three.Intersection[] {
  let root: three.Object3D = mesh;
  while (root.parent) root = root.parent;
  root.updateMatrixWorld(true);
  const everywhere = new three.Sphere(new three.Vector3(), 1e6);
  const { boundingSphere, boundingBox } = mesh.geometry;
  mesh.geometry.boundingSphere = everywhere;
  mesh.geometry.boundingBox = null;
  const isSkinned = mesh instanceof three.SkinnedMesh;
  const own = isSkinned ? { sphere: mesh.boundingSphere, box: mesh.boundingBox } : null;
  if (isSkinned) Object.assign(mesh, { boundingSphere: everywhere, boundingBox: null });
  const hits: three.Intersection[] = [];
  (isSkinned ? ownRaycast.skinned : ownRaycast.plain).call(mesh, raycaster, hits);
  Object.assign(mesh.geometry, { boundingSphere, boundingBox });
  if (own) Object.assign(mesh, { boundingSphere: own.sphere, boundingBox: own.box });
  return hits.sort((a, b) => a.distance - b.distance);
}

/** What a hit says of the place on the surface, rounded far below what differs between places. */
export function describePlace({ faceIndex, face, uv, distance }: three.Intersection): string {
  const round = (x: number): string => (Math.abs(x) < 1e-7 ? 0 : x).toFixed(7);
  return [faceIndex, face?.a, face?.b, face?.c, ...(uv ? [round(uv.x), round(uv.y)] : []), round(distance)].join(' ');
}

/** What a camera that looks along -z from (0, 0, 3) sees. */
export function createFrustum(): three.Frustum {
  const camera = new three.PerspectiveCamera(30, 1, 0.1, 10);
  camera.position.z = 3;
  camera.updateMatrixWorld(true);
  const matrix = new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new three.Frustum().setFromProjectionMatrix(matrix);
}

/** Compares `rays` rays with those of three.js, of which so many follow each new pose; returns how many hits there were. */
export function compareRays(staged: Staged, seed: number, rays: number, perPose: number): number {
  const random = createRandom(seed);
  const raycaster = new three.Raycaster();
  let count = 0;
  for (let k = 0; k < rays; k++) {
    if (k % perPose === 0) staged.pose(random);
    aimAt(staged, random, raycaster);
    const expected = listOwnHits(staged.mesh, raycaster).map(describePlace);
    expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(expected);
    count += expected.length;
  }
  return count;
}
