import { describe, expect, it } from 'vitest';
import { firstState, type PageState } from '../../viewer/address.ts';
import { type PageEvent, reducePage } from '../../viewer/page-events.ts';
import {
  addressedState,
  createModel,
  isIdle,
  isSlowed,
  markOf,
  type Opened,
  type PageModel,
  questionOf,
  SLOWNESS,
  sceneOf,
  secondOf,
} from '../../viewer/page-model.ts';
import type { Bounds, Frame, JointTurn } from '../../viewer/protocol.ts';

const first = firstState('men', false);
const box: Bounds = [0, 0, 0, 1, 1, 1];

function scene(name: string, some: Partial<Opened> = {}): Opened {
  return {
    ...{
      kind: 'opened',
      scene: name,
      title: name,
      sentence: '',
      bodies: [],
      poses: [],
      steps: 100,
      stepsPerSecond: 30,
    },
    ...{ materials: [], images: [], notes: [], startStep: 30 },
    ...{ levels: 9, overlays: ['none', 'volumes'], clips: [], canSeek: true, bounds: box, fileBounds: [] },
    ...{ contactsWord: 'pairs', ...some },
  };
}

function frameAt(step: number, milliseconds = 1): Frame {
  const counters = {
    ...{ vertices: 1, allVertices: 2, refits: 1, allVolumes: 2, volumeTests: 1, triangleTests: 1 },
    ...{ milliseconds, linearMilliseconds: Number.NaN, linearVolumeTests: Number.NaN },
    ...{ linearTriangleTests: Number.NaN, linearContacts: Number.NaN },
  };
  return {
    ...{ kind: 'frame', step, poses: [], touching: [], contacts: 0, volumes: [], moved: [] },
    ...{ clusterOfTriangle: new Int32Array(0), observers: new Float32Array(0), counters },
  };
}

/** Everything that happens, one after the other; no event may change what was known before. */
function happen(model: PageModel, ...events: PageEvent[]): PageModel {
  return events.reduce((before, event) => {
    const copy = structuredClone(before);
    const next = reducePage(Object.freeze(before), event);
    expect(before).toEqual(copy);
    return next;
  }, model);
}

const openedAs = (visit: number, opened: Opened, wanted: PageState = first): PageEvent => ({
  ...{ kind: 'opened', visit, opened, wanted, files: [] },
});
const start = happen(createModel(first), { kind: 'go', to: { ...first, step: 40 } });
const men = happen(start, openedAs(1, scene('men')));

/** Asks what is to be asked, and answers it. */
function answer(model: PageModel, milliseconds = 1): PageModel {
  const question = questionOf(model)!;
  const { visit } = model;
  return happen(
    model,
    { kind: 'ask', question },
    { kind: 'answer', visit, frame: frameAt(question.step, milliseconds) },
  );
}

describe('opening', () => {
  it('asks for nothing until a scene is there, then for its step', () => {
    expect(sceneOf(start)).toBeNull();
    expect(questionOf(start)).toBeNull();
    expect(isIdle(start)).toBe(false);
    expect(questionOf(men)).toMatchObject({ step: 40, isRepeated: false, options: { overlay: 'volumes', level: 9 } });
  });

  it('that is refused leaves everything as it was, and says why', () => {
    const tried = happen(men, { kind: 'choose', scene: 'rope' });
    expect(markOf(tried)).toBe('rope');
    const back = happen(tried, { kind: 'refused', visit: 2, message: 'too big' });
    expect(back).toMatchObject({ wanted: men.wanted, opened: men.opened, opening: null, message: { text: 'too big' } });
    expect(markOf(back)).toBe('men');
    expect(questionOf(back)).toEqual(questionOf(men));
  });

  it('shows what the worker has if something chosen meanwhile is refused', () => {
    const wanted = { ...first, scene: 'rope' };
    const twice = happen(men, { kind: 'choose', scene: 'rope' }, { kind: 'drop', files: [] });
    const late = happen(twice, openedAs(2, scene('rope'), wanted));
    expect(questionOf(late)).toBeNull(); // the files are still on their way
    const left = happen(late, { kind: 'refused', visit: 3, message: 'no glTF' });
    expect(sceneOf(left)?.scene).toBe('rope');
    expect(left.wanted).toEqual(wanted);
    expect(questionOf(left)).toMatchObject({ step: 30 });
  });

  it('of something else makes answers about the last scene too late', () => {
    const asked = happen(men, { kind: 'ask', question: questionOf(men)! });
    const moved = happen(asked, { kind: 'choose', scene: 'rope' }, { kind: 'answer', visit: 1, frame: frameAt(40) });
    expect(moved).toMatchObject({ asking: null, frame: null });
  });

  it('begins another scene as suits it', () => {
    const set = happen(men, { kind: 'want', some: { overlay: 'none', level: 3, isPosing: true, speed: 2 } });
    const { wanted } = happen(set, { kind: 'choose-by', by: 1 });
    expect(wanted).toMatchObject({ scene: 'creatures', overlay: null, level: null, isPosing: false, speed: 2 });
  });
});

describe('joints turned by hand', () => {
  const turned = (body: number, joint: number): JointTurn => ({ body, joint, turn: [0, 0, 0, 1] });
  const bodies = [{ jointParents: Int32Array.of(-1, 0) }] as unknown as Opened['bodies'];

  it('are as an address says, as far as there are such joints, and forgotten with another scene or clip', () => {
    const to = { ...first, scene: 'box', turns: [turned(0, 1), turned(0, 2), turned(1, 0)] };
    const box = happen(men, { kind: 'go', to }, openedAs(2, scene('box', { bodies }), to));
    expect(box.wanted.turns).toEqual([turned(0, 1)]);
    expect(addressedState(box).turns).toEqual([turned(0, 1)]);
    expect(happen(box, { kind: 'choose-by', by: 1 }).wanted.turns).toEqual([]);
    expect(happen(box, { kind: 'choose-clip', clip: 'run' }).wanted.turns).toEqual([]);
  });

  it('stay while another scene that was wished for meanwhile is on its way', () => {
    const to = { ...first, scene: 'box', turns: [turned(0, 1)] };
    const model = happen(men, { kind: 'choose', scene: 'rope' }, { kind: 'go', to }, openedAs(2, scene('rope')));
    expect(happen(model, openedAs(3, scene('box', { bodies }), to)).wanted.turns).toEqual([turned(0, 1)]);
  });
});

describe('asking', () => {
  it('goes on about a still picture until times mean something, then rests', () => {
    let model = answer(men);
    let times = 1;
    for (; questionOf(model); times++) {
      expect(questionOf(model)?.isRepeated).toBe(true);
      model = answer(model);
    }
    expect(times).toBe(24);
    expect(isIdle(model)).toBe(true);
    expect(questionOf(answer(men, 2000))).toBeNull(); // slow ones tell sooner
    expect(questionOf(happen(model, { kind: 'want', some: { level: 2 } }))?.isRepeated).toBe(false);
  });

  it('asks one question at a time', () => {
    const asked = happen(men, { kind: 'ask', question: questionOf(men)! });
    expect(questionOf(happen(asked, { kind: 'walk', by: 1 }))).toBeNull();
  });

  it('stops at what cannot be answered, until something else is wanted', () => {
    const question = questionOf(men)!;
    const playing = happen(men, { kind: 'toggle' }, { kind: 'ask', question });
    const stuck = happen(playing, { kind: 'fail', visit: 1, message: 'out of memory' });
    expect(stuck).toMatchObject({ message: { text: 'out of memory' }, wanted: { isPlaying: false } });
    expect(isIdle(stuck)).toBe(true);
    expect(questionOf(happen(stuck, { kind: 'walk', by: 1 }))).toMatchObject({ step: 41 });
  });
});

describe('time', () => {
  it('passes while playing only', () => {
    expect(happen(men, { kind: 'tick', seconds: 0.1 }).clock).toBe(40);
    expect(happen(men, { kind: 'toggle' }, { kind: 'tick', seconds: 0.1 }).clock).toBeCloseTo(43);
  });

  it('of a simulation goes on only: going back, or playing at its end, opens it anew', () => {
    const bridge = happen(
      createModel(first),
      { kind: 'go', to: { ...first, scene: 'bridge', step: 99 } },
      openedAs(1, scene('bridge', { canSeek: false })),
    );
    const again = happen(bridge, { kind: 'seek', step: 7 });
    expect(again.opening).toMatchObject({ step: 7, target: { scene: 'bridge' } });
    const replayed = happen(bridge, { kind: 'toggle' });
    expect(replayed).toMatchObject({ opening: { step: 0 }, wanted: { isPlaying: true, scene: 'bridge' } });
    expect(happen(men, { kind: 'seek', step: 7 })).toMatchObject({ opening: null, clock: 7 });
  });
});

describe('at a contact', () => {
  it('a scene begins, unless an address says where', () => {
    const chosen = happen(men, { kind: 'choose', scene: 'rope' }, openedAs(2, scene('rope')));
    expect(chosen.clock).toBe(30);
    expect(happen(chosen, { kind: 'go', to: { ...first, scene: 'rope', step: 7 } }).clock).toBe(7);
    expect(happen(chosen, { kind: 'seek', step: 7 }, { kind: 'go', to: { ...first, scene: 'rope' } }).clock).toBe(30);
  });

  it('time goes slower while it is played, if that is wanted; simulations keep their pace', () => {
    const touching = answer(happen(men, { kind: 'toggle' }));
    const slowed: PageModel = { ...touching, frame: { ...touching.frame!, contacts: 3 } };
    const tick: PageEvent = { kind: 'tick', seconds: 0.1 };
    expect(happen(touching, tick).clock).toBeCloseTo(43);
    expect(isSlowed(slowed)).toBe(true);
    expect(happen(slowed, tick).clock).toBeCloseTo(40 + 3 * SLOWNESS);
    expect(happen(slowed, { kind: 'want', some: { slows: false } }, tick).clock).toBeCloseTo(43);
    expect(isSlowed(happen(slowed, { kind: 'toggle' }))).toBe(false);
    expect(isSlowed({ ...slowed, opened: scene('men', { canSeek: false }) })).toBe(false);
  });
});

describe('dropped files', () => {
  const files = ['a.glb', 'b.glb'].map(name => ({ name, bytes: new ArrayBuffer(1) }));
  const there = { ...first, dropped: ['a.glb', 'b.glb'], step: 9, isPainted: false };

  it('are named in the address, and shown again as it says once they are dropped again', () => {
    const dropped = happen(men, { kind: 'drop', files });
    expect(addressedState(dropped)).toMatchObject({ dropped: ['a.glb', 'b.glb'], step: null });
    const waiting = happen(createModel(first), { kind: 'go', to: there });
    expect(waiting).toMatchObject({ awaited: there, opening: { target: { kind: 'scene', scene: 'men' } } });
    expect(waiting.message?.text).toContain('a.glb and b.glb');
    expect(addressedState(waiting)).toEqual(there);
    const again = happen(waiting, { kind: 'drop', files: files.toReversed() });
    expect(again).toMatchObject({ wanted: there, awaited: null, opening: { step: 9, target: { files } } });
  });

  it('come back by the buttons of the browser while the page is open', () => {
    const model = happen(men, { kind: 'drop', files });
    const shown = happen(model, { ...openedAs(2, scene('files')), files } as PageEvent);
    const back = happen(shown, { kind: 'choose', scene: 'rope' }, { kind: 'go', to: there });
    expect(back).toMatchObject({ wanted: there, opening: { target: { kind: 'files', files } } });
  });

  it('others than those that are waited for are shown as suits them', () => {
    const waiting = happen(createModel(first), { kind: 'go', to: there });
    const other = happen(waiting, { kind: 'drop', files: [{ ...files[0], name: 'c.glb' }] });
    expect(other.wanted).toMatchObject({ dropped: ['c.glb'], step: null, clip: '' });
  });
});

describe('two files', () => {
  it('have a second that stands beside the first until it is moved', () => {
    const files = happen(start, openedAs(1, scene('files', { fileBounds: [box, box] })));
    expect(secondOf(men)).toBeNull();
    expect(secondOf(files)?.at[0]).toBeGreaterThan(1);
    const second = { at: [0, 1, 0] as [number, number, number], size: 2 };
    const moved = happen(files, { kind: 'want', some: { second } });
    expect(questionOf(moved)).toMatchObject({ second, isRepeated: false });
    expect(happen(moved, { kind: 'drop', files: [] }).wanted.second).toBeNull();
  });
});
