import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstState, OVERLAYS, type PageState, readAddress, SPEEDS, writeAddress } from '../../viewer/address.ts';
import { catalogue } from '../../viewer/catalogue.ts';
import { decadesAround } from '../../viewer/decades.ts';
import { advanceClock, stepBy } from '../../viewer/playback.ts';
import { sayRatio, sayTime, workRatio } from '../../viewer/say.ts';

const names = catalogue.map(({ name }) => name);
const first = firstState('men', true);

const states: fc.Arbitrary<PageState> = fc.record({
  scene: fc.constantFrom(...names),
  files: fc.constant([]),
  clip: fc.string(),
  step: fc.nat(),
  level: fc.option(fc.nat(40)),
  overlay: fc.constantFrom(null, ...OVERLAYS),
  speed: fc.constantFrom(...SPEEDS),
  isPlaying: fc.boolean(),
  compares: fc.boolean(),
  isPosing: fc.boolean(),
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
      }),
    );
  });

  it.each([
    'scene=nowhere',
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
  };

  it('say how much work was saved', () => {
    expect(workRatio(counters)).toBe(34);
    expect(sayRatio(34, 2)).toEqual(['34×', 'less work than moving everything']);
    expect(sayRatio(2.71, 2)[0]).toBe('2.7×');
  });

  it('do not divide by nothing done', () => {
    expect(workRatio({ ...counters, vertices: 0, refits: 0 })).toBe(3400);
  });

  it('speak of time where all had to move, and boast of nothing where nothing was saved', () => {
    expect(sayRatio(1, 3.42)).toEqual(['3.4×', 'faster than testing everything']);
    expect(sayRatio(1, 0.9)[0]).toBe('All');
    expect(sayRatio(0.33, Number.NaN)[0]).toBe('All');
  });

  it.each([
    [0.0341, '0.034'],
    [0.42, '0.42'],
    [4.21, '4.2'],
    [42.4, '42'],
    [1234.5, '1235'],
    [0, '0'],
    [Number.NaN, '–'],
  ])('write %f ms as %s', (milliseconds, text) => {
    expect(sayTime(milliseconds)).toBe(text);
  });

  it('find powers of ten around what is plotted', () => {
    expect(decadesAround([0.5, 20, Number.NaN, 0])).toEqual([-1, 2]);
    expect(decadesAround([])).toEqual([-1, 1]);
    expect(decadesAround([5])).toEqual([0, 2]);
  });
});
