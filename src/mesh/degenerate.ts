import { findProjection } from '../math/predicates.ts';
import { checkMesh, type Mesh } from './mesh.ts';

/**
 * The triangles without area, in ascending order: those that name a vertex twice, and those whose three positions are
 * equal or collinear. Exact for the float64 positions as given (Shewchuk's orient2d in the three axis projections: all
 * three vanish exactly if the cross product of two sides does). A thin triangle is not degenerate, however thin.
 *
 * Such a triangle is harmless for touch tests (it is a segment or a point) but has no normal.
 * Linear; about 20 ns for each triangle.
 * @example
 * {@includeCode ../../examples/api/meshes.ts#mesh}
 */
export function findDegenerateTriangles(mesh: Mesh): Uint32Array {
  checkMesh(mesh, 'findDegenerateTriangles');
  const { positions, triangles } = mesh;
  const found: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    if (a === b || b === c || c === a || findProjection(positions, 3 * a, positions, 3 * b, positions, 3 * c) < 0) {
      found.push(t);
    }
  }
  return Uint32Array.from(found);
}
