import type { AssetReport, ClipReport } from '../../src/check/index.ts';
import { groupContacts } from './contacts.ts';
import { escapeMarkup } from './escape.ts';
import { writeLanes } from './html-lanes.ts';
import { linkTo, listFindings, type Numbered } from './page-findings.ts';
import {
  count,
  describeAsset,
  listNotes,
  nameBoth,
  REASONS,
  sayClipTime,
  sayInterval,
  sayLength,
  sayPercent,
  sayRest,
  sayTime,
  VERBS,
} from './words.ts';

/** One asset of the page: readable as it is; the script adds the view of the character above it. */
export function writeAsset(asset: AssetReport, number: number): string {
  const head = `<section class="asset" data-asset="${number}">\n<h2>${escapeMarkup(asset.name)}`;
  if (asset.error !== undefined) {
    return `${head}</h2>\n<p class="broken">Not checked: ${escapeMarkup(asset.error)}</p>\n</section>`;
  }
  const { listed, left } = listFindings(asset);
  const numbered = listed.map((entry, k) => ({ ...entry, k }));
  const counting = numbered.filter(({ finding }) => !finding.suppressed);
  const through = counting.filter(({ finding }) => finding.class === 'through');
  const creases = counting.filter(({ finding }) => finding.class === 'crease');
  const suppressed = numbered.filter(({ finding }) => finding.suppressed);
  const table = (rows: Numbered[]): string => writeTable(asset, rows);
  return [
    `${head} <small>${escapeMarkup(describeAsset(asset))}</small></h2>`,
    '<div class="columns">',
    '<div class="left"><div class="viewer" hidden></div>',
    writeLanes(asset, numbered),
    '</div>',
    '<div class="right">',
    `<h3>${sayTitle('Collisions', through)}</h3>`,
    through.length > 0 ? table(through) : '<p class="clean">Nothing passes through anything.</p>',
    creases.length > 0 ? fold(sayTitle('Creases', creases), table(creases), through.length === 0) : '',
    suppressed.length > 0 ? fold(`Suppressed <b>${suppressed.length}</b>`, table(suppressed), false) : '',
    left > 0 ? `<p class="note">${count(left, 'finding')} more, of less depth, are in the JSON report.</p>` : '',
    writeNotes(asset),
    fold(`Clips <b>${asset.clips.length}</b>`, writeClips(asset), false),
    '</div></div>\n</section>',
  ]
    .filter(part => part !== '')
    .join('\n');
}

/** How many contacts, and between how many pairs of parts. */
function sayTitle(word: string, rows: readonly Numbered[]): string {
  const contacts = new Set(rows.map(({ clip, finding }) => `${clip} ${finding.contact}`)).size;
  const pairs = rows.length > contacts ? ` <small>${count(rows.length, 'pair')} of parts</small>` : '';
  return `${word} <b>${contacts}</b>${pairs}`;
}

function fold(summary: string, inner: string, isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n${inner}\n</details>`;
}

function writeTable(asset: AssetReport, rows: readonly Numbered[]): string {
  const lines = rows.map(row => {
    const { finding, clip, k } = row;
    const { worst, depth, suppressed, depthBy } = finding;
    const kind = suppressed ? 'suppressed' : finding.class;
    const title = escapeMarkup(nameBoth(finding, suppressed ? 'and' : VERBS[finding.class]));
    const when = `${escapeMarkup(asset.clips[clip].name)}, ${sayInterval(finding).replaceAll(' ', '\u00a0')}`;
    const why = suppressed ? `<span class="why">${escapeMarkup(REASONS[suppressed])}</span>` : '';
    const how = depthBy === 'triangles' ? ' title="Told by triangles that cross: no vertex is inside"' : '';
    return (
      `<tr class="${kind}" data-finding="${k}"><td><a href="${linkTo(asset, row)}">${title}</a>` +
      `<span class="when">${when}</span>${why}</td><td>${sayTime(worst)}</td>` +
      `<td class="depth"${how}><b>${escapeMarkup(sayLength(depth))}</b><span>${escapeMarkup(sayPercent(depth.percent))}</span></td></tr>`
    );
  });
  const head = '<thead><tr><th>what and when</th><th>worst at</th><th>depth</th></tr></thead>';
  return `<table class="findings">${head}<tbody>\n${lines.join('\n')}\n</tbody></table>`;
}

function writeNotes(asset: AssetReport): string {
  const rest = sayRest(asset);
  const broken = asset.clips.flatMap(({ name, error }) =>
    error === undefined ? [] : [`Clip ${name} was not checked: ${error}`],
  );
  const notes = [...broken, ...listNotes(asset), ...(rest ? [`Not reported: ${rest}.`] : [])];
  if (notes.length === 0) return '';
  const items = notes.map(note => `<li>${escapeMarkup(note)}</li>`).join('\n');
  return `<h3>What to know</h3>\n<ul class="notes">\n${items}\n</ul>`;
}

function writeClips({ clips }: AssetReport): string {
  const rows = clips.map(clip => {
    const { name, samples, error } = clip;
    const verdict = error === undefined ? judgeClip(clip) : '<span class="broken">not checked</span>';
    return `<tr><td>${escapeMarkup(name)}</td><td>${sayClipTime(clip)}</td><td>${samples}</td><td>${verdict}</td></tr>`;
  });
  const head = '<thead><tr><th>clip</th><th>length</th><th>poses</th><th>found</th></tr></thead>';
  return `<table class="clips">${head}<tbody>\n${rows.join('\n')}\n</tbody></table>`;
}

function judgeClip({ findings }: ClipReport): string {
  const counting = findings.filter(({ suppressed }) => !suppressed);
  const through = groupContacts(counting.filter(finding => finding.class === 'through')).length;
  const creases = groupContacts(counting.filter(finding => finding.class === 'crease')).length;
  const parts = [through > 0 ? count(through, 'collision') : '', creases > 0 ? count(creases, 'crease') : ''];
  return parts.filter(part => part !== '').join(', ') || 'clean';
}
