import type { Grade } from '../findings/report.ts';

/** A length: a number in units of the model, or one with its unit, as '2mm' or '0.5%' (of the height). */
export type Length = number | string;
/** An area: a number in square units of the model, or one with its unit, as '3cm2'. */
export type Area = number | string;

export interface CheckOptions {
  /** Samples a second, at least; where a clip has keys closer together, those. 30 by default. */
  fps?: number;
  /** Findings below any of these are suppressed. 0 by default. */
  minDepth?: Length;
  minArea?: Area;
  /** In seconds. */
  minDuration?: number;
  /** Issues that are less severe are suppressed: from 0 to 10, or a grade in a word. 0 by default. */
  minSeverity?: number | string;
  /** Pairs of regions not to report: 'left-hand:left-thigh', with * for anything; see `matchesIgnore`. */
  ignore?: readonly string[];
  /** Whether what touches in the rest pose already is suppressed; true by default. */
  rest?: boolean;
  /** Only clips whose name fits one of these, with * for anything; all by default. */
  clips?: readonly string[];
  /** Parts of the surface below this share belong to the part they hang on (`findRegions`). 0.015 by default. */
  leastRegion?: number;
  /** Joints take arcs; a step is halved while the middle of the way is off by more than this. '0.5%' by default. */
  maxDeviation?: Length;
  /** The most samples of one clip; what is beyond is left out and listed. 100,000 by default. */
  maxSamples?: number;
}

/** All options, with their defaults: what a report says it was made with. */
export interface ResolvedOptions {
  fps: number;
  minDepth: Length;
  minArea: Area;
  minDuration: number;
  minSeverity: number;
  ignore: string[];
  rest: boolean;
  clips: string[];
  leastRegion: number;
  maxDeviation: Length;
  maxSamples: number;
}

/**
 * The options with all defaults filled in. Refuses what no option can be.
 * @example
 * {@includeCode ../../../examples/api/check.ts#check}
 */
export function resolveOptions(options: CheckOptions = {}): ResolvedOptions {
  const resolved: ResolvedOptions = {
    fps: options.fps ?? 30,
    minDepth: options.minDepth ?? 0,
    minArea: options.minArea ?? 0,
    minDuration: options.minDuration ?? 0,
    minSeverity: toSeverity(options.minSeverity ?? 0),
    ignore: [...(options.ignore ?? [])],
    rest: options.rest ?? true,
    clips: [...(options.clips ?? [])],
    leastRegion: options.leastRegion ?? 0.015,
    maxDeviation: options.maxDeviation ?? '0.5%',
    maxSamples: options.maxSamples ?? 100_000,
  };
  checkRange('fps', resolved.fps, 0.1, 10_000);
  checkRange('minDuration', resolved.minDuration, 0, 1e9);
  if (!(resolved.minSeverity >= 0 && resolved.minSeverity <= 10)) {
    refuse(
      'minSeverity',
      options.minSeverity,
      `a number from 0 to 10, or one of ${GRADES.map(([, grade]) => grade).join(', ')}`,
    );
  }
  checkRange('leastRegion', resolved.leastRegion, 0, 1);
  checkRange('maxSamples', resolved.maxSamples, 2, 1e9);
  for (const name of ['minDepth', 'maxDeviation'] as const) {
    if (!(toLength(resolved[name], 1, 1) >= 0)) {
      refuse(name, resolved[name], "a length of 0 or more, such as 0.01, '2mm' or '0.5%'");
    }
  }
  if (!(toArea(resolved.minArea, 1) >= 0)) refuse('minArea', resolved.minArea, "an area, such as 0.01 or '3cm2'");
  for (const pair of resolved.ignore) {
    if (typeof pair !== 'string' || pair.split(':').length !== 2) {
      refuse('ignore', pair, "two names with a colon between, such as 'hand:thigh' or '*:skirt'");
    }
  }
  return resolved;
}

function checkRange(name: string, value: number, least: number, most: number): void {
  if (!(typeof value === 'number' && value >= least && value <= most)) {
    refuse(name, value, `a number from ${least} to ${most}`);
  }
}

function refuse(name: string, value: unknown, cure: string): never {
  throw new Error(`check: ${name} is ${JSON.stringify(value)}; give ${cure}.`);
}

/** From which severity on an issue is called so. */
export const GRADES: readonly (readonly [least: number, grade: Grade])[] = [
  [6, 'severe'],
  [3, 'clear'],
  [1.5, 'slight'],
  [0, 'trivial'],
];

function toSeverity(severity: number | string): number {
  const [least] = GRADES.find(([, grade]) => grade === severity) ?? [severity === '' ? Number.NaN : Number(severity)];
  return least;
}

const LENGTHS: Record<string, number> = { mm: 0.001, cm: 0.01, m: 1 };
const AREAS: Record<string, number> = { mm2: 1e-6, cm2: 1e-4, m2: 1 };

/** In units of the model; NaN if it is no length. */
export function toLength(length: Length, metres: number, height: number): number {
  const { value, unit } = split(length);
  if (unit === '') return value;
  return unit === '%' ? 0.01 * value * height : (value * (LENGTHS[unit] ?? NaN)) / metres;
}

/** In square units of the model; NaN if it is no area. */
export function toArea(area: Area, metres: number): number {
  const { value, unit } = split(area);
  return unit === '' ? value : (value * (AREAS[unit] ?? NaN)) / (metres * metres);
}

function split(text: number | string): { value: number; unit: string } {
  if (typeof text === 'number') return { value: text, unit: '' };
  const [, digits, unit] = /^\s*([\d.eE+-]+)\s*([a-z%]*2?)\s*$/.exec(String(text)) ?? [];
  return { value: digits === undefined ? NaN : Number(digits), unit: unit ?? '' };
}

/** Whether a name fits a pattern in which * stands for anything; small and capital letters are the same. */
export function fitsPattern(name: string, pattern: string): boolean {
  const escaped = pattern.toLowerCase().replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 's').test(name.toLowerCase());
}
