import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { encloseMinimally } from '../../src/bounds/miniball.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';

type Enclose = typeof encloseMinimally;
type Ball = [x: number, y: number, z: number, radius: number];

function enclose(points: Float64Array, implementation: Enclose = encloseMinimally): Ball {
  const ids = Uint32Array.from({ length: points.length / 3 }, (_, k) => k);
  const out = new Float64Array(4);
  implementation(points, ids, 0, ids.length, out, 0);
  return [...out] as Ball;
}

function distance(points: Float64Array, k: number, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [points[3 * k] - x, points[3 * k + 1] - y, points[3 * k + 2] - z];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function reachFrom(points: Float64Array, x: number, y: number, z: number): number {
  let reach = 0;
  for (let k = 0; 3 * k < points.length; k++) reach = Math.max(reach, distance(points, k, x, y, z));
  return reach;
}

/** The centre equally far from all of `support`, in their affine hull, by elimination; undefined if they are dependent. */
function findCentre(points: Float64Array, support: number[]): number[] | undefined {
  const at = (k: number) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  const base = at(support[0]);
  const edges = support.slice(1).map(k => at(k).map((x, axis) => x - base[axis]));
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const rows = edges.map(u => [...edges.map(v => 2 * dot(u, v)), dot(u, u)]);
  for (let i = 0; i < rows.length; i++) {
    const size = Math.abs(rows[i][i]);
    let pivot = i;
    for (let j = i; j < rows.length; j++) if (Math.abs(rows[j][i]) > Math.abs(rows[pivot][i])) pivot = j;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    if (!(Math.abs(rows[i][i]) > 1e-13 * size)) return undefined;
    for (let j = 0; j < rows.length; j++) {
      if (j === i) continue;
      const factor = rows[j][i] / rows[i][i];
      for (let k = 0; k < rows[j].length; k++) rows[j][k] -= factor * rows[i][k];
    }
  }
  return base.map((x, axis) => edges.reduce((sum, u, i) => sum + (u[axis] * rows[i][edges.length]) / rows[i][i], x));
}

/** The least reach over the centres of all supports of 1 to 4 points: the optimum is among them. */
function findLeastRadius(points: Float64Array): number {
  const n = points.length / 3;
  let least = Number.POSITIVE_INFINITY;
  for (let set = 1; set < 1 << n; set++) {
    const support = Array.from({ length: n }, (_, k) => k).filter(k => (set >> k) & 1);
    const centre = support.length <= 4 ? findCentre(points, support) : undefined;
    if (centre) least = Math.min(least, reachFrom(points, centre[0], centre[1], centre[2]));
  }
  return least;
}

const families: Record<string, (n: number, random: Random) => number[]> = {
  'in a cube': (n, random) => Array.from({ length: 3 * n }, random),
  'on a grid, with duplicates': (n, random) => Array.from({ length: 3 * n }, () => Math.floor(3 * random())),
  'on a line': (n, random) => Array.from({ length: n }, random).flatMap(t => [1 + t, 2 - 3 * t, 0.1 * t]),
  'on a plane': (n, random) =>
    Array.from({ length: n }, () => [random(), random()]).flatMap(([s, t]) => [s, t, 0.3 * s - 2 * t + 1]),
  'on a sphere': (n, random) => {
    const out = new Float64Array(3 * n);
    for (let k = 0; k < n; k++) randomDirection(random, out, 3 * k);
    return [...out];
  },
  'on a circle': (n, random) =>
    Array.from({ length: n }, () => 6.3 * random()).flatMap(t => [Math.cos(t), Math.sin(t), 0.5]),
  'on a small part of a sphere': (n, random) =>
    Array.from({ length: n }, () => [0.02 * random(), 0.02 * random()]).flatMap(([s, t]) => [
      s,
      t,
      Math.sqrt(1 - s * s - t * t),
    ]),
  'all one point': n => Array.from({ length: n }, () => [0.1, 0.2, 0.3]).flat(),
  'almost one point': (n, random) => Array.from({ length: 3 * n }, () => 1 + Math.floor(3 * random()) * 2 ** -52),
};

const SEED = 7;
const SMALL: { title: string; points: Float64Array; radius: number }[] = [];
for (const [family, draw] of Object.entries(families)) {
  for (const scale of [1, 1e-8, 1e8]) {
    const random = createRandom(SEED);
    for (let n = 1; n <= 8; n++) {
      for (let repeat = 0; repeat < 6; repeat++) {
        const points = Float64Array.from(draw(n, random), x => x * scale);
        SMALL.push({ title: `${n} points ${family}, times ${scale}`, points, radius: findLeastRadius(points) });
      }
    }
  }
}

/** The first small set whose ball is not sound or not the smallest. */
function findError(implementation: Enclose): string | undefined {
  for (const { title, points, radius } of SMALL) {
    const [x, y, z, r] = enclose(points, implementation);
    if (!(reachFrom(points, x, y, z) <= r)) return `${title}: a point is outside`;
    const rounding = 1e-15 * Math.max(...points.map(Math.abs));
    if (!(r <= radius * (1 + 1e-9) + rounding)) return `${title}: radius ${r}, but ${radius} is enough`;
  }
  return undefined;
}

/** Ritter (1990): a good ball, but not the smallest. */
const encloseByRitter: Enclose = (points, ids, from, to, out, o) => {
  const at = (k: number) => Array.from(points.subarray(3 * ids[k], 3 * ids[k] + 3));
  const farthestFrom = (p: number[]) => {
    let best = from;
    for (let k = from; k < to; k++)
      if (Math.hypot(...at(k).map((x, i) => x - p[i])) > Math.hypot(...at(best).map((x, i) => x - p[i]))) best = k;
    return at(best);
  };
  const a = farthestFrom(at(from));
  const b = farthestFrom(a);
  let c = a.map((x, i) => (x + b[i]) / 2);
  let r = Math.hypot(...a.map((x, i) => x - b[i])) / 2;
  for (let k = from; k < to; k++) {
    const d = Math.hypot(...at(k).map((x, i) => x - c[i]));
    if (d <= r) continue;
    c = c.map((x, i) => x + ((at(k)[i] - x) * (d - r)) / (2 * d));
    r = (d + r) / 2;
  }
  out.set(
    [
      ...c,
      Math.max(...Array.from(ids.subarray(from, to), (_, k) => distance(points, ids[from + k], c[0], c[1], c[2]))),
    ],
    o,
  );
};

const source = readFileSync(new URL('../../src/bounds/miniball.ts', import.meta.url), 'utf8');

function compile(from: string, to: string): Enclose {
  if (!source.includes(from)) throw new Error(`mutant: the source does not contain ${from}`);
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const exports: { encloseMinimally?: Enclose } = {};
  new Function('exports', ts.transpileModule(source.replace(from, to), { compilerOptions: options }).outputText)(
    exports,
  );
  return exports.encloseMinimally!;
}

describe('encloseMinimally', () => {
  it(`finds the smallest ball of ${SMALL.length} small sets, as brute force does (seed ${SEED})`, () => {
    expect(findError(encloseMinimally)).toBeUndefined();
  });

  it.each([
    ['the ball of Ritter', encloseByRitter],
    ['supports of two points only', compile('8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14]', '8]')],
    ['supports of three points at most', compile(', 7, 11, 13, 14]', ']')],
    ['the first ball found', compile('if (isCentral) break', 'break')],
    ['a single exchange', compile('const MAX_ROUNDS = 100', 'const MAX_ROUNDS = 2')],
    ['a radius that is not measured', compile('Math.sqrt(best) * OUTWARD', 'Math.sqrt(reach) * (1 - 1e-12)')],
  ] as [string, Enclose][])('would not pass with %s', (_, implementation) => {
    expect(findError(implementation)).toBeDefined();
  });

  it(`holds every point of a large set, and no ball nearby is smaller (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    for (const [family, draw] of Object.entries(families)) {
      const points = Float64Array.from(draw(3000, random));
      const [x, y, z, r] = enclose(points);
      expect(reachFrom(points, x, y, z), family).toBeLessThanOrEqual(r);
      const step = new Float64Array(3);
      for (let n = 0; n < 60; n++) {
        randomDirection(random, step, 0);
        const size = r * 10 ** (-1 - 6 * random());
        const other = reachFrom(points, x + size * step[0], y + size * step[1], z + size * step[2]);
        expect(other, family).toBeGreaterThanOrEqual(r * (1 - 1e-9) - 1e-15);
      }
    }
  });

  it(`moves with the points (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 200; n++) {
      const points = Float64Array.from({ length: 3 * (2 + (n % 20)) }, random);
      const [x, y, z, r] = enclose(points);
      const angle = 6 * random();
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const moved = points.map((_, k) => {
        const p = k - (k % 3);
        return [c * points[p] - s * points[p + 1] + 3, s * points[p] + c * points[p + 1] - 2, points[p + 2] + 1][k % 3];
      });
      const image = enclose(moved);
      expect(image[3]).toBeCloseTo(r, 11);
      expect(image[0]).toBeCloseTo(c * x - s * y + 3, 6);
      expect(image[1]).toBeCloseTo(s * x + c * y - 2, 6);
      expect(image[2]).toBeCloseTo(z + 1, 6);
    }
  });

  it('reads only its range of ids, keeps the set, and writes at its offset', () => {
    const random = createRandom(SEED);
    const points = Float64Array.from({ length: 300 }, random);
    const ids = Uint32Array.from({ length: 100 }, (_, k) => (37 * k) % 100);
    const before = [...ids];
    const out = new Float64Array(10).fill(-5);
    encloseMinimally(points, ids, 20, 70, out, 3);
    expect([...ids.subarray(0, 20)]).toEqual(before.slice(0, 20));
    expect([...ids.subarray(70)]).toEqual(before.slice(70));
    expect([...ids.subarray(20, 70)].sort()).toEqual(before.slice(20, 70).sort());
    expect([...out.subarray(0, 3), ...out.subarray(7)]).toEqual([-5, -5, -5, -5, -5, -5]);
    expect(Math.max(...before.slice(20, 70).map(k => distance(points, k, out[3], out[4], out[5])))).toBeLessThanOrEqual(
      out[6],
    );
  });

  it('gives one point, however often, the radius 0', () => {
    expect(enclose(Float64Array.of(1e9, -3, 1e-9))).toEqual([1e9, -3, 1e-9, 0]);
    expect(enclose(Float64Array.of(0.1, 0.2, 0.3, 0.1, 0.2, 0.3))).toEqual([0.1, 0.2, 0.3, 0]);
  });

  it('stays sound where squares over- or underflow', () => {
    for (const scale of [1e-320, 1e-200, 1e-145, 1e160, 1e300]) {
      const [x, y, z, r] = enclose(Float64Array.of(0, 0, 0, 3, 0, 0, 0, 4, 1).map(v => v * scale));
      expect(r / scale).toBeGreaterThanOrEqual(2.5);
      expect(r / scale).toBeLessThan(6);
      for (const centre of [x, y, z]) expect(Number.isFinite(centre)).toBe(true);
    }
  });

  it('gives an infinite radius if a coordinate is NaN or infinite', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (let k = 0; k < 12; k++) {
        const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 1, 5, 5, 5);
        points[k] = bad;
        const ball = enclose(points);
        expect(ball[3]).toBe(Number.POSITIVE_INFINITY);
        expect(ball.slice(0, 3).every(Number.isFinite)).toBe(true);
      }
    }
  });

  it('refuses an empty range', () => {
    expect(() => enclose(new Float64Array(0))).toThrow(
      'encloseMinimally: the range 0..0 is empty; give at least one point.',
    );
  });
});
