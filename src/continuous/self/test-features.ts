import { findEdgeEdgeImpact } from '../elementary/edge-edge.ts';
import { createImpact, type Impact } from '../elementary/impact.ts';
import type { LinearMotion } from '../elementary/linear-motion.ts';
import { findVertexTriangleImpact } from '../elementary/vertex-triangle.ts';
import { addContact, type Contacts, createContacts } from './contacts.ts';
import { type MeshFeatures, OWNS_SIDE } from './features.ts';
import { createStepStats, type StepStats } from './step-stats.ts';

/** The features of a mesh, how they move in this step, and what has been found of it: all that testing them needs. */
export interface FeatureTester {
  features: MeshFeatures;
  motion: LinearMotion;
  /** How exact times have to be, as a part of the step. */
  tolerance: number;
  contacts: Contacts;
  stats: StepStats;
  impact: Impact;
  /** Counts candidates but tests nothing: to see what finding them costs. */
  countsOnly: boolean;
}

export function createFeatureTester(features: MeshFeatures, motion: LinearMotion): FeatureTester {
  return {
    features,
    motion,
    tolerance: 1e-6,
    contacts: createContacts(),
    stats: createStepStats(),
    impact: createImpact(),
    countsOnly: false,
  };
}

/** Tests a vertex and a triangle, unless it is a corner of it. */
export function testVertexTriangle(tester: FeatureTester, vertex: number, triangle: number): void {
  const { features, motion, impact } = tester;
  const a = features.triangles[3 * triangle];
  const b = features.triangles[3 * triangle + 1];
  const c = features.triangles[3 * triangle + 2];
  if (vertex === a || vertex === b || vertex === c) return;
  tester.stats.featureTests++;
  if (findVertexTriangleImpact(motion, 3 * vertex, motion, 3 * a, 3 * b, 3 * c, tester.tolerance, impact)) {
    addContact(tester.contacts, false, vertex, triangle, impact);
  }
}

/** Tests two edges, unless they have a vertex in common. The lower goes first, so that the answer does not depend on the order. */
export function testEdges(tester: FeatureTester, one: number, other: number): void {
  const { features, motion, impact } = tester;
  const { edges } = features.topology;
  const first = one < other ? one : other;
  const second = one < other ? other : one;
  const a = edges[2 * first];
  const b = edges[2 * first + 1];
  const c = edges[2 * second];
  const d = edges[2 * second + 1];
  if (a === c || a === d || b === c || b === d) return;
  tester.stats.featureTests++;
  if (findEdgeEdgeImpact(motion, 3 * a, 3 * b, motion, 3 * c, 3 * d, tester.tolerance, impact)) {
    addContact(tester.contacts, true, first, second, impact);
  }
}

/** Tests what the two triangles own: every vertex of one with the other, and every edge with every edge. */
export function testOwned(tester: FeatureTester, one: number, other: number): void {
  const { triangles, topology, owned } = tester.features;
  const { edgesOfTriangle } = topology;
  const ownedOne = owned[one];
  const ownedOther = owned[other];
  tester.stats.candidates++;
  if (tester.countsOnly) return;
  for (let k = 0; k < 3; k++) {
    if (ownedOne & (1 << k)) testVertexTriangle(tester, triangles[3 * one + k], other);
    if (ownedOther & (1 << k)) testVertexTriangle(tester, triangles[3 * other + k], one);
  }
  for (let k = 0; k < 3; k++) {
    if (!(ownedOne & (1 << (OWNS_SIDE + k)))) continue;
    for (let l = 0; l < 3; l++) {
      if (ownedOther & (1 << (OWNS_SIDE + l))) {
        testEdges(tester, edgesOfTriangle[3 * one + k], edgesOfTriangle[3 * other + l]);
      }
    }
  }
}
