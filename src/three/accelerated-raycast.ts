import type * as three from 'three';
import { type Collider, refitRoot } from '../collider.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import { castRay, castRayAll, type RayHit } from '../query/probe/cast-ray.ts';
import { giveBack, takeWorkspace } from '../workspace.ts';
import { canHit } from './can-hit.ts';
import { materialsShowing, otherSide, shownSides, wantWholeFaces } from './drawn-faces.ts';
import { isFaceKept } from './face-order.ts';
import { intersectionAt } from './intersection.ts';
import { updateOwnWorld } from './joints-of-mesh.ts';
import { type Link, linkOf } from './link.ts';
import { heldCollider } from './mesh-collider.ts';
import { plainRaycast, raycastByThree, skinnedRaycast } from './own-methods.ts';
import { enterBox } from './ray-box.ts';
import { findReach } from './reach.ts';
import { isSkinned } from './read-geometry.ts';
import { poseCollider, poseLinked } from './sync-pose.ts';
import { warnOnce } from './warn-once.ts';

/**
 * Takes the place of `raycast` of a mesh, or of all: `Mesh.prototype.raycast = acceleratedRaycast`, and for skinned meshes
 * `SkinnedMesh.prototype.raycast = acceleratedSkinnedRaycast`. The mesh is hit as it is posed now; meshes without a `boundsTree`
 * are left to three.js. With `raycaster.firstHitOnly = true` only the nearest hit is reported, which takes half the time.
 *
 * Finds what three.js finds: near and far, sides, groups with materials of their own, draw range, and in each hit
 * distance, point, face, faceIndex, uv, uv1, normal and barycoord; in hits of skinned meshes the bones followed, besides.
 * Unlike there, a ray through an edge or a vertex never slips through. A ray that starts or goes nowhere hits nothing.
 *
 * Never throws. A mesh that its tree cannot answer for (a changed geometry, a bone that is NaN) is left to three.js, with one
 * warning for each reason, until the reason is gone.
 * Cost: that of `syncPose`, and 5 to 15 us after a new pose, whatever the size of the mesh; 1 to 2 us for the next ray. A skinned mesh whose limbs a ray passes is not
 * posed: half of that. World matrices of bones are left as they are, if three.js makes them of positions, rotations and scales alone.
 */
export function acceleratedRaycast(
  this: three.Mesh,
  raycaster: three.Raycaster,
  intersects: three.Intersection[],
): void {
  const collider = heldCollider(this);
  if (!collider) {
    (isSkinned(this) ? skinnedRaycast : plainRaycast).call(this, raycaster, intersects);
    return;
  }
  if (!canHit(raycaster, this)) return;
  const before = intersects.length;
  try {
    wantWholeFaces(this);
    const link = linkOf(this, 'raycast');
    const reach = findReach(link, this, raycaster.ray);
    if (reach === 'out') return;
    updateOwnWorld(link, this);
    poseLinked(collider, link, this, 'raycast', 'marks', reach === 'near' ? 'composed' : 'left alone');
    if (reach === 'unknown' && passesBounds(collider, raycaster.ray)) return; // else it passes hardly ever
    if (addHits(this, collider, link, raycaster, intersects)) return;
    intersects.length = before; // a face is not where it was: number them anew
    poseCollider(collider, this, 'raycast', 'all');
    addHits(this, collider, link, raycaster, intersects);
  } catch (error) {
    intersects.length = before;
    warnOnce(this, error);
    raycastByThree(this, raycaster, intersects);
  }
}

/**
 * As `acceleratedRaycast`, for the prototype of `SkinnedMesh`. That it is another function matters: tools that take over every mesh
 * whose `raycast` is that of `Mesh.prototype` (the `Bvh` of drei) must not take skinned meshes for meshes that never bend.
 * @example
 * {@includeCode ../../examples/api/three.ts#prototypes}
 */
export function acceleratedSkinnedRaycast(
  this: three.Mesh,
  raycaster: three.Raycaster,
  intersects: three.Intersection[],
): void {
  acceleratedRaycast.call(this, raycaster, intersects);
}

/** As `acceleratedRaycast`, for one mesh: never that of a prototype, so that the mesh is taken over by nobody. */
export function ownRaycast(this: three.Mesh, raycaster: three.Raycaster, intersects: three.Intersection[]): void {
  acceleratedRaycast.call(this, raycaster, intersects);
}

/** Whether a ray goes past the box around a collider: then nothing has to be made for it. In doubt it does not. */
function passesBounds(collider: Collider, ray: three.Ray): boolean {
  refitRoot(collider);
  const workspace = takeWorkspace(collider);
  boxNode(collider, 0, workspace.box);
  const entered = enterBox(workspace.box, 0, ray);
  giveBack(collider, workspace, undefined);
  return entered === Infinity;
}

/** Adds the hits of a ray at a posed mesh; false if one is of a face that the geometry has in another place by now. */
function addHits(
  mesh: three.Mesh,
  collider: Collider,
  { cast }: Link,
  raycaster: three.Raycaster,
  intersects: three.Intersection[],
): boolean {
  const { origin, direction } = raycaster.ray;
  const { ray, options } = cast;
  const isMirrored = mesh.matrixWorld.determinant() < 0; // the collider is mirrored too, three.js looks from within
  const sides = shownSides(mesh);
  origin.toArray(ray.origin);
  direction.toArray(ray.direction);
  options.near = Math.max(0, raycaster.near);
  options.far = raycaster.far;
  options.side = isMirrored ? otherSide(sides) : sides;
  const { shape } = collider;
  if (raycaster.firstHitOnly) {
    const first = castRay(collider, ray, options);
    if (first === null) return true;
    if (!isFaceKept(shape, mesh.geometry, first.triangle)) return false;
    if (addShown(mesh, collider, first, isMirrored, raycaster, intersects)) return true; // else the nearest is not drawn
  }
  for (const found of castRayAll(collider, ray, options)) {
    if (!isFaceKept(shape, mesh.geometry, found.triangle)) return false;
    if (addShown(mesh, collider, found, isMirrored, raycaster, intersects)) return true;
  }
  return true;
}

/** Adds a hit for each material with which the face is drawn. Returns whether that was enough. */
function addShown(
  mesh: three.Mesh,
  collider: Collider,
  found: RayHit,
  isMirrored: boolean,
  { ray, firstHitOnly }: three.Raycaster,
  intersects: three.Intersection[],
): boolean {
  const side = isMirrored ? otherSide(found.side) : found.side;
  for (const material of materialsShowing(mesh, found.triangle, side)) {
    intersects.push(intersectionAt(mesh, collider, found, ray.direction, material));
    if (firstHitOnly) return true;
  }
  return false;
}
