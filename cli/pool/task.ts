import type { CheckPlan, CheckSubject } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/index.ts';
import { sayError } from '../subjects/one-line.ts';
import { type AssetSize, sizeSubject } from '../units/asset-size.ts';
import { type Bundle, createSubject } from '../units/bundle.ts';
import { checkPlannedUnit } from '../units/check-unit.ts';
import type { SightOptions, Unit, UnitResult } from '../units/unit.ts';

/** What a worker is asked for: how large an asset is, or what becomes of a unit. The bytes of the bundle are shared, not copied. */
export type Task =
  | { kind: 'size'; bundle: Bundle; options: SightOptions }
  | { kind: 'unit'; bundle: Bundle; unit: Unit };

/** An error is one of the asset: trying again gives the same. */
export type Answer = { size: AssetSize } | { result: UnitResult } | { error: string };

/** What a worker keeps from one task to the next. */
export interface Desk {
  /** The last one used is the last. */
  kept: { key: string; subject: CheckSubject; plan: CheckPlan | null }[];
}

/** Assets kept: the one at hand, and the one before it, whose last units may be about. */
const MOST_KEPT = 2;

export function createDesk(): Desk {
  return { kept: [] };
}

export async function doTask(desk: Desk, task: Task): Promise<Answer> {
  try {
    const options = task.kind === 'size' ? task.options : task.unit.options;
    const entry = await takeSubject(desk, task.bundle, options);
    if (task.kind === 'size') return { size: sizeSubject(entry.subject, options) };
    entry.plan ??= planCheck(entry.subject, options);
    return { result: checkPlannedUnit(task.unit, entry.plan) };
  } catch (error) {
    return { error: sayError(error) };
  }
}

async function takeSubject(desk: Desk, bundle: Bundle, options: SightOptions): Promise<Desk['kept'][number]> {
  const key = `${bundle.hash} ${JSON.stringify(options)}`;
  const found = desk.kept.find(entry => entry.key === key);
  const entry = found ?? { key, subject: await createSubject(bundle, options.metres), plan: null };
  desk.kept = [...desk.kept.filter(one => one !== found), entry].slice(-MOST_KEPT);
  return entry;
}
