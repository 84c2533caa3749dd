import type { GltfTrack } from '../../src/gltf/index.ts';

/** Bounds of a value over a stretch of time: how large it, its rate of change and the rate of that are at most. */
export interface Rates {
  value: number;
  first: number;
  second: number;
}

/**
 * Bounds for the size of a translation, a scale or weights and of its derivatives from time `from` to `to`, between which the track
 * has no key. `start` and `end` are its values there; `sizeOf` is how their size is meant.
 */
export function boundVector(
  track: GltfTrack | null,
  from: number,
  to: number,
  start: number[],
  end: number[],
  sizeOf: (x: number[]) => number = length,
): Rates {
  const span = to - from;
  const change = sizeOf(start.map((x, k) => end[k] - x)) / span;
  const second = track?.interpolation === 'CUBICSPLINE' ? secondOfSpline(track, from, to, sizeOf) : 0;
  // A spline leaves the straight way by span^2 / 8 of its bend at most, and its pace by span / 2.
  return {
    value: Math.max(sizeOf(start), sizeOf(end)) + (span * span * second) / 8,
    first: change + (span * second) / 2,
    second,
  };
}

/**
 * The same for a rotation, of which the value is 1: `first` bounds how fast it moves a point at distance 1, `second` how fast that
 * changes. A point q x q* moves by 2 |q'| and bends by 2 |q''| + 2 |q'|^2 at most.
 */
export function boundRotation(
  track: GltfTrack | null,
  from: number,
  to: number,
  start: number[],
  end: number[],
): Rates {
  const span = to - from;
  if (track?.interpolation !== 'CUBICSPLINE') {
    const dot = Math.min(1, Math.abs(start.reduce((sum, q, k) => sum + q * end[k], 0)));
    // Turned evenly; nearly so where quaternions are blended linearly, which rotations this near are: a hundredth covers it.
    const rate = (1.01 * 2 * Math.acos(dot)) / span;
    return { value: 1, first: rate, second: rate * rate };
  }
  // The spline is not of length 1 and is divided by its length, which bends it a little more.
  const bend = secondOfSpline(track, from, to, length);
  const [raw, rawEnd] = [splineAt(track, from), splineAt(track, to)];
  const pace = length(raw.map((x, k) => rawEnd[k] - x)) / span + (span * bend) / 2;
  const least = Math.min(length(raw), length(rawEnd)) - (span * span * bend) / 8;
  if (!(least > 0.1)) return { value: 1, first: Infinity, second: Infinity };
  const first = pace / least;
  const second = bend / least + 3 * first * first;
  return { value: 1, first: 2 * first, second: 2 * second + 2 * first * first };
}

/** How much a cubic spline bends between two times with no key between: most at one of them, for its bend changes evenly. */
function secondOfSpline(track: GltfTrack, from: number, to: number, sizeOf: (x: number[]) => number): number {
  const key = findKey(track.times, 0.5 * (from + to));
  if (key < 0 || key + 1 >= track.times.length) return 0;
  return Math.max(...[from, to].map(time => sizeOf(derive(track, key, time))));
}

/** The second derivative of the spline from key to key + 1. */
function derive({ times, values, size }: GltfTrack, key: number, time: number): number[] {
  const span = times[key + 1] - times[key];
  const s = (time - times[key]) / span;
  return Array.from({ length: size }, (_, c) => {
    const o = 3 * size * key + c;
    const [value, leaving] = [values[o + size], span * values[o + 2 * size]];
    const [reaching, next] = [span * values[o + 3 * size], values[o + 4 * size]];
    const bend = (12 * s - 6) * (value - next) + (6 * s - 4) * leaving + (6 * s - 2) * reaching;
    return bend / (span * span);
  });
}

function splineAt({ times, values, size }: GltfTrack, time: number): number[] {
  const key = Math.max(0, findKey(times, time));
  if (key + 1 >= times.length) return Array.from({ length: size }, (_, c) => values[3 * size * key + size + c]);
  const span = times[key + 1] - times[key];
  const s = Math.min(1, Math.max(0, (time - times[key]) / span));
  return Array.from({ length: size }, (_, c) => {
    const o = 3 * size * key + c;
    return (
      (2 * s ** 3 - 3 * s * s + 1) * values[o + size] +
      span * (s ** 3 - 2 * s * s + s) * values[o + 2 * size] +
      span * (s ** 3 - s * s) * values[o + 3 * size] +
      (3 * s * s - 2 * s ** 3) * values[o + 4 * size]
    );
  });
}

function findKey(times: ArrayLike<number>, time: number): number {
  let key = -1;
  while (key + 1 < times.length && times[key + 1] <= time) key++;
  return key;
}

export function length(x: number[]): number {
  return Math.hypot(...x);
}

export function largest(x: number[]): number {
  return Math.max(...x.map(Math.abs));
}

export function sum(x: number[]): number {
  return x.reduce((total, value) => total + Math.abs(value), 0);
}
