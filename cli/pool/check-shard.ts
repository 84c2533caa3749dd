import type { Source } from '../units/bundle.ts';
import { cutUnits } from '../units/cut-units.ts';
import { PART_FORMAT, PART_VERSION, type Part, type PartWork } from '../units/part.ts';
import { chooseUnits, type Shard } from '../units/shards.ts';
import { checkSources } from './check-sources.ts';
import { type Settings, sizeSources } from './open-source.ts';

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
  const numbers = sources.map((_, k) => k).filter(k => chosen[k].length > 0);
  const work: PartWork[] = [];
  let fromCache = 0;
  let wasStopped = sized.some(one => one.wasStopped);
  await checkSources(
    numbers.map(k => sources[k]),
    settings,
    {
      onProgress,
      choose(outcome, n) {
        const k = numbers[n];
        if (outcome.hash !== sized[k].hash) outcome.error = 'its contents changed while it was checked';
        return chosen[k].map(u => units[k][u]);
      },
      onChecked(outcome, n) {
        const asset = numbers[n];
        fromCache += outcome.fromCache;
        wasStopped ||= outcome.wasStopped;
        work.push({
          asset,
          units: chosen[asset],
          size: sized[asset].size!,
          planSummary: outcome.planSummary,
          error: outcome.error,
          results: Object.fromEntries(outcome.results),
          failures: Object.fromEntries(outcome.failures),
        });
      },
    },
  );
  const part: Part = {
    format: PART_FORMAT,
    version: PART_VERSION,
    engine: settings.engine,
    options: settings.options,
    metres: settings.metres,
    shard,
    wasStopped,
    assets: sized.map(({ hash, error }, k) => ({ ...sources[k], hash, ...(error !== null && { error }) })),
    work: work.sort((p, q) => p.asset - q.asset),
  };
  const count = (lists: readonly unknown[][]): number => lists.reduce((sum, list) => sum + list.length, 0);
  return { part, units: count(chosen), total: count(units), fromCache };
}
