import { describe, expect, it } from 'vitest';
import { createStats } from '../../src/debug.ts';
import {
  type Collider,
  findNearestPair,
  findPairs,
  firstPair,
  posedPositions,
  type QueryLimit,
  touches,
} from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { findNearestPairByBruteForce } from '../../src/query/probe/brute-force-queries.ts';
import { poseCharacter, type RangeName, volumeChoices } from '../support/pose-character.ts';
import { type DeformerName, deformerNames } from '../support/random-character.ts';

function drawLimit(random: Random): QueryLimit {
  const tests = Math.floor(2 ** (10 * random()));
  return [{ volumeTests: tests }, { depth: Math.floor(7 * random()) }, { volumeTests: tests, depth: 4 }][
    Math.floor(3 * random())
  ];
}

function posePair(name: DeformerName, seed: number): [Collider, Collider] {
  const options = volumeChoices[seed % volumeChoices.length];
  const range: RangeName = seed % 3 === 0 ? 'scaled, sheared and mirrored' : 'moderate';
  return [
    poseCharacter(name, seed, range, { ...options, leafSize: 1 + (seed % 3) }),
    poseCharacter(deformerNames[seed % deformerNames.length], seed + 50, 'moderate', options),
  ];
}

/** Points at which an edge of one triangle passes through the other, for pairs that cross plainly; else none. */
function crossings(a: Collider, i: number, b: Collider, j: number): number[][] {
  const cornersOf = (collider: Collider, triangle: number): number[][] => {
    const positions = posedPositions(collider);
    const { mesh, triangleOrder, vertexOrder } = collider.shape;
    const slot = triangleOrder.indexOf(triangle);
    return [0, 1, 2].map(k => {
      const v = 3 * vertexOrder[mesh.triangles[3 * slot + k]];
      return [...positions.subarray(v, v + 3)];
    });
  };
  const minus = (p: number[], q: number[]): number[] => p.map((x, k) => x - q[k]);
  const cross = (p: number[], q: number[]): number[] =>
    [0, 1, 2].map(k => p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
  const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const found: number[][] = [];
  const [first, second] = [cornersOf(a, i), cornersOf(b, j)];
  for (const [s, t] of [
    [first, second],
    [second, first],
  ]) {
    const normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    for (let k = 0; k < 3; k++) {
      const [p, q] = [s[k], s[(k + 1) % 3]];
      const [high, low] = [dot(normal, minus(p, t[0])), dot(normal, minus(q, t[0]))];
      if (!(high * low < 0)) continue;
      const point = p.map((x, axis) => x + (high / (high - low)) * (q[axis] - x));
      const inside = [0, 1, 2].every(
        c => dot(normal, cross(minus(t[(c + 1) % 3], t[c]), minus(point, t[c]))) > 1e-6 * dot(normal, normal),
      );
      if (inside) found.push(point);
    }
  }
  return found;
}

function liesIn(boxes: Float64Array, point: number[]): boolean {
  for (let o = 0; o < boxes.length; o += 6) {
    if (point.every((x, axis) => x >= boxes[o + axis] - 1e-9 && x <= boxes[o + 3 + axis] + 1e-9)) return true;
  }
  return false;
}

describe('findPairs within a limit', () => {
  it.each(deformerNames)('%s: names no pair that does not touch, and says where all others are', name => {
    const random = createRandom(1);
    let [missing, complete, points] = [0, 0, 0];
    for (let seed = 0; seed < 30; seed++) {
      const [a, b] = posePair(name, seed);
      const truth = findPairsByBruteForce(a, b);
      const { pairs, isComplete, open } = findPairs(a, b, { limit: drawLimit(random) });
      const keys = (list: Uint32Array): Set<string> =>
        new Set(Array.from({ length: list.length / 2 }, (_, k) => `${list[2 * k]} ${list[2 * k + 1]}`));
      const [known, all] = [keys(pairs), keys(truth)];
      expect(known.size).toBe(pairs.length / 2);
      for (const pair of known) expect(all).toContain(pair);
      expect(isComplete).toBe(open.length === 0);
      if (isComplete) expect(known.size).toBe(all.size);
      complete += Number(isComplete);
      for (const pair of all) {
        if (known.has(pair)) continue;
        missing++;
        const [i, j] = pair.split(' ').map(Number);
        for (const point of crossings(a, i, b, j)) {
          points++;
          expect(liesIn(open, point)).toBe(true);
        }
      }
    }
    expect(missing).toBeGreaterThan(20);
    expect(points).toBeGreaterThan(20);
    expect(complete).toBeGreaterThan(0);
    expect(complete).toBeLessThan(30);
  });

  it('with room enough it is complete, and the same pairs; with none it says that it knows nothing', () => {
    let touching = 0;
    for (let seed = 0; seed < 40; seed++) {
      const [a, b] = posePair('linear-blend', seed);
      const all = findPairs(a, b, { limit: { volumeTests: 1e9, milliseconds: 1e9, depth: 99 } });
      expect(all.isComplete).toBe(true);
      expect(all.pairs.length).toBe(findPairs(a, b).length);
      for (const limit of [{ volumeTests: 0 }, { milliseconds: 0 }, { depth: 0 }]) {
        const { pairs, isComplete } = findPairs(a, b, { limit });
        expect(pairs).toHaveLength(0);
        if (all.pairs.length > 0) expect(isComplete).toBe(false);
      }
      touching += Number(all.pairs.length > 0);
    }
    expect(touching).toBeGreaterThan(3);
  });

  it('does no more than it may, but for the children of one node', () => {
    const [a, b] = posePair('linear-blend', 1);
    for (const volumeTests of [1, 10, 50]) {
      const stats = createStats();
      findPairs(a, b, { limit: { volumeTests }, stats });
      expect(stats.volumeTests).toBeLessThan(volumeTests + 8);
    }
  });
});

describe('touches and firstPair within a limit', () => {
  it('are never wrong: true and false are certain, and unknown is truthy', () => {
    const random = createRandom(2);
    const seen = new Set<boolean | 'unknown'>();
    for (let seed = 0; seed < 200; seed++) {
      const [a, b] = posePair(deformerNames[seed % deformerNames.length], seed);
      const limit = drawLimit(random);
      const said = touches(a, b, { limit });
      const first = firstPair(a, b, { limit });
      seen.add(said);
      if (said === 'unknown') expect(first).toBe('unknown');
      else expect(said).toBe(touches(a, b));
      if (said === true) expect(first).toHaveLength(2);
      if (said === false) expect(first).toBeNull();
    }
    expect(seen.size).toBe(3);
  });
});

describe('findNearestPair within a limit', () => {
  it.each(deformerNames)('%s: the distance is between what it says', name => {
    const random = createRandom(3);
    let [between, complete] = [0, 0];
    for (let seed = 0; seed < 30; seed++) {
      const [a, b] = posePair(name, seed);
      const truth = findNearestPairByBruteForce(a, b)!.distance;
      const maxDistance = random() < 0.5 ? Infinity : 2 * truth * random();
      const { nearest, atLeast, isComplete } = findNearestPair(a, b, { limit: drawLimit(random), maxDistance });
      const atMost = nearest?.distance ?? Infinity;
      expect(atLeast).toBeLessThanOrEqual(Math.min(truth, maxDistance) * (1 + 1e-9));
      expect(atMost).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      if (isComplete && nearest !== null) expect(Math.abs(atMost - truth)).toBeLessThanOrEqual(1e-9 * (1 + truth));
      if (isComplete && nearest === null) expect(truth).toBeGreaterThan(maxDistance * (1 - 1e-9));
      complete += Number(isComplete);
      between += Number(!isComplete);
    }
    expect(between).toBeGreaterThan(0);
    expect(complete).toBeGreaterThan(0);
  });
});

describe('a limit', () => {
  it.each([
    ['{}', {}],
    ['5', 5],
    ['null', null],
    ['NaN tests', { volumeTests: NaN }],
    ['negative time', { milliseconds: -1 }],
    ['a text', { depth: 'deep' }],
  ])('that is %s is refused in words', (_, limit) => {
    const [a, b] = posePair('rigid', 1);
    for (const query of [findPairs, touches, firstPair, findNearestPair]) {
      const ask = query as unknown as (a: Collider, b: Collider, options: object) => unknown;
      expect(() => ask(a, b, { limit })).toThrow(new RegExp(`^${query.name}: limit.+; give`));
    }
  });
});
