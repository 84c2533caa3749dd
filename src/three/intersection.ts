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
  { distance, point, triangle, barycentrics, normal }: RayHit,
  direction: three.Vector3,
  materialIndex: number,
): three.Intersection {
  const { index, attributes } = mesh.geometry;
  const [a, b, c] = [0, 1, 2].map(corner => (index ? index.getX(3 * triangle + corner) : 3 * triangle + corner));
  const barycoord = new Vector3().fromArray(barycentrics);
  const mix = (attribute: Attribute, component: number): number =>
    componentOf(attribute, a, component) * barycoord.x +
    componentOf(attribute, b, component) * barycoord.y +
    componentOf(attribute, c, component) * barycoord.z;
  const intersection: three.Intersection = {
    distance,
    point: new Vector3().fromArray(point),
    object: mesh,
    faceIndex: triangle,
    face: { a, b, c, normal: toLocalNormal(new Vector3().fromArray(normal), mesh.matrixWorld), materialIndex },
    barycoord,
  };
  const { uv, uv1, normal: normals } = attributes;
  if (uv) intersection.uv = new Vector2(mix(uv, 0), mix(uv, 1));
  if (uv1) intersection.uv1 = new Vector2(mix(uv1, 0), mix(uv1, 1));
  if (normals) {
    // As in three.js: of the rest pose, and turned to where the ray comes from.
    const mixed = new Vector3(mix(normals, 0), mix(normals, 1), mix(normals, 2));
    const toLocal = mesh.matrixWorld.clone().invert();
    if (mixed.dot(direction.clone().transformDirection(toLocal)) > 0) mixed.negate();
    intersection.normal = mixed;
  }
  if (isSkinned(mesh)) {
    const { numbers } = linkOf(mesh, 'raycast');
    const shares = jointsAt(collider, triangle, barycentrics);
    intersection.boneWeights = shares.map(({ joint, weight }) => ({ boneIndex: numbers[joint], weight }));
    intersection.boneIndex = intersection.boneWeights[0].boneIndex;
  }
  return intersection;
}

/** A normal goes from the world to the space of the mesh by the transpose; a mirroring turns it round. */
function toLocalNormal(normal: three.Vector3, { elements: m }: three.Matrix4): three.Vector3 {
  const { x, y, z } = normal;
  normal.set(m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z);
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return normal.normalize().multiplyScalar(determinant < 0 ? -1 : 1);
}
