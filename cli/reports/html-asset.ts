import type { AssetReport, FixedFinding } from '../../src/check/index.ts';
import { escapeMarkup } from './escape.ts';
import { type ListContext, writeFixed, writeList, writeSuppressed } from './html-issues.ts';
import { writeLanes } from './html-lanes.ts';
import { listFindings } from './page-findings.ts';
import type { PageThumbs } from './page-thumbs.ts';
import {
  count,
  describeAsset,
  findPrefix,
  listNotes,
  sayClipTime,
  sayRest,
  sayUnchecked,
  sayUncheckedClip,
} from './words.ts';

/** One asset of the page: readable as it is; the script adds the view of the character above it. */
export function writeAsset(
  asset: AssetReport,
  number: number,
  thumbs: PageThumbs,
  fixed: readonly FixedFinding[],
): string {
  const head = `<section class="asset" data-asset="${number}">\n<h2>${escapeMarkup(asset.name)}`;
  if (asset.error !== undefined) {
    return `${head}</h2>\n<p class="broken">${escapeMarkup(sayUnchecked(asset.error))}</p>\n</section>`;
  }
  const { rows, suppressed, left } = listFindings(asset);
  const context: ListContext = { asset, prefix: findPrefix(asset), thumbs };
  return [
    `${head} <small>${escapeMarkup(describeAsset(asset))}</small></h2>`,
    '<div class="columns">',
    '<div class="left"><div class="viewer" hidden></div>',
    writeLanes(asset, rows),
    '</div>',
    '<div class="right"><div class="tools" hidden></div>',
    ...(['collision', 'joint', 'layered'] as const).map(list => writeList(context, list, rows)),
    left > 0 ? `<p class="note">${count(left, 'finding')} more, less severe, are in the JSON report.</p>` : '',
    writeFixed(context, fixed),
    writeNotes(asset),
    fold(`Clips <b>${asset.clips.length}</b>`, writeClips(asset), 'clips'),
    suppressed.length > 0
      ? fold(`Suppressed <b>${suppressed.length}</b>`, writeSuppressed(context, suppressed), 'suppressed')
      : '',
    '</div></div>\n</section>',
  ]
    .filter(part => part !== '')
    .join('\n');
}

function fold(summary: string, inner: string, kind: string): string {
  return `<details class="${kind}"><summary>${summary}</summary>\n${inner}\n</details>`;
}

function writeNotes(asset: AssetReport): string {
  const rest = sayRest(asset);
  const broken = asset.clips.flatMap(({ name, error }) =>
    error === undefined ? [] : [sayUncheckedClip(`Clip ${name}`, error)],
  );
  const notes = [...broken, ...listNotes(asset), ...(rest ? [`Not reported: ${rest}.`] : [])];
  if (notes.length === 0) return '';
  const items = notes.map(note => `<li>${escapeMarkup(note)}</li>`).join('\n');
  return `<h3>What to know</h3>\n<ul class="notes">\n${items}\n</ul>`;
}

function writeClips(asset: AssetReport): string {
  const rows = asset.clips.map((clip, c) => {
    const { name, samples, error } = clip;
    const verdict = error === undefined ? judgeClip(asset, c) : '<span class="broken">not checked</span>';
    return `<tr><td>${escapeMarkup(name)}</td><td>${sayClipTime(clip)}</td><td>${samples}</td><td>${verdict}</td></tr>`;
  });
  const head = '<thead><tr><th>clip</th><th>length</th><th>poses</th><th>found</th></tr></thead>';
  return `<table class="clips">${head}<tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

/** How many collisions a clip has: those that are part of others too, since these may be of other clips. */
function judgeClip({ issues }: AssetReport, c: number): string {
  const ofClip = issues.filter(({ suppressed, findings }) => !suppressed && findings.some(([clip]) => clip === c));
  const collisions = ofClip.filter(({ list }) => list === 'collision').length;
  const others = ofClip.length - collisions;
  const parts = [collisions > 0 ? count(collisions, 'collision') : '', others > 0 ? count(others, 'other') : ''];
  return parts.filter(part => part !== '').join(', ') || 'clean';
}
