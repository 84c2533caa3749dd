import type { CheckSubject } from '../../src/check/index.ts';
import { type CheckPlan, planCheck } from '../../src/check/plan/plan.ts';
import { sayError } from '../subjects/one-line.ts';
import { type AssetSize, sizeSubject } from '../units/asset-size.ts';
import { type Bundle, createSubject } from '../units/bundle.ts';
import { checkUnit } from '../units/check-unit.ts';
import { callWithin } from '../units/time-limit.ts';
import type { ScanOptions, TimedOut, Unit, UnitResult } from '../units/unit.ts';

/**
 * What a worker is asked for: how large an asset is, or what becomes of a unit. The bytes of the bundle are shared, not copied.
 * `limit`: seconds that making the asset ready may take, and as many for the unit itself.
 */
export type Task = { limit?: number } & (
  | { kind: 'size'; bundle: Bundle; options: ScanOptions }
  | { kind: 'unit'; bundle: Bundle; unit: Unit }
);

/** What becomes of a task. Whoever ran out of time was cut off in the midst of something, and is of no use any more (`callWithin`). */
export type Answer =
  | { size: AssetSize }
  | { result: UnitResult; isKnown?: true }
  | { timedOut: TimedOut }
  /** What is wrong with the asset: trying again gives the same. */
  | { error: string }
  /** Why there is no answer: workers died of the task, or did not come back from it; or nothing more is begun. */
  | { died: string; isOverdue?: true }
  | { stopped: string };

/** What a worker keeps from one task to the next: the assets it used last, the very last one at the end. */
export interface AssetCache {
  assets: Asset[];
}

interface Asset {
  key: string;
  subject: CheckSubject;
  plan: CheckPlan | null;
}

/** The asset at hand, and the one before it, whose last units may still come. */
export const MOST_ASSETS = 2;

/** Things with this one as the latest, and no more of them than a worker keeps. */
export function keepLatest<Thing>(things: readonly Thing[], latest: Thing): Thing[] {
  return [...things.filter(thing => thing !== latest), latest].slice(-MOST_ASSETS);
}

export function createAssetCache(): AssetCache {
  return { assets: [] };
}

/** Does a task: what every worker does with what it is sent. */
export async function answerTask(cache: AssetCache, task: Task): Promise<Answer> {
  const options = task.kind === 'size' ? task.options : task.unit.options;
  const { limit = Infinity } = task;
  try {
    const asset = await takeAsset(cache, task.bundle, options);
    if (task.kind === 'size') return sizeAsset(asset, options, limit);
    const isReady = asset.plan !== null || planAsset(asset, options, limit);
    return isReady ? checkUnit(task.unit, asset.plan!, limit) : { timedOut: { seconds: limit, done: null } };
  } catch (error) {
    return { error: sayError(error) };
  }
}

function sizeAsset({ subject }: Asset, options: ScanOptions, seconds: number): Answer {
  let size: AssetSize | null = null;
  const isInTime = callWithin(seconds, () => {
    size = sizeSubject(subject, options);
  });
  return isInTime ? { size: size! } : { timedOut: { seconds, done: null } };
}

/** Whether it could be planned in time. */
function planAsset(asset: Asset, options: ScanOptions, seconds: number): boolean {
  return callWithin(seconds, () => {
    asset.plan = planCheck(asset.subject, options);
  });
}

async function takeAsset(cache: AssetCache, bundle: Bundle, options: ScanOptions): Promise<Asset> {
  const key = `${bundle.hash} ${JSON.stringify(options)}`;
  const found = cache.assets.find(asset => asset.key === key);
  const asset = found ?? { key, subject: await createSubject(bundle, options.metres), plan: null };
  cache.assets = keepLatest(cache.assets, asset);
  return asset;
}
