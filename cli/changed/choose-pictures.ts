import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { listShots, MOST_SHOTS } from '../thumbs/list-shots.ts';
import { nameThumbs } from '../thumbs/name-thumbs.ts';

/** Pictures in a comment: as many as one looks at. */
const MOST_PICTURES = 12;

/** A picture that --thumbs has written: of which asset, and of which of its issues, counted from 1. */
export interface Picture {
  asset: number;
  rank: number;
  name: string;
}

/** The pictures for a comment: of the worst issues of all assets in the first list. */
export function choosePictures(report: CheckReport): Picture[] {
  const taken = new Set<string>();
  const all = report.assets.flatMap((asset, a) => {
    const shots = asset.error === undefined ? listShots(asset, MOST_SHOTS) : [];
    const names = nameThumbs(asset, shots, taken);
    const issues = asset.issues.filter(countsAlone);
    return shots.map(({ rank }, k) => ({ asset: a, rank, name: names[k], issue: issues[rank - 1] }));
  });
  return all
    .filter(({ issue }) => issue.list === 'collision')
    .sort((p, q) => q.issue.severity - p.issue.severity)
    .slice(0, MOST_PICTURES)
    .map(({ asset, rank, name }) => ({ asset, rank, name }));
}
