import type { Source } from '../units/bundle.ts';
import { type CostedUnit, cutUnits } from '../units/cut-units.ts';
import { scanOptions } from '../units/unit.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { openSource, type Settings } from './open-source.ts';
import { type Outcome, takeAnswer } from './outcome.ts';
import { runTask } from './run-task.ts';

/** Units looked up or waiting at a time, besides those being done: a system lends so many files. */
const MOST_AT_ONCE = 32;

/**
 * A file that should take fewer seconds than `SHORT` (`estimateSeconds`; it takes about a quarter of that) is begun by one worker. The others
 * join when it has taken `ALONE` milliseconds: so much as each of them needs to read, plan and compile for itself, which nobody gets
 * back where the work is over by then (docs/decisions/0066).
 */
const SHORT = 10;
const ALONE = 3000;

export interface CheckSourcesOptions {
  /** Called when all was done of a source that could be, with its number. */
  onChecked: (outcome: Outcome, source: number) => void;
  /** Called with the share of the work that is done, and what it was of. */
  onProgress?: (share: number, name: string) => void;
  /** The units that are wanted of a source that was read; all of them by default. It may give the outcome an error instead. */
  choose?: (outcome: Outcome, source: number) => readonly CostedUnit[];
}

/**
 * Checks sources: each is read, cut into units, and these are done by `checkUnit` in as many workers as there are. Whatever goes wrong
 * with one is in its outcome, so that the others go on. No more sources are open at a time than keep all workers busy.
 */
export async function checkSources(
  sources: readonly Source[],
  settings: Settings,
  { onChecked, onProgress = () => {}, choose = ({ size }) => cutUnits(size!, settings.options) }: CheckSourcesOptions,
): Promise<void> {
  const { pool } = settings;
  const options = scanOptions(settings.options, settings.metres);
  let progress = 0;
  const advance = (share: number, name: string): void => {
    progress += share / sources.length;
    onProgress(progress, name);
  };
  await forEachAtOnce(sources, pool.size + 1, async (source, k) => {
    const { bundle, outcome } = await openSource(source, settings);
    const units = bundle ? [...choose(outcome, k)] : [];
    outcome.units = units.length;
    const total = units.reduce((sum, { seconds }) => sum + seconds, 0);
    const isShort = settings.mayBeginAlone && sources.length === 1 && total < SHORT;
    let left = 1;
    const abandoned = new AbortController();
    const checkOne = async (unit: CostedUnit): Promise<void> => {
      if (!bundle || abandoned.signal.aborted) return;
      const { stretches, seconds } = unit;
      const task = { kind: 'unit' as const, bundle, unit: { asset: bundle.hash, options, stretches } };
      const answer = await runTask(task, source.name, settings, abandoned.signal);
      if (abandoned.signal.aborted) return;
      units.push(...takeAnswer({ stretches, seconds: 0 }, answer, outcome));
      if (outcome.error !== null) abandoned.abort(); // nothing can be told of this asset, so nobody asks for the rest
      left -= seconds / total;
      advance(seconds / total, source.name);
    };
    await forEachAtOnce(units, pool.size + MOST_AT_ONCE, checkOne, isShort ? ALONE : 0);
    advance(left, source.name);
    onChecked(outcome, k);
  });
}
