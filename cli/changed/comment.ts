import type { CheckReport } from '../../src/check/index.ts';
import { escapeMarkdown } from '../reports/escape.ts';
import { toSummary } from '../reports/summary.ts';
import type { Picture } from './choose-pictures.ts';

/** GitHub refuses comments of more than 65,536 characters. */
const MOST_CHARACTERS = 60_000;
/** Of pictures as they are shown; they are twice as wide. */
const WIDTH = 240;

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
