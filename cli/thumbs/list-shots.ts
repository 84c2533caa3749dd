import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { AssetReport, RegionName } from '../../src/check/index.ts';
import { findWorst } from '../reports/worst-finding.ts';

/** A picture to be taken: two regions that touch, at the worst time of a clip. */
export interface Shot {
  /** From 1: the worst first. */
  rank: number;
  a: RegionName;
  b: RegionName;
  /** Numbers of the clip and of the finding in it. */
  clip: number;
  finding: number;
  /** The direction to an eye that sees the contact; null: nobody does. */
  from: readonly [number, number, number] | null;
}

/** The most pictures of one asset. */
export const MOST_SHOTS = 50;

/** The shots of an asset: up to so many of its worst issues that stand alone, each at its worst finding that counts. */
export function listShots(asset: AssetReport, most: number): Shot[] {
  return asset.issues
    .filter(countsAlone)
    .slice(0, most)
    .map((issue, k) => {
      const { clip, number, finding } = findWorst(asset, issue);
      return { rank: k + 1, a: issue.a, b: issue.b, clip, finding: number, from: finding.curve.from };
    });
}
