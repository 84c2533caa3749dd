import type { AssetSize } from '../units/asset-size.ts';
import type { Source } from '../units/bundle.ts';
import { cutUnits } from '../units/cut-units.ts';
import { PART_FORMAT, PART_VERSION, type Part, type PartWork } from '../units/part.ts';
import { chooseUnits, type Shard } from '../units/shards.ts';
import { doUnits, forEachAtOnce, type Settings, sayFailure, sizeSource } from './check-sources.ts';
import { isStopped } from './worker-pool.ts';

/** What is known of each source before anything is checked; the bytes are let go again. */
export interface Sized {
  name: string;
  hash: string;
  size: AssetSize | null;
  error?: string;
  wasStopped: boolean;
}

export async function sizeSources(
  sources: readonly Source[],
  settings: Settings,
  onProgress: (share: number, text: string) => void = () => {},
): Promise<Sized[]> {
  const sized: Sized[] = [];
  let done = 0;
  await forEachAtOnce(sources, settings.pool.size + 1, async (source, k) => {
    const { name } = source;
    try {
      const { bundle, size } = await sizeSource(source, settings);
      sized[k] = { name, hash: bundle.hash, size, wasStopped: false };
    } catch (error) {
      sized[k] = { name, hash: '', size: null, error: sayFailure(error), wasStopped: isStopped(error) };
    }
    onProgress(++done / sources.length, name);
  });
  return sized;
}

/**
 * Does one shard of a check. All files are read, to know how much there is to do, but only those with units of this shard are
 * checked.
 */
export async function checkShard(
  sources: readonly Source[],
  shard: Shard,
  settings: Settings,
  onProgress: (share: number, text: string) => void,
): Promise<{ part: Part; units: number; total: number; fromCache: number }> {
  const sized = await sizeSources(sources, settings);
  const units = sized.map(({ size }) => (size ? cutUnits(size, settings.options) : []));
  const chosen = chooseUnits(units, shard);
  const seconds = chosen.map((numbers, k) => numbers.reduce((sum, u) => sum + units[k][u].seconds, 0));
  const total = seconds.reduce((sum, one) => sum + one, 0);
  const work: PartWork[] = [];
  let done = 0;
  let fromCache = 0;
  let wasStopped = sized.some(one => one.wasStopped);
  await forEachAtOnce(sources, settings.pool.size + 1, async (source, k) => {
    const { size, hash } = sized[k];
    if (!size || chosen[k].length === 0) return;
    const own = chosen[k].map(u => units[k][u]);
    const empty = { outline: null, error: null, results: {}, failures: {} };
    try {
      const again = await sizeSource(source, settings);
      if (again.bundle.hash !== hash) throw new Error('its contents changed while it was checked');
      const outcome = await doUnits(again, own, settings, cost => onProgress((done += cost) / total, source.name));
      fromCache += outcome.fromCache;
      wasStopped ||= outcome.wasStopped;
      work.push({
        asset: k,
        units: chosen[k],
        size,
        outline: outcome.outline,
        error: outcome.error,
        results: Object.fromEntries(outcome.results),
        failures: Object.fromEntries(outcome.failures),
      });
    } catch (error) {
      wasStopped ||= isStopped(error);
      work.push({ asset: k, units: chosen[k], size, ...empty, error: sayFailure(error) });
    }
  });
  const part: Part = {
    format: PART_FORMAT,
    version: PART_VERSION,
    engine: settings.engine,
    options: settings.options,
    metres: settings.metres,
    shard,
    wasStopped,
    assets: sized.map(({ name, hash, error }) => (error === undefined ? { name, hash } : { name, hash, error })),
    work: work.sort((p, q) => p.asset - q.asset),
  };
  const count = (lists: readonly unknown[][]): number => lists.reduce((sum, list) => sum + list.length, 0);
  return { part, units: count(chosen), total: count(units), fromCache };
}
