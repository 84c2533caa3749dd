import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import type { Observations } from '../../src/check/scan/observe-clip.ts';

/** The options that change what is seen; all others only change what a report makes of it. */
export type ScanOptions = Pick<ResolvedOptions, 'fps' | 'rest' | 'leastRegion' | 'maxDeviation' | 'maxSamples'> & {
  metres: number;
};

/** Samples `from` to `to` of a clip, which is told by its number in the file. */
export interface Stretch {
  clip: number;
  from: number;
  to: number;
}

/**
 * A piece of work that depends on nothing but what it names: the content of an asset, the options that matter, and stretches of
 * its clips. Stretches of a clip share the sample at which they meet. It is recorded once, by the one that ends there, so
 * nothing between is missed and nothing counted twice. Without stretches: the summary of the plan, from which names in the report come.
 */
export interface Unit {
  /** The hash of the bundle. */
  asset: string;
  options: ScanOptions;
  stretches: Stretch[];
}

/** What became of a unit, as plain data. Of each stretch: what was seen, or why nothing could be. */
export interface UnitResult {
  planSummary?: PlanSummary;
  stretches: StretchResult[];
}

export type StretchResult = Observations | { error: string };

/** A limit was reached. */
export interface TimedOut {
  seconds: number;
  /** The stretches that were done in time, the first ones of the unit; null if the asset itself could not be made ready. */
  done: StretchResult[] | null;
}

export function scanOptions(options: ResolvedOptions, metres: number): ScanOptions {
  const { fps, rest, leastRegion, maxDeviation, maxSamples } = options;
  return { fps, rest, leastRegion, maxDeviation, maxSamples, metres };
}

export function asksForSummary({ stretches }: Pick<Unit, 'stretches'>): boolean {
  return stretches.length === 0;
}
