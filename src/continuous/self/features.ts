import type { Mesh } from '../../mesh/mesh.ts';
import { buildTopology, NO_EDGE, type Topology } from '../../mesh/topology.ts';

/** Bits of `owned`: bit k for corner k, bit 3 + k for side k of a triangle. */
export const OWNS_SIDE = 3;

/**
 * What can meet in a mesh that touches itself: vertices with triangles, edges with edges. Every vertex and every edge is
 * owned by the first of its triangles, so that a pair of features is tested at one pair of triangles only: that of the
 * owners ("representative triangles", [Curtis2008]). A vertex without triangle is no feature.
 */
export interface MeshFeatures {
  /** Three vertices for each triangle. */
  triangles: Uint32Array;
  topology: Topology;
  /** What each triangle owns of itself. */
  owned: Uint8Array;
}

export function findFeatures(mesh: Mesh): MeshFeatures {
  const topology = buildTopology(mesh);
  const { vertexStarts, trianglesOfVertex, edgesOfTriangle, edgeStarts, trianglesOfEdge } = topology;
  const { triangles } = mesh;
  const owned = new Uint8Array(triangles.length / 3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const triangle = Math.floor(corner / 3);
    const k = corner % 3;
    if (trianglesOfVertex[vertexStarts[triangles[corner]]] === triangle && isFirstOfTriangle(triangles, corner)) {
      owned[triangle] |= 1 << k;
    }
    const edge = edgesOfTriangle[corner];
    if (edge === NO_EDGE || !isFirstOfTriangle(edgesOfTriangle, corner)) continue;
    if (trianglesOfEdge[edgeStarts[edge]] === triangle) owned[triangle] |= 1 << (OWNS_SIDE + k);
  }
  return { triangles, topology, owned };
}

/** False for what a degenerate triangle names a second time. */
function isFirstOfTriangle(values: Uint32Array, at: number): boolean {
  for (let other = at - (at % 3); other < at; other++) if (values[other] === values[at]) return false;
  return true;
}
