import { type EdgeEdge, setEdgeEdge } from './difference.ts';
import { findImpactOfDifference } from './find-impact.ts';
import type { Impact } from './impact.ts';

type FindImpact = (...of: [...EdgeEdge, tolerance: number, out: Impact]) => boolean;

/**
 * When does the closed edge a0 a1 of `a` first touch the closed edge b0 b1 of `b`, all four ends moving straight from
 * their places at time 0 to those at time 1? The promises are those of `findVertexTriangleImpact`; parallel, crossing
 * and collapsed edges are no exceptions.
 */
export const findEdgeEdgeImpact: FindImpact = (a, a0, a1, b, b0, b1, tolerance, out) => {
  setEdgeEdge(out.difference, a, a0, a1, b, b0, b1);
  return findImpactOfDifference(tolerance, out);
};
