import { triangleNormal } from '../../math/triangle-normal.ts';
import type { Mesh } from '../../mesh/mesh.ts';

/** Whether a triangle of a mesh at rest faces away from a point: that sees its inner side. */
export function isFacingAway(mesh: Mesh, triangle: number, points: ArrayLike<number>, o: number): boolean {
  return incidence(mesh, triangle, points, o) > 0;
}

/** The cosine of the angle between the normal of a triangle and the way from a point to its centre; NaN if degenerate. */
export function incidence(
  { positions, triangles }: Mesh,
  triangle: number,
  points: ArrayLike<number>,
  o: number,
): number {
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const normal = new Float64Array(3);
  triangleNormal(positions, a, b, c, normal, 0);
  const [nx, ny, nz] = normal;
  const x = (positions[a] + positions[b] + positions[c]) / 3 - points[o];
  const y = (positions[a + 1] + positions[b + 1] + positions[c + 1]) / 3 - points[o + 1];
  const z = (positions[a + 2] + positions[b + 2] + positions[c + 2]) / 3 - points[o + 2];
  return (nx * x + ny * y + nz * z) / Math.sqrt((nx * nx + ny * ny + nz * nz) * (x * x + y * y + z * z));
}

/** The point of a segment (6 numbers) nearest to the centre of a triangle, written to `out[0..2]`. */
export function nearestOnSegment(
  { positions, triangles }: Mesh,
  triangle: number,
  segment: ArrayLike<number>,
  out: Float64Array,
): void {
  let along = 0;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = segment[3 + axis] - segment[axis];
    let center = 0;
    for (let k = 3 * triangle; k < 3 * triangle + 3; k++) center += positions[3 * triangles[k] + axis] / 3;
    along += (center - segment[axis]) * d;
    squared += d * d;
  }
  const place = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
  for (let axis = 0; axis < 3; axis++) out[axis] = segment[axis] + place * (segment[3 + axis] - segment[axis]);
}
