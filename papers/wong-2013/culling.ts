import { OWNS_SIDE } from '../../src/continuous/self/features.ts';
import { type FeatureTester, testEdges, testVertexTriangle } from '../../src/continuous/self/test-features.ts';
import { areNeighbours } from '../../src/mesh/neighbours.ts';

/**
 * Which pairs of triangles a method leaves out without testing them, so that it can be known at which pair a pair of
 * features is tested first. Two triangles with the same label (>= 0) are left out if they are seen alike. Others may be
 * left out if they have a vertex in common; features that have such triangles only are in a list of orphans then.
 */
export interface Culling {
  labels: Int32Array;
  /** 1 for positive, 2 for negative, 0 for uncertain. */
  signs: Uint8Array;
  leavesOutNeighbours: boolean;
}

export function isLeftOut(culling: Culling, triangles: Uint32Array, one: number, other: number): boolean {
  const { labels, signs } = culling;
  if (labels[one] === labels[other] && labels[one] >= 0) {
    return (signs[one] & signs[other]) !== 0;
  }
  return culling.leavesOutNeighbours && areNeighbours(triangles, one, other);
}

/**
 * Tests the features of two triangles that are not left out; each pair of features at the lowest pair of triangles around
 * them that is not ("procedural representatives", [Tang2009]). A fixed owner would be wrong here: its pair may be left
 * out while another is not.
 */
export function testEligible(tester: FeatureTester, culling: Culling, one: number, other: number): void {
  const { triangles, topology, owned } = tester.features;
  const { edgesOfTriangle } = topology;
  const ownedOne = owned[one];
  const ownedOther = owned[other];
  tester.stats.candidates++;
  if (tester.countsOnly) return;
  // An owner is the lowest of all triangles around what it owns, so most questions are answered by a bit.
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * one + k];
    if (ownedOne & (1 << k) || isLowestOfVertex(tester, culling, v, one, other)) testVertexTriangle(tester, v, other);
    const w = triangles[3 * other + k];
    if (ownedOther & (1 << k) || isLowestOfVertex(tester, culling, w, other, one)) testVertexTriangle(tester, w, one);
  }
  for (let k = 0; k < 3; k++) {
    const isOwned = (ownedOne & (1 << (OWNS_SIDE + k))) !== 0;
    const e = edgesOfTriangle[3 * one + k];
    for (let l = 0; l < 3; l++) {
      const f = edgesOfTriangle[3 * other + l];
      const areOwned = isOwned && (ownedOther & (1 << (OWNS_SIDE + l))) !== 0;
      if (areOwned || isLowestOfEdges(tester, culling, e, one, f, other)) testEdges(tester, e, f);
    }
  }
}

function isLowestOfVertex(
  { features }: FeatureTester,
  culling: Culling,
  v: number,
  at: number,
  triangle: number,
): boolean {
  const { vertexStarts, trianglesOfVertex } = features.topology;
  for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
    const candidate = trianglesOfVertex[k];
    if (candidate === at) return true;
    if (!isLeftOut(culling, features.triangles, candidate, triangle)) return false;
  }
  return true;
}

function isLowestOfEdges(
  { features }: FeatureTester,
  culling: Culling,
  e: number,
  atE: number,
  f: number,
  atF: number,
): boolean {
  const { edgeStarts, trianglesOfEdge } = features.topology;
  // The lower edge comes first, so that both orders of the triangles agree.
  const first = e < f ? e : f;
  const second = e < f ? f : e;
  const atFirst = e < f ? atE : atF;
  const atSecond = e < f ? atF : atE;
  for (let k = edgeStarts[first]; k < edgeStarts[first + 1]; k++) {
    const a = trianglesOfEdge[k];
    for (let l = edgeStarts[second]; l < edgeStarts[second + 1]; l++) {
      const b = trianglesOfEdge[l];
      if (a === atFirst && b === atSecond) return true;
      if (!isLeftOut(culling, features.triangles, a, b)) return false;
    }
  }
  return true;
}
