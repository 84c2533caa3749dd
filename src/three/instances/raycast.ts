import type * as three from 'three';
import { Matrix4, Ray } from 'three';
import { castRay, castRayAll, createRayHit, type RayHit, type RayOptions } from '../../query/probe/cast-ray.ts';
import { canHit } from '../can-hit.ts';
import { materialsShowing, shownSides, wantWholeFaces } from '../drawn-faces.ts';
import { isFaceKept, type Look } from '../face-order.ts';
import { describeHit } from '../intersection.ts';
import { raycastManyByThree } from '../own-methods.ts';
import { warnOnce } from '../warn-once.ts';
import { listOnRay } from './box-tree.ts';
import { followInstances, heldInstances, type Instances, partOf, placeOf } from './instances.ts';
import type { Part } from './part.ts';
import type { ManyMesh } from './read-instances.ts';

/**
 * Takes the place of `raycast` of an `InstancedMesh` or a `BatchedMesh`. Finds what three.js finds, as it does: for each instance in its own space; but asks only those
 * whose box the ray enters, by a tree, and of these only some faces. Hits have `instanceId` or `batchId`. With `raycaster.firstHitOnly = true` only
 * the nearest of all is reported. Never throws: where the trees cannot answer, three.js does, and the console says why, once.
 */
export function raycastInstances(this: three.Mesh, raycaster: three.Raycaster, intersects: three.Intersection[]): void {
  const instances = heldInstances(this);
  const mesh = this as ManyMesh;
  if (!instances) {
    raycastManyByThree(mesh, raycaster, intersects, 'as it is');
    return;
  }
  if (!canHit(raycaster, this)) return;
  const before = intersects.length;
  try {
    if ('isInstancedMesh' in mesh) wantWholeFaces(mesh);
    followInstances(instances, 'raycast');
    if (addHits(instances, raycaster, intersects, 'marks')) return;
    intersects.length = before; // a face is not where it was: number them anew
    addHits(instances, raycaster, intersects, 'all');
  } catch (error) {
    intersects.length = before;
    warnOnce(this, error);
    raycastManyByThree(mesh, raycaster, intersects, 'up to date');
  }
}

/** A ray at one instance: in the space of its geometry, and how to get back from there. */
interface Aim {
  raycaster: three.Raycaster;
  instance: number;
  part: Part;
  toWorld: three.Matrix4;
  local: three.Ray;
  /** How much longer a way along the ray is in the world. */
  scale: number;
}

/** Adds the hits of a ray; false if one is of a face that the geometry has in another place by now. */
function addHits(
  instances: Instances,
  raycaster: three.Raycaster,
  intersects: three.Intersection[],
  look: Look,
): boolean {
  const { ray, far, firstHitOnly } = raycaster;
  const length = ray.direction.length();
  const near: number[] = [];
  listOnRay(instances.tree, ray, (far / length) * (1 + 1e-9), near);
  let first: three.Intersection | null = null;
  for (const { instance, entered } of inOrder(near)) {
    if (first && entered * length * (1 - 1e-9) > first.distance) break;
    const aim = aimAt(instances, raycaster, instance, look);
    if (aim === null) continue;
    const hits = hitsOf(instances, aim, first ? Math.min(far, first.distance) : far);
    if (hits === null) return false;
    if (!firstHitOnly) intersects.push(...hits);
    else if (hits.length > 0 && (!first || hits[0].distance < first.distance)) first = hits[0];
  }
  if (first) intersects.push(first);
  return true;
}

/** Those a ray enters first come first; of several, the first in number. */
function inOrder(found: readonly number[]): { instance: number; entered: number }[] {
  const listed = Array.from({ length: found.length / 2 }, (_, k) => ({
    instance: found[2 * k],
    entered: found[2 * k + 1],
  }));
  return listed.sort((a, b) => a.entered - b.entered || a.instance - b.instance);
}

/** Null if the instance is flat, or its matrix of no numbers: three.js hits none of these. */
function aimAt(instances: Instances, raycaster: three.Raycaster, instance: number, look: Look): Aim | null {
  const part = partOf(instances, instance, 'raycast', look);
  const toWorld = placeOf(instances, instance);
  const local = new Ray().copy(raycaster.ray).applyMatrix4(new Matrix4().copy(toWorld).invert());
  const { elements: m } = toWorld;
  const { x, y, z } = local.direction;
  const scale = Math.hypot(
    m[0] * x + m[4] * y + m[8] * z,
    m[1] * x + m[5] * y + m[9] * z,
    m[2] * x + m[6] * y + m[10] * z,
  );
  if (!(scale > 0 && scale < Infinity && local.origin.lengthSq() < Infinity)) return null;
  part.standIn.material = instances.mesh.material;
  return { raycaster, instance, part, toWorld, local, scale };
}

/** The hits of one instance, nearest first; if one is enough, the nearest. Null if a face is in another place by now. */
function hitsOf({ mesh }: Instances, aim: Aim, far: number): three.Intersection[] | null {
  const { raycaster, part, local, scale } = aim;
  const { shape, rest, standIn } = part;
  const hits: three.Intersection[] = [];
  let isKept = true;
  /** Whether that was enough. Distances of the world decide, as in three.js. */
  const report = (found: RayHit): boolean => {
    isKept = isFaceKept(shape, standIn.geometry, found.triangle);
    if (!isKept) return true;
    for (const material of materialsShowing(standIn, found.triangle, found.side)) {
      const hit = intersectionOf(mesh, aim, found, material);
      if (hit.distance < raycaster.near || hit.distance > raycaster.far) continue;
      hits.push(hit);
      if (raycaster.firstHitOnly) return true;
    }
    return false;
  };
  const ray = { origin: local.origin.toArray(), direction: local.direction.toArray() };
  const options: RayOptions = { side: shownSides(standIn), far: (far / scale) * (1 + 1e-6) };
  if (raycaster.firstHitOnly) {
    const first = castRay(rest, ray, { ...options, into: createRayHit() });
    if (first === null || report(first)) return isKept ? hits : null; // else the nearest does not count
  }
  for (const found of castRayAll(rest, ray, options)) if (report(found)) break;
  return isKept ? hits : null;
}

/** As three.js makes it: the place in the space of the geometry is taken to the world, and how far it is there is measured. */
function intersectionOf(
  mesh: ManyMesh,
  { raycaster, instance, part, toWorld, local }: Aim,
  { triangle, barycentrics, point, normal }: RayHit,
  materialIndex: number,
): three.Intersection {
  const hit = describeHit(mesh, part.start + 3 * triangle, barycentrics, local.direction);
  hit.point.fromArray(point).applyMatrix4(toWorld);
  hit.distance = raycaster.ray.origin.distanceTo(hit.point);
  hit.face!.normal.fromArray(normal);
  hit.face!.materialIndex = materialIndex;
  if ('isBatchedMesh' in mesh) hit.batchId = instance;
  else hit.instanceId = instance;
  return hit;
}
