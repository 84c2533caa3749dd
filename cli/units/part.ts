import { reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import { assembleAsset } from './assemble.ts';
import type { AssetSize } from './asset-size.ts';
import type { Source } from './bundle.ts';
import { cutUnits } from './cut-units.ts';
import type { Shard } from './shards.ts';
import type { StretchResult } from './unit.ts';

export const PART_FORMAT = 'poseclash-part';
export const PART_VERSION = 5;

/** What one shard of a check has done: `mergeParts` makes the report of all of them. */
export interface Part {
  format: typeof PART_FORMAT;
  version: typeof PART_VERSION;
  /** Of the program that made it. */
  engine: string;
  options: ResolvedOptions;
  metres: number;
  shard: Shard;
  /** Its check was stopped before all was done. */
  wasStopped: boolean;
  /** All assets of the check, also those that this shard has nothing to do with. */
  assets: PartAsset[];
  work: PartWork[];
}

/** One asset of a check, and what it was made of: where its files are still there, `merge` draws it. */
export interface PartAsset extends Source {
  hash: string;
  error?: string;
}

/** What was done of one asset. */
export interface PartWork {
  /** Its number among the assets, and the numbers of the units among all of that asset. */
  asset: number;
  units: number[];
  size: AssetSize;
  planSummary: PlanSummary | null;
  error: string | null;
  /** By `keyOfStretch`. */
  results: Record<string, StretchResult>;
  failures: Record<string, string>;
}

export interface NamedPart {
  file: string;
  part: Part;
}

/** Complains if these parts are not all shards of one check, once each: throws an Error that says which is wrong, and how. */
export function checkParts(parts: readonly NamedPart[]): void {
  for (const { file, part } of parts) {
    const { index, count } = part.shard;
    if (part.wasStopped) throw new Error(`${file} is incomplete: it was stopped; run shard ${index}/${count} again.`);
  }
  const [first, ...rest] = parts;
  for (const other of rest) {
    const difference = findDifference(first, other);
    if (difference) throw new Error(`${other.file} is not of the same check as ${first.file}: ${difference}.`);
  }
  const files = new Map<number, string>();
  for (const { file, part } of parts) {
    const twin = files.get(part.shard.index);
    if (twin !== undefined) {
      throw new Error(`${file} and ${twin} are the same shard, ${part.shard.index}/${part.shard.count}; give it once.`);
    }
    files.set(part.shard.index, file);
  }
  const { count } = first.part.shard;
  const missing = Array.from({ length: count }, (_, k) => k + 1).filter(index => !files.has(index));
  if (missing.length > 0) {
    const list = missing.map(index => `${index}/${count}`).join(', ');
    throw new Error(
      `${missing.length === 1 ? 'shard' : 'shards'} ${list} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    );
  }
}

function findDifference({ part: a }: NamedPart, { part: b }: NamedPart): string | null {
  if (a.engine !== b.engine) return 'it was made by another version of poseclash or Node';
  if (a.shard.count !== b.shard.count) return `it is one of ${b.shard.count} shards, not of ${a.shard.count}`;
  const [p, q]: Record<string, unknown>[] = [
    { ...a.options, metres: a.metres },
    { ...b.options, metres: b.metres },
  ];
  const option = Object.keys(p).find(key => JSON.stringify(p[key]) !== JSON.stringify(q[key]));
  if (option) return `${option} is ${JSON.stringify(q[option])} there and ${JSON.stringify(p[option])} here`;
  if (a.assets.length !== b.assets.length) return `it has ${b.assets.length} files, not ${a.assets.length}`;
  for (const [k, { name, hash, error }] of a.assets.entries()) {
    const other = b.assets[k];
    if (other.name !== name) return `file ${k + 1} is '${other.name}' there and '${name}' here`;
    if (other.hash !== hash || other.error !== error) return `'${name}' had other contents there`;
  }
  return null;
}

/** The assets of the report, from all parts, in any order: the same bytes for every number of shards. */
export function mergeParts(parts: readonly NamedPart[]): AssetReport[] {
  checkParts(parts);
  const { assets, options } = parts[0].part;
  return assets.map(({ name, error }, k) => {
    if (error !== undefined) return reportFailure(name, error);
    const works = parts.flatMap(({ part }) => part.work.filter(({ asset }) => asset === k));
    const planSummary = works.find(work => work.planSummary)?.planSummary;
    const wrong = works.find(work => work.error !== null)?.error;
    if (wrong != null || !planSummary)
      return reportFailure(name, wrong ?? 'not checked: the summary of its plan is missing');
    const { size } = works[0];
    checkUnits(name, works, cutUnits(size, options).length);
    const results = new Map(works.flatMap(work => Object.entries(work.results)));
    const failures = new Map(works.flatMap(work => Object.entries(work.failures)));
    return assembleAsset(name, { size, planSummary, results, failures }, options);
  });
}

function checkUnits(name: string, works: readonly PartWork[], count: number): void {
  const seen = works.flatMap(({ units }) => units).sort((a, b) => a - b);
  const isWhole = seen.length === count && seen.every((unit, k) => unit === k);
  if (!isWhole) throw new Error(`the parts have units ${seen.join(', ')} of '${name}', not each of ${count} once.`);
}
