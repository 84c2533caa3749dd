import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { AssetReport, CheckReport, IssueList } from '../../src/check/index.ts';
import { escapeMarkdown } from './escape.ts';
import { isWhole, listMissingClips } from './whole.ts';
import {
  count,
  describeAsset,
  findPrefix,
  listNotes,
  nameIssue,
  sayDepth,
  sayRest,
  saySeverity,
  sayTime,
  sayUnchecked,
  sayUncheckedClip,
  sayWayOut,
} from './words.ts';
import { findWorst } from './worst-finding.ts';

/** Lines of the table for one asset; a step of a workflow may show a megabyte. */
const MOST_LINES = 50;

export interface SummaryOptions {
  /** The picture of an issue, in Markdown, by the number of its asset, and its own from 1; with it the table has a column for them. */
  pictureOf?: (asset: number, rank: number) => string;
  /** The most characters; assets that no longer fit are counted. */
  most?: number;
}

/** A report in Markdown: a table of issues for each asset, the most severe first. For the summary of a step, or a comment. */
export function toSummary(report: CheckReport, { pictureOf, most = Infinity }: SummaryOptions = {}): string {
  const { collisions, joints, layered, suppressed, errors, clips, assets } = report.summary;
  const mark = collisions > 0 ? '❌' : !isWhole(report) ? '⚠️' : '✅';
  const parts = [
    collisions > 0 ? `**${count(collisions, 'collision')}**` : 'no collisions',
    `${joints} at joints or slight`,
    `${layered} layered or by design`,
    `${suppressed} suppressed`,
    ...(errors > 0 ? [`**${errors} could not be checked**`] : []),
    ...listMissingClips(report).map(clip => `**no clip called ${escapeMarkdown(clip)}**`),
  ];
  const head = `## ${mark} poseclash check\n\n${parts.join(', ')}, in ${count(clips, 'clip')} of ${count(assets, 'asset')}.`;
  const blocks = [head];
  let length = head.length;
  for (const [a, asset] of report.assets.entries()) {
    const block = writeAsset(asset, pictureOf && (rank => pictureOf(a, rank)));
    length += block.length + 2;
    if (length > most) {
      blocks.push(`${count(assets - a, 'more asset')}: see the report.`);
      break;
    }
    blocks.push(block);
  }
  return `${blocks.join('\n\n')}\n`;
}

function writeAsset(asset: AssetReport, pictureOf?: (rank: number) => string): string {
  const title = `### ${escapeMarkdown(asset.name)}`;
  if (asset.error !== undefined) return `${title}\n\n${escapeMarkdown(sayUnchecked(asset.error))}`;
  const rows = listRows(asset, pictureOf);
  const table = [
    `| | severity | what | depth | worst | clips |${pictureOf ? ' picture |' : ''}`,
    `|---|---|---|---|---|---|${pictureOf ? '---|' : ''}`,
    ...rows.slice(0, MOST_LINES),
  ];
  const rest = sayRest(asset);
  const more = rows.length > MOST_LINES ? [`${rows.length - MOST_LINES} more are in the report.`] : [];
  const broken = asset.clips.flatMap(({ name, error }) =>
    error === undefined ? [] : [sayUncheckedClip(`Clip ${name}`, error)],
  );
  const notes = [...broken, ...listNotes(asset), ...(rest ? [rest] : [])].map(note => `- ${escapeMarkdown(note)}`);
  const none = broken.length > 0 ? 'Nothing found in what was checked.' : 'Clean.';
  const body = rows.length > 0 ? table.join('\n') : none;
  const parts = [title, describeAsset(asset), body, ...more, ...(notes.length > 0 ? [notes.join('\n')] : [])];
  return parts.join('\n\n');
}

const MARKS: Record<IssueList, string> = { collision: '🔴', joint: '🟡', layered: '⚪' };

/** A line for each issue that stands alone. */
function listRows(asset: AssetReport, pictureOf?: (rank: number) => string): string[] {
  const prefix = findPrefix(asset);
  return asset.issues.filter(countsAlone).map((issue, k) => {
    const { clip: c, finding } = findWorst(asset, issue);
    const { name } = asset.clips[c];
    const changed = issue.compared && issue.compared !== 'same' ? ` (${issue.compared})` : '';
    const cells = [
      MARKS[issue.list],
      saySeverity(issue),
      escapeMarkdown(nameIssue(issue, prefix)) + changed,
      `${sayDepth(finding.depth)}${sayWayOut(finding)}`.replaceAll('<', '&lt;'),
      `${escapeMarkdown(name)}, ${sayTime(finding.worst)}`,
      String(new Set(issue.findings.map(([clip]) => clip)).size),
      ...(pictureOf ? [pictureOf(k + 1)] : []),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
