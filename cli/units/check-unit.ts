import { type CheckPlan, planCheck } from '../../src/check/plan/plan.ts';
import { summarisePlan } from '../../src/check/plan/plan-summary.ts';
import { observeClip } from '../../src/check/scan/observe-clip.ts';
import { type Bundle, createSubject } from './bundle.ts';
import { isOutline, type StretchResult, type Unit, type UnitResult } from './unit.ts';

/**
 * Does one unit, given the bytes of its asset: no files, no clocks, no state. The same unit gives the same result anywhere. Throws
 * if the asset cannot be read; what is wrong with a clip is in the result.
 */
export async function checkUnit(unit: Unit, bundle: Bundle): Promise<UnitResult> {
  return checkPlannedUnit(unit, planCheck(await createSubject(bundle, unit.options.metres), unit.options));
}

/** The same for an asset that was made ready before. Results go into `stretches` one by one: they stay if it is cut off. */
export function checkPlannedUnit(unit: Unit, plan: CheckPlan, stretches: StretchResult[] = []): UnitResult {
  if (isOutline(unit)) return { outline: summarisePlan(plan), stretches };
  for (const { clip, from, to } of unit.stretches) {
    try {
      const watched = plan.subject.clips[clip];
      if (!watched) throw new Error(`there is no clip number ${clip}`);
      stretches.push(observeClip(plan, watched, from, to));
    } catch (error) {
      stretches.push({ error: (error as Error).message });
    }
  }
  return { stretches };
}
