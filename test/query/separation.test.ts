import { describe, expect, it } from 'vitest';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  findSeparation,
  posedPositions,
  setPlacement,
  setPose,
} from '../../src/index.ts';
import { createRandom, randomDirection } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { createBoxMesh } from '../check/box-subject.ts';
import { cases } from '../support/cases.ts';
import { poseCharacter, volumeChoices } from '../support/pose-character.ts';
import { deformerNames } from '../support/random-character.ts';

/** The posed surface of a collider as one that does not bend, moved aside: not by the way the search moves it. */
function freeze(collider: Collider, by: ArrayLike<number>): Collider {
  const positions = posedPositions(collider).map((x, k) => x + by[k % 3]);
  const { triangleOrder, vertexOrder, mesh } = collider.shape;
  const triangles = new Uint32Array(mesh.triangles.length);
  for (let k = 0; k < triangles.length; k++) {
    triangles[3 * triangleOrder[Math.floor(k / 3)] + (k % 3)] = vertexOrder[mesh.triangles[k]];
  }
  return createCollider(createShape({ positions, triangles }, { kind: 'rigid' }));
}

function placeBox(size: number[], at: number[], turn = 0): Collider {
  const box = createCollider(createShape(createBoxMesh(...(size as [number, number, number])), { kind: 'rigid' }));
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  setPose(box, { jointMatrices: Float64Array.of(c, 0, s, at[0], 0, 1, 0, at[1], -s, 0, c, at[2]) });
  return box;
}

/** Of boxes turned about the vertical: along the normal of a face of one of them. */
function leastWayOfBoxes(sizes: number[][], at: number[], turns: number[]): number {
  const axes = turns.flatMap(turn => [
    [Math.cos(turn), 0, -Math.sin(turn)],
    [0, 1, 0],
    [Math.sin(turn), 0, Math.cos(turn)],
  ]);
  const dot = (u: number[], v: number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const half = (k: number, axis: number[]): number =>
    axes.slice(3 * k, 3 * k + 3).reduce((sum, own, side) => sum + (sizes[k][side] / 2) * Math.abs(dot(own, axis)), 0);
  return Math.min(...axes.map(axis => half(0, axis) + half(1, axis) - Math.abs(dot(axis, at))));
}

describe('the separation of two bodies', () => {
  it('parts any two characters, by testing all triangles; no way below its lower bound does; nothing has moved after it', () => {
    let asked = 0;
    const direction = new Float64Array(3);
    for (let seed = 0; seed < cases(60, 600); seed++) {
      const name = deformerNames[seed % deformerNames.length];
      const volumes = volumeChoices[seed % volumeChoices.length];
      const a = poseCharacter(name, seed, 'moderate', volumes);
      const b = poseCharacter(name, seed + 1, 'moderate', volumes);
      const pairs = findPairs(a, b);
      const before = posedPositions(a);
      const found = findSeparation(a, b);
      expect(found === null).toBe(pairs.length === 0);
      expect(posedPositions(a)).toEqual(before);
      expect([...findPairs(a, b)].length).toBe(pairs.length);
      if (found === null) continue;
      asked++;
      expect(Math.hypot(...found.direction)).toBeCloseTo(1, 12);
      expect(found.atLeast).toBeLessThanOrEqual(found.depth);
      const away = freeze(
        a,
        found.direction.map(x => x * found.depth),
      );
      expect(findPairsByBruteForce(away, b).length).toBe(0);
      const random = createRandom(seed);
      for (let k = 0; k < 4 && found.atLeast > 0; k++) {
        randomDirection(random, direction, 0);
        const nearer = freeze(
          a,
          direction.map(x => 0.999 * x * found.atLeast),
        );
        expect(findPairsByBruteForce(nearer, b).length).toBeGreaterThan(0);
      }
    }
    expect(asked).toBeGreaterThan(10);
  });

  it('is hardly longer than the shortest of boxes, which is known', () => {
    const random = createRandom(3);
    const between = (low: number, high: number): number => low + (high - low) * random();
    let asked = 0;
    let excess = 0;
    for (let n = 0; n < 120; n++) {
      const sizes = [0, 1].map(() => [between(0.3, 1), between(0.3, 1), between(0.3, 1)]);
      const at = [between(-0.8, 0.8), between(-0.8, 0.8), between(-0.8, 0.8)];
      const turns = [between(0, 3), between(0, 3)];
      const found = findSeparation(placeBox(sizes[0], [0, 0, 0], turns[0]), placeBox(sizes[1], at, turns[1]));
      if (found === null) continue;
      const least = leastWayOfBoxes(sizes, at, turns);
      asked++;
      expect(found.depth).toBeGreaterThan(least);
      expect(found.atLeast).toBeLessThanOrEqual(least);
      excess += found.depth / least - 1;
    }
    expect(asked).toBeGreaterThan(40);
    expect(excess / asked).toBeLessThan(0.02);
  });

  it('goes the short way out of a wall, also where the surface is open, and keeps the placement', () => {
    const sheet = { positions: Float64Array.of(-5, 0, -5, 5, 0, -5, 0, 0, 8), triangles: Uint32Array.of(0, 2, 1) };
    const floor = createCollider(createShape(sheet, { kind: 'rigid' }));
    const box = placeBox([1, 1, 1], [0, 0, 0], 0.4);
    const placement = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0.4, 0, 0, 1, 0);
    setPlacement(box, placement);
    const found = findSeparation(box, floor)!;
    expect(found.depth).toBeCloseTo(0.1, 6);
    expect([...found.direction].map(x => Math.round(1e6 * x) / 1e6 + 0)).toEqual([0, 1, 0]);
    expect(found.atLeast).toBeCloseTo(0.1, 6);
    expect([...box.placement!]).toEqual([...placement]);
    expect(findSeparation(floor, box)!.direction[1]).toBeCloseTo(-1, 6); // the first of the two moves
  });

  it('is nothing where nothing touches: apart, or wholly inside', () => {
    expect(findSeparation(placeBox([1, 1, 1], [0, 0, 0]), placeBox([1, 1, 1], [2, 0, 0]))).toBeNull();
    expect(findSeparation(placeBox([1, 1, 1], [0, 0, 0]), placeBox([3, 3, 3], [0, 0, 0]))).toBeNull();
  });

  it('is tiny where two only touch', () => {
    const found = findSeparation(placeBox([1, 1, 1], [0, 0, 0]), placeBox([1, 1, 1], [1, 0, 0]))!;
    expect(found.depth).toBeLessThan(1e-8);
    expect(found.atLeast).toBe(0);
  });

  it.each([
    ['on the ground', [0, 0, 0, 1, 0, 0, 0, 0, 1]],
    ['far up', [0, 1e6, 0, 1, 1e6, 0, 0, 1e6, 1]],
    ['a segment', [0, 0, 0, 1, 0, 0, 0.5, 0, 0]],
    ['a point', [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a point far out', [1e3, 5, 7, 1e3, 5, 7, 1e3, 5, 7]],
  ])('ends, and is tiny, where two lie flat on each other: %s', (_, corners) => {
    const mesh = { positions: Float64Array.from(corners), triangles: Uint32Array.of(0, 1, 2) };
    const shape = createShape(mesh, { kind: 'rigid' });
    const [a, b] = [createCollider(shape), createCollider(shape)];
    const { depth, direction, atLeast } = findSeparation(a, b)!;
    expect(depth).toBeLessThan(1e-5);
    expect(atLeast).toBe(0);
    const away = direction.map(x => depth * x);
    expect(findPairsByBruteForce(freeze(a, away), b)).toHaveLength(0);
  });

  it('leaves the first body where it was if it is broken off', () => {
    const a = placeBox([1, 1, 1], [0, 0, 0]);
    const b = placeBox([1, 1, 1], [0.5, 0.1, 0.2]);
    const before = posedPositions(a);
    let asks = 0;
    const hostile = new Proxy(b, {
      get(target, key: keyof Collider) {
        if (a.placement !== null && key === 'shape' && asks++ > 3) throw new Error('broken off');
        return target[key];
      },
    });
    expect(() => findSeparation(a, hostile)).toThrow('broken off');
    expect(a.placement).toBeNull();
    expect(posedPositions(a)).toEqual(before);
  });

  it.each([
    [undefined, /^findSeparation: b is undefined; give/],
    [5, /^findSeparation: b is 5; give/],
  ])('refuses %s', (wrong, message) => {
    const box = placeBox([1, 1, 1], [0, 0, 0]);
    expect(() => findSeparation(box, wrong as unknown as Collider)).toThrow(message);
    expect(() => findSeparation(box, box)).toThrow(/^findSeparation: a and b are one collider; give two/);
  });
});
