import { describe, expect, it } from 'vitest';
import { createHybrid, listNodeVertices, type NodeVertices, refitHybrid } from '../../papers/baselines.ts';
import { findMiddleLevel } from '../../papers/larsson-2003/hybrid.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  type ShapeOptions,
  type Skeleton,
  touches,
  type VolumeKind,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { freshVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { nodeLevels } from '../../src/tree/tree.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { createCharacterCollider, setRandomPose } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from '../support/random-character.ts';
import type { PoseRange } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const trees: NonNullable<ShapeOptions['tree']>[] = ['surface-area', 'minimal-spheres', 'midpoint'];
const kinds: Extract<VolumeKind, 'sphere' | 'box'>[] = ['sphere', 'box'];
const ranges: PoseRange[] = [
  { turn: 0.7, shift: 0.5, isAffine: false },
  { turn: 6, shift: 1e5, isAffine: false },
  { turn: 2, shift: 1, isAffine: true },
];

function createAny(name: DeformerName, seed: number, volumes: VolumeKind): [Collider, Skeleton] {
  const character = createRandomCharacter(seed);
  const options = { volumes, tree: trees[seed % 3], leafSize: 1 + (seed % 4) };
  return [createCharacterCollider(name, character, options), character.skeleton];
}

/** Vertices of a node straight from its triangles. */
function verticesOf({ shape }: Collider, node: number): number[] {
  const { slotStarts, slotEnds } = shape.tree;
  return sortedSet(shape.mesh.triangles.subarray(3 * slotStarts[node], 3 * slotEnds[node]));
}

function listedVertices({ starts, ends, sharedStarts, shared }: NodeVertices, node: number): number[] {
  const own = Array.from({ length: ends[node] - starts[node] }, (_, k) => starts[node] + k);
  return [...own, ...shared.subarray(sharedStarts[node], sharedStarts[node + 1])];
}

function sortedSet(values: Iterable<number>): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

describe('hybrid update', () => {
  it('lists the vertices of every node once each', () => {
    for (let seed = 0; seed < 12; seed++) {
      const [collider] = createAny('rigid', seed, 'sphere');
      const listed = listNodeVertices(collider.shape);
      collider.shape.tree.links.forEach((_, node) => {
        expect(listedVertices(listed, node).sort((a, b) => a - b)).toEqual(verticesOf(collider, node));
      });
    }
  });

  describe.each(deformerNames)('%s', name => {
    it.each(kinds)('contains every posed vertex under every node, pose after pose: %s', volumes => {
      for (let seed = 0; seed < 18; seed++) {
        const [collider, skeleton] = createAny(name, seed, volumes);
        const hybrid = createHybrid(collider);
        const random = createRandom(seed + 1);
        for (const range of ranges) {
          setRandomPose(random, collider, skeleton, range);
          refitHybrid(hybrid);
          expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
        }
      }
    });

    it.each(kinds)('gives the pairs of brute force, pose after pose: %s', volumes => {
      let found = 0;
      for (let seed = 0; seed < 12; seed++) {
        const [[a, first], [b, second]] = [createAny(name, seed, volumes), createAny(name, seed + 50, volumes)];
        const hybrids = [createHybrid(a), createHybrid(b)];
        const random = createRandom(seed + 2);
        for (let pose = 0; pose < 3; pose++) {
          setRandomPose(random, a, first, ranges[0]);
          setRandomPose(random, b, second, ranges[0]);
          hybrids.forEach(refitHybrid);
          const pairs = sortPairs(findPairs(a, b, { compiled: false }));
          expect(pairs).toEqual(sortPairs(findPairsByBruteForce(a, b)));
          expect(touches(a, b, { compiled: false })).toBe(pairs.length > 0);
          found += pairs.length;
        }
      }
      expect(found).toBeGreaterThan(100);
    });
  });

  it('brings the upper half of the tree to the pose, and nothing below it', () => {
    for (let seed = 0; seed < 9; seed++) {
      const [collider, skeleton] = createAny('morph', seed, kinds[seed % 2]);
      const hybrid = createHybrid(collider);
      const levels = nodeLevels(collider.shape.tree);
      expect(findMiddleLevel(collider.shape.tree)).toBeGreaterThan(0);
      for (let pose = 0; pose < 2; pose++) {
        setRandomPose(createRandom(pose), collider, skeleton, ranges[0]);
        refitHybrid(hybrid);
        const middle = findMiddleLevel(collider.shape.tree);
        expect([...freshVolumes(collider)]).toEqual(Array.from(levels, level => (level <= middle ? 1 : 0)));
      }
    }
  });

  it('may end its eager half on any level', () => {
    for (const level of [0, 1, 3, 99]) {
      for (const volumes of kinds) {
        const [collider, skeleton] = createAny('morph', 3, volumes);
        const hybrid = createHybrid(collider, listNodeVertices(collider.shape), level);
        setRandomPose(createRandom(level), collider, skeleton, ranges[0]);
        refitHybrid(hybrid);
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
      }
    }
  });

  /** The checks above must see each of these. */
  it.each(kinds)('without the vertices a node shares with others lets some out: %s', volumes => {
    let escaped = 0;
    for (let seed = 0; seed < 9; seed++) {
      const [collider, skeleton] = createAny('morph', seed, volumes);
      const listed = listNodeVertices(collider.shape);
      const hybrid = createHybrid(collider, { ...listed, sharedStarts: listed.sharedStarts.fill(0) });
      setRandomPose(createRandom(seed), collider, skeleton, ranges[0]);
      refitHybrid(hybrid);
      if (findWorstEscape(collider) > 0) escaped++;
    }
    expect(escaped).toBeGreaterThan(6);
  });

  it('refuses k-DOPs', () => {
    const { mesh } = createRandomCharacter(1);
    const collider = createCollider(createShape(mesh, { kind: 'rigid' }, { volumes: 'dop' }));
    expect(() => createHybrid(collider)).toThrow("createHybrid: the volumes of the shape are 'dop'");
  });
});
