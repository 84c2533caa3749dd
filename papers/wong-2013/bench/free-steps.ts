import { hashNumbers } from '../../../bench/harness/measure.ts';
import { createCollider, setPose, touchesSelf } from '../../../src/index.ts';
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
export function listFreeSteps(clip: PosedClip): number[] {
  const collider = createCollider(clip.shape);
  const free: number[] = [];
  for (let step = 1; step < clip.poses.length; step++) {
    setPose(collider, { jointMatrices: clip.poses[step - 1] });
    if (!touchesSelf(collider)) free.push(step);
  }
  return free;
}

/** At most so many of the steps, from the first to the last. */
export function spreadSteps(steps: readonly number[], most: number): number[] {
  if (steps.length <= most) return [...steps];
  return Array.from({ length: most }, (_, k) => steps[Math.round((k * (steps.length - 1)) / (most - 1))]);
}
