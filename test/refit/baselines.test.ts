import { describe, expect, it } from 'vitest';
import {
  buildCornerRecords,
  type CornerRecords,
  encloseOptimally,
  refitBottomUp,
  refitByAlgorithm1,
  refitByKavanZara2005,
} from '../../papers/baselines.ts';
import { type Collider, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { findWorstEscapeFrom } from '../support/find-escape-from.ts';
import { createCharacterCollider } from '../support/pose-character.ts';
import { boundByPrintedAlgorithm1 } from '../support/printed-algorithm-1.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from '../support/random-character.ts';
import { createRandomPose, type PoseRange } from '../support/random-pose.ts';
import { createTwistedRing, twist } from '../support/twisted-ring.ts';

const kinds = deformerNames;

const ranges: [name: string, range: PoseRange][] = [
  ['moderate bends', { turn: 0.7, shift: 0, isAffine: false }],
  ['joints spread to 180 degrees and beyond, moved apart', { turn: 2 * Math.PI, shift: 4, isAffine: false }],
];

const SEEDS = 30;

function poseCharacter(kind: DeformerName, seed: number, range: PoseRange): Collider {
  const character = createRandomCharacter(seed);
  const tree = seed % 2 === 0 ? 'minimal-spheres' : 'surface-area';
  const collider = createCharacterCollider(kind, character, { tree, volumes: 'sphere' });
  const matrices = createRandomPose(createRandom(seed + 1), character.skeleton, range);
  setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length) });
  return collider;
}

function cornersOf({ shape }: Collider): CornerRecords {
  return buildCornerRecords(shape.mesh, shape.deformer, shape.tree.slotStarts, shape.tree.slotEnds);
}

/** The spheres of all nodes by a rule of the papers; every node alone, in an order of its own. */
function boundAll(collider: Collider, rule: typeof refitByAlgorithm1): Float64Array {
  const records = cornersOf(collider);
  const { deformer, tree } = collider.shape;
  const list = new Float64Array(8 * records.maxList);
  const spheres = new Float64Array(4 * tree.links.length);
  for (let node = tree.links.length - 1; node >= 0; node--) {
    rule(records, deformer, collider.posed, node, list, spheres, 4 * node);
  }
  return spheres;
}

function boundAllAsPrinted(collider: Collider, isRepaired: boolean): Float64Array {
  const records = cornersOf(collider);
  const spheres = new Float64Array(4 * collider.shape.tree.links.length);
  for (let node = 0; node < spheres.length / 4; node++) {
    const sphere = boundByPrintedAlgorithm1(records, collider.shape.deformer, collider.posed, node, isRepaired);
    spheres.set(sphere, 4 * node);
  }
  return spheres;
}

describe.each(ranges)('baselines › %s', (_name, range) => {
  it('Algorithm 1 of the 2006 paper, repaired, contains every posed vertex under every node', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const collider = poseCharacter('spherical-blend', seed, range);
      expect(findWorstEscapeFrom(collider, boundAll(collider, refitByAlgorithm1)), `seed ${seed}`).toBeLessThanOrEqual(
        0,
      );
    }
  });

  it('the rule of the 2005 paper contains every posed vertex under every node', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const collider = poseCharacter('linear-blend', seed, range);
      const worst = findWorstEscapeFrom(collider, boundAll(collider, refitByKavanZara2005));
      expect(worst, `seed ${seed}`).toBeLessThanOrEqual(0);
    }
  });

  it.each(kinds)('refitting bottom-up contains every posed vertex under every node: %s', kind => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const collider = poseCharacter(kind, seed, range);
      refitBottomUp(collider);
      const spheres = collider.volumes.slice();
      expect(findWorstEscapeFrom(collider, spheres), `seed ${seed}`).toBeLessThanOrEqual(0);
      expect(Buffer.from(posedVolumes(collider).buffer).equals(Buffer.from(spheres.buffer))).toBe(true); // all was fresh
    }
  });

  it.each(kinds)('optimal spheres contain every posed vertex, and no rule of ours has smaller ones: %s', kind => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const collider = poseCharacter(kind, seed, range);
      const spheres = encloseOptimally(collider);
      expect(findWorstEscapeFrom(collider, spheres), `seed ${seed}`).toBeLessThanOrEqual(0);
      const ours = posedVolumes(collider);
      const isBeaten = spheres.some((radius, o) => o % 4 === 3 && !(radius <= ours[o] * (1 + 1e-9)));
      expect(isBeaten, `seed ${seed}`).toBe(false);
    }
  });
});

const twists = [
  [0, 120, -120],
  [0, 100, -100],
  [0, 150, -150],
  [30, 150, -90],
];

describe('baselines › Lemma 5, where caps exceed 90 degrees', () => {
  it.each(twists)(
    'three joints twisted by %d, %d and %d degrees: ours and the repaired rule hold all vertices',
    (...angles) => {
      for (const lean of [0.8, 0.9, 0.98]) {
        const collider = createTwistedRing(lean);
        setPose(collider, { jointMatrices: twist(angles) });
        expect(findWorstEscapeFrom(collider, posedVolumes(collider))).toBeLessThanOrEqual(0);
        expect(findWorstEscapeFrom(collider, boundAll(collider, refitByAlgorithm1))).toBeLessThanOrEqual(0);
        expect(findWorstEscapeFrom(collider, boundAllAsPrinted(collider, true))).toBeLessThanOrEqual(0);
      }
    },
  );

  it('the check catches Algorithm 1 as printed: three joints twisted by 0, 120 and -120 degrees', () => {
    const collider = createTwistedRing(0.9);
    setPose(collider, { jointMatrices: twist(twists[0]) });
    expect(findWorstEscapeFrom(collider, boundAllAsPrinted(collider, false))).toBeGreaterThan(0.5);
  });

  it('the check catches Algorithm 1 as printed on random characters too, and clears it once repaired', () => {
    let caught = 0;
    for (let seed = 0; seed < 12; seed++) {
      const collider = poseCharacter('spherical-blend', seed, ranges[1][1]);
      expect(findWorstEscapeFrom(collider, boundAllAsPrinted(collider, true)), `seed ${seed}`).toBeLessThanOrEqual(0);
      if (!(findWorstEscapeFrom(collider, boundAllAsPrinted(collider, false)) <= 0)) caught++;
    }
    expect(caught).toBeGreaterThan(0);
  });

  it('as printed, the rule is sound while caps stay below 90 degrees', () => {
    const collider = createTwistedRing(0.9);
    setPose(collider, { jointMatrices: twist([0, 40, -40]) });
    expect(findWorstEscapeFrom(collider, boundAllAsPrinted(collider, false))).toBeLessThanOrEqual(0);
  });
});
