import { setVertexTriangle } from './difference.ts';
import { findImpactOfDifference } from './find-impact.ts';
import type { Impact } from './impact.ts';
import type { LinearMotion } from './linear-motion.ts';

/**
 * When does a vertex of `a` first touch a closed triangle of `b`, both moving straight from their places at time 0 to
 * those at time 1? `vertex`, b0, b1 and b2 are the offsets of their x. Writes `out`, and returns whether they touch or
 * may touch: `false` is certain.
 *
 * Nothing touches before `out.time`. With the state `impact` something does by `out.time + tolerance`; `undecided` says
 * that this cannot be told in float64 (see `ImpactState`). Rounding is covered, for every finite input: these claims
 * are about the real motion between the float64 positions given. Flat, degenerate and resting triangles are no
 * exceptions; they may end `undecided` more often, as may positions whose differences are beyond 1e308. With a NaN or
 * infinite coordinate the answer is `undecided` at time 0. `tolerance` is a part of the step, 1e-6 for example; a
 * negative one is 0.
 */
export function findVertexTriangleImpact(
  a: LinearMotion,
  vertex: number,
  b: LinearMotion,
  b0: number,
  b1: number,
  b2: number,
  tolerance: number,
  out: Impact,
): boolean {
  setVertexTriangle(out.difference, a, vertex, b, b0, b1, b2);
  return findImpactOfDifference(tolerance, out);
}
