import { type PageState, writeAddress } from './address.ts';
import { createCaption } from './caption.ts';
import { catalogue } from './catalogue.ts';
import { createChoices } from './choices.ts';
import { createDropping, fetchFiles, type OwnFile } from './dropping.ts';
import { createKeyboard } from './keyboard.ts';
import { hideMessage, showMessage, showProgress } from './messages.ts';
import { createNumbers } from './numbers.ts';
import { joinBounds, placeBeside, placeBounds } from './placement.ts';
import { advanceClock, stepBy } from './playback.ts';
import { createPointing } from './pointing.ts';
import type { Bounds, Frame, JointTurn, Placement, Reply, Request, ViewOptions } from './protocol.ts';
import { createSceneList } from './scene-list.ts';
import type { Show } from './show.ts';
import type { Stage } from './stage.ts';
import { createTimeline } from './timeline.ts';
import { addTurn } from './turn-by-drag.ts';
import { viewOf } from './views.ts';
import type { Link } from './worker-link.ts';

type Opened = Extract<Reply, { kind: 'opened' }>;

/**
 * About a still picture is asked this often, or until the answers took this long: the first times are of a program that has
 * not run yet, and mean little.
 */
const WARM_UP_TIMES = 24;
const WARM_UP_MILLISECONDS = 1500;

export interface Page {
  /** Called before each picture: moves the clock, and asks for what is wanted unless an answer is still awaited. */
  tick(seconds: number): void;
  /** To what an address says. */
  go(state: PageState): void;
  isPlaying(): boolean;
  /** Whether all that is wanted is shown, or cannot be. */
  isIdle(): boolean;
}

/** Everything a visitor can do, and what is known of the scene at hand. */
export function createPage(stage: Stage, show: Show, link: Link, first: PageState): Page {
  let state = first;
  let opened: Opened | null = null;
  let ownFiles: OwnFile[] = [];
  let turns: JointTurn[] = [];
  let frame: Frame | null = null;
  let clock = 0;
  let isAsking = false;
  let isOpening = false;
  let isStale = false;
  let isStuck = false;
  let asked = 0;
  let spent = 0;
  let visit = 0;
  let isSaving = false;

  const caption = createCaption();
  const numbers = createNumbers();
  const list = createSceneList(choose);
  const timeline = createTimeline({ toggle, stepBy: walk, seek, setSpeed: speed => change({ speed }) });
  const choices = createChoices({
    setOverlay: overlay => change({ overlay }),
    setLevel: level => change({ level }),
    setCompares: compares => change({ compares }),
    setPosing: isPosing => change({ isPosing }),
    setClip: clip => openFiles(ownFiles, { ...state, clip }),
    setSecond,
    resetPose: () => setTurns([]),
    resetView,
  });
  createKeyboard({
    toggle,
    stepBy: walk,
    goToStart: () => seek(0),
    levelBy: by => change({ level: Math.max(0, levelNow() + by) }),
    nextOverlay: () => {
      const offered = opened?.overlays ?? ['none'];
      change({ overlay: offered[(offered.indexOf(overlayNow()) + 1) % offered.length] });
    },
    toggleCompares: () => change({ compares: !state.compares }),
    togglePosing: () => change({ isPosing: !state.isPosing }),
    resetView,
    sceneBy: by => {
      const at = catalogue.findIndex(({ name }) => name === state.scene);
      choose(catalogue[(at + by + catalogue.length) % catalogue.length].name);
    },
  });
  createDropping(files => openFiles(files, { ...state, files: [], clip: '', second: null }), showMessage);
  createPointing(stage, {
    handles: () => show.handles,
    grab: () => change({ isPlaying: false }),
    pull: ({ body, turns: joint }, axis, angle) => {
      if (opened && frame) setTurns(addTurn(turns, { body, joint }, axis, angle, opened.bodies, frame.poses));
    },
    pick: async (origin, direction) => {
      if (opened === null) return;
      const reply = await link.pick({ kind: 'pick', origin: origin.toArray(), direction: direction.toArray() });
      const picked = reply.kind === 'picked' ? reply : null;
      show.mark(picked);
      caption.showPicked(picked, opened);
    },
  });

  function overlayNow(): ViewOptions['overlay'] {
    const offered = opened?.overlays ?? [];
    if (state.overlay !== null && offered.includes(state.overlay)) return state.overlay;
    const { overlay } = viewOf(opened?.scene ?? '');
    return offered.includes(overlay) ? overlay : 'none';
  }

  function levelNow(): number {
    return Math.min(state.level ?? viewOf(opened?.scene ?? '').level, opened?.levels ?? 0);
  }

  /** Where the second of two files stands; null if there are not two. */
  function secondNow(): Placement | null {
    if (opened?.fileBounds.length !== 2) return null;
    return state.second ?? placeBeside(opened.fileBounds[0], opened.fileBounds[1], 1);
  }

  function boundsNow(scene: Opened): Bounds {
    const second = secondNow();
    const [a, b] = scene.fileBounds;
    return second === null ? scene.bounds : joinBounds(a, placeBounds(b, second));
  }

  function setSecond(second: Placement): void {
    const isSized = second.size !== secondNow()?.size;
    timeline.forgetContacts();
    change({ second });
    if (isSized) resetView();
  }

  function change(some: Partial<PageState>): void {
    state = { ...state, ...some };
    isStale = true;
    refresh();
  }

  /** Brings all controls and the address to the state. */
  function refresh(): void {
    timeline.setPlaying(state.isPlaying);
    timeline.setSpeed(state.speed);
    if (opened !== null) {
      const { compares, isPosing } = state;
      const [overlay, level, isTurned] = [overlayNow(), levelNow(), turns.length > 0];
      choices.show({ overlay, level, compares, isPosing, isTurned, second: secondNow() });
      show.setPosing(isPosing);
    }
    saveAddress();
  }

  /** Browsers allow few changes of the address per second. */
  function saveAddress(): void {
    if (isSaving) return;
    isSaving = true;
    setTimeout(() => {
      isSaving = false;
      history.replaceState(null, '', writeAddress({ ...state, step: Math.floor(clock) }));
    }, 300);
  }

  function toggle(): void {
    const isOver = opened !== null && !opened.canSeek && clock >= opened.steps - 1;
    if (isOver && !state.isPlaying) openScene(state.scene, 0);
    change({ isPlaying: isOver || !state.isPlaying });
  }

  function seek(step: number): void {
    if (opened === null) return;
    if (!opened.canSeek && step < clock) openScene(state.scene, step);
    else clock = Math.min(step, opened.steps - 1);
    change({});
  }

  function walk(by: number): void {
    if (opened === null) return;
    clock = stepBy(Math.floor(clock), by, opened);
    change({ isPlaying: false });
  }

  function setTurns(next: JointTurn[]): void {
    turns = next;
    timeline.forgetContacts();
    change({});
  }

  function resetView(): void {
    if (opened !== null) stage.lookAt(boundsNow(opened), viewOf(opened.scene));
  }

  /** Another scene begins as suits it. */
  function choose(scene: string): void {
    state = { ...state, overlay: null, level: null, isPosing: false };
    openScene(scene, 0);
  }

  function openScene(scene: string, step: number): void {
    const title = catalogue.find(({ name }) => name === scene)?.title ?? scene;
    if (state.scene !== scene || state.files.length > 0) history.pushState(null, '', `?scene=${scene}`);
    const to = { ...state, scene, files: [], clip: '', second: null };
    void open({ kind: 'open', scene }, `Making “${title}” ...`, step, to);
  }

  function openFiles(files: OwnFile[], to: PageState, step = 0): void {
    ownFiles = files;
    const copies = files.map(({ name, bytes }) => ({ name, bytes: bytes.slice(0) }));
    const names = files.map(({ name }) => name).join(' and ');
    const request = { kind: 'open-files', files: copies, clip: to.clip || undefined, second: to.second } as const;
    void open(request, `Reading ${names} ...`, step, to);
  }

  /** What cannot be opened leaves everything as it was. */
  async function open(
    request: Extract<Request, { kind: 'open' | 'open-files' }>,
    waiting: string,
    step: number,
    to: PageState,
  ): Promise<void> {
    const mine = ++visit;
    const before = { opened, state };
    state = to;
    opened = null;
    isOpening = true;
    hideMessage();
    showProgress(waiting);
    list.mark(request.kind === 'open' ? request.scene : null);
    try {
      const next = await link.open(request);
      if (mine !== visit) return;
      opened = next;
      turns = [];
      frame = null;
      asked = 0;
      spent = 0;
      clock = Math.min(step, next.steps - 1);
      isStale = true;
      show.open(next);
      resetView();
      numbers.clear();
      timeline.open(next);
      const canPose = next.bodies.some(({ jointParents, instances }) => jointParents.length > 1 && instances === 1);
      choices.open({ ...next, clip: state.clip || next.clips[0], canPose });
      caption.open(next);
      document.body.dataset.scene = next.scene;
      refresh();
    } catch (error) {
      if (mine !== visit) return;
      ({ opened, state } = before);
      list.mark(opened?.scene ?? null);
      showMessage(explain(error));
    }
    isOpening = false;
    showProgress('');
  }

  function wantsFrame({ canSeek }: Opened): boolean {
    const isWarm = asked >= WARM_UP_TIMES || spent > WARM_UP_MILLISECONDS || !canSeek;
    return isStale || (!isStuck && (!isWarm || frame?.step !== Math.floor(clock)));
  }

  async function ask(scene: Opened): Promise<void> {
    isAsking = true;
    isStuck = false;
    asked++;
    const isRepeated = !isStale && frame?.step === Math.floor(clock);
    isStale = false;
    const options = { level: levelNow(), overlay: overlayNow(), compares: state.compares };
    try {
      const next = await link.show({ kind: 'show', step: Math.floor(clock), options, turns, second: secondNow() });
      if (opened !== scene) return;
      frame = next;
      const { milliseconds, linearMilliseconds } = next.counters;
      spent += milliseconds + (linearMilliseconds || 0);
      numbers.show(next, options.compares);
      if (isRepeated) return;
      show.apply(next, options.overlay);
      timeline.show(next.step, next.contacts);
      caption.showContacts(next.contacts, scene.contactsWord);
      document.body.dataset.step = String(next.step);
      document.body.dataset.contacts = String(next.contacts);
      if (state.isPlaying) saveAddress();
    } catch (error) {
      change({ isPlaying: false });
      isStale = false;
      isStuck = true; // until a visitor wants something else
      showMessage(explain(error));
    } finally {
      isAsking = false;
    }
  }

  function go(to: PageState): void {
    state = to;
    if (to.files.length > 0) {
      isOpening = true;
      showProgress('Loading the file ...');
      fetchFiles(to.files, location.href).then(
        files => openFiles(files, to, to.step),
        error => {
          isOpening = false;
          showProgress('');
          showMessage(explain(error));
        },
      );
    } else if (opened?.scene === to.scene) seek(to.step);
    else openScene(to.scene, to.step);
    refresh();
  }

  go(first);
  return {
    tick(seconds) {
      if (opened === null) return;
      if (state.isPlaying) clock = advanceClock(clock, frame?.step ?? Math.floor(clock), seconds, state.speed, opened);
      if (!isAsking && wantsFrame(opened)) void ask(opened);
    },
    go,
    isPlaying: () => state.isPlaying,
    isIdle: () => !isOpening && !isAsking && !(opened && wantsFrame(opened)),
  };
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
