import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createCreature, createTube } from '../../models/index.ts';
import { volumeKinds } from '../../src/bounds/volumes.ts';
import { DISTORTION, STRETCH } from '../../src/deform/posed-joints.ts';
import { createCollider, createShape, type Shape, type ShapeOptions, type Skeleton, setPose } from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { createRandom, randomDirection } from '../../src/math/random.ts';
import { GROUP_HEADER } from '../../src/refit/records.ts';
import { type RefitRule, refitRules } from '../../src/refit/rules.ts';
import { cases } from '../support/cases.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { createCharacterCollider, createCharacterShape, poseCharacter, poseShape } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from '../support/random-character.ts';
import { createRandomPose, type PoseRange } from '../support/random-pose.ts';

const ranges: Record<string, PoseRange> = {
  'moderate bends': { turn: 0.7, shift: 0, isAffine: false },
  'joints spread to 180 degrees and beyond, moved apart': { turn: 2 * Math.PI, shift: 4, isAffine: false },
  'joints far from the origin': { turn: 1, shift: 1e5, isAffine: false },
  'scaled, sheared and mirrored joints': { turn: 2, shift: 1, isAffine: true },
};

interface Subject {
  shape: Shape;
  skeleton: Skeleton;
}

function createSubject(
  name: DeformerName,
  seed: number,
  options: Pick<ShapeOptions, 'tree' | 'volumes' | 'dopDirections'>,
): Subject {
  const character = createRandomCharacter(seed);
  const shape = createCharacterShape(name, character, { ...options, leafSize: 1 + (seed % 4) });
  return { shape, skeleton: character.skeleton };
}

describe.each(deformerNames)('refit › %s', name => {
  describe.each(volumeKinds)('%s', volumes => {
    const made = new Map<string, Subject>(); // all ranges have the same seeds, and making shapes is most of the work
    afterAll(() => made.clear());
    it.each(Object.entries(ranges))('contains every posed vertex under every node: %s', (_name, range) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.boolean(), (seed, isPaperTree) => {
          const tree = isPaperTree ? 'minimal-spheres' : 'surface-area';
          const dopDirections = 6 + 2 * (seed % 7);
          const key = `${seed} ${tree}`;
          const subject = made.get(key) ?? createSubject(name, seed, { tree, volumes, dopDirections });
          made.set(key, subject);
          const collider = poseShape(subject.shape, subject.skeleton, seed, range);
          expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
        }),
        { numRuns: cases(20, 300), seed: 2006 },
      );
    });
  });
});

const skinnedKinds = ['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const;

describe.each(skinnedKinds)('refit › %s', kind => {
  it('contains every posed vertex of a tube whose joints turn by nearly 180 degrees against each other', () => {
    const { mesh, skin, skeleton } = createTube({ rings: 24, sides: 8, joints: 6, overlap: 2.5 });
    const collider = createCollider(createShape(mesh, { kind, skin, skeleton }));
    const random = createRandom(180);
    const axis = new Float64Array(3);
    for (let pose = 0; pose < cases(100, 1000); pose++) {
      randomDirection(random, axis, 0);
      const matrices = new Float64Array(12 * 6);
      for (let j = 0; j < 6; j++) {
        const half = (Math.PI / 2) * [-1, 0, 1][Math.floor(3 * random())] * (1 - 0.2 * random());
        const sine = Math.sin(half);
        const [x, y, z] = skeleton.positions.subarray(3 * j, 3 * j + 3);
        setRotationAbout(matrices, 12 * j, sine * axis[0], sine * axis[1], sine * axis[2], Math.cos(half), x, y, z);
      }
      setPose(collider, { jointMatrices: matrices });
      expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
    }
  });
});

describe.each(skinnedKinds)('refit › %s', kind => {
  it('contains every posed vertex of characters with very many joint-sets', () => {
    for (let seed = 0; seed < cases(15, 200); seed++) {
      const character = createRandomCharacter(seed, 20);
      const collider = createCharacterCollider(kind, character);
      const random = createRandom(seed);
      for (const turn of [0.5, 1.5, 4]) {
        const range = { turn, shift: 1, isAffine: false };
        setPose(collider, { jointMatrices: createRandomPose(random, character.skeleton, range) });
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
      }
    }
  });
});

describe('refit › the creature', () => {
  const creature = createCreature();
  it.each(skinnedKinds)('%s: contains every posed vertex in random poses, gentle to wild', kind => {
    const { mesh, skin, skeleton } = creature;
    const collider = createCollider(createShape(mesh, { kind, skin, skeleton }));
    const random = createRandom(56);
    for (let pose = 0; pose < cases(12, 120); pose++) {
      const range = { turn: [0.3, 1, 2, 6.3][pose % 4], shift: pose % 3 === 0 ? 0.5 : 0, isAffine: false };
      setPose(collider, { jointMatrices: createRandomPose(random, skeleton, range) });
      expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
    }
  });
});

/** Rules that are wrong in one place. The check above must see each of them fail, or it proves nothing. */
const mutants: { name: string; kind: DeformerName; range: string; rule: RefitRule }[] = [
  {
    name: 'the rounding slack dropped',
    kind: 'linear-blend',
    range: 'joints far from the origin',
    rule: (records, deformer, posed, node, scratch, out) => {
      refitRules['linear-blend'].sphere(records, deformer, { ...posed, slack: 0 }, node, scratch, out);
    },
  },
  {
    name: 'the stretch of scaled joints ignored',
    kind: 'linear-blend',
    range: 'scaled, sheared and mirrored joints',
    rule: (records, deformer, posed, node, scratch, out) => {
      const joints = posed.joints.map((value, k) => (k % 16 === STRETCH ? 1 : value));
      refitRules['linear-blend'].sphere(records, deformer, { ...posed, joints }, node, scratch, out);
    },
  },
  {
    name: 'mirrored joints bounded as if they were rotations',
    kind: 'spherical-blend',
    range: 'scaled, sheared and mirrored joints',
    rule: (records, deformer, posed, node, scratch, out) => {
      const joints = posed.joints.map((value, k) => (k % 16 === DISTORTION ? 0 : value));
      const setEpochs = new Int32Array(posed.setEpochs.length);
      const sets = new Float64Array(posed.sets.length);
      refitRules['spherical-blend'].sphere(
        records,
        deformer,
        { ...posed, joints, sets, setEpochs },
        node,
        scratch,
        out,
      );
    },
  },
  {
    name: 'the bend of spherical against linear blending ignored',
    kind: 'spherical-blend',
    range: 'joints spread to 180 degrees and beyond, moved apart',
    rule: (records, deformer, posed, node, scratch, out) => {
      const bends = new Float64Array(posed.bends.length);
      const bendEpochs = new Int32Array(posed.bendEpochs.length).fill(posed.epoch);
      refitRules['spherical-blend'].sphere(records, deformer, { ...posed, bends, bendEpochs }, node, scratch, out);
    },
  },
  ...skinnedKinds.map(kind => ({
    name: `the lowest weights of ${kind} taken 5 % too high`,
    kind,
    range: 'moderate bends',
    rule: raiseLowestWeights(refitRules[kind].sphere),
  })),
];

function raiseLowestWeights(rule: RefitRule): RefitRule {
  return (records, deformer, posed, node, scratch, out) => {
    const words = records.words.slice();
    const values = new Float32Array(words.buffer);
    for (const start of records.starts) {
      for (let g = 0, at = start + 1; g < words[start]; g++) {
        const n = words[at];
        at += GROUP_HEADER;
        for (let k = 0; n > 1 && k < n; k++) values[at++] *= 1.05;
      }
    }
    rule({ ...records, words, values }, deformer, posed, node, scratch, out);
  };
}

describe('refit › the check itself', () => {
  it.each(mutants)('catches $name', ({ kind, range, rule }) => {
    const isCaught = Array.from({ length: 60 }, (_, seed) => seed).some(seed => {
      const collider = poseCharacter(kind, seed, ranges[range], { volumes: 'sphere' });
      collider.rule = rule;
      return !(findWorstEscape(collider) <= 0);
    });
    expect(isCaught).toBe(true);
  });
});
