import { type PageState, writeAddress } from './address.ts';
import { createCaption } from './caption.ts';
import { createChoices } from './choices.ts';
import { createCodeDialog } from './code-dialog.ts';
import { createDropping, fetchFiles } from './dropping.ts';
import { createKeyboard } from './keyboard.ts';
import { createNumbers } from './numbers.ts';
import { type PageEvent, reducePage } from './page-events.ts';
import {
  addressedState,
  createModel,
  isIdle,
  type Opening,
  type PageModel,
  type Question,
  questionOf,
  sceneOf,
} from './page-model.ts';
import { drawPage, lookFromFront, type PageParts } from './page-parts.ts';
import { createPointing } from './pointing.ts';
import { createSceneList } from './scene-list.ts';
import { createShow } from './show.ts';
import type { Stage } from './stage.ts';
import { createTimeline } from './timeline.ts';
import { addTurn } from './turn-by-drag.ts';
import type { Link } from './worker-link.ts';

export interface Page {
  /** Called before each picture: moves the clock, and asks for what is wanted unless an answer is still awaited. */
  tick(seconds: number): void;
  /** To what an address says. */
  go(state: PageState): void;
  isPlaying(): boolean;
  /** Whether all that is wanted is shown, or cannot be. */
  isIdle(): boolean;
}

type Dispatch = (event: PageEvent) => void;

/** What the page knows, every way to change it, and the worker that is asked for what it does not know. */
export function createPage(stage: Stage, link: Link, first: PageState): Page {
  let model = createModel(first);
  const saveAddress = createAddressBar(() => model);
  const dispatch: Dispatch = event => {
    const before = model;
    model = reducePage(before, event);
    drawPage(parts, before, model);
    const { opening, visit, wanted } = model;
    if (opening && visit !== before.visit) void open(link, opening, dispatch, () => model);
    if (
      wanted !== before.wanted ||
      model.opening !== before.opening ||
      (model.frame !== before.frame && wanted.isPlaying)
    )
      saveAddress();
  };
  const parts = createParts(stage, dispatch, () => model);
  listen(parts, link, dispatch, () => model);
  dispatch({ kind: 'go', to: first });
  return {
    tick(seconds) {
      dispatch({ kind: 'tick', seconds });
      const question = questionOf(model);
      if (question) void ask(link, question, model, dispatch);
    },
    go: to => dispatch({ kind: 'go', to }),
    isPlaying: () => model.wanted.isPlaying,
    isIdle: () => isIdle(model),
  };
}

function createParts(stage: Stage, dispatch: Dispatch, now: () => PageModel): PageParts {
  const want = (some: Partial<PageState>): void => dispatch({ kind: 'want', some });
  const parts: PageParts = {
    stage,
    show: createShow(stage, image =>
      dispatch({ kind: 'note', visit: now().visit, text: `Image ${image} cannot be read by this browser.` }),
    ),
    caption: createCaption(),
    code: createCodeDialog(),
    numbers: createNumbers(),
    list: createSceneList(scene => choose({ kind: 'choose', scene }, dispatch, now)),
    timeline: createTimeline({
      toggle: () => dispatch({ kind: 'toggle' }),
      stepBy: by => dispatch({ kind: 'walk', by }),
      seek: step => dispatch({ kind: 'seek', step }),
      setSpeed: speed => want({ speed }),
      setSlows: slows => want({ slows }),
    }),
    choices: createChoices({
      setOverlay: overlay => want({ overlay }),
      setLevel: level => want({ level }),
      setCompares: compares => want({ compares }),
      setSplit: isSplit => want({ isSplit }),
      setPosing: isPosing => want({ isPosing }),
      setPainted: isPainted => want({ isPainted }),
      setClip: clip => dispatch({ kind: 'choose-clip', clip }),
      setSecond: second => want({ second }),
      resetPose: () => want({ turns: [] }),
      resetView: () => resetView(parts, dispatch, now),
    }),
  };
  stage.onTurned = camera => dispatch({ kind: 'turn-view', camera });
  return parts;
}

/** Keys, dropped files, and what is done on the stage. */
function listen(parts: PageParts, link: Link, dispatch: Dispatch, now: () => PageModel): void {
  const want = (some: Partial<PageState>): void => dispatch({ kind: 'want', some });
  createKeyboard({
    toggle: () => dispatch({ kind: 'toggle' }),
    stepBy: by => dispatch({ kind: 'walk', by }),
    goToStart: () => dispatch({ kind: 'seek', step: 0 }),
    levelBy: by => dispatch({ kind: 'level-by', by }),
    nextOverlay: () => dispatch({ kind: 'next-overlay' }),
    toggleCompares: () => want({ compares: !now().wanted.compares }),
    togglePosing: () => want({ isPosing: !now().wanted.isPosing }),
    toggleSplit: () => want({ isSplit: !now().wanted.isSplit }),
    toggleSlows: () => want({ slows: !now().wanted.slows }),
    togglePainted: () => want({ isPainted: !now().wanted.isPainted }),
    resetView: () => resetView(parts, dispatch, now),
    sceneBy: by => choose({ kind: 'choose-by', by }, dispatch, now),
  });
  createDropping(
    files => dispatch({ kind: 'drop', files }),
    message => dispatch({ kind: 'tell', message }),
  );
  createPointing(parts.stage, {
    handles: () => parts.show.handles,
    grab: () => want({ isPlaying: false }),
    pull: ({ body, turns: joint }, axis, angle) => {
      const { wanted, frame } = now();
      const scene = sceneOf(now());
      if (!scene || !frame) return;
      want({ turns: addTurn(wanted.turns, { body, joint }, axis, angle, scene.bodies, frame.poses) });
    },
    pick: async (origin, direction) => {
      const scene = sceneOf(now());
      if (scene === null) return;
      const reply = await link.pick({ kind: 'pick', origin: origin.toArray(), direction: direction.toArray() });
      if (sceneOf(now()) !== scene) return;
      const picked = reply.kind === 'picked' ? reply : null;
      parts.show.mark(picked);
      parts.caption.showPicked(picked, scene);
    },
  });
}

/** Also if nothing of a turn was noted yet. */
function resetView(parts: PageParts, dispatch: Dispatch, now: () => PageModel): void {
  dispatch({ kind: 'turn-view', camera: null });
  lookFromFront(parts, now());
}

/** What a visitor chose can be gone back from. */
function choose(event: PageEvent, dispatch: Dispatch, now: () => PageModel): void {
  const { scene, files, dropped } = now().wanted;
  dispatch(event);
  const next = now().wanted.scene;
  if (next !== scene || files.length + dropped.length > 0) history.pushState(null, '', `?scene=${next}`);
}

/** Opens what the model is opening. Files that took so long to fetch that something else is wanted by now are let go. */
async function open(link: Link, { target }: Opening, dispatch: Dispatch, now: () => PageModel): Promise<void> {
  const { visit, wanted } = now();
  try {
    const files = target.kind === 'addresses' ? await fetchFiles(target.addresses, location.href) : target.files;
    if (now().visit !== visit) return;
    const copies = files.map(({ name, bytes }) => ({ name, bytes: bytes.slice(0) }));
    const { clip, second } = wanted;
    const opened = await (target.kind === 'scene'
      ? link.open({ kind: 'open', scene: target.scene })
      : link.open({ kind: 'open-files', files: copies, clip: clip || undefined, second }));
    dispatch({ kind: 'opened', visit, wanted, opened, files });
  } catch (error) {
    dispatch({ kind: 'refused', visit, message: explain(error) });
  }
}

async function ask(link: Link, question: Question, { wanted, visit }: PageModel, dispatch: Dispatch): Promise<void> {
  dispatch({ kind: 'ask', question });
  const { step, options, second } = question;
  try {
    const frame = await link.show({ kind: 'show', step, options, turns: wanted.turns, second });
    dispatch({ kind: 'answer', visit, frame });
  } catch (error) {
    dispatch({ kind: 'fail', visit, message: explain(error) });
  }
}

/** Browsers allow few changes of the address per second. */
function createAddressBar(now: () => PageModel): () => void {
  let isSaving = false;
  return () => {
    if (isSaving) return;
    isSaving = true;
    setTimeout(() => {
      isSaving = false;
      history.replaceState(null, '', writeAddress(addressedState(now())));
    }, 300);
  };
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
