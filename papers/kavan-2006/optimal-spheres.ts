import { encloseMinimally } from '../../src/bounds/miniball.ts';
import type { Collider } from '../../src/collider.ts';
import { deformAll } from '../../src/deform/deformer.ts';

/**
 * The smallest sphere around the posed vertices of every node: what no refit rule can beat. Reads all vertices.
 */
export function encloseOptimally(collider: Collider): Float64Array {
  const { shape, posed } = collider;
  const { slotStarts, slotEnds } = shape.tree;
  const vertices = new Float64Array(shape.mesh.positions.length);
  deformAll(shape.deformer, shape.mesh.positions, posed, vertices);
  const spheres = new Float64Array(4 * slotStarts.length);
  for (let node = 0; node < slotStarts.length; node++) {
    const corners = shape.mesh.triangles.slice(3 * slotStarts[node], 3 * slotEnds[node]);
    encloseMinimally(vertices, corners, 0, corners.length, spheres, 4 * node);
  }
  return spheres;
}
