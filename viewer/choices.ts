import { byId, make } from './by-id.ts';
import type { Bounds, Placement, ViewOptions } from './protocol.ts';
import { createSecondFile } from './second-file.ts';

type Overlay = ViewOptions['overlay'];

export interface ChoiceActions {
  setOverlay(overlay: Overlay): void;
  setLevel(level: number): void;
  setCompares(compares: boolean): void;
  setSplit(isSplit: boolean): void;
  setPosing(isPosing: boolean): void;
  setPainted(isPainted: boolean): void;
  setClip(clip: string): void;
  setSecond(second: Placement): void;
  resetPose(): void;
  resetView(): void;
}

export interface Offer {
  overlays: Overlay[];
  levels: number;
  clips: string[];
  clip: string;
  canPose: boolean;
  canPaint: boolean;
  fileBounds: Bounds[];
}

export interface Chosen {
  overlay: Overlay;
  level: number;
  compares: boolean;
  isSplit: boolean;
  isPosing: boolean;
  isPainted: boolean;
  isTurned: boolean;
  second: Placement | null;
}

export interface Choices {
  open(offer: Offer): void;
  show(chosen: Chosen): void;
}

const names: Record<Overlay, string> = { none: 'Model', volumes: 'Volumes', clusters: 'Clusters', table: 'Table' };

/** What the colours on the stage mean: class and words. */
const keys: Record<Overlay, [string, string][]> = {
  none: [['touch', 'touches']],
  volumes: [
    ['touch', 'touches'],
    ['fresh', 'refitted for this frame'],
    ['untouched', 'not looked at'],
  ],
  clusters: [['touch', 'touches']],
  table: [
    ['touch', 'triangles that cut'],
    ['fresh', 'balls the table keeps for this pose'],
    ['untouched', 'all others'],
  ],
};
const notes: Partial<Record<Overlay, string>> = {
  clusters: 'Each colour is a part that one observer (a dot inside) sees whole; such a part cannot touch itself.',
};

export function createChoices(actions: ChoiceActions): Choices {
  const overlays = byId('overlays');
  const level = byId<HTMLInputElement>('level');
  const clip = byId<HTMLSelectElement>('clip');
  const compare = byId<HTMLInputElement>('compare');
  const pose = byId<HTMLInputElement>('pose');
  const split = byId<HTMLInputElement>('split');
  const paint = byId<HTMLInputElement>('paint');
  split.onchange = () => actions.setSplit(split.checked);
  paint.onchange = () => actions.setPainted(paint.checked);
  level.oninput = () => actions.setLevel(Number(level.value));
  clip.onchange = () => actions.setClip(clip.value);
  compare.onchange = () => actions.setCompares(compare.checked);
  pose.onchange = () => actions.setPosing(pose.checked);
  byId('reset-pose').onclick = actions.resetPose;
  byId('reset-view').onclick = actions.resetView;
  const second = createSecondFile(actions.setSecond);
  let canPose = false;

  return {
    open(offer) {
      for (const label of overlays.querySelectorAll('label')) label.remove();
      for (const overlay of offer.overlays) overlays.append(createChoice(overlay, actions));
      overlays.hidden = offer.overlays.length < 2;
      level.max = String(offer.levels);
      clip.replaceChildren(...offer.clips.map(name => new Option(name, name)));
      clip.value = offer.clip;
      byId('clip-row').hidden = offer.clips.length < 2;
      second.open(offer.fileBounds);
      canPose = offer.canPose;
      byId('pose-row').hidden = !canPose;
      byId('paint-row').hidden = !offer.canPaint;
    },
    show(chosen) {
      for (const input of overlays.querySelectorAll('input')) input.checked = input.value === chosen.overlay;
      const key = keys[chosen.overlay].map(([kind, words]) => Object.assign(make('span', words), { className: kind }));
      byId('overlay-key').replaceChildren(...key, notes[chosen.overlay] ?? '');
      byId('level-row').hidden = chosen.overlay !== 'volumes';
      level.value = String(chosen.level);
      byId('level-text').textContent = `${chosen.level} of ${level.max}`;
      compare.checked = chosen.compares;
      pose.checked = chosen.isPosing;
      split.checked = chosen.isSplit;
      paint.checked = chosen.isPainted;
      if (chosen.second) second.show(chosen.second);
      byId('reset-pose').hidden = !(canPose && chosen.isTurned);
    },
  };
}

function createChoice(overlay: Overlay, actions: ChoiceActions): HTMLLabelElement {
  const input = Object.assign(make('input'), { type: 'radio', name: 'overlay', value: overlay });
  input.onchange = () => actions.setOverlay(overlay);
  const label = make('label');
  label.append(input, names[overlay]);
  return label;
}
