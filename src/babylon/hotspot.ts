import type { Bone } from '@babylonjs/core/Bones/bone.js';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { jointsAt } from '../query/surface/joints-at.ts';
import { pointOn } from '../query/surface/point-on.ts';
import { colliderOf } from './accelerate.ts';
import { accelerationOf } from './acceleration.ts';
import { sourceOf } from './source-mesh.ts';

/** Where a place on the skin is now. */
export interface Hotspot {
  point: Vector3;
  /** Of the flat face, in the world, of length 1, to the side that is drawn as its front. */
  normal: Vector3;
  /** The bones that the place follows, heaviest first; none if the mesh has no skeleton. */
  bones: { bone: Bone; weight: number }[];
}

/**
 * Where a place that was picked once is by now, on a mesh that has moved and bent since: hotspots, labels, decals. Takes what a pick gave, or
 * `pickedMesh`, `faceId`, `bu` and `bv` of it. Poses three vertices. The same place as
 * `GetHotSpotToRef` says, whose normals are skewed under uneven scales, and point inwards where the mesh says which side its front is.
 * @example
 * {@includeCode ../../examples/api/babylon.ts#hotspots}
 */
export function hotspotAt(pick: Pick<PickingInfo, 'pickedMesh' | 'faceId' | 'bu' | 'bv'>): Hotspot {
  const { pickedMesh: mesh, faceId, bu, bv } = pick ?? {};
  if (!mesh) throw new Error('hotspotAt: no mesh was picked; look at hit first.');
  const collider = colliderOf(mesh);
  const barycentrics = [bu, bv, 1 - bu - bv];
  const { point, normal } = pointOn(collider, faceId, barycentrics);
  const source = sourceOf(mesh);
  const { numbers } = accelerationOf(mesh)!.shared;
  const bones = numbers.length === 0 ? [] : jointsAt(collider, faceId, barycentrics);
  // Faces go round the way their material says; a mirrored mesh turns them, which is not to turn what is drawn as the front.
  const orientation = mesh.material?.sideOrientation ?? source.sideOrientation;
  const isOtherWay = orientation === (mesh.getScene().useRightHandedSystem ? 0 : 1);
  const sign = (mesh.getWorldMatrix().determinant() < 0 ? -1 : 1) * (isOtherWay ? -1 : 1);
  return {
    point: mesh.position.clone().copyFromFloats(point[0], point[1], point[2]),
    normal: mesh.position.clone().copyFromFloats(sign * normal[0], sign * normal[1], sign * normal[2]),
    bones: bones.flatMap(({ joint, weight }) => {
      const bone = source.skeleton!.bones.find(one => one.getIndex() === numbers[joint]);
      return bone ? [{ bone, weight }] : [];
    }),
  };
}
