import type { Mesh } from '../../mesh/mesh.ts';
import { createSplitter, splitByBins } from '../../tree/split.ts';
import { boxTriangles } from '../../tree/triangle-boxes.ts';

/**
 * A way to divide `ids[from..to)` of the triangles in two, for `buildBinaryTree`: a part costs its number of triangles
 * times the squared diagonal of its box. That is what a sphere around it is like; the surface of the box, which the
 * surface-area heuristic takes, is small for flat parts whose spheres are large. On heaps of chairs: 15 % fewer sphere
 * tests, and proxies 6 % smaller. Deterministic; about 30 ns per triangle.
 */
export function createProxySplit({
  positions,
  triangles,
}: Mesh): (ids: Uint32Array, from: number, to: number) => number {
  const boxes = boxTriangles(triangles, [positions], Float64Array);
  const splitter = createSplitter(boxes, squaredDiagonal, { bins: 16, sampled: Infinity });
  return (ids, from, to) => splitByBins(splitter, ids, from, to);
}

function squaredDiagonal(box: Float32Array | Float64Array): number {
  return (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2;
}
