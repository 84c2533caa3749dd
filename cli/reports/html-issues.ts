import type { AssetReport, Finding, Issue, IssueList } from '../../src/check/index.ts';
import { toIgnore } from './accept.ts';
import { escapeMarkup } from './escape.ts';
import { type Listed, linkTo, type Row } from './page-findings.ts';
import type { PageThumbs } from './page-thumbs.ts';
import {
  count,
  findClipPrefix,
  LISTS,
  nameIssue,
  REASONS,
  sayChange,
  sayDepth,
  sayInterval,
  sayLength,
  sayNoCollision,
  saySeverity,
  sayTime,
  sayVolume,
  sayWayOut,
} from './words.ts';

/** What rows need to know of their asset. */
export interface ListContext {
  asset: AssetReport;
  prefix: { prefix: string };
  thumbs: PageThumbs;
}

/** The rows of one of the three lists, to be folded; only the first is open. */
export function writeList(context: ListContext, list: IssueList, rows: readonly Row[]): string {
  const numbered = rows.map((row, k) => ({ row, k })).filter(({ row }) => row.issue.list === list);
  if (numbered.length === 0) {
    const none = list === 'collision' ? sayNoCollision(context.asset) : null;
    return none === null ? '' : `<p class="clean">${none[0].toUpperCase()}${none.slice(1)}.</p>`;
  }
  const title = LISTS[list][0].toUpperCase() + LISTS[list].slice(1);
  const inner = numbered.map(({ row, k }) => writeRow(context, row, k)).join('\n');
  return `<details class="list ${list}"${list === 'collision' ? ' open' : ''}><summary>${title} <b>${numbered.length}</b></summary>\n<div class="rows">\n${inner}\n</div></details>`;
}

const UNSEEN: Record<NonNullable<Issue['unseen']>, string> = {
  hidden: 'Hardly anybody sees it from outside',
  node: 'The node of one of them is invisible',
  material: 'The material of one of them is fully transparent',
};

/** One issue: what it is in three lines; opened, why it is there, what is part of it, and when. */
function writeRow(context: ListContext, row: Row, k: number): string {
  const { asset, prefix, thumbs } = context;
  const { issue, findings, worst } = row;
  const title = escapeMarkup(nameIssue(issue, prefix));
  const clips = new Set(findings.map(({ clip }) => clip)).size;
  const picture = thumbs.get(k);
  const hidden = issue.unseen
    ? `<span class="badge out-of-sight" title="${UNSEEN[issue.unseen]}">${issue.unseen === 'hidden' ? 'hidden' : 'not drawn'}</span>`
    : '';
  return [
    `<details class="issue${hidden ? ' unseen' : ''}" data-issue="${k}"><summary>`,
    picture
      ? `<img class="thumb" src="${picture}" width="120" height="90" alt="" loading="lazy" decoding="async">`
      : '',
    `<span class="what"><span class="line"><span class="grade ${issue.grade}">${saySeverity(issue)}</span>${markChange(issue)}${hidden}</span>`,
    `<b class="name">${title}</b>`,
    `<span class="where">${escapeMarkup(sayLength(worst.finding.depth))} deep${sayFree(worst.finding)}</span>`,
    `<span class="where">${escapeMarkup(asset.clips[worst.clip].name.slice(findClipPrefix(asset).length))} ${noBreaks(sayTime(worst.finding.worst))}${clips > 1 ? ` · ${noBreaks(count(clips, 'clip'))}` : ''}</span></span>`,
    '</summary>',
    `<div class="more">${writeReasons(issue)}${writeUnder(context, row)}${writeIntervals(asset, row)}`,
    `<p class="accept"><code>${escapeMarkup(JSON.stringify(toIgnore(issue)))}</code> in <code>ignore</code> of poseclash.config.json accepts it.</p>`,
    '</div></details>',
  ]
    .filter(part => part !== '')
    .join('\n');
}

function writeReasons({ reasons }: Issue): string {
  return `<ul class="reasons">${reasons.map(reason => `<li>${escapeMarkup(reason)}</li>`).join('')}</ul>`;
}

function writeUnder({ asset, prefix }: ListContext, { under }: Row): string {
  if (under.length === 0) return '';
  const links = under.map(
    entry =>
      `<li><a data-finding="${entry.k}" href="${linkTo(asset, entry)}">${escapeMarkup(nameIssue(entry.issue, prefix))}</a> <span class="soft">${saySeverity(entry.issue)}, ${escapeMarkup(sayLength(entry.finding.depth))}</span></li>`,
  );
  return `<p class="title">With it</p><ul class="under">${links.join('')}</ul>`;
}

/** Clip by clip, each interval a link to its worst moment. */
function writeIntervals(asset: AssetReport, { issue, findings, worst }: Row): string {
  const clips = [...new Set(findings.map(({ clip }) => clip))];
  const blocks = clips.map(clip => {
    const items = findings
      .filter(entry => entry.clip === clip)
      .map(entry => {
        const { finding } = entry;
        const isWorst = entry === worst && findings.length > 1 ? ' <span class="badge">worst</span>' : '';
        const change = escapeMarkup(sayChange(finding) + sayWayOut(finding));
        return (
          `<li><a data-finding="${entry.k}" href="${linkTo(asset, entry)}">${noBreaks(sayInterval(finding))}</a> ` +
          `<span class="soft"${sayHow(finding)}>${escapeMarkup(sayDepth(finding.depth))}${change}</span>${isWorst}</li>`
        );
      });
    return `<p class="title">${escapeMarkup(asset.clips[clip].name)}</p><ul class="intervals">${items.join('')}</ul>`;
  });
  const left = issue.findings.filter(([c, n]) => !asset.clips[c].findings[n].suppressed).length - findings.length;
  const more = left > 0 ? `<p class="note">${count(left, 'interval')} more in the JSON report.</p>` : '';
  return blocks.join('') + more;
}

/** ' · free after moving 32 mm', of the first of both parts. */
function sayFree({ separation }: Finding): string {
  return separation ? ` · ${noBreaks(`free after moving ${escapeMarkup(sayLength(separation))}`)}` : '';
}

function sayHow(finding: Finding): string {
  const how =
    finding.depthBy === 'triangles' ? 'Told by triangles that cross: no vertex is inside' : sayVolume(finding);
  return how === '' ? '' : ` title="${escapeMarkup(how)}"`;
}

function markChange({ compared }: Pick<Issue, 'compared'>): string {
  return compared ? `<span class="badge ${compared}">${compared}</span>` : '';
}

function noBreaks(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Findings that do not count, with the reason. */
export function writeSuppressed({ asset, prefix }: ListContext, entries: readonly Listed[]): string {
  const lines = entries.map(entry => {
    const { finding, issue, clip, k } = entry;
    const why = finding.suppressed ?? issue.suppressed;
    return (
      `<tr data-finding="${k}"${finding.compared ? ` data-change="${finding.compared}"` : ''}>` +
      `<td><a data-finding="${k}" href="${linkTo(asset, entry)}">${escapeMarkup(nameIssue({ ...issue, list: 'joint' }, prefix))}</a>` +
      `<span class="soft">${escapeMarkup(asset.clips[clip].name)}, ${noBreaks(sayInterval(finding))}</span>` +
      `<span class="soft">${why ? escapeMarkup(REASONS[why]) : ''}${escapeMarkup(sayChange(finding))}</span></td>` +
      `<td class="depth">${escapeMarkup(sayLength(finding.depth))}</td></tr>`
    );
  });
  return `<table class="findings"><tbody>\n${lines.join('\n')}\n</tbody></table>`;
}

/** What an earlier report had of this asset, and this one has no more. */
export function writeFixed(
  { asset: { name }, prefix }: ListContext,
  fixed: readonly { asset: string; clip: string; finding: Finding }[],
): string {
  const gone = fixed.filter(({ asset }) => asset === name);
  if (gone.length === 0) return '';
  const items = gone.map(
    ({ clip, finding }) =>
      `<li><span class="badge better">fixed</span> <b>${escapeMarkup(nameIssue({ ...finding, list: 'collision' }, prefix))}</b> ` +
      `<span class="soft">${escapeMarkup(clip)}, ${noBreaks(sayInterval(finding))}, ${escapeMarkup(sayLength(finding.depth))} deep</span></li>`,
  );
  return `<details class="fixed" open><summary>Fixed since the baseline <b>${gone.length}</b></summary>\n<ul>\n${items.join('\n')}\n</ul></details>`;
}
