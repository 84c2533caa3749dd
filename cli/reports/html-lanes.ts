import type { AssetReport, Finding } from '../../src/check/index.ts';
import { escapeMarkup } from './escape.ts';
import { linkTo, type Row } from './page-findings.ts';
import { count, findPrefix, nameIssue, sayClipTime, sayDepth, sayInterval } from './words.ts';

/** Lanes of one clip: others are in the list only. */
const MOST_LANES = 40;

/** A timeline for each clip in which something counts: a lane for each issue, those of the first list first, a bar for each finding. */
export function writeLanes(asset: AssetReport, rows: readonly Row[]): string {
  const prefix = findPrefix(asset);
  return asset.clips
    .flatMap(({ name, start, end }, c) => {
      const lanes = rows.flatMap(({ issue, findings }, k) => {
        const ofClip = findings.filter(({ clip }) => clip === c);
        return ofClip.length > 0 ? [{ issue, k, ofClip }] : [];
      });
      if (lanes.length === 0) return [];
      const shown = lanes.slice(0, MOST_LANES).map(({ issue, k, ofClip }) => {
        const title = nameIssue(issue, prefix);
        const bars = ofClip.flatMap(entry =>
          placeBars(entry.finding, start, end).map(
            place =>
              `<a class="bar ${issue.list}" data-finding="${entry.k}" href="${linkTo(asset, entry)}" ` +
              `style="${place}" title="${escapeMarkup(sayBar(title, entry.finding))}"></a>`,
          ),
        );
        return `<div class="lane" data-lane="${k}"><span class="label">${escapeMarkup(title)}</span><div class="track">${bars.join('')}</div></div>`;
      });
      const more =
        lanes.length > shown.length
          ? `<p class="note">${count(lanes.length - shown.length, 'issue')} more in the list.</p>`
          : '';
      return [
        `<figure class="timeline" data-clip="${c}"><figcaption>${escapeMarkup(name)} <small>${sayClipTime({ start, end })}</small></figcaption>\n` +
          `<div class="lanes">\n${shown.join('\n')}\n${writeAxis(start, end)}\n</div>${more}</figure>`,
      ];
    })
    .join('\n');
}

function sayBar(title: string, finding: Finding): string {
  return `${title}: ${sayInterval(finding)}, ${sayDepth(finding.depth)} deep`;
}

/** One bar; two of what goes over the seam of a clip that loops: at its end and at its beginning. */
function placeBars({ start, end, worst, wraps }: Finding, first: number, last: number): string[] {
  if (!wraps) return [placeBar(start, end, worst, first, last)];
  const over = first + (end - last);
  const isAtEnd = worst >= start;
  return [
    placeBar(start, last, isAtEnd ? worst : last, first, last),
    placeBar(first, over, isAtEnd ? first : worst, first, last),
  ];
}

/** The mark is at the worst time, or where the bar goes on. */
function placeBar(start: number, end: number, worst: number, first: number, last: number): string {
  const share = (time: number): number =>
    last > first ? Math.min(100, Math.max(0, (100 * (time - first)) / (last - first))) : 0;
  const width = share(end) - share(start);
  const mark = width > 0 ? (100 * (share(worst) - share(start))) / width : 50;
  return `left:${share(start).toFixed(3)}%;width:${width.toFixed(3)}%;--worst:${mark.toFixed(1)}%`;
}

/** Round times, at most seven of them. */
function writeAxis(start: number, end: number): string {
  const span = end - start;
  const step = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].find(size => span / size <= 7) ?? span;
  const marks: string[] = [];
  for (let k = Math.ceil(start / step - 1e-9); k * step <= end + 1e-9 && step > 0 && marks.length < 8; k++) {
    const left = span > 0 ? (100 * (k * step - start)) / span : 0;
    marks.push(`<span class="tick" style="left:${left.toFixed(3)}%">${Number((k * step).toFixed(3))}</span>`);
  }
  return `<div class="lane axis"><span class="label">seconds</span><div class="track">${marks.join('')}</div></div>`;
}
