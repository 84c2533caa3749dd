import { prepareCanvas } from './canvas-context.ts';
import { decadesAround } from './decades.ts';

/** How many frames are seen at once. */
const KEPT = 240;

export interface Plot {
  /** NaN: not measured. */
  add(ours: number, linear: number): void;
  clear(): void;
  redraw(): void;
}

/** Two lines that run to the left, over powers of ten: times that differ a hundredfold are both seen. */
export function createPlot(canvas: HTMLCanvasElement): Plot {
  let rows: [ours: number, linear: number][] = [];
  const redraw = (): void => draw(canvas, rows);
  new ResizeObserver(redraw).observe(canvas);
  return {
    add(ours, linear) {
      rows.push([ours, linear]);
      if (rows.length > KEPT) rows.shift();
      redraw();
    },
    clear() {
      rows = [];
      redraw();
    },
    redraw,
  };
}

function draw(canvas: HTMLCanvasElement, rows: readonly [number, number][]): void {
  const prepared = prepareCanvas(canvas);
  if (prepared === null) return;
  const { context, width, height, style } = prepared;
  const color = (name: string): string => style.getPropertyValue(name);
  const [low, high] = decadesAround(rows.flat());
  const y = (value: number): number => {
    const share = (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low);
    return height - 4 - (height - 14) * share;
  };
  context.font = `11px ${style.fontFamily}`;
  for (let decade = low; decade <= high; decade++) {
    context.strokeStyle = color('--line');
    context.beginPath();
    context.moveTo(38, y(10 ** decade));
    context.lineTo(width, y(10 ** decade));
    context.stroke();
    context.fillStyle = color('--soft');
    context.fillText(String(10 ** decade).slice(0, 6), 0, y(10 ** decade) + 4);
  }
  ['--ours', '--linear'].forEach((name, column) => {
    context.strokeStyle = color(name);
    context.lineWidth = 1.8;
    context.lineJoin = 'round';
    context.beginPath();
    rows.forEach((row, k) => {
      const x = width - ((rows.length - 1 - k) * (width - 38)) / (KEPT - 1);
      if (Number.isFinite(row[column])) context.lineTo(x, y(row[column]));
    });
    context.stroke();
  });
}
