import { VERSION } from '../../src/check/findings/report.ts';
import type { CheckReport } from '../../src/check/index.ts';
import type { RunRecord, UnitJob, UnitOutcome } from '../queue/run-record.ts';
import type { AssetSize } from './asset-size.ts';
import { SOURCE_KINDS } from './bundle.ts';
import { PART_FORMAT, PART_VERSION, type Part, type PartAsset } from './part.ts';
import type { Shard } from './shards.ts';
import type { StretchResult, Unit, UnitResult } from './unit.ts';

/*
 * Results and units that come from a cache, a part or a queue were written by someone else, or half written. Nothing of them is
 * used before it is known to have the right form; what it claims to have seen cannot be checked without doing it again.
 */

type Shape = (value: unknown) => boolean;

const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value);
const isCount: Shape = value => Number.isSafeInteger(value) && (value as number) >= 0;
const isText: Shape = value => typeof value === 'string';
const isFlag: Shape = value => typeof value === 'boolean';
const oneOf =
  (...values: unknown[]): Shape =>
  value =>
    values.includes(value);
const listOf =
  (shape: Shape, length?: number): Shape =>
  value =>
    Array.isArray(value) && (length === undefined || value.length === length) && value.every(shape);
/** An object with these fields and no others. */
const record =
  (fields: Record<string, Shape>): Shape =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every(key => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, shape]) => shape((value as Record<string, unknown>)[key]));

/** An object with these fields, whatever else it has: for what other versions may have written. */
const including =
  (fields: Record<string, Shape>): Shape =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([key, shape]) => shape((value as Record<string, unknown>)[key]));

const isHash: Shape = value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isVector = listOf(isNumber, 3);
const evidence = record({
  curve: isNumber,
  open: isNumber,
  seen: isNumber,
  from: value => value === null || isVector(value),
  gap: isNumber,
  isFold: isFlag,
  reach: value => value === null || isNumber(value),
  inside: value => value === undefined || record({ depth: isNumber, sureness: isNumber, point: isVector })(value),
  separation: value => value === undefined || isVector(value),
  overlap: value =>
    value === undefined || record({ area: isNumber, volume: volume => volume === null || isNumber(volume) })(value),
});
const measured = record({
  depth: isNumber,
  depthBy: oneOf('vertices', 'triangles'),
  area: isNumber,
  pairs: isCount,
  point: listOf(isNumber, 3),
  materialsA: listOf(isCount),
  materialsB: listOf(isCount),
  evidence: value => value === undefined || evidence(value),
});
const contact = record({
  time: isNumber,
  regionA: isCount,
  regionB: isCount,
  isCrease: isFlag,
  measured: value => value === undefined || measured(value),
});
const change = record({ kind: oneOf('begin', 'end', 'graze'), time: isNumber, regionA: isCount, regionB: isCount });
const observations = record({
  contacts: listOf(contact),
  changes: listOf(change),
  samples: isCount,
  deviation: isNumber,
  loops: oneOf(undefined, true),
});
const failure = record({ error: isText });

const region = record({ body: isText, joint: isText });
const body = record({
  name: isText,
  deformer: isText,
  triangles: isCount,
  vertices: isCount,
  joints: isCount,
  regions: isCount,
  pieces: isCount,
  closedPieces: isCount,
  flaws: listOf(isText),
});
const planSummary = record({
  asset: record({
    height: isNumber,
    metres: isNumber,
    bodies: listOf(body),
    rest: listOf(record({ a: region, b: region, pairs: isCount })),
    gaps: listOf(isText),
  }),
  height: isNumber,
  radii: listOf(isNumber),
  thickness: listOf(isNumber),
  bodies: listOf(record({ name: isText, materialNames: listOf(isText), regionNames: listOf(isText) })),
  borders: listOf(isCount),
  alternates: listOf(isCount),
  props: listOf(isCount),
  trunk: listOf(isCount),
  stubs: listOf(isCount),
  undrawn: listOf(oneOf(null, 'node', 'material')),
  measured: value => value === undefined || listOf(isCount)(value),
  tree: record({
    nodes: listOf(isCount),
    parents: listOf(value => Number.isSafeInteger(value) && (value as number) >= -1),
  }),
});
const size = record({
  triangles: isCount,
  clips: listOf(
    record({
      name: isText,
      start: isNumber,
      end: isNumber,
      cuts: value =>
        Array.isArray(value) && value.length > 0 && value.every(record({ sample: isCount, time: isNumber })),
    }),
  ),
});

const stretch: Shape = value =>
  record({ clip: isCount, from: isCount, to: isCount })(value) &&
  (value as { from: number; to: number }).from <= (value as { to: number }).to;
const options = record({
  fps: value => isNumber(value) && (value as number) >= 0.1 && (value as number) <= 10_000,
  rest: isFlag,
  leastRegion: value => isNumber(value) && (value as number) >= 0 && (value as number) <= 1,
  maxDeviation: value => isNumber(value) || (typeof value === 'string' && value.length < 40),
  maxSamples: value => isCount(value) && (value as number) >= 2 && (value as number) <= 1e9,
  metres: value => isNumber(value) && (value as number) > 0,
});

/** An object with any keys. */
const mapOf =
  (shape: Shape): Shape =>
  value =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(shape);
const resolved = record({
  fps: isNumber,
  minDepth: value => isNumber(value) || isText(value),
  minArea: value => isNumber(value) || isText(value),
  minDuration: isNumber,
  minSeverity: isNumber,
  ignore: listOf(isText),
  rest: isFlag,
  clips: listOf(isText),
  leastRegion: isNumber,
  maxDeviation: value => isNumber(value) || isText(value),
  maxSamples: isCount,
});
const orNull =
  (shape: Shape): Shape =>
  value =>
    value === null || shape(value);
const work = record({
  asset: isCount,
  units: listOf(isCount),
  size,
  planSummary: orNull(planSummary),
  error: orNull(isText),
  results: mapOf(value => observations(value) || failure(value)),
  failures: mapOf(isText),
});
const part = record({
  format: oneOf(PART_FORMAT),
  version: oneOf(PART_VERSION),
  engine: isText,
  options: resolved,
  metres: isNumber,
  shard: value =>
    record({ index: isCount, count: isCount })(value) &&
    (value as Shard).index >= 1 &&
    (value as Shard).index <= (value as Shard).count,
  wasStopped: isFlag,
  assets: listOf(value => {
    const { error, flex, motions, ...rest } = (value ?? {}) as Partial<Record<keyof PartAsset, unknown>>;
    return (
      (error === undefined || isText(error)) &&
      (motions === undefined || listOf(isText)(motions)) &&
      (flex === undefined || isFlag(flex)) &&
      record({ name: isText, hash: isText, kind: oneOf(...SOURCE_KINDS), paths: listOf(isText) })(rest)
    );
  }),
  work: listOf(work),
});

export function isPart(value: unknown): value is Part {
  return part(value) && (value as Part).work.every(({ asset }) => asset < (value as Part).assets.length);
}

const unitOutcome = record({
  hash: isHash,
  planSummary: orNull(planSummary),
  error: orNull(isText),
  results: mapOf(value => observations(value) || failure(value)),
  failures: mapOf(isText),
});
const runRecord = record({
  format: oneOf('poseclash-run'),
  version: oneOf(2),
  engine: isText,
  options: resolved,
  metres: isNumber,
  assets: listOf(
    value =>
      record({ name: isText, hash: isText, error: isText })(value) ||
      record({ name: isText, hash: isHash, stored: isHash, size })(value),
  ),
});
const unitJob = record({
  run: value => isText(value) && /^[0-9a-f]{16}$/.test(value as string),
  asset: isCount,
  unit: isCount,
});

const side = including({ body: isText, joint: isText, materials: listOf(isText) });
const length3 = including({ model: isNumber, mm: isNumber, percent: isNumber });
const finding = including({
  class: oneOf('through', 'crease'),
  a: side,
  b: side,
  start: isNumber,
  end: isNumber,
  worst: isNumber,
  depth: length3,
  area: including({ model: isNumber, mm2: isNumber }),
});
const report = including({
  format: oneOf('poseclash-report'),
  version: oneOf(1, VERSION),
  assets: listOf(
    including({
      name: isText,
      height: isNumber,
      metres: isNumber,
      clips: listOf(including({ name: isText, start: isNumber, end: isNumber, findings: listOf(finding) })),
    }),
  ),
});

/** Whether it is a report, of this version or one before, as far as it takes to compare another with it. */
export function isReport(value: unknown): value is CheckReport {
  return report(value);
}

export function isUnitOutcome(value: unknown): value is UnitOutcome {
  return unitOutcome(value);
}

export function isRunRecord(value: unknown): value is RunRecord {
  return runRecord(value);
}

export function isUnitJob(value: unknown): value is UnitJob {
  return unitJob(value);
}

export function isUnit(value: unknown): value is Unit {
  return record({ asset: isHash, options, stretches: listOf(stretch) })(value);
}

export function isAssetSize(value: unknown): value is AssetSize {
  return size(value);
}

/** Whether it can be the result of this unit. */
export function isResultOf({ stretches }: Pick<Unit, 'stretches'>, value: unknown): value is UnitResult {
  const isStretchResult = (result: unknown): result is StretchResult => observations(result) || failure(result);
  return stretches.length === 0
    ? record({ planSummary, stretches: listOf(isStretchResult, 0) })(value)
    : record({ stretches: listOf(isStretchResult, stretches.length) })(value);
}
