import { hashNumbers } from '../../../bench/harness/measure.ts';
import { createPairList } from '../../../src/query/pairs/pair-list.ts';
import { createStats } from '../../../src/query/stats.ts';
import { createInstant, poseInstant } from '../../../src/self/instant.ts';
import { planOf } from '../../../src/self/plan.ts';
import { searchInstant } from '../../../src/self/search.ts';
import type { PosedClip } from './self-methods.ts';

/** First contacts may differ by what is tolerated where several features meet at once. */
export function agree(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-6;
}

/** A hash of first contacts, by step; those that agree with the `known` ones count as the same. */
export function hashFirsts(times: readonly number[], known: readonly number[]): string {
  return hashNumbers(times.map((time, k) => (agree(time, known[k]) ? known[k] : time)));
}

/** Up to so many steps that begin free of contact, spread over the clip up to its first contact. */
export function chooseSteps(clip: PosedClip, count: number): number[] {
  const free = listFreeSteps(clip);
  const last = free.findIndex((step, k) => step !== k + 1);
  const end = last < 0 ? free.length : last;
  const chosen = new Set<number>();
  for (let k = 0; k < count; k++) chosen.add(free[Math.round((k * (end - 1)) / Math.max(1, count - 1))]);
  return [...chosen];
}

/** The steps, named by their end, that begin free of contact. */
export function listFreeSteps({ shape, positions, posed }: PosedClip): number[] {
  const instant = createInstant(planOf(shape));
  const pairs = createPairList();
  const free: number[] = [];
  for (let step = 1; step < positions.length; step++) {
    const { joints, magnitude } = posed[step - 1];
    pairs.length = 0;
    poseInstant(instant, positions[step - 1], joints, magnitude);
    searchInstant(instant, true, createStats(), pairs);
    if (pairs.length === 0) free.push(step);
  }
  return free;
}

/** At most so many of the steps, from the first to the last. */
export function spreadSteps(steps: readonly number[], most: number): number[] {
  if (steps.length <= most) return [...steps];
  return Array.from({ length: most }, (_, k) => steps[Math.round((k * (steps.length - 1)) / (most - 1))]);
}
