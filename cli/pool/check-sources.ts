import { reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import { type Cache, cacheKey } from '../cache/cache.ts';
import { assembleAsset, keyOfStretch, type Work } from '../units/assemble.ts';
import type { AssetSize } from '../units/asset-size.ts';
import { type Bundle, readBundle, type Source } from '../units/bundle.ts';
import { type CostedUnit, cutUnits } from '../units/cut-units.ts';
import { isOutline, type StretchResult, sightOptions, type Unit, type UnitResult } from '../units/unit.ts';
import { isAssetSize, isResultOf } from '../units/validate.ts';
import type { Over } from './task.ts';
import { isDeath, isStopped, type WorkerPool } from './worker-pool.ts';

/** How things are checked, whatever they are. */
export interface Settings extends CheckResources {
  options: ResolvedOptions;
  metres: number;
  /** The most bytes of a file. */
  largest: number;
}

/** What checks are run with. */
export interface CheckResources {
  pool: WorkerPool;
  cache: Cache | null;
  /** Of what computes the results: results of another are of no use. */
  engine: string;
}

/** An asset that was read and sized. */
export interface SizedSource {
  source: Source;
  bundle: Bundle;
  size: AssetSize;
}

/** What became of some units of an asset. */
export interface Outcome extends Omit<Work, 'size' | 'outline'> {
  outline: Work['outline'] | null;
  results: Map<string, StretchResult>;
  failures: Map<string, string>;
  /** Why the asset as a whole could not be checked. */
  error: string | null;
  /** Units are missing because nothing more was to be begun. */
  wasStopped: boolean;
  /** Something took longer than it may: trying again would too. */
  wasOver: boolean;
  units: number;
  fromCache: number;
}

export async function sizeSource(source: Source, settings: Settings): Promise<SizedSource> {
  settings.pool.checkStopped();
  const bundle = await readBundle(source, settings.largest);
  const options = sightOptions(settings.options, settings.metres);
  const key = cacheKey([settings.engine, 'size', bundle.hash, options]);
  const known = await settings.cache?.get(key);
  if (isAssetSize(known)) return { source, bundle, size: known };
  const answer = await settings.pool.run({ kind: 'size', bundle, options }, source.name);
  if ('over' in answer) throw new Error(sayUnready(answer.over));
  if (!('size' in answer)) throw new Error('error' in answer ? answer.error : 'there is no answer');
  await settings.cache?.put(key, answer.size);
  return { source, bundle, size: answer.size };
}

export function createOutcome(units: number): Outcome {
  const nothing = { outline: null, results: new Map(), failures: new Map(), error: null };
  return { ...nothing, wasStopped: false, wasOver: false, units, fromCache: 0 };
}

/** Units looked up or waiting at a time, besides those being done: a system lends so many files. */
const MOST_AT_ONCE = 32;

/** Does units of one asset, all at once as far as there are workers. `onDone` is called with the cost of each. */
export async function doUnits(
  { source, bundle }: SizedSource,
  units: readonly CostedUnit[],
  settings: Settings,
  onDone: (seconds: number) => void = () => {},
): Promise<Outcome> {
  const outcome = createOutcome(units.length);
  const options = sightOptions(settings.options, settings.metres);
  await forEachAtOnce(units, settings.pool.size + MOST_AT_ONCE, async ({ stretches, seconds }) => {
    await doUnit({ asset: bundle.hash, options, stretches }, source.name, bundle, settings, outcome);
    onDone(seconds);
  });
  return outcome;
}

/** From the cache if it is there; else by the pool. What becomes of it goes into `outcome`. */
export async function doUnit(
  unit: Unit,
  name: string,
  bundle: Bundle,
  settings: CheckResources,
  outcome: Outcome,
): Promise<void> {
  if (outcome.error !== null) return; // its asset cannot be checked, so nobody asks for this
  const key = cacheKey([settings.engine, unit]);
  const known = await settings.cache?.get(key);
  if (isResultOf(unit, known)) {
    outcome.fromCache++;
    return takeResult(unit, known, outcome);
  }
  try {
    const answer = await settings.pool.run({ kind: 'unit', bundle, unit }, name);
    if ('result' in answer) {
      takeResult(unit, answer.result, outcome);
      if (answer.result.stretches.every(result => !('error' in result))) await settings.cache?.put(key, answer.result);
    } else if ('over' in answer) await takeOver(unit, answer.over, name, bundle, settings, outcome);
    else outcome.error ??= 'error' in answer ? answer.error : 'there is no answer';
  } catch (error) {
    if (!isDeath(error) && !isStopped(error)) throw error;
    outcome.wasStopped ||= isStopped(error);
    if (isDeath(error) && unit.stretches.length > 1) await doHalves(unit, name, bundle, settings, outcome);
    else giveUp(unit, (error as Error).message, outcome);
  }
}

/**
 * Keeps what was done in time. The stretch that was cut off has a whole limit for itself before it is given up: others may have used
 * up this one. All after it are done as a unit of their own.
 */
async function takeOver(
  unit: Unit,
  over: Over,
  name: string,
  bundle: Bundle,
  settings: CheckResources,
  outcome: Outcome,
): Promise<void> {
  outcome.wasOver = true;
  const { seconds, done } = over;
  if (done === null) {
    outcome.error ??= sayUnready(over);
    return;
  }
  takeResult({ stretches: unit.stretches.slice(0, done.length) }, { stretches: done }, outcome);
  const rest = unit.stretches.slice(done.length);
  if (done.length === 0) giveUp({ stretches: rest.splice(0, 1) }, `it took more than ${sayLimit(seconds)}`, outcome);
  if (rest.length > 0) await doUnit({ ...unit, stretches: rest }, name, bundle, settings, outcome);
}

function sayUnready({ seconds }: Over): string {
  return `not checked: it could not be made ready within ${sayLimit(seconds)}`;
}

function sayLimit(seconds: number): string {
  return `${seconds} s (--unit-limit)`;
}

/** One of its stretches kills workers; the others can still be had. */
async function doHalves(
  unit: Unit,
  name: string,
  bundle: Bundle,
  settings: CheckResources,
  outcome: Outcome,
): Promise<void> {
  const middle = unit.stretches.length >> 1;
  for (const stretches of [unit.stretches.slice(0, middle), unit.stretches.slice(middle)]) {
    await doUnit({ ...unit, stretches }, name, bundle, settings, outcome);
  }
}

export function takeResult(
  unit: Pick<Unit, 'stretches'>,
  result: UnitResult,
  outcome: Pick<Outcome, 'outline' | 'results'>,
): void {
  if (result.outline) outcome.outline = result.outline;
  unit.stretches.forEach((stretch, k) => {
    outcome.results.set(keyOfStretch(stretch), result.stretches[k]);
  });
}

export function giveUp(unit: Pick<Unit, 'stretches'>, why: string, outcome: Pick<Outcome, 'error' | 'failures'>): void {
  if (isOutline(unit)) outcome.error ??= `not checked: ${why}`;
  for (const stretch of unit.stretches) outcome.failures.set(keyOfStretch(stretch), why);
}

export function reportOutcome(
  name: string,
  size: AssetSize,
  { error, outline, results, failures }: Pick<Outcome, 'error' | 'outline' | 'results' | 'failures'>,
  options: ResolvedOptions,
): AssetReport {
  if (error !== null || !outline) return reportFailure(name, error ?? 'not checked: its outline is missing');
  return assembleAsset(name, { size, outline, results, failures }, options);
}

export interface Checked {
  assets: AssetReport[];
  /** Of those that have one, in any order. */
  outlines: PlanSummary[];
  units: number;
  fromCache: number;
}

/** Checks everything. Whatever goes wrong with one asset is in its report, so that the others go on. */
export async function checkSources(
  sources: readonly Source[],
  settings: Settings,
  onProgress: (share: number, text: string) => void,
): Promise<Checked> {
  const checked: Checked = { assets: [], outlines: [], units: 0, fromCache: 0 };
  const shares = new Float64Array(sources.length);
  const report = (k: number, share: number): void => {
    shares[k] = share;
    onProgress(shares.reduce((sum, one) => sum + one, 0) / sources.length, sources[k].name);
  };
  await forEachAtOnce(sources, settings.pool.size + 1, async (source, k) => {
    checked.assets[k] = await checkSource(source, settings, checked, share => report(k, share));
    report(k, 1);
  });
  return checked;
}

async function checkSource(
  source: Source,
  settings: Settings,
  checked: Checked,
  onProgress: (share: number) => void,
): Promise<AssetReport> {
  try {
    const sized = await sizeSource(source, settings);
    const units = cutUnits(sized.size, settings.options);
    const total = units.reduce((sum, { seconds }) => sum + seconds, 0);
    let done = 0;
    const outcome = await doUnits(sized, units, settings, seconds => onProgress((done += seconds) / total));
    checked.units += outcome.units;
    checked.fromCache += outcome.fromCache;
    if (outcome.outline) checked.outlines.push(outcome.outline);
    return reportOutcome(source.name, sized.size, outcome, settings.options);
  } catch (error) {
    return reportFailure(source.name, sayFailure(error));
  }
}

export function sayFailure(error: unknown): string {
  const { message } = error as Error;
  return isStopped(error) || isDeath(error) ? `not checked: ${message}` : message;
}

/** Calls `visit` for each item, for at most `most` of them at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  visit: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await visit(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, walk));
}
