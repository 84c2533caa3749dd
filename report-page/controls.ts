import { make, makeButton } from './make.ts';

/** The parts of the view that are made once and moved to the asset that is shown. */
export interface Panel {
  root: HTMLElement;
  canvas: HTMLCanvasElement;
  caption: HTMLElement;
  ring: HTMLElement;
  legend: HTMLElement;
  time: HTMLElement;
  play: HTMLButtonElement;
  previous: HTMLButtonElement;
  next: HTMLButtonElement;
  frame: HTMLButtonElement;
  heat: HTMLButtonElement;
  looks: HTMLButtonElement;
  speed: HTMLSelectElement;
  clips: HTMLSelectElement;
}

export function createPanel(): Panel {
  const canvas = make('canvas', 'canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'The character at the time shown. Drag to turn, scroll to zoom.');
  const picture = make('div', 'picture');
  const caption = make('div', 'caption');
  const ring = make('div', 'ring');
  const legend = make('div', 'legend');
  picture.append(canvas, ring, caption, legend);
  const previous = makeButton('‹', 'Previous issue (up arrow)');
  const play = makeButton('▶', 'Play (space)');
  const next = makeButton('›', 'Next issue (down arrow)');
  const time = make('output', 'time');
  const frame = makeButton('Whole figure', 'Close-up or whole figure (F)');
  const heat = makeButton('All issues', 'Paint what is chosen, or all of the clip');
  const looks = makeButton('Clay', 'Materials of the file, or clay (M)');
  const speed = make('select', 'speed');
  speed.title = 'Speed';
  for (const rate of ['1', '0.5', '0.25', '0.1']) speed.append(new Option(`${rate}×`, rate));
  const clips = make('select', 'clips');
  clips.title = 'Clip';
  const bar = make('div', 'transport');
  bar.append(previous, play, next, time, speed, clips, make('span', 'space'), heat, looks, frame);
  const root = make('div', 'panel');
  root.append(picture, bar);
  return { root, canvas, caption, ring, legend, time, play, previous, next, frame, heat, looks, speed, clips };
}

/** The colours of depth with their lengths: in millimetres (or metres) and in per cent of the height. */
export function fillLegend(
  legend: HTMLElement,
  stops: readonly string[],
  most: number,
  unit: number,
  height: number,
): void {
  legend.replaceChildren();
  legend.hidden = !(most > 0);
  const ramp = make('div', 'ramp');
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  const marks = make('div', 'marks');
  for (const part of [0, 0.5, 1]) {
    const mark = make('span', 'mark');
    const length = document.createElement('b');
    length.textContent = sayLength(part * most * unit);
    const share = document.createElement('small');
    share.textContent = `${toThree((100 * part * most) / (height || 1))} %`;
    mark.append(length, share);
    marks.append(mark);
  }
  const title = make('div', 'title');
  title.textContent = 'Depth, and share of the height';
  legend.append(title, ramp, marks);
}

function sayLength(mm: number): string {
  return mm === 0 ? '0' : mm < 1000 ? `${toThree(mm)} mm` : `${toThree(mm / 1000)} m`;
}

function toThree(x: number): string {
  return x === 0 ? '0' : x < 0.005 ? '< 0.01' : x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2);
}
