import type { Collider } from '../collider.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { createPairList } from './pair-list.ts';
import { createStats, type Stats } from './stats.ts';
import { walkPairs } from './walk-pairs.ts';

/**
 * All pairs of triangles that touch, in their current poses: [triangle of a, triangle of b, ...], numbered as in the
 * meshes given to `createShape`, each pair once, in no particular (but always the same) order. Exactly the pairs that
 * `findPairsByBruteForce` finds, touching ones included. Whatever the deformers of the two.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#pairs}
 */
export function findPairs(a: Collider, b: Collider, stats: Stats = createStats()): Uint32Array {
  const pairs = createPairList();
  walkPairs(
    a,
    b,
    (leafA, leafB) => {
      findLeafPairs(a, leafA, b, leafB, pairs, false, stats);
      return false;
    },
    stats,
  );
  return pairs.data.slice(0, pairs.length);
}
