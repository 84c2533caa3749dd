import { chooseClips } from '../../src/check/check-subject.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { type AssetSize, estimatePlanning, estimateSeconds } from './asset-size.ts';
import type { Stretch, Unit } from './unit.ts';

export interface CostedUnit {
  stretches: Unit['stretches'];
  /** Estimated: see `estimateSeconds`. */
  seconds: number;
}

/** Short stretches go together until they would take this long; no more than so many, for whoever has to list them. */
const BATCH_SECONDS = 1;
const MOST_STRETCHES = 1000;

/** The numbers of the clips that are asked for. */
export function chooseClipNumbers({ clips }: AssetSize, options: Pick<ResolvedOptions, 'clips'>): number[] {
  const numbered = clips.map(({ name }, number) => ({ name, number }));
  return chooseClips({ subject: { clips: numbered }, options }).map(({ number }) => number);
}

/**
 * All there is to do for an asset: its plan, and units of similar cost for its clips, in their order. Long clips are cut, and
 * short ones go together.
 */
export function cutUnits(size: AssetSize, options: Pick<ResolvedOptions, 'clips'>): CostedUnit[] {
  const units: CostedUnit[] = [{ stretches: [], seconds: estimatePlanning(size.triangles) }];
  let open: CostedUnit | null = null;
  for (const clip of chooseClipNumbers(size, options)) {
    for (const stretch of listStretches(size, clip)) {
      const seconds = estimateSeconds(size.triangles, stretch.to - stretch.from);
      if (!open || open.seconds + seconds > BATCH_SECONDS || open.stretches.length >= MOST_STRETCHES) {
        units.push((open = { stretches: [], seconds: 0 }));
      }
      open.stretches.push(stretch);
      open.seconds += seconds;
    }
  }
  return units;
}

export function listStretches({ clips }: AssetSize, clip: number): Stretch[] {
  const { cuts } = clips[clip];
  if (cuts.length === 1) return [{ clip, from: 0, to: 0 }];
  return cuts.slice(1).map(({ sample }, k) => ({ clip, from: cuts[k].sample, to: sample }));
}
