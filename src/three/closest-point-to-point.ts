import type * as three from 'three';
import { Vector3 } from 'three';
import { createNearestPoint, findNearestPoint } from '../query/probe/nearest-point.ts';
import { isFaceKept } from './face-order.ts';
import { colliderOf } from './mesh-collider.ts';
import { poseCollider } from './sync-pose.ts';

/** A place on a mesh, and how far it is. */
export interface HitPointInfo {
  point: three.Vector3;
  distance: number;
  faceIndex: number;
  /** How much of each corner of the face the point is. */
  barycoord: three.Vector3;
}

/**
 * The nearest place on a mesh as it is posed now, or null if none is within `maxThreshold`. All in the world, where the tree
 * is: distances in the space of a mesh mean little under a scale. Of several equally near the face with the lowest number.
 * Fills `target`. The mesh must have a `boundsTree`. Cost: that of `syncPose`, and 10 to 30 us after a new pose.
 * @example
 * {@includeCode ../../examples/api/three.ts#accelerate}
 */
export function closestPointToPoint(
  mesh: three.Mesh,
  point: three.Vector3,
  target: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0, barycoord: new Vector3() },
  maxThreshold = Infinity,
): HitPointInfo | null {
  const collider = colliderOf(mesh, 'closestPointToPoint');
  poseCollider(collider, mesh, 'closestPointToPoint', 'marks');
  const from = point.toArray();
  const nearest = createNearestPoint();
  const found = findNearestPoint(collider, from, { maxDistance: maxThreshold, into: nearest });
  if (found === null) return null;
  if (!isFaceKept(collider.shape, mesh.geometry, found.triangle)) {
    poseCollider(collider, mesh, 'closestPointToPoint', 'all'); // numbers the faces anew
    findNearestPoint(collider, from, { maxDistance: maxThreshold, into: nearest });
  }
  target.point.fromArray(found.point);
  target.distance = found.distance;
  target.faceIndex = found.triangle;
  target.barycoord.fromArray(found.barycentrics);
  return target;
}
