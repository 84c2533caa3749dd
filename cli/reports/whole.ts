import type { CheckReport } from '../../src/check/index.ts';
import { isAmong } from '../units/not-checked.ts';

/** Clips that were asked for by name and that no asset has. */
export function listMissingClips({ options, assets }: CheckReport): string[] {
  const names = assets.flatMap(({ clips }) => clips.map(({ name }) => name));
  return options.clips.filter(pattern => !isAmong(pattern, names));
}

/** Whether all that was asked for was checked, and wholly. */
export function isWhole(report: CheckReport): boolean {
  return report.assets.length > 0 && report.summary.errors === 0 && listMissingClips(report).length === 0;
}

/** Whether something of it was checked, at least. */
export function hasChecked({ assets }: CheckReport): boolean {
  return assets.some(({ error, clips }) => error === undefined && clips.some(clip => clip.error === undefined));
}
