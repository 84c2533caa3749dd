import { type Front, refreshNode, walkFront } from './front.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { createPairList } from './pair-list.ts';
import { createStats, type Stats } from './stats.ts';
import { type VisitLeaves, walkPairs } from './walk-pairs.ts';

/**
 * The same pairs as `findPairs(front.a, front.b)`, in another order, found from where the last query of `front` ended.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#fronts}
 */
export function trackPairs(front: Front, stats: Stats = createStats()): Uint32Array {
  const { a, b } = front;
  const pairs = createPairList();
  walkFront(
    front,
    (leafA, leafB) => {
      findLeafPairs(a, leafA, b, leafB, pairs, false, stats);
      return false;
    },
    stats,
  );
  return pairs.data.slice(0, pairs.length);
}

/**
 * The same answer as `touches(front.a, front.b)`. Looks first where the two touched last; then, if they did, everywhere,
 * deepest overlap first; else where the last query ended.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#fronts}
 */
export function trackTouch(front: Front, stats: Stats = createStats()): boolean {
  const { a, b, hitA, hitB } = front;
  const pairs = createPairList();
  if (hitA >= 0) {
    const verticesBefore = a.verticesDeformed + b.verticesDeformed;
    stats.refits += refreshNode(a, front.nodesA, hitA) + refreshNode(b, front.nodesB, hitB);
    stats.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
    if (findLeafPairs(a, hitA, b, hitB, pairs, true, stats) > 0) return true;
    front.hitA = front.hitB = -1;
    front.mustRestart = true;
  }
  const visit: VisitLeaves = (leafA, leafB) => {
    if (findLeafPairs(a, leafA, b, leafB, pairs, true, stats) === 0) return false;
    front.hitA = leafA;
    front.hitB = leafB;
    return true;
  };
  if (hitA >= 0) walkPairs(a, b, visit, stats);
  else walkFront(front, visit, stats);
  return front.hitA >= 0;
}
