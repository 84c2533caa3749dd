import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PartWork } from '../units/part.ts';
import type { Unit } from '../units/unit.ts';

/** A check whose units are in the queue: what it takes to make its report of their results. Kept in Redis. */
export interface RunRecord {
  format: 'poseclash-run';
  version: 1;
  engine: string;
  options: ResolvedOptions;
  metres: number;
  /** In the order of the files; the jobs of one carry its index. */
  assets: RunAsset[];
}

/** `work` has the summary of its plan, which was made when it was enqueued; nothing if there was an error. */
export interface RunAsset {
  name: string;
  hash: string;
  error?: string;
  work?: Pick<PartWork, 'size' | 'planSummary' | 'error'>;
}

/** What a worker is sent. It names no file and no code. */
export interface UnitJob {
  format: 'poseclash-unit';
  version: 1;
  engine: string;
  unit: Unit;
}

/** What it sends back: by `keyOfStretch`. */
export interface UnitJobResult {
  results: PartWork['results'];
  failures: PartWork['failures'];
}

export function jobId(run: string, asset: number, unit: number): string {
  return `${run}-${asset}-${unit}`;
}
