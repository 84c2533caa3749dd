import { type FeatureTester, testEdges, testVertexTriangle } from './test-features.ts';

/**
 * The oracle: tests every vertex with every triangle and every edge with every other, in the step the tester is in.
 */
export function findContactsByBruteForce(tester: FeatureTester): void {
  const { triangles, topology } = tester.features;
  const { edges, vertexStarts } = topology;
  for (let vertex = 0; vertex < vertexStarts.length - 1; vertex++) {
    if (vertexStarts[vertex] === vertexStarts[vertex + 1]) continue;
    for (let triangle = 0; 3 * triangle < triangles.length; triangle++) testVertexTriangle(tester, vertex, triangle);
  }
  for (let one = 0; 2 * one < edges.length; one++) {
    for (let other = one + 1; 2 * other < edges.length; other++) testEdges(tester, one, other);
  }
}
