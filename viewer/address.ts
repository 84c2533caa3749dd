import type { JointTurn, Placement, ViewOptions } from './protocol.ts';

/** Where the eye is, and what it looks at. */
export interface Camera {
  eye: [number, number, number];
  at: [number, number, number];
}

/** All that an address can say about the page: enough to come back to what was seen. */
export interface PageState {
  scene: string;
  /** Addresses of files to open in place of a scene; relative to the page. */
  files: string[];
  /** Names of files that were dropped: no address leads to them, but once they are dropped again the rest holds. */
  dropped: string[];
  clip: string;
  /** Where the second of two files stands; null: beside the first. */
  second: Placement | null;
  /** null, here and below: what suits the scene. */
  step: number | null;
  camera: Camera | null;
  level: number | null;
  overlay: ViewOptions['overlay'] | null;
  speed: number;
  isPlaying: boolean;
  /** Whether time goes slower while something touches. */
  slows: boolean;
  compares: boolean;
  /** What each of the two methods moved, side by side. */
  isSplit: boolean;
  isPosing: boolean;
  /** How joints are turned by hand. */
  turns: readonly JointTurn[];
  /** Files in their own colours, or plain. */
  isPainted: boolean;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
export const OVERLAYS: ViewOptions['overlay'][] = ['none', 'volumes', 'clusters', 'table'];
const DEEPEST = 40;

/** What the page shows when the address says nothing. */
export function firstState(scene: string, isPlaying: boolean): PageState {
  return {
    scene,
    files: [],
    dropped: [],
    clip: '',
    second: null,
    step: null,
    camera: null,
    level: null,
    overlay: null,
    speed: 1,
    isPlaying,
    slows: true,
    compares: true,
    isSplit: false,
    isPosing: false,
    turns: [],
    isPainted: true,
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
    dropped: given.getAll('dropped').filter(name => name !== ''),
    clip: given.get('clip') ?? otherwise.clip,
    second: readPlacement(given.get('at'), given.get('size')) ?? otherwise.second,
    step: readWhole(given.get('step'), otherwise.step, Number.MAX_SAFE_INTEGER),
    camera: readCamera(given.get('eye'), given.get('look')) ?? otherwise.camera,
    level: readWhole(given.get('level'), otherwise.level, DEEPEST),
    overlay: OVERLAYS.includes(overlay) ? overlay : otherwise.overlay,
    speed: SPEEDS.find(each => each === speed) ?? otherwise.speed,
    isPlaying: readFlag(given.get('playing'), otherwise.isPlaying),
    slows: readFlag(given.get('slow'), otherwise.slows),
    compares: readFlag(given.get('compare'), otherwise.compares),
    isSplit: readFlag(given.get('split'), otherwise.isSplit),
    isPosing: readFlag(given.get('pose'), otherwise.isPosing),
    turns: given.has('turn') ? given.getAll('turn').flatMap(readTurn) : otherwise.turns,
    isPainted: readFlag(given.get('paint'), otherwise.isPainted),
  };
}

/** The part of an address that brings the page to this state, whatever the visitor's machine would choose by itself. */
export function writeAddress(state: PageState): string {
  const said = new URLSearchParams();
  if (state.files.length === 0 && state.dropped.length === 0) said.set('scene', state.scene);
  for (const file of state.files) said.append('file', file);
  for (const name of state.dropped) said.append('dropped', name);
  if (state.clip !== '') said.set('clip', state.clip);
  if (state.second !== null) {
    said.set('at', state.second.at.join(','));
    said.set('size', String(state.second.size));
  }
  if (state.step !== null) said.set('step', String(state.step));
  if (state.camera !== null) {
    said.set('eye', state.camera.eye.join(','));
    said.set('look', state.camera.at.join(','));
  }
  if (state.level !== null) said.set('level', String(state.level));
  if (state.overlay !== null) said.set('overlay', state.overlay);
  said.set('speed', String(state.speed));
  said.set('playing', state.isPlaying ? '1' : '0');
  if (!state.slows) said.set('slow', '0');
  if (!state.compares) said.set('compare', '0');
  if (state.isSplit) said.set('split', '1');
  if (state.isPosing) said.set('pose', '1');
  for (const { body, joint, turn } of state.turns) said.append('turn', [body, joint, ...turn.map(roundTurn)].join(','));
  if (!state.isPainted) said.set('paint', '0');
  return `?${said}`;
}

function readWhole<Otherwise>(text: string | null, otherwise: Otherwise, most: number): number | Otherwise {
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(most, Number(text)) : otherwise;
}

/** Five digits, a thousandth of a degree; once it is read again the length is made 1. */
function roundTurn(x: number): number {
  return Number(x.toFixed(5));
}

/** Body, joint and quaternion; nothing if it says another thing. */
function readTurn(text: string): JointTurn[] {
  const [body, joint, ...turn] = text.split(',').map(Number);
  const length = Math.hypot(...turn);
  const isRight = isWhole(body) && isWhole(joint) && turn.length === 4 && length > 0 && length < Infinity;
  return isRight ? [{ body, joint, turn: turn.map(x => x / length) as JointTurn['turn'] }] : [];
}

function isWhole(x: number): boolean {
  return Number.isInteger(x) && x >= 0;
}

function readPlacement(at: string | null, size: string | null): Placement | null {
  const point = readPoint(at);
  const placement = point && { at: point, size: Number(size ?? 1) };
  return placement && Number.isFinite(placement.size) && placement.size > 0 ? placement : null;
}

function readCamera(eyeText: string | null, atText: string | null): Camera | null {
  const [eye, at] = [readPoint(eyeText), readPoint(atText)];
  return eye && at && eye.some((x, axis) => x !== at[axis]) ? { eye, at } : null;
}

function readPoint(text: string | null): [number, number, number] | null {
  const [x, y, z, ...more] = (text ?? '').split(',').map(Number);
  return text !== null && more.length === 0 && [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}

function readFlag(text: string | null, otherwise: boolean): boolean {
  return text === '1' ? true : text === '0' ? false : otherwise;
}
