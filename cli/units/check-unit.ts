import type { CheckPlan } from '../../src/check/plan/plan.ts';
import { summarisePlan } from '../../src/check/plan/plan-summary.ts';
import type { CheckClip } from '../../src/check/plan/subject.ts';
import { observeClip } from '../../src/check/scan/observe-clip.ts';
import { callWithin } from './time-limit.ts';
import { asksForSummary, type TimedOut, type Unit, type UnitResult } from './unit.ts';

/**
 * Does one unit of an asset that was made ready: no files, no state, and no clock but the limit, so the same unit gives the same
 * result anywhere. What is wrong with a clip is in the result. Stretches that were done in time are kept.
 */
export function checkUnit(
  unit: Unit,
  plan: CheckPlan,
  seconds = Infinity,
): { result: UnitResult } | { timedOut: TimedOut } {
  const result: UnitResult = { stretches: [] };
  const isInTime = callWithin(seconds, () => {
    if (asksForSummary(unit)) result.planSummary = summarisePlan(plan);
    for (const { clip, from, to } of unit.stretches) {
      try {
        result.stretches.push(observeClip(plan, findClip(plan, clip), from, to));
      } catch (error) {
        result.stretches.push({ error: (error as Error).message });
      }
    }
  });
  if (isInTime) return { result };
  return { timedOut: { seconds, done: asksForSummary(unit) ? null : result.stretches } };
}

function findClip({ subject }: CheckPlan, number: number): CheckClip {
  const clip = subject.clips[number];
  if (!clip) throw new Error(`there is no clip number ${number}`);
  return clip;
}
