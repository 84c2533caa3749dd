import { readFileSync } from 'node:fs';
import * as predicates from 'robust-predicates';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/math/random.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { cases } from '../support/cases.ts';
import { cross, dot, type IntegerVector } from '../support/integer-vectors.ts';

type Touch = typeof trianglesTouch;
/** 18 numbers: the vertices of a, then of b. */
type Pair = number[];

// ---------------------------------------------------------------------------------------------------------------------
// The oracle: a and b meet exactly if 0 is in the convex hull of the nine differences a_i - b_j. By Caratheodory, that
// hull is the union of the hulls of all sets of at most four of them; each is decided by integer determinants.

/** All 18 numbers times the same power of two, as integers. */
function toIntegers(pair: Pair): bigint[] {
  const parts = pair.map(x => {
    const bits = new BigUint64Array(new Float64Array([x]).buffer)[0];
    const exponent = Number((bits >> 52n) & 2047n);
    const low = bits & ((1n << 52n) - 1n);
    let m = exponent === 0 ? low : low + (1n << 52n);
    let e = exponent === 0 ? 0 : exponent - 1;
    while (m !== 0n && (m & 1n) === 0n) {
      m >>= 1n;
      e++;
    }
    return { m: bits >> 63n === 1n ? -m : m, e: m === 0n ? Number.POSITIVE_INFINITY : e };
  });
  const least = Math.min(...parts.map(part => part.e));
  return parts.map(({ m, e }) => (m === 0n ? 0n : m << BigInt(e - least)));
}

const isZero = (u: IntegerVector): boolean => u[0] === 0n && u[1] === 0n && u[2] === 0n;

function doTouch(pair: Pair): boolean {
  const n = toIntegers(pair);
  const d: IntegerVector[] = [];
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) d.push([n[i] - n[j], n[i + 1] - n[j + 1], n[i + 2] - n[j + 2]]);
  }
  const crosses: IntegerVector[][] = d.map(u => d.map(v => cross(u, v)));
  for (let i = 0; i < 9; i++) {
    for (let j = i + 1; j < 9; j++) if (isZero(crosses[i][j]) && dot(d[i], d[j]) <= 0n) return true;
  }
  const sign: number[] = new Array(729).fill(0);
  for (let i = 0; i < 9; i++) {
    for (let j = i + 1; j < 9; j++) {
      for (let k = j + 1; k < 9; k++) {
        const volume = dot(crosses[i][j], d[k]);
        sign[81 * i + 9 * j + k] = volume > 0n ? 1 : volume < 0n ? -1 : 0;
        if (volume === 0n && holdsZero(crosses[i][j], crosses[j][k], crosses[k][i])) return true;
      }
    }
  }
  for (let i = 0; i < 9; i++) {
    for (let j = i + 1; j < 9; j++) {
      for (let k = j + 1; k < 9; k++) {
        for (let l = k + 1; l < 9; l++) {
          // Cramer: the four signed volumes are the factors of a vanishing combination.
          const s = [
            sign[81 * j + 9 * k + l],
            -sign[81 * i + 9 * k + l],
            sign[81 * i + 9 * j + l],
            -sign[81 * i + 9 * j + k],
          ];
          const up = s.some(x => x > 0);
          const down = s.some(x => x < 0);
          if (up !== down) return true;
        }
      }
    }
  }
  return false;
}

/** Three vectors of one plane through 0, given by their parallel cross products: is 0 between them? */
function holdsZero(u: IntegerVector, v: IntegerVector, w: IntegerVector): boolean {
  if (isZero(u) && isZero(v) && isZero(w)) return false;
  return dot(u, v) >= 0n && dot(v, w) >= 0n && dot(u, w) >= 0n;
}

// ---------------------------------------------------------------------------------------------------------------------
// The cases. A family draws a pair; a change moves it to an awkward place.

type Family = (random: Random) => Pair;
const int = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);
const point = (random: Random, size: number): number[] => draw(3, () => int(random, -size, size));
const along = (o: number[], i: number, u: number[], j: number, v: number[]) => o.map((x, k) => x + i * u[k] + j * v[k]);

const families: Record<string, Family> = {
  'small integers': random => draw(18, () => int(random, 0, 2)),
  'larger integers': random => draw(18, () => int(random, -4, 4)),
  'random floats': random => draw(18, () => random()),
  'a shared vertex': random => {
    const pair = draw(18, () => random());
    for (let k = 0; k < 3; k++) pair[9 + k] = pair[k];
    return pair;
  },
  'a shared edge': random => {
    const pair = draw(18, () => random());
    for (let k = 0; k < 6; k++) pair[9 + k] = pair[k];
    return pair;
  },
  'a vertex on a face': random => {
    const a = draw(9, () => 4 * int(random, -5, 5));
    const middle = [0, 1, 2].map(k => a[k] / 2 + a[3 + k] / 4 + a[6 + k] / 4);
    return [...a, ...middle, ...draw(6, () => int(random, -20, 20))];
  },
  'a vertex on an edge': random => {
    const a = draw(9, () => 4 * int(random, -5, 5));
    const middle = [0, 1, 2].map(k => a[k] / 4 + (3 * a[3 + k]) / 4);
    return [...a, ...middle, ...draw(6, () => int(random, -20, 20))];
  },
  'edges that cross': random => {
    const [m, u, v] = [point(random, 5), point(random, 5), point(random, 5)];
    const a = [...along(m, 1, u, 0, v), ...along(m, -1, u, 0, v), ...point(random, 9)];
    return [...a, ...along(m, 0, u, 1, v), ...along(m, 0, u, -2, v), ...point(random, 9)];
  },
  'one plane, integers': random => {
    const [o, u, v] = [point(random, 5), point(random, 3), point(random, 3)];
    return draw(6, () => 0).flatMap(() => along(o, int(random, -3, 3), u, int(random, -3, 3), v));
  },
  'one plane, nested': random => {
    const [o, u, v] = [point(random, 5), point(random, 3), point(random, 3)];
    const corners = [along(o, -9, u, -9, v), along(o, 18, u, 0, v), along(o, 0, u, 18, v)];
    return [
      ...corners.flat(),
      ...draw(3, () => 0).flatMap(() => along(o, int(random, -3, 3), u, int(random, -3, 3), v)),
    ];
  },
  'one axis plane, floats': random => {
    const axis = int(random, 0, 2);
    const level = random() - 0.5;
    const shift = random();
    return draw(18, () => 0).map((_, k) => (k % 3 === axis ? level : random() + (k < 9 ? 0 : shift)));
  },
  'almost one plane': random => {
    const [o, u, v] = [draw(3, random), draw(3, random), draw(3, random)];
    return draw(6, () => 0).flatMap(() => along(o, random() - 0.5, u, random() - 0.5, v));
  },
  'almost a vertex on a face': random => {
    const a = draw(9, () => random());
    const [s, t] = [random(), random() / 2];
    const on = [0, 1, 2].map(k => a[k] + (a[3 + k] - a[k]) * s * (1 - t) + (a[6 + k] - a[k]) * t * (1 - s));
    return [...a, ...on, ...draw(6, () => random() * 2 - 0.5)];
  },
  'almost crossing edges': random => {
    const [m, u, v] = [draw(3, random), draw(3, random), draw(3, random)];
    const a = [
      ...along(m, 0.7, u, 0, v),
      ...along(m, -0.3, u, 0, v),
      ...along(m, 0.1, u, 0.9, v).map(x => x + random()),
    ];
    return [...a, ...along(m, 0, u, 0.3, v), ...along(m, 0, u, -0.9, v), ...draw(3, () => 2 * random() - 1)];
  },
  'one line': random => {
    const [o, u] = [point(random, 5), point(random, 3)];
    return draw(6, () => 0).flatMap(() => along(o, int(random, -4, 4), u, 0, u));
  },
  'two segments': random => {
    const [o, u, v] = [point(random, 2), point(random, 2), point(random, 2)];
    const a = [0, 1, 2].flatMap(() => along(o, int(random, -2, 2), u, 0, v));
    return [...a, ...[0, 1, 2].flatMap(() => along(o, int(random, 0, 1), u, int(random, -2, 2), v))];
  },
  'a segment and a triangle': random => {
    const [o, u] = [point(random, 2), point(random, 2)];
    return [...[0, 1, 2].flatMap(() => along(o, int(random, -2, 2), u, 0, u)), ...draw(9, () => int(random, -3, 3))];
  },
  'a point': random => {
    const p = point(random, 1);
    return [...p, ...p, ...p, ...draw(9, () => int(random, -2, 2))];
  },
};

/** The next float64 up or down. */
function nudge(x: number, up: boolean): number {
  if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0] += up === x > 0 ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}

const changes: Record<string, (pair: Pair, random: Random) => Pair> = {
  'as drawn': pair => pair,
  'one coordinate 1 ulp off': (pair, random) =>
    pair.with(int(random, 0, 17), nudge(pair[int(random, 0, 17)], random() < 0.5)),
  'b 1 ulp off': (pair, random) => {
    const axis = int(random, 0, 2);
    const up = random() < 0.5;
    return pair.map((x, k) => (k >= 9 && k % 3 === axis ? nudge(x, up) : x));
  },
  'very small': (pair, random) => pair.map(scaleBy(int(random, -1074, -200))),
  'very large': (pair, random) => pair.map(scaleBy(int(random, 200, 1010))),
  'uneven axes': (pair, random) => {
    const by = [0, 1, 2].map(() => scaleBy(int(random, -400, 400)));
    return pair.map((x, k) => by[k % 3](x));
  },
  'far from the origin': (pair, random) => {
    const at = draw(3, () => (random() - 0.5) * 2 ** int(random, 5, 60));
    return pair.map((x, k) => x + at[k % 3]);
  },
  'scaled by no power of two': (pair, random) => {
    const by = random() + 0.1;
    return pair.map(x => x * by);
  },
};

function scaleBy(exponent: number): (x: number) => number {
  const half = Math.trunc(exponent / 2);
  return x => x * 2 ** half * 2 ** (exponent - half);
}

interface Case {
  title: string;
  pair: Pair;
  touch: boolean;
}

const SEED = 20240611;
const PER_COMBINATION = cases(20, 200);
const GENERAL = cases(1000, 30_000);

function drawCases(): Case[] {
  const random = createRandom(SEED);
  const drawn: Case[] = [];
  for (const [family, next] of Object.entries(families)) {
    for (const [change, apply] of Object.entries(changes)) {
      for (let n = 0; n < PER_COMBINATION; n++) {
        const pair = apply(next(random), random);
        if (pair.every(Number.isFinite)) drawn.push({ title: `${family}, ${change}`, pair, touch: doTouch(pair) });
      }
    }
  }
  return drawn;
}

const ORDERS = ['036', '360', '603', '063', '630', '306'].map(order => Array.from(order, Number));

/** The first case in which `touch` is wrong in some order of the vertices or of the triangles. */
function findError(touch: Touch, cases: Case[]): string | undefined {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    for (let k = 0; k < 18; k++) {
      const far = Float64Array.from({ length: 18 }, (_, i) => (i < 9 ? 0 : 100) + ((7 * i) % 5));
      far[k] = bad;
      if (!touch(far, 0, 3, 6, far, 9, 12, 15)) return `${bad} at ${k} is dropped`;
    }
  }
  const ab = new Float64Array(20);
  for (let n = 0; n < cases.length; n++) {
    const { title, pair, touch: expected } = cases[n];
    ab.set(pair, 1);
    for (let k = 0; k < 3; k++) {
      const [a0, a1, a2] = ORDERS[(k + n) % 6].map(o => o + 1);
      const [b0, b1, b2] = ORDERS[(5 * k + (n >> 3)) % 6].map(o => o + 10);
      const forth = touch(ab, a0, a1, a2, ab, b0, b1, b2);
      const back = touch(ab, b0, b1, b2, ab, a0, a1, a2);
      if (forth !== expected || back !== expected) {
        return `${title}: [${pair}] touch: ${expected}, got ${forth} and ${back}`;
      }
    }
  }
  return undefined;
}

// ---------------------------------------------------------------------------------------------------------------------
// Mutants: the real source, changed in one place.

const sources = ['src/math/predicates.ts', 'src/query/elementary/triangle-triangle.ts'].map(path =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
);

function compile(change: (source: string) => string, library: typeof predicates): Touch {
  const load = (source: string, needed: unknown): Record<string, unknown> => {
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const exports = {};
    new Function('exports', 'require', ts.transpileModule(source, { compilerOptions: options }).outputText)(
      exports,
      () => needed,
    );
    return exports;
  };
  return load(change(sources[1]), load(change(sources[0]), library)).trianglesTouch as Touch;
}

const floatSigns = { ...predicates, orient2d: predicates.orient2dfast, orient3d: predicates.orient3dfast };
const mutants: [name: string, from: string | RegExp, to: string][] = [
  ['a filter bound too small', 'const FILTER = 2 ** -46', 'const FILTER = 2 ** -75'],
  ['doubt counts as a miss', /(part the triangles[^}]*)return touchExactly\([^)]*\)/, '$1return false'],
  ['doubt counts as a hit', /(part the triangles[^}]*)return touchExactly\([^)]*\)/, '$1return true'],
  [
    'doubt about the last two signs counts as a hit',
    /(return true;\n {2})return touchExactly\([^)]*\)/,
    '$1return true',
  ],
  [
    'doubt about the last two signs counts as a miss',
    /(return true;\n {2})return touchExactly\([^)]*\)/,
    '$1return false',
  ],
  ['b is not looked at from the side of a', 'const swapB =', 'const swapB = 0 *'],
  ['a is not looked at from the side of b', 'const swapA =', 'const swapA = 0 *'],
  [
    'only one of the last two signs counts',
    /if .*first < -bound.*\n.*first > bound && /,
    'if (second > bound) return false;\n  if (',
  ],
  ['coplanar is a miss', 'if (sp === 0 && sq === 0) {', 'if (sp === 0 && sq === 0) { return false;'],
  ['coplanar is a hit', 'if (sp === 0 && sq === 0) {', 'if (sp === 0 && sq === 0) { return true;'],
  ['coplanar triangles with area are a miss', 'return !doesEdgePart(', 'return false && !doesEdgePart('],
  [
    'only the edges of a part coplanar triangles',
    /return !doesEdgePart(.*) && !doesEdgePart.*;/,
    'return !doesEdgePart$1;',
  ],
  ['coplanar triangles are parted by a line they touch', 'b2, axis) === outside', 'b2, axis) !== -outside'],
  ['coplanar triangles are parted by a line one vertex crosses', ' || turn(a, p, a, q, b, b1, axis) !== outside', ''],
  ['nested is a miss', /if \(axis >= 0 && \(isInside.*\n/, '\n'],
  ['touching an edge is a miss', 's0 * s2 >= 0 && s1 * s2 >= 0', 's0 * s2 > 0 && s1 * s2 > 0'],
  ['one projection only', 'axis < 3', 'axis < 1'],
  ['collinear segments are a miss', 'if (axis < 0) return true', 'if (axis < 0) return false'],
  ['edges of b are left out', /\|\|\s*segmentMeetsTriangle\(b[^;]*/, ')'],
  ['NaN is dropped', /!== 0\) return true/g, '!== 0) return false'],
  ['underflow is ignored', 'size === 0 || (size >= TINY && size <= HUGE)', 'true'],
];

describe('trianglesTouch', () => {
  const drawn = drawCases();

  it(`agrees with exact integers on ${drawn.length} awkward pairs, in mixed orders (seed ${SEED})`, () => {
    expect(findError(trianglesTouch, drawn)).toBeUndefined();
  });

  it('is tested with hits and misses in every family', () => {
    for (const family of Object.keys(families)) {
      const hits = drawn.filter(({ title, touch }) => touch && title.startsWith(`${family},`)).length;
      const all = drawn.filter(({ title }) => title.startsWith(`${family},`)).length;
      const always = /shared|crossing|cross|nested|on a(n|) /.test(family) && !family.startsWith('almost');
      expect(hits, family).toBeGreaterThan(PER_COMBINATION / 3);
      if (!always) expect(all - hits, family).toBeGreaterThan(PER_COMBINATION / 3);
    }
  });

  it(`agrees with exact integers on ${GENERAL} random pairs in general position (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    const pairs = draw(GENERAL, () => 0).map(() => draw(18, () => random()));
    const general = pairs.map(pair => ({ title: 'general', pair, touch: doTouch(pair) }));
    expect(findError(trianglesTouch, general)).toBeUndefined();
  });

  it('reports a pair with NaN or infinity as touching', () => {
    expect(findError(trianglesTouch, [])).toBeUndefined();
  });

  it('reads two arrays at any offset', () => {
    const a = Float64Array.of(9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0);
    const b = Float64Array.of(0.2, 0.2, -1, 0.2, 0.2, 1, 5, 5, 5);
    expect(trianglesTouch(a, 1, 5, 9, b, 0, 3, 6)).toBe(true);
    b[0] = b[3] = 2;
    expect(trianglesTouch(a, 1, 5, 9, b, 0, 3, 6)).toBe(false);
  });

  describe('the same cases', () => {
    it('pass the unchanged source, compiled as the changed ones are', () => {
      const some = drawn.filter((_, k) => k % 7 === 0); // that it is right in all is the first test
      expect(
        findError(
          compile(source => source, predicates),
          some,
        ),
      ).toBeUndefined();
    });

    it('catch signs taken from floats only', () => {
      expect(
        findError(
          compile(source => source, floatSigns),
          drawn,
        ),
      ).toBeDefined();
    });

    it.each(mutants)('catch: %s', (_, from, to) => {
      let changed = 0;
      const touch = compile(source => {
        const result = source.replace(from, to);
        if (result !== source) changed++;
        return result;
      }, predicates);
      expect(changed).toBe(1);
      expect(findError(touch, drawn)).toBeDefined();
    });
  });
});
