import pc from 'picocolors';
import { countsAlone } from '../src/check/findings/write-report.ts';
import type {
  AssetReport,
  CheckReport,
  ClipReport,
  Finding,
  FixedFinding,
  Issue,
  IssueList,
} from '../src/check/index.ts';
import {
  count,
  describeAsset,
  findClipPrefix,
  findPrefix,
  LISTS,
  listNotes,
  nameIssue,
  REASONS,
  sayClipTime,
  sayComparison,
  sayFinding,
  sayLength,
  sayMeasures,
  sayNoCollision,
  sayRest,
  saySeverity,
  sayTime,
  shorten,
  shortenBoth,
} from './reports/words.ts';
import { findWorst } from './reports/worst-finding.ts';
import { inOneLine } from './subjects/one-line.ts';

export interface PrintOptions {
  hasColors: boolean;
  /** List all issues, with their reasons, and what is suppressed. */
  listsAll: boolean;
  /** The page that shows them, if one is written. */
  page?: string;
}

type Colors = ReturnType<typeof pc.createColors>;

/** Lines for the issues of one asset: what fits a screen. */
const MOST_LINES = 20;
/** Characters of a line; names that are longer lose their middle. */
const WIDTH = 100;

/**
 * A report for people: a table for each asset, a line for each issue, the most severe first; then what was not looked at, and what is in the
 * other lists. Assets that could not be checked are only counted.
 */
export function printReport(report: CheckReport, options: PrintOptions): string {
  const colors = pc.createColors(options.hasColors);
  const checked = report.assets.filter(({ error }) => error === undefined);
  if (checked.length === 0) return 'nothing could be checked';
  const fixed = report.comparison?.fixed ?? [];
  const assets = checked.map(asset => printAsset(asset, fixed, colors, options));
  return [...assets.map(lines => lines.join('\n')), printSummary(report, colors)].join('\n\n');
}

function printAsset(
  asset: AssetReport,
  fixed: readonly FixedFinding[],
  colors: Colors,
  { listsAll, page }: PrintOptions,
): string[] {
  const lines = [`${colors.bold(inOneLine(asset.name))}  ${colors.dim(describeAsset(asset))}`];
  const alone = asset.issues.filter(countsAlone);
  const collisions = alone.filter(({ list }) => list === 'collision');
  lines.push(...printTable(asset, collisions, 'collision', colors, listsAll ? Infinity : MOST_LINES, listsAll));
  const others = (['joint', 'layered'] as const).map(list => ({
    list,
    issues: alone.filter(issue => issue.list === list),
  }));
  for (const { list, issues } of others) {
    if (issues.length === 0) continue;
    if (listsAll) lines.push(...printTable(asset, issues, list, colors, Infinity, true));
  }
  const counts = others
    .filter(({ issues }) => issues.length > 0)
    .map(({ list, issues }) => `${issues.length} ${LISTS[list]}`);
  if (counts.length > 0 && !listsAll) lines.push(colors.dim(`  besides: ${counts.join('; ')} (--all lists them)`));
  lines.push(...printClips(asset, colors, listsAll));
  const gone = fixed.filter(one => one.asset === asset.name);
  lines.push(
    ...gone.map(({ clip, finding }) => `  ${colors.green('+')} fixed: ${sayFinding(finding)}  (${inOneLine(clip)})`),
  );
  if (listsAll) lines.push(...printSuppressed(asset, colors));
  const rest = sayRest(asset);
  if (rest) lines.push(colors.dim(`  suppressed: ${rest}`));
  for (const note of listNotes(asset)) lines.push(`  ${colors.yellow('note')}: ${inOneLine(note)}`);
  if (alone.length > 0 && page !== undefined) lines.push(`  look at them in ${page}`);
  return lines;
}

const COLORS: Record<IssueList, 'red' | 'yellow' | 'dim'> = { collision: 'red', joint: 'yellow', layered: 'dim' };

/** Severity, parts, depth, the worst moment, and in how many clips. */
function printTable(
  asset: AssetReport,
  issues: readonly Issue[],
  list: IssueList,
  colors: Colors,
  most: number,
  withReasons: boolean,
): string[] {
  if (issues.length === 0) {
    const none = list === 'collision' ? sayNoCollision(asset) : null;
    return none === null ? [] : [`  ${colors.green(none)}`];
  }
  const prefix = findPrefix(asset);
  const clipPrefix = findClipPrefix(asset);
  const shown = issues.slice(0, most);
  const rows = shown.map(issue => {
    const { clip, finding } = findWorst(asset, issue);
    const { name } = asset.clips[clip];
    const { worst, depth } = finding;
    const clips = new Set(issue.findings.map(([c]) => c)).size;
    return [
      saySeverity(issue),
      `${nameIssue(issue, prefix)}${issue.compared && issue.compared !== 'same' ? ` (${issue.compared})` : ''}`,
      sayLength(depth),
      `${name.slice(clipPrefix.length)} ${sayTime(worst)}`,
      clips > 1 ? `${clips} clips` : '',
    ].map(inOneLine);
  });
  const head = ['severity', 'what', 'depth', 'worst', ''];
  const widths = head.map((title, k) => Math.max(title.length, ...rows.map(row => row[k].length)));
  const spare = WIDTH - 2 - 2 * (head.length - 1) - widths[0] - widths[2] - widths[4];
  widths[3] = Math.min(widths[3], Math.max(16, spare - Math.min(widths[1], Math.round(0.62 * spare))));
  widths[1] = Math.min(widths[1], spare - widths[3]);
  const write = (row: readonly string[]): string =>
    row
      .map((cell, k) => {
        const short = k === 1 ? shortenBoth(cell, widths[k]) : shorten(cell, widths[k]);
        return k === 2 ? short.padStart(widths[k]) : short.padEnd(widths[k]);
      })
      .join('  ')
      .trimEnd();
  const lines = [
    `  ${colors[COLORS[list]](`${count(issues.length, 'issue')} ${LISTS[list]}`)}`,
    `  ${colors.dim(write(head))}`,
  ];
  rows.forEach((row, k) => {
    lines.push(`  ${write(row)}`);
    if (withReasons) lines.push(...explain(asset, shown[k], prefix).map(line => colors.dim(`    ${line}`)));
  });
  if (issues.length > shown.length)
    lines.push(colors.dim(`  and ${issues.length - shown.length} more (--all lists them)`));
  return lines;
}

/** Why an issue is in its list, what goes with it, and each of its intervals. */
function explain({ issues, clips }: AssetReport, issue: Issue, prefix: { prefix: string }): string[] {
  const under = issues.filter(other => other.under === issue.id).map(other => nameIssue(other, prefix));
  const intervals = issue.findings.map(([c, n]) => ({ clip: clips[c].name, finding: clips[c].findings[n] }));
  return [
    issue.reasons.join('; '),
    ...(under.length > 0 ? [`with it ${under.join(', ')}`] : []),
    ...intervals
      .filter(({ finding }) => !finding.suppressed)
      .map(({ clip, finding }) => `${clip}  ${sayMeasures(finding)}`),
  ].map(inOneLine);
}

/** Which clips were not checked, and how many are clean; with `listsAll` a line for each. */
function printClips({ clips, issues }: AssetReport, colors: Colors, listsAll: boolean): string[] {
  const countOf = (c: number): number =>
    issues.filter(
      issue => issue.list === 'collision' && !issue.suppressed && issue.findings.some(([clip]) => clip === c),
    ).length;
  const lines = clips.flatMap((clip, c) => {
    const name = `  ${inOneLine(clip.name)}  ${sayClipTime(clip)}  `;
    if (clip.error !== undefined) return [name + describeError(clip, colors)];
    if (!listsAll) return [];
    const found = countOf(c);
    return [name + (found > 0 ? colors.red(count(found, 'collision')) : colors.green('clean'))];
  });
  const clean = clips.filter(({ error }, c) => error === undefined && countOf(c) === 0).length;
  if (clean > 0 && !listsAll) lines.push(`  ${colors.green(`${clean} of ${count(clips.length, 'clip')} clean`)}`);
  return lines;
}

function describeError({ error }: ClipReport, colors: Colors): string {
  const [, what = `: ${error}`] = /^not checked(.*)$/s.exec(error!) ?? [];
  return colors.red('not checked') + inOneLine(what);
}

function printSuppressed({ clips, issues }: AssetReport, colors: Colors): string[] {
  const findings = clips.flatMap(({ name, findings: all }) =>
    all.flatMap((finding): [string, Finding][] => (finding.suppressed ? [[name, finding]] : [])),
  );
  const tooSlight = issues.filter(({ suppressed }) => suppressed === 'min-severity').length;
  return [
    ...findings.map(([clip, finding]) =>
      colors.dim(`  - ${inOneLine(clip)}: ${sayFinding(finding, 'and')}  (${finding.suppressed})`),
    ),
    ...(tooSlight > 0 ? [colors.dim(`  - ${count(tooSlight, 'issue')} ${REASONS['min-severity']}`)] : []),
  ];
}

function printSummary({ summary, comparison }: CheckReport, colors: Colors): string {
  const { collisions, joints, layered, suppressed, errors, clips } = summary;
  const parts = [
    collisions > 0 ? colors.red(count(collisions, 'collision')) : colors.green('no collisions'),
    joints > 0 ? colors.yellow(`${joints} at joints or slight`) : '',
    layered > 0 ? `${layered} layered or by design` : '',
    suppressed > 0 ? `${suppressed} suppressed` : '',
  ];
  const failed = errors > 0 ? colors.red(`; ${errors} could not be checked`) : '';
  const since = comparison ? `; since the baseline: ${sayComparison(comparison)}` : '';
  return `${parts.filter(part => part !== '').join(', ')} in ${count(clips, 'clip')}${failed}${since}`;
}
