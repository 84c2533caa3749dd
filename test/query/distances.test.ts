import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/math/random.ts';
import { nearestOfTriangle } from '../../src/query/elementary/point-triangle.ts';
import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../src/query/elementary/triangle-distance.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { cross, dot, type IntegerVector, minus } from '../support/integer-vectors.ts';

// ---------------------------------------------------------------------------------------------------------------------
// The oracle: squared distances as fractions of integers, from the definitions.

/** Numbers whose last bit is worth 2^-200 at least, times 2^200. */
const SCALE = 2 ** 200;
const toPoint = (from: ArrayLike<number>, o: number): IntegerVector =>
  [0, 1, 2].map(k => BigInt(from[o + k] * SCALE)) as IntegerVector;
const root = (numerator: bigint, denominator: bigint): number =>
  (Math.sqrt(Number((numerator * 2n ** 200n) / denominator)) * 2 ** -100) / SCALE;

function pointToEdge(p: IntegerVector, a: IntegerVector, b: IntegerVector): number {
  const u = minus(b, a);
  const along = dot(minus(p, a), u);
  const size = dot(u, u);
  const toA = minus(p, a);
  if (along <= 0n) return root(dot(toA, toA), 1n);
  if (along >= size) return root(dot(minus(p, b), minus(p, b)), 1n);
  return root(dot(toA, toA) * size - along * along, size);
}

function pointToTriangle(p: IntegerVector, [a, b, c]: IntegerVector[]): number {
  const n = cross(minus(b, a), minus(c, a));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([q, r]) => dot(n, cross(minus(q, p), minus(r, p))) >= 0n);
  const height = dot(n, minus(p, a));
  if (dot(n, n) > 0n && inside) return root(height * height, dot(n, n));
  return Math.min(pointToEdge(p, a, b), pointToEdge(p, b, c), pointToEdge(p, c, a));
}

/** Infinity unless the nearest points of the two lines are within the edges. */
function edgeToEdge(p: IntegerVector, q: IntegerVector, r: IntegerVector, s: IntegerVector): number {
  const u = minus(q, p);
  const v = minus(s, r);
  const n = cross(u, v);
  const size = dot(n, n);
  const between = minus(r, p);
  const i = dot(cross(between, v), n);
  const j = dot(cross(between, u), n);
  if (size === 0n || i < 0n || i > size || j < 0n || j > size) return Infinity;
  const height = dot(between, n);
  return root(height * height, size);
}

function triangleToTriangle(a: IntegerVector[], b: IntegerVector[]): number {
  const next = (k: number): number => (k + 1) % 3;
  return Math.min(
    ...a.map(p => pointToTriangle(p, b)),
    ...b.map(p => pointToTriangle(p, a)),
    ...a.flatMap((p, k) => b.map((r, l) => edgeToEdge(p, a[next(k)], r, b[next(l)]))),
  );
}

// ---------------------------------------------------------------------------------------------------------------------

const numbers = (random: Random, count: number, size: number): number[] =>
  Array.from({ length: count }, () => size * (2 * random() - 1));
const whole = (random: Random, from: number, to: number): number => from + Math.floor((to - from + 1) * random());

/** Corners of a triangle: any, on a lattice (many without area), all but a segment, or all but a point. */
function makeTriangle(random: Random): number[] {
  const style = whole(random, 0, 3);
  if (style === 0) return Array.from({ length: 9 }, () => whole(random, -2, 2));
  const corners = numbers(random, 9, 1);
  const tiny = 10 ** whole(random, -16, -3);
  if (style === 1)
    for (let k = 0; k < 3; k++) corners[6 + k] = 0.3 * corners[k] + 0.7 * corners[3 + k] + tiny * random();
  if (style === 2) for (let k = 3; k < 9; k++) corners[k] = corners[k % 3] + tiny * (random() - 0.5);
  return corners;
}

/** A point anywhere, on the triangle, or above one of its parts. */
function makePoint(random: Random, corners: number[]): number[] {
  const style = whole(random, 0, 3);
  if (style === 0) return numbers(random, 3, 10 ** whole(random, 0, 3));
  if (style === 1) return Array.from({ length: 3 }, () => whole(random, -3, 3));
  const [i, j] = [random() < 0.3 ? 0 : random(), random() < 0.3 ? whole(random, 0, 1) : random()];
  const lift = style === 2 ? 0 : 10 ** whole(random, -12, 0);
  return [0, 1, 2].map(
    k => (1 - i) * corners[k] + i * ((1 - j) * corners[3 + k] + j * corners[6 + k]) + lift * (random() - 0.5),
  );
}

const mix = (weights: ArrayLike<number>, corners: ArrayLike<number>): number[] =>
  [0, 1, 2].map(k => weights[0] * corners[k] + weights[1] * corners[3 + k] + weights[2] * corners[6 + k]);
const sizeOf = (values: ArrayLike<number>): number => Math.max(...Array.from(values, Math.abs));

describe('nearestOfTriangle', () => {
  it('gives the distance, to 1e-10 even of slivers, and where it is', () => {
    const random = createRandom(1);
    const shares = new Float64Array(4);
    let worst = 0;
    for (let k = 0; k < 4000; k++) {
      const corners = Float64Array.from(makeTriangle(random));
      const point = makePoint(random, [...corners]);
      nearestOfTriangle(Float64Array.from(point), 0, corners, 0, 3, 6, shares, 0);
      const squared = shares[3];
      const exact = pointToTriangle(
        toPoint(point, 0),
        [0, 3, 6].map(o => toPoint(corners, o)),
      );
      const size = Math.max(sizeOf(point), sizeOf(corners));
      worst = Math.max(worst, Math.abs(Math.sqrt(squared) - exact) / size);
      expect(Math.min(...shares.subarray(0, 3))).toBeGreaterThanOrEqual(0);
      expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(1, 14);
      const reached = mix(shares, corners);
      expect(Math.abs(Math.hypot(...reached.map((x, axis) => x - point[axis])) - exact)).toBeLessThan(1e-10 * size);
    }
    expect(worst).toBeLessThan(1e-10);
  });
});

describe('triangleDistance', () => {
  /** Two triangles: any two, one brought next to the other, or with edges all but parallel. */
  function makePair(random: Random): { a: Float64Array; b: Float64Array } {
    const a = makeTriangle(random);
    const b = makeTriangle(random);
    const style = whole(random, 0, 3);
    if (style === 1) for (let k = 0; k < 9; k++) b[k] += 10 ** whole(random, 0, 2);
    if (style === 2) {
      const lift = numbers(random, 3, 10 ** whole(random, -10, 0));
      for (let k = 0; k < 6; k++) b[k] = a[k] + lift[k % 3] + 10 ** whole(random, -16, -6) * random();
    }
    return { a: Float64Array.from(a), b: Float64Array.from(b) };
  }

  it('is 0 exactly for triangles that touch, and else right to 1e-10; the points are as far apart', () => {
    const random = createRandom(2);
    const points = new Float64Array(NEAREST_SIZE);
    let touching = 0;
    let worst = 0;
    for (let k = 0; k < 2500; k++) {
      const { a, b } = makePair(random);
      triangleDistance(a, 0, 3, 6, b, 0, 3, 6, points);
      const squared = points[SQUARED];
      const size = Math.max(sizeOf(a), sizeOf(b));
      const isTouching = trianglesTouch(a, 0, 3, 6, b, 0, 3, 6);
      expect(squared === 0).toBe(isTouching);
      const corners = [a, b].map(from => [0, 3, 6].map(o => toPoint(from, o)));
      const exact = isTouching ? 0 : triangleToTriangle(corners[0], corners[1]);
      worst = Math.max(worst, Math.abs(Math.sqrt(squared) - exact) / size);
      const gap = Math.hypot(...[0, 1, 2].map(axis => points[axis] - points[3 + axis]));
      expect(Math.abs(gap - exact)).toBeLessThan(1e-10 * size);
      const [onA, onB] = [new Float64Array(4), new Float64Array(4)];
      nearestOfTriangle(points, 0, a, 0, 3, 6, onA, 0);
      nearestOfTriangle(points, 3, b, 0, 3, 6, onB, 0);
      expect(Math.sqrt(Math.max(onA[3], onB[3]))).toBeLessThan(1e-10 * size);
      if (isTouching) touching++;
    }
    expect(worst).toBeLessThan(1e-10);
    expect(touching).toBeGreaterThan(100);
    expect(touching).toBeLessThan(2000);
  });

  it('is the same from both sides', () => {
    const random = createRandom(3);
    const points = new Float64Array(NEAREST_SIZE);
    const back = new Float64Array(NEAREST_SIZE);
    for (let k = 0; k < 3000; k++) {
      const { a, b } = makePair(random);
      triangleDistance(a, 0, 3, 6, b, 0, 3, 6, points);
      triangleDistance(b, 3, 6, 0, a, 6, 3, 0, back);
      const [there, again] = [Math.sqrt(points[SQUARED]), Math.sqrt(back[SQUARED])];
      expect(Math.abs(there - again)).toBeLessThan(1e-10 * Math.max(sizeOf(a), sizeOf(b)));
    }
  });
});
