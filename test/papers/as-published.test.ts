import { describe, expect, it } from 'vitest';
import { createBdCollider, createBdTree, createOursOnBdTree } from '../../papers/james-2004/bd-tree.ts';
import { refitByAlgorithm1, refitByPrintedAlgorithm1 } from '../../papers/kavan-2006/algorithm-1.ts';
import { refitAsPublished } from '../../papers/kavan-2006/as-published.ts';
import { refitByKavanZara2005 } from '../../papers/kavan-2006/kavan-zara-2005.ts';
import { type Collider, createCollider, findPairs, setPlacement, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { cases } from '../support/cases.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { createCharacterCollider } from '../support/pose-character.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';
import { createTwistedRing, twist } from '../support/twisted-ring.ts';

const SEEDS = cases(12, 120);

/** Both colliders in poses of their own, the second a little aside. */
function expectExact(a: Collider, b: Collider): number {
  setPlacement(b, Float64Array.of(1, 0, 0, 0.21, 0, 1, 0, 0.13, 0, 0, 1, 0.08));
  const pairs = sortPairs(findPairs(a, b));
  expect(pairs).toEqual(sortPairs(findPairsByBruteForce(a, b)));
  return pairs.length;
}

describe('Kavan et al. as published, inside queries', () => {
  const rules = [
    ['linear-blend', refitByKavanZara2005],
    ['spherical-blend', refitByAlgorithm1],
  ] as const;
  it.each(rules)('%s: contains every posed vertex, and finds exactly what brute force finds', (kind, rule) => {
    let found = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const character = createRandomCharacter(seed);
      const options = { tree: 'minimal-spheres', volumes: 'sphere' } as const;
      const [a, b] = [0, 1].map(side => {
        const collider = createCharacterCollider(kind, character, options);
        refitAsPublished(collider, rule);
        const range = { turn: seed % 3 === 0 ? 6.3 : 1, shift: 0, isAffine: false };
        setPose(collider, {
          jointMatrices: createRandomPose(createRandom(2 * seed + side), character.skeleton, range),
        });
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
        return collider;
      });
      found += expectExact(a, b);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('as printed, loses vertices where joints turn far; repaired, it does not', () => {
    const escapes = [refitByPrintedAlgorithm1, refitByAlgorithm1].map(rule => {
      const collider = createTwistedRing(0.9);
      refitAsPublished(collider, rule);
      setPose(collider, { jointMatrices: twist([0, 120, -120]) });
      return findWorstEscape(collider);
    });
    expect(escapes[0]).toBeGreaterThan(0.1);
    expect(escapes[1]).toBeLessThanOrEqual(0);
  });

  it('refuses volumes that are no spheres', () => {
    const collider = createCharacterCollider('linear-blend', createRandomCharacter(1));
    expect(() => refitAsPublished(collider, refitByKavanZara2005)).toThrow("the volumes are 'box'");
  });
});

describe('James and Pai as published, inside queries', () => {
  it('contains every displaced vertex, and finds exactly what brute force finds; our centres are no worse', () => {
    let found = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const character = createRandomCharacter(seed);
      const bd = createBdTree(character.mesh, character.fields);
      const random = createRandom(seed);
      const weights = createRandomWeights(random, character.fields.length);
      const [a, b, ours] = [createBdCollider(bd), createBdCollider(bd), createOursOnBdTree(bd)];
      for (const collider of [a, b, ours]) {
        setPose(collider, { weights });
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
      }
      for (let node = 0; node < bd.shape.tree.links.length; node++) {
        if (bd.shape.tree.links[node] < 0) continue;
        expect(ours.volumes[4 * node + 3]).toBeLessThanOrEqual(a.volumes[4 * node + 3] * (1 + 1e-5));
      }
      found += expectExact(a, b);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('is seen to fail with radii that do not grow', () => {
    const { mesh, fields } = createRandomCharacter(3);
    const bd = createBdTree(mesh, fields);
    for (let node = 0; node < bd.shape.tree.links.length; node++) {
      for (let mode = 0; mode < bd.modes; mode++) bd.numbers[bd.stride * node + 7 + 4 * mode] = 0;
    }
    const collider = createBdCollider(bd);
    setPose(collider, { weights: fields.map(() => 1) });
    expect(findWorstEscape(collider)).toBeGreaterThan(0);
  });

  it('has a sphere for every triangle and every inner node of a binary tree', () => {
    const { mesh, fields } = createRandomCharacter(5);
    const { shape } = createBdTree(mesh, fields);
    expect(shape.tree.links).toHaveLength((2 * mesh.triangles.length) / 3 - 1);
    expect(createCollider(shape).shape.tree.maxArity).toBe(2);
  });
});
