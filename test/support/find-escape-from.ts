import { type Collider, posedPositions } from '../../src/index.ts';

/**
 * How far the worst posed vertex is outside the sphere of a node it is under, for spheres of any origin (four numbers
 * per node); 0 or less: none is. A NaN anywhere counts as outside.
 */
export function findWorstEscapeFrom(collider: Collider, spheres: Float64Array): number {
  const { tree, mesh, vertexOrder } = collider.shape;
  const vertices = posedPositions(collider);
  let worst = -Infinity;
  for (let node = 0; node < tree.links.length; node++) {
    const [x, y, z, radius] = spheres.subarray(4 * node, 4 * node + 4);
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      const v = 3 * vertexOrder[mesh.triangles[corner]];
      const distance = Math.sqrt((vertices[v] - x) ** 2 + (vertices[v + 1] - y) ** 2 + (vertices[v + 2] - z) ** 2);
      if (Number.isNaN(distance - radius)) return Infinity;
      worst = Math.max(worst, distance - radius);
    }
  }
  return worst;
}
