import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CheckReport } from '../../src/check/index.ts';
import { usageError } from '../io.ts';
import { findOwnFile } from '../own-files.ts';
import { codeOf, type Page, writePage } from './html-page.ts';
import type { PageAsset } from './page-data.ts';
import type { PageThumbs } from './page-thumbs.ts';

export function readPage(folders?: readonly string[]): Page {
  const script = findOwnFile('report-page/page.js', folders);
  if (!script) throw usageError('--html: the page of the report is not built; run npm run build.');
  const style = new URL('page.css', script);
  return { script: readFileSync(script, 'utf8'), style: readFileSync(style, 'utf8') };
}

/**
 * A report as one file that needs no other and no network: tables for everyone, and for browsers with WebGL2 the character. Its
 * own policy forbids the page to load anything, and to run any script but the one it was made with, whatever names say.
 */
export function toHtml(
  report: CheckReport,
  assets: PageAsset[],
  page: Page,
  thumbs: readonly PageThumbs[] = [],
): string {
  const digest = createHash('sha256').update(codeOf(page)).digest('base64');
  return writePage(report, assets, page, `'sha256-${digest}'`, thumbs);
}
