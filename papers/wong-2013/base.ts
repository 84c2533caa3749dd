import { testOwned } from '../../src/continuous/self/test-features.ts';
import { beginWalk, descend, descendInto, type SweptCheck, sweepStep } from './swept-check.ts';
import { dopsOverlap } from './swept-dops.ts';

/**
 * *Base* of [Wong2013]: one tree of swept 16-DOPs walked against itself, then filters and elementary tests. It knows
 * nothing of surfaces, so every triangle meets its neighbours. All contacts of the step are found.
 */
export function findContactsByVolumes(check: SweptCheck): void {
  sweepStep(check);
  const { tester, tree, dops, stack, pad } = check;
  const { rights, starts } = tree;
  const { nodes } = dops;
  let volumeTests = 0;
  let top = beginWalk(check);
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (i === j) {
      if (rights[i] === 0) continue;
      top = descendInto(check, i, top);
      continue;
    }
    volumeTests++;
    if (!dopsOverlap(nodes, i, j, pad)) continue;
    if (rights[i] === 0 && rights[j] === 0) testOwned(tester, starts[i], starts[j]);
    else top = descend(check, i, j, top);
  }
  tester.stats.volumeTests += volumeTests;
}
