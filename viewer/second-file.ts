import { byId, make } from './by-id.ts';
import { placeBeside, reachOf, UNMOVED } from './placement.ts';
import type { Bounds, Placement } from './protocol.ts';

export interface SecondFile {
  /** The boxes of two files; else there is nothing to move. */
  open(fileBounds: readonly Bounds[]): void;
  show(placement: Placement): void;
}

/** Between the units that files are made in: millimetres, inches, centimetres, metres. */
const SIZES = [0.001, 0.01, 0.0254, 0.1, 0.5, 1, 2, 10, 39.37, 100, 1000];
const AXES = ['x', 'y', 'z'] as const;

/** Sliders that move the second of two files, its size, and two places to begin at. */
export function createSecondFile(set: (placement: Placement) => void): SecondFile {
  const sliders = AXES.map(axis => byId<HTMLInputElement>(`second-${axis}`));
  const texts = AXES.map(axis => byId(`second-${axis}-text`));
  const size = byId<HTMLSelectElement>('second-size');
  let bounds: readonly Bounds[] = [];
  let now = UNMOVED;
  sliders.forEach((slider, axis) => {
    slider.oninput = () => {
      const value = Math.abs(Number(slider.value)) < 1e-6 * Number(slider.max) ? 0 : Number(slider.value); // 0 is often rounded
      const at = now.at.with(axis, Number(value.toPrecision(4))) as Placement['at'];
      set({ ...now, at });
    };
  });
  size.append(...SIZES.map(each => new Option(`${each}×`, String(each))));
  size.onchange = () => set(placeBeside(bounds[0], bounds[1], Number(size.value)));
  byId('second-beside').onclick = () => set(placeBeside(bounds[0], bounds[1], now.size));
  byId('second-unmoved').onclick = () => set(UNMOVED);
  return {
    open(fileBounds) {
      bounds = fileBounds;
      byId('second').hidden = bounds.length !== 2;
    },
    show(placement) {
      now = placement;
      const reach = Math.max(reachOf(bounds[0], bounds[1], now.size), ...now.at.map(Math.abs));
      sliders.forEach((slider, axis) => {
        slider.min = String(-reach);
        slider.max = String(reach);
        slider.step = String(reach / 500);
        slider.value = String(now.at[axis]);
        texts[axis].textContent = String(Number(now.at[axis].toPrecision(3)));
      });
      if (!SIZES.includes(now.size) && size.value !== String(now.size)) {
        size.append(Object.assign(make('option', `${now.size}×`), { value: String(now.size) }));
      }
      size.value = String(now.size);
    },
  };
}
