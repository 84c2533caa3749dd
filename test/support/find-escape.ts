import { deformAll } from '../../src/deform/deformer.ts';
import { type Collider, posedVolumes } from '../../src/index.ts';

/**
 * Refits every node of a posed collider and looks for a posed vertex outside the sphere of a node it is under. Returns
 * how far the worst one is outside (0 or less: none). A NaN anywhere counts as outside.
 */
export function findWorstEscape(collider: Collider): number {
  const { shape, posed } = collider;
  const { tree, mesh } = shape;
  const nodes = tree.links.length;
  const vertices = new Float64Array(mesh.positions.length);
  deformAll(shape.deformer, mesh.positions, posed, vertices);
  const spheres = posedVolumes(collider);
  let worst = -Infinity;
  for (let node = 0; node < nodes; node++) {
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      const v = 3 * mesh.triangles[corner];
      const outside = distanceTo(vertices, v, spheres, 4 * node) - spheres[4 * node + 3];
      if (Number.isNaN(outside)) return Infinity;
      worst = Math.max(worst, outside);
    }
  }
  return worst;
}

function distanceTo(points: Float64Array, p: number, spheres: Float64Array, s: number): number {
  const x = points[p] - spheres[s];
  const y = points[p + 1] - spheres[s + 1];
  const z = points[p + 2] - spheres[s + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
