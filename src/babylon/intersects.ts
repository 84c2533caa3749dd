import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Ray, TrianglePickingPredicate } from '@babylonjs/core/Culling/ray.js';
import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { Collider } from '../collider.ts';
import { castRay, castRayAll, type RayHit } from '../query/probe/cast-ray.ts';
import { pointOn } from '../query/surface/point-on.ts';
import { accelerationOf, warnOnce } from './acceleration.ts';
import { setBounds } from './bounds.ts';
import { poseCollider } from './pose-collider.ts';
import { sourceOf } from './source-mesh.ts';

type Intersects = AbstractMesh['intersects'];

/**
 * Takes the place of `intersects` of one mesh, and answers as that does: the ray is in the space of the mesh, both sides are hit, `faceId`,
 * `bu` and `bv` name the place. The nearest hit is reported, with `fastCheck` too. Unlike there, a ray hits what it meets and not what it
 * passes within `ray.epsilon`, and none slips through an edge. Never throws: a mesh that its tree cannot answer for (changed data, a bone
 * that is NaN) is left to Babylon, as it is posed now, with one warning for each reason.
 */
export const intersects: Intersects = function (
  this: AbstractMesh,
  ray,
  fastCheck,
  trianglePredicate,
  onlyBoundingInfo,
  worldToUse,
  skipBoundingInfo,
): PickingInfo {
  const own: Intersects = Object.getPrototypeOf(this).intersects;
  if (onlyBoundingInfo && !skipBoundingInfo) tryRefreshing(this);
  if (onlyBoundingInfo || !this.subMeshes || !this.subMeshes.every(isOfTriangles)) {
    return own.call(this, ray, fastCheck, trianglePredicate, onlyBoundingInfo, worldToUse, skipBoundingInfo);
  }
  const acceleration = accelerationOf(this)!;
  // Whoever asks has taken the ray out of the world by the matrix as it was; it is taken back by the same, before that is brought up to date.
  const isThin = worldToUse !== undefined && worldToUse !== this.getWorldMatrix();
  const before = Float64Array.from(this.getWorldMatrix().asArray());
  try {
    poseCollider(acceleration.collider, this, acceleration, 'world', 'intersects');
    const toWorld = isThin ? this.getWorldMatrix().m : before;
    const hit = findHit(this, acceleration.collider, ray, toWorld, trianglePredicate);
    // Asked for bounds, but not to look at them, it answers at once: a record of Babylon's own kind, which says that nothing was hit.
    const info = own.call(this, ray, true, undefined, true, worldToUse, true);
    return hit ? fill(info, this, hit, ray, isThin ? worldToUse.m : before) : info;
  } catch (error) {
    warnOnce(acceleration, error);
    this.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
    const found = own.call(this, ray, fastCheck, trianglePredicate, false, worldToUse, true);
    // Where a bone is NaN, Babylon hits every triangle, at no distance.
    return found.hit && !Number.isFinite(found.distance)
      ? own.call(this, ray, true, undefined, true, worldToUse, true)
      : found;
  }
} as Intersects;

interface LocalHit extends RayHit {
  subMesh: SubMesh;
  /** How far along the ray of the mesh, in lengths of its direction. */
  along: number;
}

/** The nearest hit that is drawn and wanted. The collider must be posed; `toWorld` is the matrix that the ray comes before. */
function findHit(
  mesh: AbstractMesh,
  collider: Collider,
  ray: Ray,
  toWorld: ArrayLike<number>,
  predicate: TrianglePickingPredicate | undefined,
): LocalHit | null {
  const origin = transform(ray.origin, 1, toWorld);
  const direction = transform(ray.direction, 0, toWorld);
  const scale = Math.hypot(...direction);
  if (!(scale > 1e-60 && scale < Infinity && origin.every(Number.isFinite) && ray.length >= 0)) return null;
  const far = ray.length * scale;
  const accept = (hit: RayHit): LocalHit | null => {
    const subMesh = subMeshOf(mesh, hit.triangle);
    if (!subMesh?.getMaterial() || (predicate && !isWanted(mesh, collider, hit.triangle, ray, predicate))) return null;
    return { ...hit, subMesh, along: hit.distance / scale };
  };
  if (!predicate) {
    const first = castRay(collider, { origin, direction }, { far });
    const nearest = first && accept(first);
    if (first === null || nearest) return nearest;
  }
  for (const hit of castRayAll(collider, { origin, direction }, { far })) {
    const accepted = accept(hit);
    if (accepted) return accepted;
  }
  return null;
}

/** A point (w = 1) or a direction (w = 0), moved by a matrix of Babylon's, which comes after it. */
function transform({ x, y, z }: Vector3, w: 0 | 1, m: ArrayLike<number>): number[] {
  return [0, 1, 2].map(axis => x * m[axis] + y * m[4 + axis] + z * m[8 + axis] + w * m[12 + axis]);
}

/** Filled triangles, or those drawn as wires or points: numbers 0 to 2 of Babylon's fill modes. */
function isOfTriangles(subMesh: SubMesh): boolean {
  const material = subMesh.getMaterial();
  return !material || material.fillMode <= 2;
}

/** The part that draws a face, the first of several; undefined: none does. */
function subMeshOf(mesh: AbstractMesh, face: number): SubMesh | undefined {
  const { isUnIndexed } = sourceOf(mesh);
  return mesh.subMeshes.find(({ indexStart, indexCount, verticesStart, verticesCount }) => {
    const [start, count] = isUnIndexed ? [verticesStart, verticesCount] : [indexStart, indexCount];
    return 3 * face >= start && 3 * face < start + count;
  });
}

/** Asks a predicate, which is given the corners in the space of the mesh. */
function isWanted(
  mesh: AbstractMesh,
  collider: Collider,
  face: number,
  ray: Ray,
  predicate: TrianglePickingPredicate,
): boolean {
  const toMesh = mesh.getWorldMatrix().clone().invert();
  const indices = sourceOf(mesh).isUnIndexed ? null : mesh.getIndices();
  const corners = [0, 1, 2].map(corner => {
    const barycentrics = [0, 1, 2].map(other => (other === corner ? 1 : 0));
    const [x, y, z] = pointOn(collider, face, barycentrics).point;
    const at = ray.origin.clone().copyFromFloats(x, y, z);
    const [a, b, c] = transform(at, 1, toMesh.m);
    return at.copyFromFloats(a, b, c);
  });
  const [a, b, c] = [0, 1, 2].map(corner => (indices ? indices[3 * face + corner] : -1));
  return predicate(corners[0], corners[1], corners[2], ray, a, b, c);
}

function fill(info: PickingInfo, mesh: AbstractMesh, hit: LocalHit, ray: Ray, m: ArrayLike<number>): PickingInfo {
  const { subMesh, along, triangle, barycentrics } = hit;
  const from = transform(ray.origin, 1, m);
  const [x, y, z] = transform(ray.direction, 0, m).map(d => d * along);
  info.hit = true;
  info.distance = Math.hypot(x, y, z);
  info.pickedPoint = ray.origin.clone().copyFromFloats(from[0] + x, from[1] + y, from[2] + z);
  info.pickedMesh = mesh;
  info.bu = barycentrics[0];
  info.bv = barycentrics[1];
  info.faceId = triangle;
  info.subMeshFaceId = sourceOf(mesh).isUnIndexed ? triangle : triangle - subMesh.indexStart / 3;
  info.subMeshId = mesh.subMeshes.indexOf(subMesh);
  return info;
}

function tryRefreshing(mesh: AbstractMesh): void {
  try {
    setBounds(mesh, true);
  } catch (error) {
    warnOnce(accelerationOf(mesh)!, error);
    mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
  }
}
