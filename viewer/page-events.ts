import type { Camera, PageState } from './address.ts';
import { catalogue } from './catalogue.ts';
import {
  isSlowed,
  levelOf,
  type Opened,
  type Opening,
  overlayOf,
  type PageModel,
  type Question,
  SLOWNESS,
  sceneOf,
  type Target,
} from './page-model.ts';
import { advanceClock, stepBy } from './playback.ts';
import type { Frame, JointTurn, OwnFile } from './protocol.ts';

/** All that can happen to the page: what visitors do, what the worker answers, and time. */
export type PageEvent =
  | { kind: 'want'; some: Partial<PageState> }
  | { kind: 'go'; to: PageState }
  | { kind: 'choose'; scene: string }
  | { kind: 'choose-by'; by: number }
  | { kind: 'choose-clip'; clip: string }
  | { kind: 'drop'; files: readonly OwnFile[] }
  | { kind: 'toggle' }
  | { kind: 'seek'; step: number }
  | { kind: 'walk'; by: number }
  | { kind: 'level-by'; by: number }
  | { kind: 'next-overlay' }
  | { kind: 'turn-view'; camera: Camera | null }
  | { kind: 'tick'; seconds: number }
  | { kind: 'opened'; visit: number; wanted: PageState; opened: Opened; files: readonly OwnFile[] }
  | { kind: 'refused'; visit: number; message: string }
  | { kind: 'ask'; question: Question }
  | { kind: 'answer'; visit: number; frame: Frame }
  | { kind: 'fail'; visit: number; message: string }
  | { kind: 'tell'; message: string }
  | { kind: 'note'; visit: number; text: string };

/** What the page knows after an event. Changes nothing. */
export function reducePage(model: PageModel, event: PageEvent): PageModel {
  switch (event.kind) {
    case 'want':
      return want(model, event.some);
    case 'go':
      return go(model, event.to);
    case 'choose':
      return choose(model, event.scene);
    case 'choose-by':
      return choose(model, neighbour(model.wanted.scene, event.by));
    case 'choose-clip':
      return chooseClip(model, event.clip);
    case 'drop':
      return drop(model, event.files);
    case 'toggle':
      return toggle(model);
    case 'seek':
      return seek(model, event.step);
    case 'walk':
      return walk(model, event.by);
    case 'level-by':
      return want(model, { level: Math.max(0, levelOf(model) + event.by) });
    case 'next-overlay':
      return nextOverlay(model);
    case 'turn-view':
      return { ...model, wanted: { ...model.wanted, camera: event.camera } };
    case 'tick':
      return tick(model, event.seconds);
    case 'note':
      return event.visit === model.visit ? { ...model, notes: [...model.notes, event.text] } : model;
    case 'tell':
      return { ...model, message: { text: event.message } };
    default:
      return hear(model, event);
  }
}

type Heard = Extract<PageEvent, { kind: 'opened' | 'refused' | 'ask' | 'answer' | 'fail' }>;

/** What is said to and by the worker. What comes too late only makes room for the next question. */
function hear(model: PageModel, event: Heard): PageModel {
  const { opening, asking } = model;
  if (event.kind === 'ask') {
    return { ...model, asking: event.question, asked: model.asked + 1, isStale: false, isStuck: false };
  }
  const isLate = event.visit !== model.visit;
  switch (event.kind) {
    case 'opened':
      return opening ? arrive(model, event, isLate ? null : opening) : model;
    case 'refused':
      if (isLate || !opening) return model;
      return { ...model, wanted: opening.before, opening: null, message: { text: event.message } };
    case 'answer': {
      if (isLate) return { ...model, asking: null };
      const { milliseconds, linearMilliseconds } = event.frame.counters;
      const spent = model.spent + milliseconds + (linearMilliseconds || 0);
      return { ...model, asking: null, answered: asking, frame: event.frame, spent };
    }
    case 'fail':
      if (isLate) return { ...model, asking: null };
      return {
        ...{ ...model, asking: null, isStale: false, isStuck: true, message: { text: event.message } },
        wanted: { ...model.wanted, isPlaying: false },
      };
  }
}

/**
 * The worker has another scene. If a visitor wants yet another one by now, that is still on its way, and should it be refused,
 * this is what is left to show: the worker has no other.
 */
function arrive(model: PageModel, event: Extract<PageEvent, { kind: 'opened' }>, last: Opening | null): PageModel {
  const { opened, files, wanted } = event;
  const opening = last ? null : model.opening && { ...model.opening, before: wanted };
  const clock = Math.min(last?.step ?? opened.startStep, opened.steps - 1);
  const turns = model.wanted.turns.filter(turn => opening !== null || hasJoint(opened, turn));
  return {
    ...{ ...model, opened, opening, ownFiles: files, notes: opened.notes, wanted: { ...model.wanted, turns } },
    ...{ frame: null, answered: null },
    ...{ asked: 0, spent: 0, isStale: true, clock },
  };
}

/** An address may speak of joints that are not there. */
function hasJoint({ bodies }: Opened, { body, joint }: JointTurn): boolean {
  return joint < (bodies[body]?.jointParents.length ?? 0);
}

function want(model: PageModel, some: Partial<PageState>): PageModel {
  return { ...model, wanted: { ...model.wanted, ...some }, isStale: true };
}

function open(model: PageModel, target: Target, step: number | null, wanted: PageState): PageModel {
  const before = model.opening?.before ?? model.wanted;
  const opening = { target, step, before };
  return { ...model, wanted, opening, visit: model.visit + 1, message: null, awaited: null };
}

function chooseClip(model: PageModel, clip: string): PageModel {
  return open(model, { kind: 'files', files: model.ownFiles }, null, { ...model.wanted, clip, turns: [] });
}

/** Files that an address was waiting for are shown as it says; others as suits them. */
function drop(model: PageModel, files: readonly OwnFile[]): PageModel {
  const names = files.map(({ name }) => name);
  const { awaited, wanted } = model;
  if (awaited !== null && isSameSet(names, awaited.dropped)) {
    const ordered = awaited.dropped.map(name => files[names.indexOf(name)]);
    return open(model, { kind: 'files', files: ordered }, awaited.step, awaited);
  }
  const anew = { files: [], dropped: names, clip: '', second: null, camera: null, step: null, turns: [] };
  return open(model, { kind: 'files', files }, null, { ...wanted, ...anew });
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().every((each, k) => each === b.toSorted()[k]);
}

/** To files that were dropped: at hand, or to be dropped again. */
function goToDropped(model: PageModel, to: PageState): PageModel {
  const names = model.ownFiles.map(({ name }) => name);
  if (isSameSet(names, to.dropped)) return open(model, { kind: 'files', files: model.ownFiles }, to.step, to);
  const shown = model.opened
    ? model
    : openScene({ ...model, wanted: { ...to, dropped: [], camera: null } }, to.scene, null);
  const which = to.dropped.length > 1 ? `the files ${to.dropped.join(' and ')}` : `the file ${to.dropped[0]}`;
  const text = `This address is about ${which}, which no server has. Drop ${to.dropped.length > 1 ? 'them' : 'it'} here to see what was seen.`;
  return { ...shown, awaited: to, message: { text } };
}

function openScene(model: PageModel, scene: string, step: number | null): PageModel {
  const wanted = { ...model.wanted, scene, ...NO_FILES };
  return open(model, { kind: 'scene', scene, files: [] }, step, wanted);
}

const NO_FILES = { files: [], dropped: [], clip: '', second: null };

/** To what an address says. */
function go(model: PageModel, to: PageState): PageModel {
  if (to.files.length > 0) return open(model, { kind: 'addresses', addresses: to.files }, to.step, to);
  if (to.dropped.length > 0) return goToDropped(model, to);
  const shown = sceneOf(model);
  if (shown?.scene === to.scene) return seek({ ...model, wanted: to, awaited: null }, to.step ?? shown.startStep);
  return open(model, { kind: 'scene', scene: to.scene, files: [] }, to.step, to);
}

/** Another scene begins as suits it. */
function choose(model: PageModel, scene: string): PageModel {
  const wanted = { ...model.wanted, overlay: null, level: null, isPosing: false, camera: null, turns: [] };
  return open(model, { kind: 'scene', scene, files: [] }, null, { ...wanted, scene, ...NO_FILES });
}

function neighbour(scene: string, by: number): string {
  const at = catalogue.findIndex(({ name }) => name === scene);
  return catalogue[(at + by + catalogue.length) % catalogue.length].name;
}

/** A simulation that is over begins anew. */
function toggle(model: PageModel): PageModel {
  const scene = sceneOf(model);
  const { isPlaying } = model.wanted;
  const isOver = scene !== null && !scene.canSeek && model.clock >= scene.steps - 1;
  const next = want(model, { isPlaying: isOver || !isPlaying });
  return isOver && !isPlaying ? openScene(next, next.wanted.scene, 0) : next;
}

function seek(model: PageModel, step: number): PageModel {
  const scene = sceneOf(model);
  if (scene === null) return model;
  if (!scene.canSeek && step < model.clock) return openScene(model, model.wanted.scene, step);
  return want({ ...model, clock: Math.min(step, scene.steps - 1) }, {});
}

function walk(model: PageModel, by: number): PageModel {
  const scene = sceneOf(model);
  if (scene === null) return model;
  return want({ ...model, clock: stepBy(Math.floor(model.clock), by, scene) }, { isPlaying: false });
}

function nextOverlay(model: PageModel): PageModel {
  const offered = model.opened?.overlays ?? ['none'];
  return want(model, { overlay: offered[(offered.indexOf(overlayOf(model)) + 1) % offered.length] });
}

function tick(model: PageModel, seconds: number): PageModel {
  const scene = sceneOf(model);
  const { clock, frame, wanted } = model;
  if (scene === null || !wanted.isPlaying) return model;
  const speed = wanted.speed * (isSlowed(model) ? SLOWNESS : 1);
  return { ...model, clock: advanceClock(clock, frame?.step ?? Math.floor(clock), seconds, speed, scene) };
}
