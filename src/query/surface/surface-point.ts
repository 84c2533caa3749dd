import type { Collider } from '../../collider.ts';
import { triangleNormal } from '../../math/triangle-normal.ts';

/** The point of a posed triangle with the given barycentric coordinates. Its vertices must be up to date. */
export function writePoint(
  { shape, vertices }: Collider,
  slot: number,
  barycentrics: ArrayLike<number>,
  out: Float64Array,
): void {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  for (let axis = 0; axis < 3; axis++) {
    out[axis] =
      barycentrics[0] * vertices[a + axis] +
      barycentrics[1] * vertices[b + axis] +
      barycentrics[2] * vertices[c + axis];
  }
}

/** The unit normal of a posed triangle, 0 if it has no area. Its vertices must be up to date. */
export function writeNormal({ shape, vertices }: Collider, slot: number, out: Float64Array): void {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  triangleNormal(vertices, a, b, c, out, 0);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  const factor = length > 0 ? 1 / length : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] *= factor;
}
