import {
  createImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpactExactly,
} from '../../../src/continuous/elementary/index.ts';
import { createRandom, type Random } from '../../../src/math/random.ts';

/** 24 numbers: four points at the start, the same four at the end. The first is the vertex, or two are an edge. */
export type Points = number[];
export type Kind = 'vertex-triangle' | 'edge-edge';

export interface Query {
  title: string;
  kind: Kind;
  start: Float64Array;
  end: Float64Array;
  /** The largest float64 not after the first contact, decided in integers; Infinity if there is none. */
  firstContact: number;
}

const exact = createImpact();

export function createQuery(title: string, kind: Kind, points: Points): Query {
  const motion = { start: Float64Array.from(points.slice(0, 12)), end: Float64Array.from(points.slice(12)) };
  if (kind === 'vertex-triangle') findVertexTriangleImpactExactly(motion, 0, motion, 3, 6, 9, exact);
  else findEdgeEdgeImpactExactly(motion, 0, 3, motion, 6, 9, exact);
  return { title, kind, ...motion, firstContact: exact.time };
}

const int = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

/** Moves the first point (and, of an edge, the second alike) so that the features meet at `time`, up to rounding. */
function bringTogether(points: Points, kind: Kind, time: number, u: number, v: number): Points {
  const out = [...points];
  for (let axis = 0; axis < 3; axis++) {
    const [p, a, b, c] = [0, 3, 6, 9].map(k => (1 - time) * points[k + axis] + time * points[12 + k + axis]);
    const gap = kind === 'vertex-triangle' ? a + u * (b - a) + v * (c - a) - p : b + v * (c - b) - (p + u * (a - p));
    for (const k of kind === 'vertex-triangle' ? [0, 12] : [0, 3, 12, 15]) out[k + axis] += gap;
  }
  return out;
}

type Family = (random: Random, kind: Kind) => Points;

export const families: Record<string, Family> = {
  'small integers': random => draw(24, () => int(random, -1, 1)),
  'larger integers': random => draw(24, () => int(random, -4, 4)),
  'random floats': random => draw(24, () => random()),
  'meeting inside, on a grid': (random, kind) =>
    bringTogether(
      draw(24, () => 16 * int(random, -9, 9)),
      kind,
      int(random, 0, 4) / 4,
      0.25,
      int(random, 0, 3) / 4,
    ),
  'meeting at a corner, on a grid': (random, kind) => {
    const [u, v] = [[0, 0], [1, 0], [0, 1]][int(random, 0, 2)]; // biome-ignore format: three places
    return bringTogether(
      draw(24, () => 16 * int(random, -9, 9)),
      kind,
      int(random, 0, 4) / 4,
      u,
      v,
    );
  },
  'leaving a corner behind': (random, kind) => {
    // All of one feature is on one side of all of the other, and touches it at the start only.
    const split = kind === 'vertex-triangle' ? 3 : 6;
    const points = draw(24, () => 0).map((_, k) => (k % 12 < split ? 0 : 16) + int(random, 0, 9));
    const from = kind === 'vertex-triangle' ? 0 : 3 * int(random, 0, 1);
    const to = split + 3 * int(random, 0, kind === 'vertex-triangle' ? 2 : 1);
    for (let axis = 0; axis < 3; axis++) points[from + axis] = points[to + axis] = 12;
    return points;
  },
  'staggered along an axis': (random, kind) => {
    const axis = int(random, 0, 2);
    const sign = random() < 0.5 ? -1 : 1;
    const [u, v] =
      kind === 'vertex-triangle' ? [0.25, 0.5] : [[0.25, 0.75][int(random, 0, 1)], [0.25, 0.75][int(random, 0, 1)]];
    const a = u === 0.25 ? [1, 3] : [3, 1];
    const b = v === 0.75 ? [0, 2] : [2, 0];
    const order = kind === 'vertex-triangle' ? [1, 0, 2, 1] : [...a, ...b];
    const points = draw(24, random).map((x, k) => (k % 3 === axis ? sign * order[Math.floor((k % 12) / 3)] : x));
    return bringTogether(points, kind, random(), u, v);
  },
  'falling straight onto a side of a level floor': (random, kind) => {
    // Onto the origin, where coordinates round least: whether it is inside hangs on how the corners are rounded.
    const [x, y, ratio, depth] = [random() - 0.5, random() - 0.5, -3 * random(), random()];
    const side = [x, y, 0, ratio * x, ratio * y, 0];
    const corner = [random() - 0.5, random() - 0.5];
    const at = (z: number): number[] =>
      kind === 'vertex-triangle' ? [0, 0, z, ...side, ...corner, 0] : [0, 0, z, ...corner, z, ...side];
    return [...at(depth), ...at(depth - 1)];
  },
  'meeting at a side': (random, kind) => bringTogether(draw(24, random), kind, random(), random(), 0),
  'meeting inside': (random, kind) => bringTogether(draw(24, random), kind, random(), random() / 2, random() / 2),
  'meeting at the very end': (random, kind) => bringTogether(draw(24, random), kind, 1, random() / 2, random() / 2),
  'meeting at the very start': (random, kind) => bringTogether(draw(24, random), kind, 0, random() / 2, random() / 2),
  grazing: (random, kind) => {
    // While y goes from -1 to 1, the plane z = slope * y tilts from slope -1 to 1: the height over it is -(2t - 1)^2,
    // so they touch in the middle of the step only, or not at all, or twice if lifted a little.
    const lift = int(random, -1, 1) * 2 ** -int(random, 1, 60);
    const at = (y: number, slope: number): number[] => {
      if (kind === 'edge-edge') return [-1, y, lift, 2, y, lift, 0, -1, -slope, 0, 2, 2 * slope];
      return [0, y, lift, -3, -2, -2 * slope, 3, -2, -2 * slope, 0, 3, 3 * slope];
    };
    return [...at(-1, -1), ...at(1, 1)];
  },
  'always in one plane, integers': random => draw(24, () => 0).map((_, k) => (k % 3 === 2 ? 1 : int(random, -4, 4))),
  'always in one plane, floats': random => {
    const axis = int(random, 0, 2);
    return draw(24, () => 0).map((_, k) => (k % 3 === axis ? 0.3 : random() + (k % 12 < 3 ? 0.4 : 0)));
  },
  'always in one slanted plane': random =>
    draw(8, () => 0).flatMap(() => {
      const [i, j] = [int(random, -4, 4), int(random, -4, 4)];
      return [i + 2 * j, 3 * i - j, i + j];
    }),
  'on one line': random => draw(8, () => int(random, -6, 6)).flatMap(x => [x, 2 * x, -x]),
  'parallel, moving apart or together': random => {
    const edge = draw(3, () => int(random, -3, 3));
    const [from, to] = [draw(6, () => int(random, -3, 3)), draw(6, () => int(random, -3, 3))];
    const pair = (o: number[], k: number): number[] => [
      ...o.slice(k, k + 3),
      ...o.slice(k, k + 3).map((x, i) => x + edge[i]),
    ];
    return [...pair(from, 0), ...pair(from, 3), ...pair(to, 0), ...pair(to, 3)];
  },
  'collapsed to fewer points': random => {
    const points = draw(24, () => int(random, -2, 2));
    const [from, to] = [3 * int(random, 0, 3), 3 * int(random, 0, 3)];
    for (let axis = 0; axis < 3; axis++) {
      points[to + axis] = points[from + axis];
      if (random() < 0.7) points[12 + to + axis] = points[12 + from + axis];
    }
    return points;
  },
  'at rest': random => {
    const start = draw(12, () => int(random, -1, 1));
    return [...start, ...start];
  },
  'moving along with each other': random => {
    const start = draw(12, () => int(random, -1, 1));
    const way = draw(3, () => random());
    return [...start, ...start.map((x, k) => x + way[k % 3])];
  },
  'turning about each other, close': random => {
    // A quarter turn, walked straight; the first point is a little above the plane of the others.
    const flat = [0.2, 0.1, random() * 1e-9, 1, 0, 0, -1, 1, 0, -1, -1, 0];
    const turned = flat.map((_, k) => (k % 3 === 0 ? -flat[k + 1] : k % 3 === 1 ? flat[k - 1] : flat[k]));
    return [...flat, ...turned];
  },
};

/** The next float64 up or down. */
function nudge(x: number, isUp: boolean): number {
  if (x === 0) return isUp ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += isUp === x > 0 ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}

function scaleBy(exponent: number): (x: number) => number {
  const half = Math.trunc(exponent / 2);
  return x => x * 2 ** half * 2 ** (exponent - half);
}

export const changes: Record<string, (points: Points, random: Random) => Points> = {
  'as drawn': points => points,
  'one coordinate 1 ulp off': (points, random) => {
    const k = int(random, 0, 23);
    return points.with(k, nudge(points[k], random() < 0.5));
  },
  'a million away': (points, random) => {
    const at = draw(3, () => 1e6 * (random() - 0.5));
    return points.map((x, k) => x + at[k % 3]);
  },
  'scaled by no power of two': (points, random) => {
    const by = 10 ** int(random, -6, 6) * (0.1 + random());
    return points.map(x => x * by);
  },
  'a tiny first feature': points => points.map((x, k) => (k % 12 < 6 && k % 12 > 2 ? points[k - 3] + 1e-7 * x : x)),
  'very small': (points, random) => points.map(scaleBy(int(random, -900, -150))),
  'so small that products underflow': (points, random) => points.map(scaleBy(int(random, -357, -340))),
  'very large': (points, random) => points.map(scaleBy(int(random, 150, 900))),
  'uneven axes': (points, random) => {
    const by = draw(3, () => int(random, -60, 60)).map(scaleBy);
    return points.map((x, k) => by[k % 3](x));
  },
};

export const SEED = 20260914;

/** So many queries of every family in every change, or of the named ones only. Each pair draws from its own seed. */
export function drawQueries(count: number, only: { family?: string; change?: string } = {}): Query[] {
  const queries: Query[] = [];
  for (const [i, [family, next]] of Object.entries(families).entries()) {
    for (const [j, [change, apply]] of Object.entries(changes).entries()) {
      if ((only.family ?? family) !== family || (only.change ?? change) !== change) continue;
      const random = createRandom(SEED + 1000 * i + j);
      for (let n = 0; n < count; n++) {
        for (const kind of ['vertex-triangle', 'edge-edge'] as const) {
          queries.push(createQuery(`${family}, ${change}`, kind, apply(next(random, kind), random)));
        }
      }
    }
  }
  return queries;
}
