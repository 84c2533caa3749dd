import { createDifference, type Difference } from './difference.ts';

/**
 * - `free`: the two features share no point at any time in [0, 1].
 * - `impact`: they share one at some time in [time, time + tolerance], and at none before.
 * - `undecided`: they share none before `time`; from there on they come so close that float64 cannot tell, or the work
 *   allowed for one test was used up. Callers treat it as an impact.
 */
export type ImpactState = 'free' | 'impact' | 'undecided';

/** What a test found. Made once and written to by every test, so that tests allocate nothing. */
export interface Impact {
  state: ImpactState;
  /** Nothing touches before this time; Infinity if nothing touches at all. */
  time: number;
  /** With `impact`, something touches by this time at the latest; else Infinity. */
  latest: number;
  /**
   * Where the features are nearest to each other about `time`: at b0 + u (b1 - b0) + v (b2 - b0) of the triangle, or at
   * a0 + u (a1 - a0) and b0 + v (b1 - b0) of the edges. In plain floats: may be off for slivers. Not set if `free`.
   */
  u: number;
  v: number;
  /** Room for the tests. */
  difference: Difference;
}

/**
 * Room for an answer of the elementary tests, to be used again and again.
 */
export function createImpact(): Impact {
  return { state: 'free', time: Infinity, latest: Infinity, u: 0, v: 0, difference: createDifference() };
}
