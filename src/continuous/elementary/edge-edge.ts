import { setEdgeEdge } from './difference.ts';
import { findImpactOfDifference } from './find-impact.ts';
import type { Impact } from './impact.ts';
import type { LinearMotion } from './linear-motion.ts';

/**
 * When does the closed edge a0 a1 of `a` first touch the closed edge b0 b1 of `b`, all four ends moving straight from
 * their places at time 0 to those at time 1? The promises are those of `findVertexTriangleImpact`; parallel, crossing
 * and collapsed edges are no exceptions.
 */
export function findEdgeEdgeImpact(
  a: LinearMotion,
  a0: number,
  a1: number,
  b: LinearMotion,
  b0: number,
  b1: number,
  tolerance: number,
  out: Impact,
): boolean {
  setEdgeEdge(out.difference, a, a0, a1, b, b0, b1);
  return findImpactOfDifference(tolerance, out);
}
