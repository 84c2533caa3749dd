import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { type Bundle, readBundle, type Source } from '../units/bundle.ts';
import { scanOptions } from '../units/unit.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import { createOutcome, type Outcome, sayFailure } from './outcome.ts';
import { type Resources, runTask } from './run-task.ts';
import { STOPPED } from './worker-pool.ts';

/** How things are checked, whatever they are. */
export interface Settings extends Resources {
  options: ResolvedOptions;
  metres: number;
  /** The most bytes of a file. */
  largest: number;
  /** Whether a short file may be left to one worker: nobody has said how many there are to be. */
  mayBeginAlone?: boolean;
}

/** Reads a source and finds out how much there is to do. There is no bundle if that failed: then the outcome says why. */
export async function openSource(
  source: Source,
  settings: Settings,
): Promise<{ bundle: Bundle | null; outcome: Outcome }> {
  const outcome = createOutcome(source.name);
  if (settings.pool.isStopped()) {
    return { bundle: null, outcome: { ...outcome, error: sayFailure(STOPPED), wasStopped: true } };
  }
  try {
    const bundle = await readBundle(source, settings.largest);
    const options = scanOptions(settings.options, settings.metres);
    const answer = await runTask({ kind: 'size', bundle, options }, source.name, settings);
    if ('size' in answer) return { bundle, outcome: { ...outcome, hash: bundle.hash, size: answer.size } };
    return { bundle: null, outcome: { ...outcome, error: sayFailure(answer), wasStopped: 'stopped' in answer } };
  } catch (error) {
    return { bundle: null, outcome: { ...outcome, error: (error as Error).message } };
  }
}

/** What is known of each source before anything is checked; the bytes are let go again. */
export async function sizeSources(sources: readonly Source[], settings: Settings): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await forEachAtOnce(sources, settings.pool.size + 1, async (source, k) => {
    outcomes[k] = (await openSource(source, settings)).outcome;
  });
  return outcomes;
}
