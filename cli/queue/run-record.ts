import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { hashBytes } from '../store/store.ts';
import type { AssetSize } from '../units/asset-size.ts';
import { type CostedUnit, cutUnits } from '../units/cut-units.ts';
import type { PartWork } from '../units/part.ts';
import { type Key, nameKey } from './seal.ts';

/**
 * A check whose units are in the queue: all that it takes to do them and to make the report of their results. It is in the store
 * before any job is in the queue. Its assets have their numbers, and their units theirs, from then on. The same files and options
 * give the same record, to the byte, and so the same run.
 */
export interface RunRecord {
  format: 'poseclash-run';
  version: 2;
  engine: string;
  options: ResolvedOptions;
  metres: number;
  /** In the order of the files. */
  assets: RunAsset[];
}

/** `stored`: the hash of its packed bundle, in the store. There is an error, or there are `stored` and `size`. */
export interface RunAsset {
  name: string;
  /** Of its contents. */
  hash: string;
  error?: string;
  stored?: string;
  size?: AssetSize;
}

/** What a worker is sent: numbers in the record of the run. */
export interface UnitJob {
  run: string;
  asset: number;
  unit: number;
}

/** What became of it, in the store. `hash`: of the asset; results and failures by `keyOfStretch`. */
export interface UnitOutcome extends Pick<PartWork, 'planSummary' | 'error' | 'results' | 'failures'> {
  hash: string;
}

/** Follows from the record; those who have another key have another run. Short, and as good as unique. */
export function nameRun(recordHash: string, key: Key): string {
  return hashBytes(Buffer.from(`${recordHash} ${nameKey(key)}`)).slice(0, 16);
}

/** By this a unit is found in the table of its run. */
export function unitField({ asset, unit }: Pick<UnitJob, 'asset' | 'unit'>): string {
  return `${asset}-${unit}`;
}

export function jobId(job: UnitJob): string {
  return `${job.run}-${unitField(job)}`;
}

export interface RunUnit extends UnitJob {
  pieces: Piece[];
}

/** What is asked of a worker at a time: stretches, or the plan if there are none. */
export type Piece = Pick<CostedUnit, 'stretches'>;

/**
 * What goes into one job each, of an asset that is cut into units. Its plan goes with the first of the others: whoever does these has
 * planned it, and most assets are one job.
 */
export function groupUnits([plan, ...units]: CostedUnit[]): Piece[][] {
  const [first = [], ...rest] = units.map(unit => [unit]);
  return [[plan, ...first], ...rest];
}

/** All units of a run, as they are in the queue. */
export function listRunUnits(run: string, { assets, options }: RunRecord): RunUnit[] {
  return assets.flatMap(({ size }, asset) =>
    size ? groupUnits(cutUnits(size, options)).map((pieces, unit) => ({ run, asset, unit, pieces })) : [],
  );
}
