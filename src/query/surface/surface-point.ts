import type { Collider } from '../../collider.ts';

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
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const uz = vertices[b + 2] - vertices[a + 2];
  const vx = vertices[c] - vertices[a];
  const vy = vertices[c + 1] - vertices[a + 1];
  const vz = vertices[c + 2] - vertices[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const factor = length > 0 ? 1 / length : 0;
  out[0] = factor * x;
  out[1] = factor * y;
  out[2] = factor * z;
}
