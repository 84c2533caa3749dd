import { expect } from 'vitest';
import { agree, listFreeSteps, spreadSteps } from '../../papers/wong-2013/bench/free-steps.ts';
import { createMethods, type PosedClip } from '../../papers/wong-2013/bench/self-methods.ts';

/**
 * How many candidates each method has in so many steps of a clip that begin free: ours, as published, MCD and Base. All of them have to find the first
 * contacts that Base finds, and there have to be some.
 */
export function countCandidates(clip: PosedClip, count: number): number[] {
  const methods = createMethods(clip);
  const steps = spreadSteps(listFreeSteps(clip), count);
  const before = methods.map(({ stats }) => stats.candidates);
  const firsts = steps.map(step =>
    methods.map(method => {
      method.prepare(step);
      method.find();
      return method.contacts.earliest;
    }),
  );
  expect(firsts.some(([first]) => first < Infinity)).toBe(true);
  for (const found of firsts) for (const first of found) expect(agree(first, found[3])).toBe(true);
  return methods.map(({ stats }, m) => stats.candidates - before[m]);
}
