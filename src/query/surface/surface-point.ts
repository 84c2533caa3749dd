import { triangleNormal } from '../../math/triangle-normal.ts';

/** The point of a posed triangle, whose corners begin at `a`, `b` and `c`, with the given barycentric coordinates. */
export function writePoint(
  vertices: Float64Array,
  a: number,
  b: number,
  c: number,
  barycentrics: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] =
      barycentrics[0] * vertices[a + axis] +
      barycentrics[1] * vertices[b + axis] +
      barycentrics[2] * vertices[c + axis];
  }
}

/** The unit normal of a posed triangle, 0 if it has no area. */
export function writeNormal(vertices: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  triangleNormal(vertices, a, b, c, out, 0);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  const factor = length > 0 ? 1 / length : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] *= factor;
}
