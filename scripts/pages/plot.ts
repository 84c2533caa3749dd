import { groupThousands } from './markdown.ts';

/** Points of one method; `name` stands at its last point. */
export interface Series {
  name: string;
  color: string;
  points: [x: number, y: number][];
}

const WIDTH = 720;
const HEIGHT = 360;
const LEFT = 70;
const RIGHT = 190;
const TOP = 44;
const BOTTOM = 50;

export const colors = { ours: '#c2410c', other: '#475569', third: '#0f766e', fourth: '#7c3aed', fifth: '#0369a1' };

/** Lines over logarithmic axes: what grows with the size of the mesh rises, what does not stays level. */
export function plotGrowth(title: string, xLabel: string, series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points);
  const [x0, x1] = decades(all.map(([x]) => x));
  const [y0, y1] = decades(all.map(([, y]) => y));
  const xAt = (x: number): number => LEFT + ((Math.log10(x) - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const yAt = (y: number): number => HEIGHT - BOTTOM - ((Math.log10(y) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const parts = [text(LEFT, 24, title, 'font-weight="600" font-size="15"')];
  for (let e = y0; e <= y1; e++) {
    parts.push(line(LEFT, yAt(10 ** e), WIDTH - RIGHT, yAt(10 ** e), '#e2e8f0'));
    parts.push(text(LEFT - 8, yAt(10 ** e) + 4, nameTime(e), 'text-anchor="end"'));
  }
  for (let e = x0; e <= x1; e++) {
    parts.push(line(xAt(10 ** e), TOP, xAt(10 ** e), HEIGHT - BOTTOM, '#e2e8f0'));
    parts.push(text(xAt(10 ** e), HEIGHT - BOTTOM + 18, nameCount(e), 'text-anchor="middle"'));
  }
  parts.push(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, xLabel, 'text-anchor="middle"'));
  const labels = spread(series.map(({ points }) => yAt(points[points.length - 1][1])));
  series.forEach(({ name, color, points }, s) => {
    const path = points.map(([x, y]) => `${round(xAt(x))},${round(yAt(y))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2.5"/>`);
    for (const [x, y] of points)
      parts.push(`<circle cx="${round(xAt(x))}" cy="${round(yAt(y))}" r="4" fill="${color}"/>`);
    const last = points[points.length - 1];
    parts.push(line(xAt(last[0]), yAt(last[1]), WIDTH - RIGHT + 8, labels[s], color, 'stroke-opacity="0.35"'));
    parts.push(text(WIDTH - RIGHT + 12, labels[s] + 4, name, `fill="${color}"`));
  });
  return frame(title, HEIGHT, parts);
}

/** Lines over a linear x and a logarithmic y, microseconds or counts: how a cost changes on the way. */
export function plotCurves(
  title: string,
  xLabel: string,
  series: readonly Series[],
  nameY: 'time' | 'count' = 'time',
): string {
  const all = series.flatMap(({ points }) => points);
  const x1 = Math.max(...all.map(([x]) => x));
  const [y0, y1] = decades(all.map(([, y]) => y));
  const xAt = (x: number): number => LEFT + (x / x1) * (WIDTH - LEFT - RIGHT);
  const yAt = (y: number): number => HEIGHT - BOTTOM - ((Math.log10(y) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const parts = [text(LEFT, 24, title, 'font-weight="600" font-size="15"')];
  for (let e = y0; e <= y1; e++) {
    parts.push(line(LEFT, yAt(10 ** e), WIDTH - RIGHT, yAt(10 ** e), '#e2e8f0'));
    parts.push(text(LEFT - 8, yAt(10 ** e) + 4, (nameY === 'time' ? nameTime : nameCount)(e), 'text-anchor="end"'));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const x = Math.round(share * x1); // of steps, which are whole
    parts.push(line(xAt(x), TOP, xAt(x), HEIGHT - BOTTOM, '#e2e8f0'));
    parts.push(text(xAt(x), HEIGHT - BOTTOM + 18, String(x), 'text-anchor="middle"'));
  }
  parts.push(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, xLabel, 'text-anchor="middle"'));
  const labels = spread(series.map(({ points }) => yAt(points[points.length - 1][1])));
  series.forEach(({ name, color, points }, s) => {
    const path = points.map(([x, y]) => `${round(xAt(x))},${round(yAt(y))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`);
    parts.push(text(WIDTH - RIGHT + 12, labels[s] + 4, name, `fill="${color}"`));
  });
  return frame(title, HEIGHT, parts);
}

export interface Bar {
  name: string;
  value: number;
  asked: number;
}

/** How much was reached of what was asked, on a logarithmic axis: right of the line it was met. */
export function plotBars(title: string, bars: readonly Bar[]): string {
  const height = TOP + 24 * bars.length + 34;
  const middle = 460;
  const scale = 80; // per factor of ten
  const most = (WIDTH - 110 - middle) / scale;
  const parts = [text(16, 24, title, 'font-weight="600" font-size="15"')];
  bars.forEach(({ name, value, asked }, b) => {
    const y = TOP + 24 * b;
    const share = Math.max(-1, Math.min(most, Math.log10(value / asked)));
    const x = middle + scale * Math.min(0, share);
    const color = share >= 0 ? colors.third : colors.ours;
    parts.push(text(middle - scale - 10, y + 13, name, 'text-anchor="end"'));
    const right = middle + scale * Math.max(0, share);
    parts.push(text(right + 6, y + 13, `${short(value)} of ${short(asked)}`, 'fill="#64748b"'));
    parts.push(
      `<rect x="${round(x)}" y="${y}" width="${round(Math.max(1, Math.abs(scale * share)))}" height="16" fill="${color}"/>`,
    );
  });
  const bottom = TOP + 24 * bars.length;
  parts.push(line(middle, TOP - 6, middle, bottom + 4, '#1e293b'));
  for (const [factor, label] of [
    [0.1, 'a tenth'],
    [1, 'as asked'],
    [10, '10 times'],
  ] as const) {
    parts.push(text(middle + scale * Math.log10(factor), bottom + 20, label, 'text-anchor="middle"'));
  }
  return frame(title, height, parts);
}

function short(value: number): string {
  return `${Number(value.toPrecision(2))}x`;
}

function frame(title: string, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const font = 'font-family="system-ui, sans-serif" font-size="12" fill="#1e293b"';
  return `${head} ${font}>\n<title>${escapeText(title)}</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join('\n')}\n</svg>\n`;
}

function text(x: number, y: number, content: string, more: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${more}>${escapeText(content)}</text>`;
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function line(x0: number, y0: number, x1: number, y1: number, color: string, more = ''): string {
  return `<line x1="${round(x0)}" y1="${round(y0)}" x2="${round(x1)}" y2="${round(y1)}" stroke="${color}" ${more}/>`;
}

/** The powers of ten around all values. */
function decades(values: readonly number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  return [low, Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

/** Moves labels apart that would cover each other. */
function spread(places: readonly number[]): number[] {
  const order = places.map((_, k) => k).sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  order.forEach((k, i) => {
    if (i > 0) moved[k] = Math.max(moved[k], moved[order[i - 1]] + 16);
  });
  return moved;
}

/** Of 10^exponent microseconds. */
function nameTime(exponent: number): string {
  const unit = exponent < 3 ? 'us' : exponent < 6 ? 'ms' : 's';
  return `${10 ** (exponent - (exponent < 3 ? 0 : exponent < 6 ? 3 : 6))} ${unit}`;
}

function nameCount(exponent: number): string {
  return exponent < 6 ? groupThousands(10 ** exponent) : `${10 ** (exponent - 6)} million`;
}

function round(x: number): number {
  return Math.round(10 * x) / 10;
}
