import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/math/random.ts';
import { aimRay, createAimedRay, DISTANCE_ERROR, meetTriangle } from '../../src/query/elementary/ray-triangle.ts';
import { cross, dot, type IntegerVector, minus } from '../support/integer-vectors.ts';
import { type Change, createLoader, readChanges } from '../support/load-changed.ts';

type Meet = typeof meetTriangle;

/** Where a ray starts, its direction, and the three corners of a triangle: 15 numbers. */
type Case = number[];

// ---------------------------------------------------------------------------------------------------------------------
// The oracle: everything in integers, from the definition. The ray meets the plane at start + t * direction, t a fraction;
// it hits if t >= 0 and the three barycentric fractions are >= 0.

/** All numbers times the same power of two, as integers; and that power's logarithm. */
function toIntegers(numbers: number[]): { integers: bigint[]; shift: number } {
  const parts = numbers.map(x => {
    const bits = new BigUint64Array(new Float64Array([Math.abs(x)]).buffer)[0];
    const exponent = Number(bits >> 52n);
    const fraction = bits & (2n ** 52n - 1n);
    const size = exponent === 0 ? fraction : fraction + 2n ** 52n;
    return { size: x < 0 ? -size : size, exponent: Math.max(1, exponent) };
  });
  const least = Math.min(...parts.filter(({ size }) => size !== 0n).map(({ exponent }) => exponent));
  const integers = parts.map(({ size, exponent }) => (size === 0n ? 0n : size << BigInt(exponent - least)));
  return { integers, shift: 1075 - least };
}

const toNumber = (numerator: bigint, denominator: bigint): number =>
  Number((numerator * 2n ** 120n) / denominator) * 2 ** -120;

interface ExactHit {
  facing: number;
  distance: number;
  barycentrics: number[];
}

function hitExactly(points: Float64Array, corners: Float64Array): ExactHit | null {
  const { integers, shift } = toIntegers([...points, ...corners]);
  const [start, end, a, b, c] = [0, 3, 6, 9, 12].map(o => integers.slice(o, o + 3) as IntegerVector);
  const direction = minus(end, start);
  const normal = cross(minus(b, a), minus(c, a));
  const speed = dot(normal, direction);
  if (speed === 0n) return null;
  const sign = speed > 0n ? 1n : -1n;
  const ahead = dot(normal, minus(a, start)); // t = ahead / speed
  if (ahead * sign < 0n) return null;
  // The hit times speed, as an integer point; each barycentric coordinate is an area over the whole, seen along the normal.
  const hit = start.map((x, k) => x * speed + ahead * direction[k]) as IntegerVector;
  const scaled = (p: IntegerVector): IntegerVector => p.map(x => x * speed) as IntegerVector;
  const whole = dot(normal, normal) * speed * speed;
  const areas = [
    dot(normal, cross(minus(scaled(b), hit), minus(scaled(c), hit))),
    dot(normal, cross(minus(scaled(c), hit), minus(scaled(a), hit))),
    dot(normal, cross(minus(scaled(a), hit), minus(scaled(b), hit))),
  ];
  if (areas.some(area => area < 0n)) return null;
  const length = Math.hypot(...direction.map(x => Number(x))) * 2 ** -shift;
  return {
    facing: speed < 0n ? 1 : -1,
    distance: toNumber(ahead, speed) * length,
    barycentrics: areas.map(area => toNumber(area, whole)),
  };
}

// ---------------------------------------------------------------------------------------------------------------------

/** What is wrong with an answer, in words; undefined if nothing is. */
function findFault(meet: Meet, numbers: Case): string | undefined {
  const ray = createAimedRay();
  ray.points.set(numbers.slice(0, 3));
  aimRay(ray, numbers[3], numbers[4], numbers[5]);
  const corners = Float64Array.from(numbers.slice(6));
  const expected = hitExactly(ray.points, corners);
  const out = new Float64Array(4);
  let facing: number;
  try {
    facing = meet(ray, corners, 0, 3, 6, out);
  } catch (error) {
    return String(error);
  }
  if (facing !== (expected?.facing ?? 0)) return `facing ${facing} instead of ${expected?.facing ?? 0}`;
  if (!expected) return undefined;
  const size = numbers.slice(0, 3).reduce((sum, x) => sum + Math.abs(x), 0) + Math.max(...corners.map(Math.abs));
  if (!(Math.abs(out[0] - expected.distance) <= DISTANCE_ERROR * size)) {
    return `distance ${out[0]} instead of ${expected.distance}`;
  }
  if (expected.distance === 0 && out[0] !== 0) return `distance ${out[0]} at the start`;
  const extent = Math.max(...[3, 4, 5, 6, 7, 8].map(k => Math.abs(corners[k] - corners[k % 3])));
  for (let k = 0; k < 3; k++) {
    if (!(out[k + 1] >= 0)) return `barycentric coordinate ${out[k + 1]}`;
    if (!(Math.abs(out[k + 1] - expected.barycentrics[k]) * extent <= DISTANCE_ERROR * size)) {
      return `barycentric coordinate ${out[k + 1]} instead of ${expected.barycentrics[k]}`;
    }
  }
  return undefined;
}

const whole = (random: Random, from: number, to: number): number => from + Math.floor((to - from + 1) * random());
const numbers = (random: Random, count: number, size: number): number[] =>
  Array.from({ length: count }, () => size * (2 * random() - 1));

/** Small whole numbers: most rays run through edges, corners and planes. */
function onLattice(random: Random): Case {
  const limit = whole(random, 1, 3);
  for (;;) {
    const found = Array.from({ length: 15 }, () => whole(random, -limit, limit));
    if (found.slice(3, 6).some(x => x !== 0)) return found;
  }
}

/** A ray aimed at a corner, at a point of an edge or of the inside, up to rounding; near and far, large and small. */
function aimedAtParts(random: Random): Case {
  const size = 10 ** whole(random, -6, 6);
  const corners = numbers(random, 9, size);
  const origin = numbers(random, 3, size * 10 ** whole(random, -1, 5));
  const shares = [random(), random(), random()];
  const part = whole(random, 0, 2);
  for (let k = 0; k < part; k++) shares[k] = 0;
  const sum = shares[0] + shares[1] + shares[2];
  const target = [0, 1, 2].map(
    axis => (shares[0] * corners[axis] + shares[1] * corners[3 + axis] + shares[2] * corners[6 + axis]) / sum,
  );
  return [...origin, ...target.map((x, k) => x - origin[k]), ...corners];
}

/** A ray all but along the plane of a triangle, or a triangle all but a segment. */
function grazing(random: Random): Case {
  const corners = numbers(random, 9, 1);
  const tiny = 10 ** whole(random, -17, -6);
  if (random() < 0.5)
    for (let k = 0; k < 3; k++) corners[6 + k] = 0.3 * corners[k] + 0.7 * corners[3 + k] + tiny * random();
  const [i, j] = [random(), random()];
  const target = [0, 1, 2].map(k => (1 - i) * corners[k] + i * ((1 - j) * corners[3 + k] + j * corners[6 + k]));
  const along = [0, 1, 2].map(k => random() * (corners[3 + k] - corners[k]) + random() * (corners[6 + k] - corners[k]));
  const direction = along.map(x => x + tiny * (random() - 0.5));
  const steps = random() < 0.2 ? 0 : 3 * random();
  return [...target.map((x, k) => x - steps * direction[k]), ...direction, ...corners];
}

/** Rays that start on a triangle, or a rounding away from it. */
function startingOn(random: Random): Case {
  const corners = random() < 0.5 ? numbers(random, 9, 1) : Array.from({ length: 9 }, () => whole(random, -4, 4));
  const [i, j] = random() < 0.5 ? [whole(random, 0, 1), 0.5] : [random(), random()];
  const start = [0, 1, 2].map(k => (1 - i) * corners[k] + i * ((1 - j) * corners[3 + k] + j * corners[6 + k]));
  return [...start, ...numbers(random, 3, 1), ...corners];
}

const kinds = { onLattice, aimedAtParts, grazing, startingOn };

function makeCases(count: number): Case[] {
  return Object.values(kinds).flatMap((make, k) => {
    const random = createRandom(100 + k);
    return Array.from({ length: count }, () => make(random));
  });
}

describe('meetTriangle', () => {
  it.each(Object.entries(kinds))(
    '%s: hits exactly what integers say, from the side they say, 2000 times',
    (_, make) => {
      const random = createRandom(7);
      let hits = 0;
      for (let k = 0; k < 2000; k++) {
        const found = make(random);
        const fault = findFault(meetTriangle, found);
        if (fault) expect([fault, found]).toEqual([]);
        const ray = createAimedRay();
        ray.points.set(found.slice(0, 3));
        aimRay(ray, found[3], found[4], found[5]);
        if (meetTriangle(ray, Float64Array.from(found.slice(6)), 0, 3, 6, new Float64Array(4)) !== 0) hits++;
      }
      expect(hits).toBeGreaterThan(70);
      expect(hits).toBeLessThan(1930);
    },
  );

  it('says the same of a triangle whichever corner comes first, and the other side if they go round the other way', () => {
    const random = createRandom(3);
    const out = new Float64Array(4);
    for (let k = 0; k < 4000; k++) {
      const found = k % 2 === 0 ? onLattice(random) : aimedAtParts(random);
      const ray = createAimedRay();
      ray.points.set(found.slice(0, 3));
      aimRay(ray, found[3], found[4], found[5]);
      const corners = Float64Array.from(found.slice(6));
      const facing = meetTriangle(ray, corners, 0, 3, 6, out);
      expect(meetTriangle(ray, corners, 3, 6, 0, out)).toBe(facing);
      expect(meetTriangle(ray, corners, 6, 0, 3, out)).toBe(facing);
      expect(meetTriangle(ray, corners, 0, 6, 3, out)).toBe(-facing || 0);
    }
  });

  it('aims where it is told: to two units in the last place, and along axes and axis planes exactly', () => {
    const random = createRandom(5);
    const ray = createAimedRay();
    for (let k = 0; k < 2000; k++) {
      ray.points.set(numbers(random, 3, 10 ** whole(random, -5, 9)));
      const direction = numbers(random, 3, 10 ** whole(random, -9, 9));
      if (k % 3 === 0) direction[k % 2] = 0;
      aimRay(ray, direction[0], direction[1], direction[2]);
      const length = Math.hypot(...direction);
      for (let axis = 0; axis < 3; axis++) {
        if (direction[axis] === 0) expect(ray.points[3 + axis]).toBe(ray.points[axis]);
        expect(Math.abs(ray.direction[axis] - direction[axis] / length)).toBeLessThan(2 ** -50);
      }
    }
  });
});

// ---------------------------------------------------------------------------------------------------------------------

const file = 'query/elementary/ray-triangle.ts';
const load = (change?: Change): Meet => createLoader(change)<{ meetTriangle: Meet }>(file).meetTriangle;

const mutants = readChanges`
  query/elementary/ray-triangle.ts
    signs taken from floats, whatever their error
      - const bound = 16 * U
      + const bound = 1e-30 * U
    no term for corners next to the ray
      - (seen + 16 * U * size)
      + seen * 2 ** -20
    an edge belongs to neither triangle
      - if (sideA * sideB < 0) return 0
      + if (sideA * sideB <= 0) return 0
    the third edge is forgotten
      - if (sideA * sideC < 0 || sideB * sideC < 0) return 0;
    what is run along is hit
      - if (heading === 0) return 0;
      + if (heading === 0) heading = 1;
    sides swapped for rays down the axis
      - heading = wa > 0 ? sense : -sense
      + heading = wa > 0 ? 1 : -1
    wrong signs of areas are kept
      - /if \(w[abc] \* heading \* sense < 0\) w[abc] = 0;/g
    areas of any quality are good enough
      - sum !== 0 && bound * extent <= 2 ** -36 * size * Math.abs(sum)
      + true
    hits behind the start
      - return out[0] < 0 ? 0 : -heading;
      + return -heading;
    the start is not looked at closely
      - Math.abs(out[0]) <= 2 ** -33 * size
      + false
    the wrong side of the start
      - if (plane === -heading) return 0;
      + if (plane === heading) return 0;
`;

describe('the cases', () => {
  const cases = makeCases(1000);

  it('pass what is not changed', () => {
    const meet = load();
    expect(cases.find(found => findFault(meet, found))).toBeUndefined();
  });

  it.each(mutants)('catch: %s', (_, change) => {
    const meet = load(change);
    expect(cases.find(found => findFault(meet, found))).toBeDefined();
  });
});
