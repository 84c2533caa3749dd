import type { AssetReport, CheckReport, ClipReport } from '../../src/check/index.ts';
import { byDepth, countContacts, groupContacts } from './contacts.ts';
import { escapeMarkdown } from './escape.ts';
import { isWhole, listMissingClips } from './whole.ts';
import {
  count,
  describeAsset,
  listNotes,
  nameBoth,
  sayChange,
  sayDepth,
  sayInterval,
  sayRest,
  sayTime,
  VERBS,
} from './words.ts';

/** Lines of the table for one asset; a step of a workflow may show a megabyte. */
const MOST_LINES = 50;

/** A report in Markdown: a table of contacts for each asset, the deepest first. For the summary of a step, or a comment. */
export function toSummary(report: CheckReport): string {
  const { suppressed, errors, clips, assets } = report.summary;
  const through = countContacts(report.assets, 'through');
  const creases = countContacts(report.assets, 'crease');
  const mark = through > 0 ? '❌' : !isWhole(report) ? '⚠️' : '✅';
  const parts = [
    through > 0 ? `**${count(through, 'collision')}**` : 'no collisions',
    count(creases, 'crease'),
    `${suppressed} suppressed`,
    ...(errors > 0 ? [`**${errors} could not be checked**`] : []),
    ...listMissingClips(report).map(clip => `**no clip called ${escapeMarkdown(clip)}**`),
  ];
  const head = `## ${mark} poseclash check\n\n${parts.join(', ')}, in ${count(clips, 'clip')} of ${count(assets, 'asset')}.`;
  return `${[head, ...report.assets.map(writeAsset)].join('\n\n')}\n`;
}

function writeAsset(asset: AssetReport): string {
  const title = `### ${escapeMarkdown(asset.name)}`;
  if (asset.error !== undefined) return `${title}\n\nNot checked: ${escapeMarkdown(asset.error)}`;
  const rows = listRows(asset.clips);
  const table = [
    '| | clip | what | when | worst at | depth |',
    '|---|---|---|---|---|---|',
    ...rows.slice(0, MOST_LINES).map(({ line }) => line),
  ];
  const rest = sayRest(asset);
  const more = rows.length > MOST_LINES ? [`${rows.length - MOST_LINES} more are in the report.`] : [];
  const broken = asset.clips.flatMap(({ name, error }) =>
    error === undefined ? [] : [`Clip ${name} was not checked: ${error}`],
  );
  const notes = [...broken, ...listNotes(asset), ...(rest ? [rest] : [])].map(note => `- ${escapeMarkdown(note)}`);
  const none = broken.length > 0 ? 'Nothing found in what was checked.' : 'Clean.';
  const body = rows.length > 0 ? table.join('\n') : none;
  const parts = [title, describeAsset(asset), body, ...more, ...(notes.length > 0 ? [notes.join('\n')] : [])];
  return parts.join('\n\n');
}

/** A line for each contact, told by its deepest finding. */
function listRows(clips: readonly ClipReport[]) {
  const rows = clips.flatMap(clip => {
    const counting = clip.findings.filter(({ suppressed }) => !suppressed);
    return groupContacts(counting).map(([first, ...others]) => {
      const more = others.length > 0 ? ` and ${count(others.length, 'pair')} of parts more` : '';
      const cells = [
        first.class === 'through' ? '🔴' : '🟡',
        escapeMarkdown(clip.name),
        escapeMarkdown(nameBoth(first, VERBS[first.class])) + more,
        sayInterval(first),
        sayTime(first.worst),
        (sayDepth(first.depth) + sayChange(first)).replaceAll('<', '&lt;'),
      ];
      return { first, line: `| ${cells.join(' | ')} |` };
    });
  });
  const rank = ({ first }: (typeof rows)[number]): number => (first.class === 'through' ? 0 : 1);
  return rows.sort((p, q) => rank(p) - rank(q) || byDepth(p.first, q.first));
}
