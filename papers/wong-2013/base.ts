import { testOwned } from '../../src/continuous/self/test-features.ts';
import { type SweptCheck, sweepStep, walkSwept } from './swept-check.ts';

/**
 * *Base* of [Wong2013]: one tree of swept 16-DOPs walked against itself, then filters and elementary tests. It knows
 * nothing of surfaces, so every triangle meets its neighbours. All contacts of the step are found.
 */
export function findContactsByVolumes(check: SweptCheck): void {
  sweepStep(check);
  const { tester } = check;
  walkSwept(
    check,
    () => true,
    (one, other) => testOwned(tester, one, other),
  );
}
