import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import type { KnownFans } from './certify-fans.ts';
import { doNeighboursMeet } from './meet.ts';
import { isOnOneSide } from './reasons/one-side.ts';
import { visitUncertainPairs } from './uncertain-pairs.ts';

/**
 * Adds the pairs of neighbours that meet, by slot, the lower first. Each pair is looked at where its lowest common
 * vertex is, unless the fan of some common vertex rules it out. Returns whether it stopped at the first.
 */
export function testNeighbours(instant: KnownFans, onlyFirst: boolean, stats: Stats, out: PairList): boolean {
  const { triangles } = instant.plan.shape.mesh;
  return visitUncertainPairs(instant, (v, one, other) => {
    if (isRuledOut(instant, v, one, other)) return false;
    stats.triangleTests++;
    if (!doNeighboursMeet(instant.positions, triangles, one, other)) return false;
    addPair(out, one, other);
    return onlyFirst;
  });
}

/**
 * Whether another common vertex certifies the pair or is where it is looked at, or v is their only one and one is on
 * one side of the other.
 */
function isRuledOut({ plan, isFlat, positions }: KnownFans, v: number, s: number, t: number): boolean {
  const { triangles } = plan.shape.mesh;
  const t0 = triangles[3 * t];
  const t1 = triangles[3 * t + 1];
  const t2 = triangles[3 * t + 2];
  let common = 0;
  for (let corner = 3 * s; corner < 3 * s + 3; corner++) {
    const w = triangles[corner];
    if (w !== t0 && w !== t1 && w !== t2) continue;
    common++;
    if (w !== v && (w < v || isFlat[w] === 1)) return true;
  }
  if (common > 1) return false;
  return isOnOneSide(positions, triangles, s, t, v) || isOnOneSide(positions, triangles, t, s, v);
}
