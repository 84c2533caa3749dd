import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { escapeMarkdown } from '../reports/escape.ts';
import { toSummary } from '../reports/summary.ts';
import { listShots, MOST_SHOTS } from '../thumbs/list-shots.ts';
import { nameThumbs } from '../thumbs/name-thumbs.ts';

/** Pictures in a comment: as many as one looks at. */
const MOST_PICTURES = 12;
/** GitHub refuses comments of more than 65,536 characters. */
const MOST_CHARACTERS = 60_000;
/** Of pictures as they are shown; they are twice as wide. */
const WIDTH = 240;

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

/** What a comment begins with, so that it is found again. `name` tells one check of a pull request from another. */
export function markOf(name: string): string {
  return `<!-- poseclash ${name.replaceAll(/[^\w.-]+/g, '-')} -->`;
}

/** The text about a report: a table for each asset, with the pictures of which there is an address, and where the page is. */
export function toComment(report: CheckReport, addresses: ReadonlyMap<Picture, string>, page: string | null): string {
  const byPlace = new Map([...addresses].map(([{ asset, rank }, url]) => [`${asset} ${rank}`, url]));
  const pictureOf = (asset: number, rank: number): string => {
    const url = byPlace.get(`${asset} ${rank}`);
    return url === undefined ? '' : `<a href="${url}"><img src="${url}" width="${WIDTH}" alt="where they touch"></a>`;
  };
  const options = { most: MOST_CHARACTERS, ...(byPlace.size > 0 && { pictureOf }) };
  const end =
    page === null ? '' : `\n[The page to look at, and all else that was written](${page}), are with the run.\n`;
  return toSummary(report, options) + end;
}

/** What is said where no model has changed. */
export const NO_MODELS = '## ✅ poseclash check\n\nNo model has changed.\n';

/** What is said where nothing could be checked. */
export function toFailure(why: string): string {
  return `## ❌ poseclash check\n\nNothing was checked: ${escapeMarkdown(why)}\n`;
}
