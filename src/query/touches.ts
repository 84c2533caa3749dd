import type { Collider } from '../collider.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { createPairList } from './pair-list.ts';
import { createStats, type Stats } from './stats.ts';
import { walkPairs } from './walk-pairs.ts';

/**
 * Whether any triangle of `a` touches any triangle of `b` in their current poses. Stops at the first pair found.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#pairs}
 */
export function touches(a: Collider, b: Collider, stats: Stats = createStats()): boolean {
  return firstPair(a, b, stats) !== null;
}

/**
 * One pair of triangles that touch (of `a`, of `b`), or null if there is none. Which pair is not said.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#pairs}
 */
export function firstPair(a: Collider, b: Collider, stats: Stats = createStats()): Uint32Array | null {
  const pairs = createPairList();
  walkPairs(a, b, (leafA, leafB) => findLeafPairs(a, leafA, b, leafB, pairs, true, stats) > 0, stats);
  return pairs.length > 0 ? pairs.data.slice(0, 2) : null;
}
