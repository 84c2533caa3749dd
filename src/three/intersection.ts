import type * as three from 'three';
import { Vector2, Vector3 } from 'three';
import type { Collider } from '../collider.ts';
import type { RayHit } from '../query/probe/cast-ray.ts';
import { jointsAt } from '../query/surface/joints-at.ts';
import { type Attribute, componentOf } from './component.ts';
import { linkOf } from './link.ts';
import { isSkinned } from './read-geometry.ts';

/** A bone, by its number in the skeleton, and how much of a place on the skin follows it. */
export interface BoneShare {
  boneIndex: number;
  weight: number;
}

/** A hit as three.js reports it: point and distance in the world, the normal of the face in the space of the mesh. */
export function intersectionAt(
  mesh: three.Mesh,
  collider: Collider,
  found: RayHit,
  direction: three.Vector3,
  materialIndex: number,
): three.Intersection {
  const { distance, triangle, barycentrics } = found;
  const local = direction.clone().transformDirection(mesh.matrixWorld.clone().invert());
  const intersection = describeHit(mesh, 3 * triangle, barycentrics, local);
  intersection.distance = distance;
  intersection.point.fromArray(found.point);
  toLocalNormal(intersection.face!.normal.fromArray(found.normal), mesh.matrixWorld);
  intersection.face!.materialIndex = materialIndex;
  if (isSkinned(mesh)) {
    const { numbers } = linkOf(mesh, 'raycast');
    const shares = jointsAt(collider, triangle, barycentrics);
    intersection.boneWeights = shares.map(({ joint, weight }) => ({ boneIndex: numbers[joint], weight }));
    intersection.boneIndex = intersection.boneWeights[0].boneIndex;
  }
  return intersection;
}

/** What three.js says of a place on a face, of which the first corner is given; where that is, and which way the face looks, is left to be filled in. */
export function describeHit(
  mesh: three.Mesh,
  firstCorner: number,
  barycentrics: ArrayLike<number>,
  localDirection: three.Vector3,
): three.Intersection {
  const { index, attributes } = mesh.geometry;
  const a = index ? index.getX(firstCorner) : firstCorner;
  const b = index ? index.getX(firstCorner + 1) : firstCorner + 1;
  const c = index ? index.getX(firstCorner + 2) : firstCorner + 2;
  const face = { a, b, c, normal: new Vector3(), materialIndex: 0 };
  const barycoord = new Vector3().fromArray(barycentrics);
  const intersection: three.Intersection = {
    distance: 0,
    point: new Vector3(),
    object: mesh,
    faceIndex: Math.floor(firstCorner / 3),
    face,
    barycoord,
  };
  const { uv, uv1, normal: normals } = attributes;
  if (uv) intersection.uv = new Vector2(mix(uv, face, barycoord, 0), mix(uv, face, barycoord, 1));
  if (uv1) intersection.uv1 = new Vector2(mix(uv1, face, barycoord, 0), mix(uv1, face, barycoord, 1));
  if (normals) {
    // As in three.js: of the rest pose, and turned to where the ray comes from.
    const mixed = new Vector3();
    for (let axis = 0; axis < 3; axis++) mixed.setComponent(axis, mix(normals, face, barycoord, axis));
    if (mixed.dot(localDirection) > 0) mixed.negate();
    intersection.normal = mixed;
  }
  return intersection;
}

function mix(attribute: Attribute, { a, b, c }: three.Face, { x, y, z }: three.Vector3, component: number): number {
  return (
    componentOf(attribute, a, component) * x +
    componentOf(attribute, b, component) * y +
    componentOf(attribute, c, component) * z
  );
}

/** A normal goes from the world to the space of the mesh by the transpose; a mirroring turns it round. */
function toLocalNormal(normal: three.Vector3, { elements: m }: three.Matrix4): three.Vector3 {
  const { x, y, z } = normal;
  normal.set(m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z);
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return normal.normalize().multiplyScalar(determinant < 0 ? -1 : 1);
}
