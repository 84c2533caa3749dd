import { type Collider, checkCollider } from '../../collider.ts';
import { checkBarycentrics, checkOptions, checkTarget } from '../check-input.ts';
import { poseTriangle } from '../probe/pose-vertices.ts';
import { writeNormal, writePoint } from './surface-point.ts';
import { slotOfTriangle } from './triangle-slots.ts';

/**
 * A place on the posed surface, and the unit normal of its triangle, which points to the front; 0 if it has no area.
 */
export interface SurfacePoint {
  point: Float64Array;
  normal: Float64Array;
}

/**
 * Room for an answer of `pointOn`, to be used again and again.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#anchors}
 */
export function createSurfacePoint(): SurfacePoint {
  return { point: new Float64Array(3), normal: new Float64Array(3) };
}

/**
 * Where a place that was named once, by a triangle (numbered as in the mesh given to `createShape`) and its barycentric
 * coordinates, as `castRay` and `findNearestPoint` give them, is in the current pose: decals, hotspots, marks that stay on
 * the skin. Poses three vertices at most, no volume. Fills `into`, and then makes no objects.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#anchors}
 */
export function pointOn(
  collider: Collider,
  triangle: number,
  barycentrics: ArrayLike<number>,
  options: { into?: SurfacePoint } = {},
): SurfacePoint {
  checkOptions(options, 'pointOn');
  const { into = createSurfacePoint() } = options;
  checkCollider(collider, 'the collider', 'pointOn');
  const slot = slotOfTriangle(collider.shape, triangle, 'pointOn');
  checkBarycentrics(barycentrics, 'pointOn');
  checkTarget(into?.point, 'pointOn');
  checkTarget(into.normal, 'pointOn');
  poseTriangle(collider, slot);
  const { triangles } = collider.shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  writePoint(collider.vertices, a, b, c, barycentrics, into.point);
  writeNormal(collider.vertices, a, b, c, into.normal);
  return into;
}
