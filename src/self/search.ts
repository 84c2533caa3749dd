import type { PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import type { SelfInstant } from './instant.ts';
import { testLeaves } from './test-leaves.ts';
import { testNeighbours } from './test-neighbours.ts';
import { beginWalk, walkOn } from './walk.ts';

/**
 * Adds all pairs of triangles that meet in the pose of an instant, or one of them; by slot, the lower first. Two parts
 * of a surface need not be tested against each other for one of these reasons, each with its proof and its margin for
 * rounding:
 *
 * | reason | file | what it rules out |
 * |---|---|---|
 * | they drift less than they are apart at rest | reasons/drift.ts, rest-gaps.ts | pairs of nodes and leaves |
 * | their boxes are apart | reasons/boxes.ts | pairs of nodes, leaves, triangles |
 * | all around a vertex is seen from one side | reasons/flat-fans.ts | pairs of neighbours |
 * | it was so at rest, and has drifted little | reasons/kept-fans.ts | pairs of neighbours |
 * | one leaves the plane of the other to one side | reasons/one-side.ts | a pair with one common vertex |
 *
 * What is left is tested exactly (meet.ts).
 */
export function searchInstant(instant: SelfInstant, onlyFirst: boolean, stats: Stats, out: PairList): void {
  if (!testNeighbours(instant, onlyFirst, stats, out)) testOthers(instant, onlyFirst, stats, out);
}

/** The pairs without a common vertex, leaf by leaf. */
function testOthers(instant: SelfInstant, onlyFirst: boolean, stats: Stats, out: PairList): void {
  const { plan, drift, boxes, walk } = instant;
  const { leaves } = walk;
  let isDone = false;
  beginWalk(walk);
  while (!isDone && walkOn(walk, plan, drift, boxes.ofNodes, 1, 1)) {
    for (let k = 0; k < walk.length && !isDone; k += 2) {
      isDone = testLeaves(instant, leaves[k], leaves[k + 1], onlyFirst, stats, out);
    }
  }
  stats.volumeTests += walk.volumeTests;
}
