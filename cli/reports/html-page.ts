import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { AssetReport, CheckReport, Issue } from '../../src/check/index.ts';
import { escapeMarkup, toScriptJson } from './escape.ts';
import { CLAY, HEAT_STOPS } from './heat-scale.ts';
import { writeAsset } from './html-asset.ts';
import type { PageAsset, PageData } from './page-data.ts';
import type { PageThumbs } from './page-thumbs.ts';
import { count, sayComparison } from './words.ts';

/** The script and the style of the page: what report-page/ is built to. */
export interface Page {
  script: string;
  style: string;
}

/** The script as the page has it: nothing in it ends the element. */
export function codeOf({ script }: Page): string {
  return script.replaceAll(/<\/(script)/gi, '<\\/$1');
}

/** The text of the page. `trusted`: the scripts that its policy lets run. */
export function writePage(
  report: CheckReport,
  assets: PageAsset[],
  page: Page,
  trusted: string,
  thumbs: readonly PageThumbs[] = [],
): string {
  const { ignore } = report.options;
  const data: PageData = { stops: HEAT_STOPS, clay: CLAY, ignore, assets, first: findWorstAsset(report) };
  const code = codeOf(page);
  const policy = `default-src 'none'; script-src ${trusted} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  const { headline, isBad } = judge(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="poseclash">
<link rel="icon" href="data:,">
<title>${escapeMarkup(`${headline} - poseclash`)}</title>
<style>
${page.style.replaceAll('</', '<\\/')}
</style>
</head>
<body class="plain">
<header>
<h1><span class="verdict ${isBad ? 'bad' : 'good'}">${escapeMarkup(headline)}</span></h1>
<p class="counts">${escapeMarkup(sayCounts(report))}</p>
${writePicker(report)}
</header>
<main>
${report.assets.map((asset, k) => writeAsset(asset, k, thumbs[k] ?? new Map(), report.comparison?.fixed ?? [])).join('\n')}
</main>
<footer>
<p>${escapeMarkup(sayOptions(report))}</p>
<ul class="keys">
${KEYS.map(([keys, what]) => `<li>${keys.map(key => `<kbd>${key}</kbd>`).join(' ')} ${what}</li>`).join('\n')}
</ul>
</footer>
<script type="application/json" id="data">${toScriptJson(data)}</script>
<script>${code}</script>
</body>
</html>
`;
}

/** What report-page/keys.ts does. */
const KEYS: readonly [string[], string][] = [
  [['↑', '↓'], 'issues'],
  [['←', '→'], 'intervals of an issue'],
  [['Enter'], 'open or fold it'],
  [['space'], 'play'],
  [[',', '.'], 'frames'],
  [['F'], 'whole figure'],
  [['M'], 'materials or clay'],
  [['A'], 'accept'],
  [['/'], 'search'],
  [['?'], 'these keys'],
];

function judge({ summary }: CheckReport): { headline: string; isBad: boolean } {
  if (summary.collisions > 0) return { headline: count(summary.collisions, 'collision'), isBad: true };
  if (summary.errors > 0) return { headline: `${summary.errors} could not be checked`, isBad: true };
  return { headline: 'No collisions', isBad: false };
}

function sayCounts({ assets, summary, comparison }: CheckReport): string {
  const { clips, joints, layered, suppressed, errors } = summary;
  const parts = [
    joints > 0 ? `${joints} at joints or slight` : '',
    layered > 0 ? `${layered} layered or by design` : '',
    suppressed > 0 ? `${suppressed} suppressed` : '',
    errors > 0 ? `${errors} could not be checked` : '',
    `${count(clips, 'clip')} of ${count(assets.length, 'asset')}`,
    comparison ? `since the baseline: ${sayComparison(comparison)}` : '',
  ];
  return parts.filter(part => part !== '').join(' · ');
}

/** The asset with the most severe issue of the first list; the first of several, and of none. */
function findWorstAsset({ assets }: CheckReport): number {
  const severities = assets.map(({ issues }) =>
    Math.max(-1, ...issues.filter(isCollision).map(({ severity }) => severity)),
  );
  return Math.max(0, severities.indexOf(Math.max(...severities)));
}

function isCollision(issue: Issue): boolean {
  return countsAlone(issue) && issue.list === 'collision';
}

function writePicker({ assets }: CheckReport): string {
  if (assets.length < 2) return '';
  const options = assets.map(
    (asset, k) => `<option value="${k}">${escapeMarkup(`${asset.name} (${judgeAsset(asset)})`)}</option>`,
  );
  return `<label class="picker" hidden>Asset <select id="assets">${options.join('')}</select></label>`;
}

function judgeAsset({ issues, clips, error }: AssetReport): string {
  if (error !== undefined) return 'not checked';
  const collisions = issues.filter(isCollision).length;
  if (collisions > 0) return count(collisions, 'collision');
  const unchecked = clips.filter(clip => clip.error !== undefined).length;
  if (unchecked > 0) return `${count(unchecked, 'clip')} not checked`;
  return clips.length === 0 ? 'no clip' : 'clean';
}

function sayOptions({ options }: CheckReport): string {
  const { fps, minDepth, minArea, minDuration, ignore, rest } = options;
  const isSet = (measure: number | string): boolean => Number.parseFloat(String(measure)) !== 0;
  const parts = [
    `at least ${fps} poses a second, continuously between them`,
    isSet(minDepth) ? `least depth ${minDepth}` : '',
    isSet(minArea) ? `least area ${minArea}` : '',
    minDuration > 0 ? `least duration ${minDuration} s` : '',
    ignore.length > 0 ? `ignored: ${ignore.join(', ')}` : '',
    rest ? 'what touches at rest is left out' : 'what touches at rest counts',
  ];
  return `Made by poseclash check: ${parts.filter(part => part !== '').join('; ')}.`;
}
