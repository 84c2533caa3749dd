import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstState, OVERLAYS, type PageState, readAddress, SPEEDS, writeAddress } from '../../viewer/address.ts';
import { catalogue } from '../../viewer/catalogue.ts';
import { decadesAround } from '../../viewer/decades.ts';
import { advanceClock, stepBy } from '../../viewer/playback.ts';
import type { JointTurn } from '../../viewer/protocol.ts';
import { sayFound, sayHeadline, sayMoved, sayTime, workRatio } from '../../viewer/say.ts';
import { addTimes, finestTime, NO_TIMES, summarise } from '../../viewer/times.ts';

const names = catalogue.map(({ name }) => name);
const first = firstState('men', true);

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map(x => x + 0); // no -0
const states: fc.Arbitrary<PageState> = fc.record({
  scene: fc.constantFrom(...names),
  files: fc.constant([]),
  dropped: fc.constant([]),
  clip: fc.string(),
  second: fc.option(
    fc.record({ at: fc.tuple(numbers, numbers, numbers), size: fc.double({ min: 1e-6, max: 1e6, noNaN: true }) }),
  ),
  step: fc.option(fc.nat()),
  camera: fc.option(
    fc
      .record({ eye: fc.tuple(numbers, numbers, numbers), at: fc.tuple(numbers, numbers, numbers) })
      .filter(({ eye, at }) => eye.some((x, k) => x !== at[k])),
  ),
  level: fc.option(fc.nat(40)),
  overlay: fc.constantFrom(null, ...OVERLAYS),
  speed: fc.constantFrom(...SPEEDS),
  isPlaying: fc.boolean(),
  slows: fc.boolean(),
  compares: fc.boolean(),
  isSplit: fc.boolean(),
  isPosing: fc.boolean(),
  turns: fc.constant([]),
  isPainted: fc.boolean(),
});

describe('addresses', () => {
  it('bring the page back to any state, on any machine', () => {
    fc.assert(
      fc.property(states, fc.boolean(), (state, plays) => {
        expect(readAddress(writeAddress(state), firstState('men', plays), names)).toEqual(state);
      }),
    );
  });

  it('name files, with whatever is in their names', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 2 }), files => {
        expect(readAddress(writeAddress({ ...first, files }), first, names).files).toEqual(files);
        const dropped = { ...first, dropped: files };
        expect(readAddress(writeAddress(dropped), first, names)).toEqual(dropped);
      }),
    );
  });

  it('tell how joints were turned by hand, to a few thousandths of a degree', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const turned = fc
      .record({ body: fc.nat(9), joint: fc.nat(99), turn: fc.tuple(part, part, part, part) })
      .filter(({ turn }) => Math.hypot(...turn) > 0.1)
      .map(each => ({ ...each, turn: each.turn.map(x => x / Math.hypot(...each.turn)) as JointTurn['turn'] }));
    fc.assert(
      fc.property(fc.array(turned, { maxLength: 4 }), turns => {
        const { turns: read } = readAddress(writeAddress({ ...first, turns }), first, names);
        expect(read.map(({ body, joint }) => [body, joint])).toEqual(turns.map(({ body, joint }) => [body, joint]));
        read.forEach(({ turn }, k) => {
          expect(Math.hypot(...turn)).toBeCloseTo(1, 14);
          expect(Math.hypot(...turn.map((x, axis) => x - turns[k].turn[axis]))).toBeLessThan(3e-5);
        });
      }),
    );
  });

  it.each([
    'turn=1,2',
    'turn=0,1,0,0,0,0',
    'turn=0,1,0,0,0,1,1',
    'turn=-1,1,0,0,0,1',
    'turn=0,1.5,0,0,0,1',
    'turn=0,1,x,0,0,1',
    'turn=0,1,0,0,Infinity,1',
    'scene=nowhere',
    'at=1,2',
    'at=1,2,3,4',
    'at=1,x,3',
    'at=1,2,3&size=0',
    'size=2',
    'eye=1,2,3',
    'eye=1,2,3&look=1,2,3',
    'eye=1,2,x&look=1,2,3',
    'step=-3',
    'step=1e9',
    'step=',
    'level=NaN',
    'overlay=everything',
    'speed=7',
    'playing=maybe',
    '%%%',
  ])('that make no sense change nothing: %s', search => {
    expect(readAddress(`?${search}`, first, names)).toEqual(first);
  });
});

describe('the clock', () => {
  const film = { steps: 120, stepsPerSecond: 30, canSeek: true };
  const simulation = { ...film, canSeek: false };

  it('begins a clip again at its end', () => {
    expect(advanceClock(119.5, 119, 0.1, 1, film)).toBeCloseTo(2.5);
  });

  it('never leaves out a step of a simulation, and stops at its end', () => {
    expect(advanceClock(10, 10, 0.2, 2, simulation)).toBe(11);
    expect(advanceClock(11, 10, 0.2, 2, simulation)).toBe(11);
    expect(advanceClock(119, 119, 0.2, 2, simulation)).toBe(119);
  });

  it('does not leap after a pause of the browser', () => {
    expect(advanceClock(0, 0, 60, 1, film)).toBeLessThan(10);
  });

  it('steps both ways round a clip, and only on in a simulation', () => {
    expect(stepBy(0, -1, film)).toBe(119);
    expect(stepBy(119, 1, film)).toBe(0);
    expect(stepBy(7, -1, simulation)).toBe(7);
    expect(stepBy(119, 1, simulation)).toBe(119);
  });
});

describe('words for numbers', () => {
  const counters = {
    ...{ vertices: 90, allVertices: 2000, refits: 10, allVolumes: 1400 },
    ...{ volumeTests: 5, triangleTests: 1, milliseconds: 1, linearMilliseconds: 2 },
    ...{ linearVolumeTests: 9, linearTriangleTests: 1, linearContacts: 3 },
  };

  it('say how much work was saved', () => {
    expect(workRatio(counters)).toBe(34);
    expect(sayHeadline(counters, 3, 2)).toEqual(['34×', 'fewer vertices and volumes moved than all']);
    expect(sayHeadline({ ...counters, vertices: 1244, refits: 10 }, 3, 2)[0]).toBe('2.7×');
  });

  it('boast of no ratio where nothing was asked, or where bodies are just far apart', () => {
    const none = { ...counters, vertices: 0, allVertices: 0, refits: 0, allVolumes: 0 };
    expect(workRatio(none)).toBeNaN();
    expect(sayHeadline(none, 0, 900)[0]).toBe('–');
    const apart = { ...counters, vertices: 0, refits: 2 };
    expect(sayHeadline(apart, 0, 900)).toEqual(['No vertex', 'moved: 2 of 1,400 volumes told that nothing touches']);
    expect(sayHeadline({ ...apart, refits: 0 }, 0, 900)[1]).toContain('0 of 1,400');
    expect(sayHeadline({ ...apart, refits: 100 }, 8, 900)[0]).toBe('34×'); // a world: contacts without vertices
  });

  it('count the balls of a table, which needs no vertex', () => {
    const balls = { ...counters, vertices: 0, allVertices: 0, refits: 40, allVolumes: 1600 };
    expect(sayHeadline(balls, 0, 2)).toEqual(['40×', 'fewer balls moved than all']);
  });

  it('say what was moved, and whether it was for the same answer', () => {
    expect(sayMoved(1200, 34)).toBe('moved 1,200 vertices and 34 volumes');
    expect(sayFound(counters, 3)).toBe(', and found the same');
    expect(sayFound(counters, 4)).toBe(', and found 3');
    expect(sayFound({ ...counters, linearContacts: Number.NaN }, 4)).toBe('');
  });

  it('speak of time where all had to move, and boast of nothing where nothing was saved', () => {
    const all = { ...counters, vertices: 2000, refits: 400 };
    expect(sayHeadline(all, 0, 3.42)).toEqual(['3.4×', 'faster than moving and testing everything']);
    expect(sayHeadline(all, 0, 0.9)[0]).toBe('All');
    const tested = { ...all, linearVolumeTests: 500, linearTriangleTests: 100 };
    expect(sayHeadline(tested, 0, Number.NaN)).toEqual(['100×', 'fewer tests than of everything']);
    expect(sayHeadline(tested, 0, 0.9)[0]).toBe('All'); // slower all the same
    const unknown = { ...all, refits: 4000, linearVolumeTests: Number.NaN };
    expect(sayHeadline(unknown, 0, Number.NaN)[0]).toBe('All');
  });

  it.each([
    [0.0341, '0.034'],
    [0.42, '0.42'],
    [4.21, '4.2'],
    [42.4, '42'],
    [1234.5, '1235'],
    [0.09999, '0.10'],
    [0, '< 0.005'],
    [Number.NaN, '–'],
  ])('write %f ms as %s', (milliseconds, text) => {
    expect(sayTime(milliseconds, 0.005)).toBe(text);
  });

  it('take times of moving everything from frames where both were measured, however long ago', () => {
    const rows = [[4, 40], [2, 30], [3, 90], ...Array.from({ length: 20 }, () => [1, Number.NaN])];
    const times = rows.reduce((sum, [ours, linear]) => addTimes(sum, [ours, linear]), NO_TIMES);
    expect(summarise(times, 0.1)).toEqual({ ours: 1, linear: 40, ratio: 15 });
    expect(summarise(NO_TIMES, 0.1)).toEqual({ ours: Number.NaN, linear: Number.NaN, ratio: Number.NaN });
    expect(summarise(times, 0.25).ratio).toBeNaN(); // too short for this clock
    expect(summarise(addTimes(addTimes(NO_TIMES, [4, 40]), [4, 40]), 0.1).ratio).toBeNaN(); // too few
  });

  it('know how coarse a clock is', () => {
    let calls = 0;
    expect(finestTime(() => Math.floor(calls++ / 7) * 0.25)).toBe(0.25);
  });

  it('find powers of ten around what is plotted', () => {
    expect(decadesAround([0.5, 20, Number.NaN, 0])).toEqual([-1, 2]);
    expect(decadesAround([])).toEqual([-1, 1]);
    expect(decadesAround([5])).toEqual([0, 2]);
  });
});
