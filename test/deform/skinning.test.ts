import { describe, expect, it } from 'vitest';
import { createDeformer, type Deformer, deformAll, deformListed } from '../../src/deform/deformer.ts';
import { createPosedJoints, poseJoints } from '../../src/deform/posed-joints.ts';
import { posedPositions, type Skeleton, setPlacement, setPose } from '../../src/index.ts';
import { multiply, setRotationAbout } from '../../src/math/matrix34.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { createCharacterCollider } from '../support/pose-character.ts';
import { createRandomCharacter, deformerOf, type RandomCharacter } from '../support/random-character.ts';
import { createRandomPose } from '../support/random-pose.ts';
import {
  applyJoint,
  influencesOf,
  skinByDualQuaternions,
  skinLinearly,
  skinSpherically,
} from '../support/reference-skinning.ts';

const blends = ['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const;
const kinds = ['rigid', ...blends] as const;
type Kind = (typeof kinds)[number];

/**
 * What rounding may make of a vertex, as a share of the size of the scene. A rotation centre is the answer of linear
 * equations that joints turning about nearly one axis hardly determine: there spherical blending magnifies rounding.
 */
const ROUNDING: Record<Kind, number> = {
  rigid: 1e-12,
  'linear-blend': 1e-12,
  'spherical-blend': 1e-8,
  'dual-quaternion-blend': 1e-12,
};

const NO_WEIGHTS = new Float64Array(0);
const BENT = { turn: 0.8, shift: 0, isAffine: false };
const SPREAD = { turn: 2.5, shift: 0.5, isAffine: false };
const AFFINE = { turn: 1, shift: 0.5, isAffine: true };

const characters = Array.from({ length: 25 }, (_, seed) => createRandomCharacter(seed));

function createKindDeformer(kind: Kind, character: RandomCharacter): Deformer {
  return createDeformer(deformerOf(kind, character), character.mesh, 'test');
}

function pose(
  kind: Kind,
  character: RandomCharacter,
  matrices: Float64Array,
  placement: Float64Array | null = null,
): Float64Array {
  const deformer = createKindDeformer(kind, character);
  const posed = createPosedJoints(deformer);
  expect(poseJoints(deformer, posed, matrices.slice(0, 12 * deformer.sets.jointCount), NO_WEIGHTS, placement)).toBe(
    true,
  );
  const out = new Float64Array(character.mesh.positions.length);
  deformAll(deformer, character.mesh.positions, posed, out);
  return out;
}

/** The largest difference of two coordinates, as a share of the largest coordinate that took part. */
function differenceOf(a: Float64Array, b: Float64Array, ...others: Float64Array[]): number {
  const size = Math.max(...[a, b, ...others].map(values => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
  let worst = 0;
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k] - b[k]) / size;
    if (Number.isNaN(difference)) return Infinity;
    worst = Math.max(worst, difference);
  }
  return worst;
}

function randomRigid(random: Random, reach: number): Float64Array {
  const axis = new Float64Array(3);
  const turn = new Float64Array(4);
  const motion = new Float64Array(12);
  randomDirection(random, axis, 0);
  quaternionAbout(axis[0], axis[1], axis[2], 2 * Math.PI * random(), turn, 0);
  setRotationAbout(motion, 0, turn[0], turn[1], turn[2], turn[3], reach * random(), reach * random(), reach * random());
  return motion;
}

const reference = {
  'linear-blend': ({ mesh, skin }: RandomCharacter, matrices: Float64Array) => skinLinearly(mesh, skin, matrices),
  'spherical-blend': ({ mesh, skin, skeleton }: RandomCharacter, matrices: Float64Array) =>
    skinSpherically(mesh, skin, skeleton, matrices),
  'dual-quaternion-blend': ({ mesh, skin }: RandomCharacter, matrices: Float64Array) =>
    skinByDualQuaternions(mesh, skin, matrices),
};

describe.each(blends)('skinning › %s', kind => {
  it.each([
    ['bent as a body bends', BENT],
    ['spread and moved apart', SPREAD],
  ])('is what its definition says, over 25 characters %s', (_name, range) => {
    for (const [seed, character] of characters.entries()) {
      const matrices = createRandomPose(createRandom(seed + 100), character.skeleton, range);
      const expected = reference[kind](character, matrices);
      const { positions } = character.mesh;
      expect(differenceOf(pose(kind, character, matrices), expected, positions, matrices), `seed ${seed}`).toBeLessThan(
        ROUNDING[kind],
      );
    }
  });

  it('is the rigid motion itself when all joints move alike', () => {
    for (const [seed, character] of characters.entries()) {
      const motion = randomRigid(createRandom(seed), 5);
      const matrices = new Float64Array(12 * character.skin.jointCount);
      for (let k = 0; k < matrices.length; k++) matrices[k] = motion[k % 12];
      const { positions } = character.mesh;
      const expected = new Float64Array(positions.length);
      for (let v = 0; v < positions.length; v += 3) {
        expected.set(applyJoint(motion, 0, [...positions.subarray(v, v + 3)]), v);
      }
      expect(differenceOf(pose(kind, character, matrices), expected, positions)).toBeLessThan(1e-12);
    }
  });

  it('leaves the rest pose where it is', () => {
    const character = createRandomCharacter(4);
    const collider = createCharacterCollider(kind, character);
    expect(differenceOf(posedPositions(collider), character.mesh.positions)).toBeLessThan(1e-15);
  });

  it.each([
    ['rigid', BENT],
    ['any affine', AFFINE],
  ])('puts a vertex of one joint exactly at the image under that joint, joints being %s', (_name, range) => {
    let met = 0;
    for (const [seed, character] of characters.entries()) {
      const matrices = createRandomPose(createRandom(seed + 200), character.skeleton, range);
      const { positions } = character.mesh;
      const out = pose(kind, character, matrices);
      for (let v = 0; v < positions.length / 3; v++) {
        const influences = influencesOf(character.skin, v);
        if (influences.length > 1) continue;
        met++;
        const image = applyJoint(matrices, influences[0].joint, [...positions.subarray(3 * v, 3 * v + 3)]);
        expect([...out.subarray(3 * v, 3 * v + 3)]).toEqual(image);
      }
    }
    expect(met).toBeGreaterThan(100);
  });

  it('does not care whether a joint turned by 350 degrees or by -10', () => {
    for (const [seed, character] of characters.entries()) {
      const { skeleton } = character;
      for (const angle of [10, 90, 170, 179, 190, 350]) {
        const here = pose(kind, character, turnJoints(skeleton, seed, angle));
        const there = pose(kind, character, turnJoints(skeleton, seed, angle - 360));
        expect(differenceOf(here, there, character.mesh.positions), `seed ${seed}, ${angle}`).toBeLessThan(
          ROUNDING[kind],
        );
      }
    }
  });
});

/** Every other joint turned against its parent by the angle (degrees), about a random axis. */
function turnJoints(skeleton: Skeleton, seed: number, angle: number): Float64Array {
  const random = createRandom(seed);
  const matrices = new Float64Array(12 * skeleton.parents.length);
  const axis = new Float64Array(3);
  const turn = new Float64Array(4);
  const local = new Float64Array(12);
  for (let j = 0; j < skeleton.parents.length; j++) {
    randomDirection(random, axis, 0);
    quaternionAbout(axis[0], axis[1], axis[2], j % 2 === 0 ? 0.3 : (angle * Math.PI) / 180, turn, 0);
    const [x, y, z] = skeleton.positions.subarray(3 * j, 3 * j + 3);
    setRotationAbout(local, 0, turn[0], turn[1], turn[2], turn[3], x, y, z);
    if (skeleton.parents[j] < 0) matrices.set(local, 12 * j);
    else multiply(matrices, 12 * skeleton.parents[j], local, 0, matrices, 12 * j);
  }
  return matrices;
}

describe.each(kinds)('deformers › %s', kind => {
  it.each([
    ['rigid', SPREAD],
    ['affine', AFFINE],
  ])('deformListed gives what deformAll gives, to the bit, in any order (%s joints)', (_name, range) => {
    for (const [seed, character] of characters.slice(0, 20).entries()) {
      const { positions } = character.mesh;
      const vertices = positions.length / 3;
      const deformer = createKindDeformer(kind, character);
      const random = createRandom(seed);
      const all = createPosedJoints(deformer);
      const listed = createPosedJoints(deformer);
      const [expected, out] = [new Float64Array(positions.length), new Float64Array(positions.length)];
      const epochs = new Int32Array(vertices);
      for (let step = 0; step < 3; step++) {
        const matrices = createRandomPose(random, character.skeleton, range).slice(0, 12 * deformer.sets.jointCount);
        poseJoints(deformer, all, matrices, NO_WEIGHTS, null);
        poseJoints(deformer, listed, matrices, NO_WEIGHTS, null);
        deformAll(deformer, positions, all, expected);
        // Each vertex at least once, some again: twice as many draws as vertices, then all of them.
        const ids = Uint32Array.from({ length: 3 * vertices }, (_, k) =>
          k < 2 * vertices ? Math.floor(vertices * random()) : k - 2 * vertices,
        );
        const cut = Math.floor(2 * vertices * random());
        let count = deformListed(deformer, positions, listed, ids, 0, cut, out, epochs);
        count += deformListed(deformer, positions, listed, ids, cut, ids.length, out, epochs);
        expect(count).toBe(vertices); // each one computed once
        expect(out).toEqual(expected);
      }
    }
  });

  it('a placement moves the posed mesh as a whole', () => {
    for (const [seed, character] of characters.entries()) {
      const random = createRandom(seed + 300);
      const matrices = createRandomPose(random, character.skeleton, seed % 2 === 0 ? BENT : SPREAD);
      const placement = randomRigid(random, 10);
      const unplaced = pose(kind, character, matrices);
      const expected = new Float64Array(unplaced.length);
      for (let v = 0; v < unplaced.length; v += 3) {
        expected.set(applyJoint(placement, 0, [...unplaced.subarray(v, v + 3)]), v);
      }
      const placed = pose(kind, character, matrices, placement);
      const { positions } = character.mesh;
      expect(differenceOf(placed, expected, unplaced, positions, matrices), `seed ${seed}`).toBeLessThan(
        ROUNDING[kind],
      );
    }
  });

  it('a placement taken back is as if it had never been', () => {
    const character = createRandomCharacter(11);
    const collider = createCharacterCollider(kind, character);
    const random = createRandom(1);
    const matrices = createRandomPose(random, character.skeleton, BENT);
    setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length) });
    const before = posedPositions(collider);
    setPlacement(collider, randomRigid(random, 10));
    expect(posedPositions(collider)).not.toEqual(before);
    setPlacement(collider, null);
    expect(posedPositions(collider)).toEqual(before);
  });
});

describe.each(['spherical-blend', 'dual-quaternion-blend'] as const)('joints that are not rigid › %s', kind => {
  const spoilings: [name: string, spoil: (matrices: Float64Array, o: number) => void][] = [
    ['scaled', (matrices, o) => [0, 1, 2, 4, 5, 6, 8, 9, 10].forEach(k => void (matrices[o + k] *= 1.5))],
    ['sheared', (matrices, o) => [0, 4, 8].forEach(k => void (matrices[o + k + 1] += 0.4 * matrices[o + k]))],
    ['mirrored', (matrices, o) => [0, 4, 8].forEach(k => void (matrices[o + k] *= -1))],
    ['flattened', (matrices, o) => [0, 4, 8].forEach(k => void (matrices[o + k] = 0))],
  ];
  it.each(spoilings)('a %s joint: its sets are skinned linearly, all others as ever', (_name, spoil) => {
    let linear = 0;
    let others = 0;
    for (let seed = 0; seed < 15; seed++) {
      const character = createRandomCharacter(seed);
      const matrices = createRandomPose(createRandom(seed), character.skeleton, BENT);
      const spoilt = matrices.slice();
      const joint = seed % character.skin.jointCount;
      spoil(spoilt, 12 * joint);
      const asEver = pose(kind, character, matrices);
      const asLinear = pose('linear-blend', character, spoilt);
      const out = pose(kind, character, spoilt);
      for (let v = 0; v < out.length / 3; v++) {
        const isSpoilt = influencesOf(character.skin, v).some(influence => influence.joint === joint);
        const expected = isSpoilt ? asLinear : asEver;
        expect(out.subarray(3 * v, 3 * v + 3)).toEqual(expected.subarray(3 * v, 3 * v + 3));
        if (isSpoilt) linear++;
        else others++;
      }
    }
    expect(linear).toBeGreaterThan(100);
    expect(others).toBeGreaterThan(100);
  });

  it('joints whose rotations are only good to float32 are blended as rotations', () => {
    for (let seed = 0; seed < 10; seed++) {
      const character = createRandomCharacter(seed);
      const matrices = createRandomPose(createRandom(seed), character.skeleton, BENT);
      const rounded = Float64Array.from(Float32Array.from(matrices));
      const difference = differenceOf(pose(kind, character, rounded), pose(kind, character, matrices));
      expect(difference).toBeLessThan(1e-4);
    }
  });
});
