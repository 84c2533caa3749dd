import { chooseClips } from '../../src/check/check-subject.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import { suggest } from '../suggest.ts';
import type { AssetSize, ClipSize } from './asset-size.ts';

/*
 * What was asked for and cannot be checked, as far as sizes and plans tell: the same on every machine and for every number of
 * shards. Nothing of it may look clean.
 */

const ADVICE = 'pose its joints with --flex, or play the clips of another file with --motion set.glb';

/** Why nothing of an asset can be checked; null if something can. */
export function findObstacle({ triangles, clips }: AssetSize, wanted: readonly string[]): string | null {
  if (triangles === 0) return 'not checked: there is no mesh in it';
  if (clips.length === 0) return `not checked: there is no clip in it, so nothing moves; ${ADVICE}`;
  const names = clips.map(({ name }) => name);
  if (wanted.length === 0 || wanted.some(pattern => isAmong(pattern, names))) return null;
  const asked = wanted.map(pattern => `'${pattern}'`).join(' or ');
  return `not checked: no clip of it is called ${asked}${adviseOn(wanted[0], names)}`;
}

/** Notes on clips that are asked for and that an asset has not, though it has others that are. */
export function listUnmetClips({ clips }: AssetSize, wanted: readonly string[]): string[] {
  const names = clips.map(({ name }) => name);
  return wanted
    .filter(pattern => !isAmong(pattern, names))
    .map(pattern => `No clip is called '${pattern}'${adviseOn(pattern, names)}.`);
}

/** Where sampling ends although the clip goes on; null if it does not. */
export function findCutOff(
  { cuts, end }: ClipSize,
  { maxSamples }: Pick<ResolvedOptions, 'maxSamples'>,
): number | null {
  const last = cuts[cuts.length - 1];
  return last.sample + 1 >= maxSamples && last.time < end ? last.time : null;
}

/** The fewest samples a second that may be asked for. */
const LEAST_FPS = 0.1;

/** Why sampling ends before a clip does, and what to do about it: fewer samples a second, unless the keys alone are too many, which is not known here. */
export function sayTooLong(
  { start, end }: Pick<ClipSize, 'start' | 'end'>,
  { fps, maxSamples }: Pick<ResolvedOptions, 'fps' | 'maxSamples'>,
): string {
  const enough = Math.floor(100 * ((maxSamples - 2) / (end - start))) / 100;
  const slower = enough >= LEAST_FPS && enough < fps ? `, or try --fps ${enough}` : '';
  return `it has more than ${maxSamples} samples; cut the clip${slower ? ', ' : ' or '}raise maxSamples in poseclash.config.json${slower}`;
}

/** Warnings of names in `ignore` that no part, body or material of any asset has: they suppress nothing. */
export function listIdleIgnores(planSummaries: readonly PlanSummary[], ignore: readonly string[]): string[] {
  const names = new Set<string>();
  for (const { bodies } of planSummaries) {
    for (const { name: body, regionNames, materialNames } of bodies) {
      for (const name of [body, ...regionNames, ...materialNames]) names.add(name);
      for (const region of regionNames) names.add(`${body}.${region}`);
    }
  }
  const list = [...names].filter(name => name !== '');
  const sides = ignore.flatMap(pattern => pattern.split(':').map(side => ({ pattern, side: side.trim() })));
  return sides
    .filter(({ side }) => !isAmong(side, list))
    .map(({ pattern, side }) => `--ignore ${pattern}: nothing is called '${side}'${adviseOn(side, list)}`);
}

/** Whether a pattern of `--clip` or `--ignore` fits one of the names. */
export function isAmong(pattern: string, names: readonly string[]): boolean {
  const clips = names.map(name => ({ name }));
  return chooseClips({ subject: { clips }, options: { clips: [pattern] } }).length > 0;
}

/** Names looked at for the one that was meant: more would take longer than anyone waits for an error. */
const MOST_NAMES = 1000;

function adviseOn(pattern: string, names: readonly string[]): string {
  const near = suggest(pattern.replaceAll('*', ''), names.slice(0, MOST_NAMES));
  if (near !== undefined) return `; did you mean '${near}'?`;
  const some = names.slice(0, 3).map(name => `'${name}'`);
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return some.length === 0 ? '' : `; there is ${some.join(', ')}${more}`;
}
