import type { MeshFeatures } from '../../src/continuous/self/features.ts';
import { type FeatureTester, testEdges, testVertexTriangle } from '../../src/continuous/self/test-features.ts';
import { areNeighbours } from '../../src/mesh/neighbours.ts';

/**
 * Pairs of features that would never be tested if neighbouring triangles were left out ([Tang2009]): the vertex and the
 * triangle, or the two edges, have neighbours only around them.
 */
export interface Orphans {
  /** Vertex, triangle, ... */
  vertexTriangles: Uint32Array;
  /** Edge, edge, ... */
  edges: Uint32Array;
}

/**
 * Finds the orphans of a mesh. With labels (clusters), only pairs of triangles with different labels count, as only such
 * neighbours are left out: the inter-cluster orphans of [Wong2013], in their smallest form: features with a pair of
 * triangles in different clusters, all of which are neighbours.
 */
export function findOrphans(features: MeshFeatures, labels: Int32Array | null): Orphans {
  const { triangles, topology } = features;
  const { edgesOfTriangle, edgeStarts, trianglesOfEdge, vertexStarts, trianglesOfVertex } = topology;
  const counts = (a: number, b: number): boolean => labels === null || labels[a] !== labels[b];
  const vertexTriangles: number[] = [];
  const edges: number[] = [];
  const seen = new Set<number>();
  const edgeCount = topology.edges.length / 2;
  for (let one = 0; 3 * one < triangles.length; one++) {
    const around = new Set<number>();
    for (let k = 3 * one; k < 3 * one + 3; k++) {
      const v = triangles[k];
      for (let at = vertexStarts[v]; at < vertexStarts[v + 1]; at++) around.add(trianglesOfVertex[at]);
    }
    const checkedVertices = new Set<number>();
    for (const other of around) {
      if (other === one || !counts(one, other)) continue;
      for (let k = 3 * other; k < 3 * other + 3; k++) {
        const v = triangles[k];
        if (checkedVertices.has(v) || triangles.subarray(3 * one, 3 * one + 3).includes(v)) continue;
        checkedVertices.add(v);
        const candidates = Array.from(trianglesOfVertex.subarray(vertexStarts[v], vertexStarts[v + 1]));
        if (candidates.filter(t => counts(t, one)).every(t => areNeighbours(triangles, t, one))) {
          vertexTriangles.push(v, one);
        }
      }
      if (other < one) continue;
      for (let k = 3 * one; k < 3 * one + 3; k++) {
        for (let l = 3 * other; l < 3 * other + 3; l++) {
          const e = Math.min(edgesOfTriangle[k], edgesOfTriangle[l]);
          const f = Math.max(edgesOfTriangle[k], edgesOfTriangle[l]);
          if (e === f || seen.has(e * edgeCount + f) || shareVertex(topology.edges, e, f)) continue;
          seen.add(e * edgeCount + f);
          const ofE = Array.from(trianglesOfEdge.subarray(edgeStarts[e], edgeStarts[e + 1]));
          const ofF = Array.from(trianglesOfEdge.subarray(edgeStarts[f], edgeStarts[f + 1]));
          if (ofE.every(a => ofF.every(b => !counts(a, b) || areNeighbours(triangles, a, b)))) edges.push(e, f);
        }
      }
    }
  }
  return { vertexTriangles: Uint32Array.from(vertexTriangles), edges: Uint32Array.from(edges) };
}

function shareVertex(edges: Uint32Array, e: number, f: number): boolean {
  const [a, b] = [edges[2 * e], edges[2 * e + 1]];
  const [c, d] = [edges[2 * f], edges[2 * f + 1]];
  return a === c || a === d || b === c || b === d;
}

export function testOrphans(tester: FeatureTester, { vertexTriangles, edges }: Orphans): void {
  if (tester.countsOnly) return;
  for (let k = 0; k < vertexTriangles.length; k += 2)
    testVertexTriangle(tester, vertexTriangles[k], vertexTriangles[k + 1]);
  for (let k = 0; k < edges.length; k += 2) testEdges(tester, edges[k], edges[k + 1]);
}
