import { prepareCanvas } from './canvas-context.ts';

/** Bars over the timeline: how much touched at the steps seen so far. */
export interface ContactStrip {
  /** Begins anew with so many steps. */
  open(steps: number): void;
  note(step: number, contacts: number): void;
}

export function createContactStrip(canvas: HTMLCanvasElement): ContactStrip {
  let seen = new Float32Array(0);
  let most = 0;
  const redraw = (): void => draw(canvas, seen, most);
  new ResizeObserver(redraw).observe(canvas);
  return {
    open(steps) {
      seen = new Float32Array(steps).fill(-1);
      most = 0;
      redraw();
    },
    note(step, contacts) {
      if (seen[step] === contacts) return;
      seen[step] = contacts;
      most = Math.max(most, contacts);
      redraw();
    },
  };
}

function draw(canvas: HTMLCanvasElement, seen: Float32Array, most: number): void {
  const prepared = prepareCanvas(canvas);
  if (prepared === null) return;
  const { context, width, height, style } = prepared;
  const bar = width / Math.max(1, seen.length);
  seen.forEach((contacts, step) => {
    if (contacts < 0) return;
    // the root shows one contact beside thousands
    const share = contacts === 0 ? 0 : 0.2 + 0.8 * Math.sqrt(contacts / most);
    context.fillStyle = style.getPropertyValue(contacts === 0 ? '--line' : '--touch');
    const size = contacts === 0 ? 2 : share * height;
    context.fillRect(step * bar, height - size, Math.max(bar, 1), size);
  });
}
