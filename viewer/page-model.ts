import type { PageState } from './address.ts';
import { catalogue } from './catalogue.ts';
import { joinBounds, placeBeside, placeBounds } from './placement.ts';
import type { Bounds, Frame, OwnFile, Placement, Reply, ViewOptions } from './protocol.ts';
import { viewOf } from './views.ts';

export type Opened = Extract<Reply, { kind: 'opened' }>;

/** What is to be opened: a scene by name, files at hand, or files still to be fetched. */
export type Target =
  | { kind: 'scene'; scene: string; files: readonly [] }
  | { kind: 'files'; files: readonly OwnFile[] }
  | { kind: 'addresses'; addresses: readonly string[] };

/** What is being opened, from which step on, and what was wished for before: what cannot be opened leaves all as it was. */
export interface Opening {
  target: Target;
  step: number | null;
  before: PageState;
}

/** A question to the worker. */
export interface Question {
  step: number;
  options: ViewOptions;
  second: Placement | null;
  /** Asked again about the picture at hand, to know its time better: nothing new is drawn. */
  isRepeated: boolean;
}

/** All that the page knows. Never changed: `reducePage` makes the next one. */
export interface PageModel {
  /** What a visitor wants to see. */
  wanted: PageState;
  /** The scene at hand; stays until another one is there. */
  opened: Opened | null;
  opening: Opening | null;
  /** Counts what was opened or tried: answers about an earlier one come too late. */
  visit: number;
  /** The visitor's own files, of which another clip may be wanted. */
  ownFiles: readonly OwnFile[];
  /** What an address says of files that have to be dropped first. */
  awaited: PageState | null;
  /** What of the visitor's files is not read or drawn. */
  notes: readonly string[];
  /** Between steps. */
  clock: number;
  /** What the worker is busy with, the last answer, and the question to that. */
  asking: Question | null;
  frame: Frame | null;
  answered: Question | null;
  /** Something other than the step changed since the last question. */
  isStale: boolean;
  /** The worker could not answer; until a visitor wants something else. */
  isStuck: boolean;
  /** How often the worker was asked about this scene, and the milliseconds its answers took. */
  asked: number;
  spent: number;
  /** What went wrong, each time anew. */
  message: { text: string } | null;
}

export function createModel(wanted: PageState): PageModel {
  return {
    ...{ wanted, opened: null, opening: null, visit: 0, ownFiles: [], awaited: null, notes: [] },
    ...{
      clock: 0,
      asking: null,
      frame: null,
      answered: null,
      isStale: false,
      isStuck: false,
      asked: 0,
      spent: 0,
      message: null,
    },
  };
}

/**
 * About a still picture is asked this often, or until the answers took this long: the first times are of a program that has
 * not run yet, and mean little.
 */
const WARM_UP_TIMES = 24;
const WARM_UP_MILLISECONDS = 1500;

/** The scene that can be asked about and played; null while another one is on its way. */
export function sceneOf({ opened, opening }: PageModel): Opened | null {
  return opening === null ? opened : null;
}

export function overlayOf({ opened, wanted }: PageModel): ViewOptions['overlay'] {
  const offered = opened?.overlays ?? [];
  if (wanted.overlay !== null && offered.includes(wanted.overlay)) return wanted.overlay;
  const { overlay } = viewOf(opened?.scene ?? '');
  return offered.includes(overlay) ? overlay : 'none';
}

export function levelOf({ opened, wanted }: PageModel): number {
  return Math.min(wanted.level ?? viewOf(opened?.scene ?? '').level, opened?.levels ?? 0);
}

/** Where the second of two files stands; null if there are not two. */
export function secondOf({ opened, wanted }: PageModel): Placement | null {
  if (opened?.fileBounds.length !== 2) return null;
  return wanted.second ?? placeBeside(opened.fileBounds[0], opened.fileBounds[1], 1);
}

/** A box around all there is to see. */
export function boundsOf(model: PageModel, { bounds, fileBounds }: Opened): Bounds {
  const second = secondOf(model);
  return second === null ? bounds : joinBounds(fileBounds[0], placeBounds(fileBounds[1], second));
}

export function titleOf({ target }: Opening): string {
  if (target.kind === 'addresses') return 'Loading the file ...';
  if (target.kind === 'files') return `Reading ${target.files.map(({ name }) => name).join(' and ')} ...`;
  return `Making “${catalogue.find(({ name }) => name === target.scene)?.title ?? target.scene}” ...`;
}

/** The scene to be marked in the list; null for files. */
export function markOf({ opened, opening }: PageModel): string | null {
  if (opening) return opening.target.kind === 'scene' ? opening.target.scene : null;
  return opened?.scene ?? null;
}

/** How much slower time goes while something touches. */
export const SLOWNESS = 0.4;

/** Whether it does so now. What goes on by itself mostly touches something, and keeps its pace. */
export function isSlowed({ wanted, opened, frame }: PageModel): boolean {
  return wanted.slows && wanted.isPlaying && (opened?.canSeek ?? false) && (frame?.contacts ?? 0) > 0;
}

/** What an address should say to come back to this. */
export function addressedState({ wanted, clock, opening, awaited }: PageModel): PageState {
  return awaited ?? { ...wanted, step: opening ? opening.step : Math.floor(clock) };
}

/** What to ask the worker now; null: nothing, or it is busy. */
export function questionOf(model: PageModel): Question | null {
  const { asking, clock, frame, isStale } = model;
  if (asking !== null || !wantsFrame(model)) return null;
  const step = Math.floor(clock);
  const options = {
    level: levelOf(model),
    overlay: overlayOf(model),
    compares: model.wanted.compares,
    isSplit: model.wanted.isSplit,
  };
  return { step, options, second: secondOf(model), isRepeated: !isStale && frame?.step === step };
}

function wantsFrame(model: PageModel): boolean {
  const scene = sceneOf(model);
  if (scene === null) return false;
  const { asked, spent, isStale, isStuck, frame, clock } = model;
  const isWarm = asked >= WARM_UP_TIMES || spent > WARM_UP_MILLISECONDS || !scene.canSeek;
  return isStale || (!isStuck && (!isWarm || frame?.step !== Math.floor(clock)));
}

/** Whether all that is wanted is shown, or cannot be. */
export function isIdle(model: PageModel): boolean {
  return model.opening === null && model.asking === null && !wantsFrame(model);
}
