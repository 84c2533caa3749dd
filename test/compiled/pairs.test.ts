import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCompiled } from '../../src/compiled/pack-shape.ts';
import { CAPACITY } from '../../src/compiled/query-record.ts';
import { createStats } from '../../src/debug.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  firstPair,
  type Mesh,
  type ShapeOptions,
  setPlacement,
  setPose,
  touches,
} from '../../src/index.ts';
import { setIdentity } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { cases } from '../support/cases.ts';
import { compiledNames } from '../support/compiled-arena.ts';
import { createRandomCharacter, deformerNames, deformerOf } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights, type PoseRange } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const trees: ShapeOptions[] = [
  {},
  { leafSize: 1 },
  { leafSize: 12 },
  { leafSize: 64 },
  { tree: 'midpoint' },
  { tree: 'midpoint', leafSize: 5 },
  { tree: 'minimal-spheres', volumes: 'box' },
];

describe('shapes', () => {
  it.each(deformerNames)('%s: known or left to the general path', name => {
    const character = createRandomCharacter(3);
    const shape = createShape(character.mesh, deformerOf(name, character), { volumes: 'box' });
    expect(isCompiled(shape)).toBe(compiledNames.includes(name));
  });
});

/** Both paths answer exactly what brute force does. */
function expectExact(a: Collider, b: Collider): number {
  const expected = sortPairs(findPairsByBruteForce(a, b));
  for (const compiled of [true, false]) {
    expect(sortPairs(findPairs(a, b, { compiled }))).toEqual(expected);
    expect(touches(a, b, { compiled })).toBe(expected.length > 0);
    const pair = firstPair(a, b, { compiled });
    if (pair === null) expect(expected).toEqual([]);
    else expect(expected).toContain(sortPairs(pair)[0]);
  }
  return expected.length;
}

/** A character of any of these kinds. */
function createPosed(random: Random, range: PoseRange, away: number): Collider {
  const character = createRandomCharacter(Math.floor(1e9 * random()), 3 + Math.floor(6 * random()));
  const { mesh, skeleton } = character;
  const name = compiledNames[Math.floor(compiledNames.length * random())];
  if (random() < 0.2) collapse(random, mesh);
  const options = trees[Math.floor(trees.length * random())];
  const collider = createCollider(createShape(mesh, deformerOf(name, character), options));
  const matrices = createRandomPose(random, skeleton, range);
  const weights = createRandomWeights(random, collider.weights.length);
  setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length), weights });
  const placement = new Float64Array(12);
  setIdentity(placement, 0);
  const [x, y, z] = mesh.positions;
  placement[3] = away - x + 3 * random();
  placement[7] = away - y + 3 * random();
  placement[11] = -z + random();
  setPlacement(collider, placement);
  return collider;
}

/** Makes segments and points of some triangles. */
function collapse(random: Random, { positions, triangles }: Mesh): void {
  for (let t = 0; t < triangles.length; t += 3) {
    if (random() > 0.2) continue;
    const to = 3 * triangles[t];
    const from = 3 * triangles[t + 1 + Math.floor(2 * random())];
    positions.copyWithin(to, from, from + 3);
  }
}

const situations: { name: string; range: PoseRange; away: number }[] = [
  { name: 'beside the origin', range: { turn: 1, shift: 0, isAffine: false }, away: 0 },
  { name: 'scaled, sheared and mirrored', range: { turn: 7, shift: 1, isAffine: true }, away: 0 },
  { name: 'a thousand away', range: { turn: 1, shift: 0, isAffine: false }, away: 1e3 },
  { name: 'a million away', range: { turn: 1, shift: 0, isAffine: false }, away: 1e6 },
];

describe('pairs, compiled and not', () => {
  it.each(situations)('exactly what brute force finds: $name', ({ range, away }) => {
    let touching = 0;
    const runs = cases(120, 3000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), seed => {
        const random = createRandom(seed);
        if (expectExact(createPosed(random, range, away), createPosed(random, range, away)) > 0) touching++;
      }),
      { numRuns: runs, seed: 7 },
    );
    expect(touching).toBeGreaterThan(runs / 12);
    expect(touching).toBeLessThan(runs);
  });

  it('exactly what brute force finds when poses change between queries, in any order of queries', () => {
    for (let seed = 0; seed < cases(20, 200); seed++) {
      const random = createRandom(seed);
      const { mesh, skin, skeleton } = createRandomCharacter(seed, 6);
      const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
      const colliders = [createCollider(shape), createCollider(shape), createCollider(shape)];
      for (let step = 0; step < 12; step++) {
        const moved = colliders[Math.floor(3 * random())];
        setPose(moved, { jointMatrices: createRandomPose(random, skeleton, situations[step % 2].range) });
        expectExact(colliders[Math.floor(3 * random())], colliders[Math.floor(3 * random())]);
      }
    }
  });

  it('exactly what brute force finds among bodies near and far, whichever is asked first', () => {
    const places = [0, 1e3, 1e3 + 1, 1e6, 1e6 + 1];
    for (let seed = 0; seed < cases(6, 60); seed++) {
      const random = createRandom(seed);
      const colliders = places.map(away => createPosed(random, situations[0].range, away));
      for (let step = 0; step < 30; step++) {
        expectExact(colliders[Math.floor(5 * random())], colliders[Math.floor(5 * random())]);
      }
    }
  });

  it('the same order, whatever was asked before', () => {
    for (let seed = 0; seed < cases(20, 200); seed++) {
      const random = createRandom(seed);
      const { mesh, skin, skeleton } = createRandomCharacter(seed, 8);
      const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton }, { leafSize: 2 });
      const poses = [0, 1, 2].map(() => createRandomPose(random, skeleton, situations[0].range));
      const create = (): Collider[] =>
        poses.map(jointMatrices => {
          const collider = createCollider(shape);
          setPose(collider, { jointMatrices });
          return collider;
        });
      const [a, b] = create();
      const fresh = findPairs(a, b);
      const [c, d, e] = create();
      findPairs(c, e);
      touches(d, e);
      findPairs(d, c);
      expect(findPairs(c, d)).toEqual(fresh);
    }
  });
});

/** A flat square of `side` x `side` quads at rest, under two joints that stay where they are. */
function createSquare(side: number, options: ShapeOptions = {}): Collider {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= side; row++) for (let column = 0; column <= side; column++) positions.push(column, row, 0);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const v = row * (side + 1) + column;
      triangles.push(v, v + 1, v + side + 2, v, v + side + 2, v + side + 1);
    }
  }
  const vertices = positions.length / 3;
  const joints = Uint16Array.from({ length: 2 * vertices }, (_, k) => k % 2);
  const weights = Float64Array.from({ length: 2 * vertices }, (_, k) => (k % 2 ? 0.25 : 0.75));
  const skin = { jointCount: 2, influences: 2, joints, weights };
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  return createCollider(createShape(mesh, { kind: 'linear-blend', skin }, options));
}

function shift(collider: Collider, x: number, y: number, z: number): void {
  setPlacement(collider, Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z));
}

describe('pairs that only just touch, compiled and not', () => {
  it('squares in one plane, edge to edge, corner to corner, and one over the other', () => {
    const a = createSquare(4);
    const b = createSquare(4);
    for (const x of [-4, -3.5, 0, 0.5, 2, 4, 4.25]) {
      for (const y of [-4, 0, 1, 4]) {
        for (const z of [0, 2 ** -40]) {
          shift(b, x, y, z);
          expectExact(a, b);
        }
      }
    }
  });

  it('more pairs than the compiled query keeps at a time, all of them in doubt', () => {
    const a = createSquare(28);
    const b = createSquare(28, { leafSize: 64 });
    expect(expectExact(a, b)).toBeGreaterThan(2 * CAPACITY);
    shift(b, 0.5, 0.5, 0);
    expect(expectExact(a, b)).toBeGreaterThan(CAPACITY);
  });

  it('more pairs than it keeps at a time, all of them sure', () => {
    const a = createSquare(40);
    const b = createSquare(40);
    setPlacement(b, Float64Array.of(1, 0, 0, 0.3, 0, 0.8, -0.6, 4.1, 0, 0.6, 0.8, -12.7));
    expect(expectExact(a, b)).toBeGreaterThan(100);
    setPose(b, {
      jointMatrices: Float64Array.from(
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        k => [1, 0, 0, 0, 0, 1e-4, 0, 20, 0, 0, 1, 0][k],
      ),
    });
    setPlacement(b, null);
    expect(expectExact(a, b)).toBeGreaterThan(CAPACITY);
  });
});

describe('the compiled query', () => {
  it('says what it did', () => {
    const [a, b] = [createSquare(12), createSquare(12)];
    const stats = createStats();
    findPairs(a, b, { stats });
    expect(a.volumes.length).toBe(0); // the memory of the other path was never taken
    for (const count of Object.values(stats)) expect(count).toBeGreaterThan(0);
    expect(stats.vertices).toBeLessThanOrEqual(2 * 13 * 13);
    findPairs(a, b, { compiled: false });
    expect(a.volumes.length).toBeGreaterThan(0);
  });

  it.each(compiledNames)('is what answers for two of the kind %s', name => {
    const character = createRandomCharacter(3, 8);
    const shape = createShape(character.mesh, deformerOf(name, character));
    const [a, b] = [createCollider(shape), createCollider(shape)];
    expect(findPairs(a, b).length).toBeGreaterThan(0);
    expect(a.volumes.length + b.volumes.length).toBe(0);
    expect(touches(a, b)).toBe(true);
    expect(a.volumes.length > 0).toBe(shape.deformer.kind === 'morph'); // of which one pair is found faster by the other path
  });

  it('leaves poses beyond float32 to the other path', () => {
    const [a, b] = [createSquare(4), createSquare(4)];
    for (const scale of [1e31, 1e60, 1e-50]) {
      const matrix = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0];
      for (const collider of [a, b]) setPose(collider, { jointMatrices: Float64Array.of(...matrix, ...matrix) });
      expect(expectExact(a, b)).toBeGreaterThan(0);
    }
  });
});
