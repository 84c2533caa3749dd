import type { Placement, ViewOptions } from './protocol.ts';

/** All that an address can say about the page: enough to come back to what was seen. */
export interface PageState {
  scene: string;
  /** Addresses of files to open in place of a scene; relative to the page. */
  files: string[];
  clip: string;
  /** Where the second of two files stands; null: beside the first. */
  second: Placement | null;
  step: number;
  /** null, here and below: what suits the scene. */
  level: number | null;
  overlay: ViewOptions['overlay'] | null;
  speed: number;
  isPlaying: boolean;
  compares: boolean;
  isPosing: boolean;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
export const OVERLAYS: ViewOptions['overlay'][] = ['none', 'volumes', 'clusters', 'table'];
const DEEPEST = 40;

/** What the page shows when the address says nothing. */
export function firstState(scene: string, isPlaying: boolean): PageState {
  return {
    scene,
    files: [],
    clip: '',
    second: null,
    step: 0,
    level: null,
    overlay: null,
    speed: 1,
    isPlaying,
    compares: true,
    isPosing: false,
  };
}

/** Reads the part of an address after `?`. What it does not say, or says wrongly, stays as in `otherwise`. */
export function readAddress(search: string, otherwise: PageState, sceneNames: readonly string[]): PageState {
  const given = new URLSearchParams(search);
  const scene = given.get('scene') ?? '';
  const overlay = given.get('overlay') as ViewOptions['overlay'];
  const speed = Number(given.get('speed'));
  return {
    scene: sceneNames.includes(scene) ? scene : otherwise.scene,
    files: given.getAll('file').filter(name => name !== ''),
    clip: given.get('clip') ?? otherwise.clip,
    second: readPlacement(given.get('at'), given.get('size')) ?? otherwise.second,
    step: readWhole(given.get('step'), otherwise.step, Number.MAX_SAFE_INTEGER),
    level: readWhole(given.get('level'), otherwise.level, DEEPEST),
    overlay: OVERLAYS.includes(overlay) ? overlay : otherwise.overlay,
    speed: SPEEDS.find(each => each === speed) ?? otherwise.speed,
    isPlaying: readFlag(given.get('playing'), otherwise.isPlaying),
    compares: readFlag(given.get('compare'), otherwise.compares),
    isPosing: readFlag(given.get('pose'), otherwise.isPosing),
  };
}

/** The part of an address that brings the page to this state, whatever the visitor's machine would choose by itself. */
export function writeAddress(state: PageState): string {
  const said = new URLSearchParams();
  if (state.files.length === 0) said.set('scene', state.scene);
  for (const file of state.files) said.append('file', file);
  if (state.clip !== '') said.set('clip', state.clip);
  if (state.second !== null) {
    said.set('at', state.second.at.join(','));
    said.set('size', String(state.second.size));
  }
  said.set('step', String(state.step));
  if (state.level !== null) said.set('level', String(state.level));
  if (state.overlay !== null) said.set('overlay', state.overlay);
  said.set('speed', String(state.speed));
  said.set('playing', state.isPlaying ? '1' : '0');
  if (!state.compares) said.set('compare', '0');
  if (state.isPosing) said.set('pose', '1');
  return `?${said}`;
}

function readWhole<Otherwise>(text: string | null, otherwise: Otherwise, most: number): number | Otherwise {
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(most, Number(text)) : otherwise;
}

function readPlacement(at: string | null, size: string | null): Placement | null {
  const [x, y, z, ...more] = (at ?? '').split(',').map(Number);
  const placement: Placement = { at: [x, y, z], size: Number(size ?? 1) };
  const isWhole = at !== null && more.length === 0 && placement.at.every(Number.isFinite);
  return isWhole && Number.isFinite(placement.size) && placement.size > 0 ? placement : null;
}

function readFlag(text: string | null, otherwise: boolean): boolean {
  return text === '1' ? true : text === '0' ? false : otherwise;
}
