import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refitBottomUp } from '../../papers/baselines.ts';
import { volumeKinds } from '../../src/bounds/volumes.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  firstPair,
  posedPositions,
  type Skeleton,
  setPlacement,
  touches,
  type VolumeKind,
} from '../../src/index.ts';
import { setIdentity } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { cases } from '../support/cases.ts';
import { createCharacterCollider, createCharacterShape, setRandomPose } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from '../support/random-character.ts';
import { sortPairs } from '../support/sort-pairs.ts';

function createPosed(random: Random, kind: DeformerName, volumes?: VolumeKind): Collider {
  const character = createRandomCharacter(Math.floor(1e9 * random()), 3 + Math.floor(6 * random()));
  const collider = createCharacterCollider(kind, character, {
    tree: random() < 0.3 ? 'minimal-spheres' : 'surface-area',
    leafSize: 1 + Math.floor(8 * random()),
    volumes: volumes ?? volumeKinds[Math.floor(volumeKinds.length * random())],
    dopDirections: 6 + 2 * Math.floor(7 * random()),
  });
  move(random, collider, character.skeleton, random() < 0.3);
  return collider;
}

function move(random: Random, collider: Collider, skeleton: Skeleton, isWild: boolean): void {
  const range = isWild ? { turn: 7, shift: 1, isAffine: true } : { turn: 1, shift: 0, isAffine: false };
  setRandomPose(random, collider, skeleton, range);
  // Sheets begin up to 100 from the origin; bring them together, about 3 across.
  const placement = new Float64Array(12);
  setIdentity(placement, 0);
  const [x, y, z] = collider.shape.mesh.positions;
  placement[3] = -x + 3 * random();
  placement[7] = -y + 3 * random();
  placement[11] = -z + random();
  setPlacement(collider, placement);
}

const SEEDS = cases(24, 400);

describe('findPairs and touches', () => {
  const mixes = deformerNames.flatMap((name, k) => deformerNames.slice(k).map(other => [name, other] as const));
  it.each(mixes)(`%s against %s: exactly what brute force finds, over ${SEEDS} seeds`, (kindA, kindB) => {
    let touching = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), seed => {
        const random = createRandom(seed);
        const a = createPosed(random, kindA);
        const b = createPosed(random, kindB);
        const expected = findPairsByBruteForce(a, b);
        for (const compiled of [true, false]) {
          expect(sortPairs(findPairs(a, b, { compiled }))).toEqual(sortPairs(expected));
          expect(touches(a, b, { compiled })).toBe(expected.length > 0);
          const pair = firstPair(a, b, { compiled });
          if (pair) expect(sortPairs(expected)).toContain(sortPairs(pair)[0]);
          else expect(expected.length).toBe(0);
        }
        if (expected.length > 0) touching++;
      }),
      { numRuns: SEEDS, seed: 11 },
    );
    expect(touching).toBeGreaterThan(SEEDS / 8); // the seeds do meet
    expect(touching).toBeLessThan(SEEDS);
  });

  it('stays exact when poses change between queries, in any order of queries', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = createRandom(seed);
      const character = createRandomCharacter(seed, 6);
      const shape = createCharacterShape('spherical-blend', character);
      const colliders = [createCollider(shape), createCollider(shape), createCollider(shape)];
      for (let step = 0; step < 12; step++) {
        move(random, colliders[Math.floor(3 * random())], character.skeleton, false);
        const a = colliders[Math.floor(3 * random())];
        const b = colliders[Math.floor(3 * random())];
        if (a === b) continue;
        expect(sortPairs(findPairs(a, b))).toEqual(sortPairs(findPairsByBruteForce(a, b)));
      }
    }
  });

  it('answers the same after the bottom-up baseline has refitted everything', () => {
    for (let seed = 100; seed < 140; seed++) {
      const random = createRandom(seed);
      const a = createPosed(random, 'linear-blend');
      const b = createPosed(random, 'dual-quaternion-blend');
      refitBottomUp(a);
      refitBottomUp(b);
      expect(sortPairs(findPairs(a, b, { compiled: false }))).toEqual(sortPairs(findPairsByBruteForce(a, b)));
    }
  });

  it.each(deformerNames)('%s: a small triangle put on any posed vertex is found, over 30 seeds', kind => {
    for (let seed = 0; seed < 30; seed++) expect(countMissedContacts(kind, seed, 1)).toBe(0);
  });

  it('the check itself catches volumes 1 % too small', () => {
    let missed = 0;
    for (let seed = 0; seed < 30; seed++) missed += countMissedContacts('linear-blend', seed, 0.99);
    expect(missed).toBeGreaterThan(0);
  });
});

/** Touches each posed vertex in turn with the corner of a small triangle, and counts where brute force finds more. */
function countMissedContacts(kind: DeformerName, seed: number, shrink: number): number {
  const random = createRandom(seed);
  const a = createPosed(random, kind, 'sphere');
  const { rule } = a;
  a.rule = (records, deformer, posed, node, scratch, out) => {
    rule(records, deformer, posed, node, scratch, out);
    out[4 * node + 3] *= shrink;
  };
  const corners = Float64Array.from([0, 0, 0, ...[1, 2, 3, 4, 5, 6].map(() => 1e-3 * (random() - 0.5))]);
  const tip = createCollider(
    createShape({ positions: corners, triangles: Uint32Array.of(0, 1, 2) }, { kind: 'rigid' }),
  );
  const vertices = posedPositions(a);
  let missed = 0;
  for (let v = 0; v < vertices.length; v += 3) {
    const placement = Float64Array.of(1, 0, 0, vertices[v], 0, 1, 0, vertices[v + 1], 0, 0, 1, vertices[v + 2]);
    setPlacement(tip, placement);
    const expected = sortPairs(findPairsByBruteForce(a, tip));
    expect(expected.length).toBeGreaterThan(0);
    for (const compiled of [true, false]) {
      if (sortPairs(findPairs(a, tip, { compiled })).join() !== expected.join()) missed++;
    }
  }
  return missed;
}
