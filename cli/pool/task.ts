import type { CheckSubject } from '../../src/check/index.ts';
import type { CheckPlan } from '../../src/check/plan/plan.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { sayError } from '../subjects/one-line.ts';
import { type AssetSize, sizeSubject } from '../units/asset-size.ts';
import { type Bundle, createSubject } from '../units/bundle.ts';
import { checkPlannedUnit } from '../units/check-unit.ts';
import type { SightOptions, StretchResult, Unit, UnitResult } from '../units/unit.ts';
import { callWithin } from './time-limit.ts';

/**
 * What a worker is asked for: how large an asset is, or what becomes of a unit. The bytes of the bundle are shared, not copied. `limit`: seconds that making the asset ready may take, and as many for the unit itself.
 */
export type Task = { limit?: number } & (
  | { kind: 'size'; bundle: Bundle; options: SightOptions }
  | { kind: 'unit'; bundle: Bundle; unit: Unit }
);

/** An error is one of the asset: trying again gives the same. */
export type Answer = { size: AssetSize } | { result: UnitResult } | { error: string } | { over: Over };

/** It took longer than it may, and was cut off; whoever did it is of no use any more (`callWithin`). */
export interface Over {
  seconds: number;
  /** The stretches that were done in time, the first ones of the unit; null if the asset itself could not be made ready. */
  done: StretchResult[] | null;
}

/** What a worker keeps from one task to the next. */
export interface AssetCache {
  /** The last one used is the last. */
  kept: Kept[];
}

interface Kept {
  key: string;
  subject: CheckSubject;
  plan: CheckPlan | null;
}

/** Assets kept: the one at hand, and the one before it, whose last units may be about. */
const MOST_KEPT = 2;

export function createAssetCache(): AssetCache {
  return { kept: [] };
}

export async function doTask(assets: AssetCache, task: Task): Promise<Answer> {
  try {
    const options = task.kind === 'size' ? task.options : task.unit.options;
    const { limit: seconds = Infinity } = task;
    const entry = await takeSubject(assets, task.bundle, options);
    return task.kind === 'size' ? sizeWithin(entry, options, seconds) : checkWithin(entry, task.unit, seconds);
  } catch (error) {
    return { error: sayError(error) };
  }
}

function sizeWithin({ subject }: Kept, options: SightOptions, seconds: number): Answer {
  let size: AssetSize | null = null;
  const isInTime = callWithin(seconds, () => {
    size = sizeSubject(subject, options);
  });
  return isInTime ? { size: size! } : { over: { seconds, done: null } };
}

function checkWithin(entry: Kept, unit: Unit, seconds: number): Answer {
  const isReady =
    entry.plan !== null ||
    callWithin(seconds, () => {
      entry.plan = planCheck(entry.subject, unit.options);
    });
  if (!isReady) return { over: { seconds, done: null } };
  const done: StretchResult[] = [];
  let result: UnitResult | null = null;
  const isInTime = callWithin(seconds, () => {
    result = checkPlannedUnit(unit, entry.plan!, done);
  });
  return isInTime ? { result: result! } : { over: { seconds, done: unit.stretches.length === 0 ? null : done } };
}

async function takeSubject(assets: AssetCache, bundle: Bundle, options: SightOptions): Promise<Kept> {
  const key = `${bundle.hash} ${JSON.stringify(options)}`;
  const found = assets.kept.find(entry => entry.key === key);
  const entry = found ?? { key, subject: await createSubject(bundle, options.metres), plan: null };
  assets.kept = [...assets.kept.filter(one => one !== found), entry].slice(-MOST_KEPT);
  return entry;
}
