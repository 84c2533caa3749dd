import { describe, expect, it, vi } from 'vitest';
import type { FramePair } from '../../src/bounds/oriented-boxes.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  posedPositions,
  setPose,
  type VolumeKind,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { BOX_PATCH, countKeys, DISTANCE_PATCH, SPHERE_PATCH } from '../../src/refit/chain.ts';
import { MEMORY_SIZE, WAY } from '../../src/refit/modal.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { createCharacterCollider, poseCharacter, poseRanges } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';
import { relationMutants } from '../support/relation-mutants.ts';
import { type Mutant, ruleMutants } from '../support/rule-mutants.ts';
import { sortPairs } from '../support/sort-pairs.ts';
import {
  boundBoxPlainly,
  fieldLayout,
  listMorphTargets,
  listPatches,
  type Spoil,
  spoilPose,
  spoilRecord,
} from '../support/spoil-records.ts';

/*
 * Tests of the tests: rules and relations that are wrong in one place. The checks of containment and of equal pairs, which
 * refit.test.ts and pairs.test.ts rely on, must see each of them fail.
 */

const all = ['sphere', 'box', 'dop'] as const;

/** The first of many seeds with which a vertex escapes; -1: none. */
function findEscape({ deformer, range, spoil }: Omit<Mutant, 'name'>, volumes: VolumeKind, seeds: number): number {
  for (let seed = 0; seed < seeds; seed++) {
    const collider = poseCharacter(deformer, seed, range, { volumes, dopDirections: 18 });
    collider.rule = spoil(collider.rule);
    if (!(findWorstEscape(collider) <= 0)) return seed;
  }
  return -1;
}

describe('the check of containment', () => {
  const cases = ruleMutants.flatMap(mutant => mutant.volumes.map(volumes => ({ ...mutant, mutant, volumes })));
  it.each(cases)('catches, for $deformer and $volumes: $name', ({ mutant, volumes }) => {
    expect(findEscape(mutant, volumes, 40)).toBeGreaterThanOrEqual(0);
  });

  it('finds nothing wrong with rules and records that are only copied', () => {
    const copies: Spoil[] = [spoilPose(() => ({})), spoilRecord(() => {})];
    const distinct = new Map(
      cases.map(({ mutant, volumes }) => [`${mutant.deformer} ${volumes}`, { mutant, volumes }]),
    );
    for (const { mutant, volumes } of distinct.values()) {
      for (const spoil of copies) expect(findEscape({ ...mutant, spoil }, volumes, 2)).toBe(-1);
    }
  });

  it('finds nothing wrong with linear boxes written plainly, which come out the same', () => {
    for (let seed = 0; seed < 24; seed++) {
      const collider = poseCharacter('linear-blend', seed, 'scaled, sheared and mirrored', { volumes: 'box' });
      const boxes = posedVolumes(collider).slice();
      setPose(collider, {});
      collider.rule = boundBoxPlainly('none');
      expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
      const plain = posedVolumes(collider);
      const off = boxes.map((value, k) => Math.abs(value - plain[k]));
      expect(Math.max(...off)).toBeLessThan(1e-9);
    }
  });
});

/** Half of a sheet is moved by a constant, the other half not at all: the least ball of that is half as long as the move. */
function createHalfMoved(seed: number, deformer: DeformerName, volumes: VolumeKind): Collider {
  const character = createRandomCharacter(seed);
  const { positions } = character.mesh;
  const step = [0.6, -0.8, 1];
  character.fields = [positions.map((_, k) => (positions[k - (k % 3) + 1] > 1.5 ? step[k % 3] : 0))];
  const collider = createCharacterCollider(deformer, character, { volumes, leafSize: 2 });
  const matrices = createRandomPose(createRandom(seed), character.skeleton, poseRanges.moderate);
  setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length), weights: [1.5] });
  return collider;
}

describe('the check of containment › vertices that do not move', () => {
  /** Then all displacements of a node are the same: about that, without extent. */
  const leaveOut = (values: Float32Array, volume: number, size: number, middles = 3): void => {
    if (!(values[volume + middles] > 1e-3)) return;
    for (let k = 0; k < middles; k++) values[volume + k] *= 2;
    values.fill(0, volume + middles, volume + size);
  };
  const spoilChain = spoilRecord((record, _posed, deformer) => {
    for (const { size, fields } of listPatches(record, deformer)) {
      for (const { volume } of fields) {
        if (size === SPHERE_PATCH || size === BOX_PATCH) leaveOut(record.values, volume, size);
      }
    }
  });
  const spoilMorph = (volumes: VolumeKind): Spoil =>
    spoilRecord(record => {
      const { middles, size } = fieldLayout(volumes);
      for (const { volume } of listMorphTargets(record, size)) leaveOut(record.values, volume, size, middles);
    });
  const names = [
    'morph',
    'chain of linear-blend',
    'chain of spherical-blend',
    'chain of dual-quaternion-blend',
  ] as const;

  it.each(names.flatMap(name => all.map(volumes => [name, volumes] as const)))(
    '%s, %s: catches that they are left out of the volume of displacements',
    (name, volumes) => {
      let escapes = 0;
      for (let seed = 0; seed < 12 && escapes === 0; seed++) {
        const collider = createHalfMoved(seed, name, volumes);
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
        setPose(collider, {});
        collider.rule = (name === 'morph' ? spoilMorph(volumes) : spoilChain)(collider.rule);
        if (!(findWorstEscape(collider) <= 0)) escapes++;
      }
      expect(escapes).toBeGreaterThan(0);
    },
  );
});

describe('the check of containment › distances of the bend', () => {
  const names = ['chain', 'chain with in-betweens', 'modal-chain'] as const;
  it.each(names.flatMap(name => all.map(volumes => [name, volumes] as const)))(
    '%s, %s: catches that displacing vertices does not lengthen them',
    (name, volumes) => {
      const forget = spoilRecord((record, _posed, deformer) => {
        for (const { size, fields, behind } of listPatches(record, deformer)) {
          if (size !== DISTANCE_PATCH) continue;
          for (const { volume } of fields) record.values[volume] = 0;
          record.values.fill(0, behind, behind + countKeys(deformer));
        }
      });
      let escapes = 0;
      for (let seed = 0; seed < 30 && escapes === 0; seed++) {
        const character = createRandomCharacter(seed);
        character.fields = [character.mesh.positions.map((_, k) => [300, -400, 1200][k % 3])]; // far from all joints
        const collider = createCharacterCollider(`${name} of spherical-blend`, character, { volumes, leafSize: 1 });
        const range = { turn: 1.2, shift: 0, isAffine: false };
        const jointMatrices = createRandomPose(createRandom(seed), character.skeleton, range);
        setPose(collider, { jointMatrices, weights: [1] });
        expect(findWorstEscape(collider)).toBeLessThanOrEqual(0);
        setPose(collider, {});
        collider.rule = forget(collider.rule);
        if (!(findWorstEscape(collider) <= 0)) escapes++;
      }
      expect(escapes).toBeGreaterThan(0);
    },
  );
});

describe('the check of containment › what modal nodes remember', () => {
  /** Lets weights drift by small steps until a vertex escapes, and counts on how many of them one does. */
  function countEscapesOnTheWay(volumes: VolumeKind, spoil: Spoil): number {
    let escapes = 0;
    for (let seed = 0; seed < 6 && escapes === 0; seed++) {
      const character = createRandomCharacter(seed);
      const collider = createCharacterCollider('modal', character, { volumes, leafSize: 2 });
      collider.rule = spoil(collider.rule);
      const random = createRandom(seed);
      const drift = createRandomWeights(random, collider.weights.length);
      for (let step = 0; step < 30; step++) {
        setPose(collider, { weights: drift.map(most => 0.02 * step * most) });
        if (!(findWorstEscape(collider) <= 0)) escapes++;
      }
    }
    return escapes;
  }

  const remembering = ['sphere', 'box'] as const; // k-DOPs are always updated in full
  it.each(remembering)('%s: catches growth that counts the last step only', volumes => {
    const countLastStep: Spoil = rule => {
      let epoch = 0;
      let now = 0;
      let before = 0;
      return (records, deformer, posed, node, scratch, out) => {
        if (posed.epoch !== epoch) [epoch, before, now] = [posed.epoch, now, posed.travelled];
        const way = MEMORY_SIZE * node + WAY;
        posed.memory[way] = Math.max(posed.memory[way], before);
        rule(records, deformer, posed, node, scratch, out);
      };
    };
    expect(countEscapesOnTheWay(volumes, countLastStep)).toBeGreaterThan(0);
    expect(countEscapesOnTheWay(volumes, rule => rule)).toBe(0);
  });

  it.each(remembering)('%s: catches a speed a fifth too low', volumes => {
    const slow = spoilRecord(({ values, at }, posed) => {
      const size = volumes === 'sphere' ? 4 : 6;
      values[at + size * (posed.weights.length + 1) + 1] *= 0.8;
    });
    expect(countEscapesOnTheWay(volumes, slow)).toBeGreaterThan(0);
  });
});

/** What is done to each relation of two frames before boxes are compared by it. */
const wrong = vi.hoisted(() => ({ spoil: (_relation: FramePair): void => {} }));

vi.mock('../../src/bounds/oriented-boxes.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../src/bounds/oriented-boxes.ts')>();
  return {
    ...original,
    pairFrames: (...given: Parameters<typeof original.pairFrames>): void => {
      original.pairFrames(...given);
      wrong.spoil(given[0]);
    },
  };
});

/**
 * Puts the corner of a small triangle, turned and scaled at random, on each vertex of a character whose joint is turned,
 * scaled and sheared too; both have boxes in frames of their own. Counts where brute force finds more, up to the first
 * character with such a vertex.
 */
function countMissedContacts(deformer: DeformerName): number {
  let missed = 0;
  for (let seed = 0; seed < 6 && missed === 0; seed++) {
    const random = createRandom(seed);
    const a = poseCharacter(deformer, seed, 'scaled, sheared and mirrored', { volumes: 'box', leafSize: 1 });
    const corners = Float64Array.from({ length: 9 }, (_, k) => (k < 3 ? 0 : random() - 0.5));
    const mesh = { positions: corners, triangles: Uint32Array.of(0, 1, 2) };
    const tip = createCollider(createShape(mesh, { kind: 'rigid' }, { volumes: 'box' }));
    const vertices = posedPositions(a);
    const skeleton = { parents: Int32Array.of(-1), positions: new Float64Array(3) };
    for (let v = 0; v < vertices.length; v += 3) {
      const jointMatrices = createRandomPose(random, skeleton, { turn: 3, shift: 0, isAffine: random() < 0.5 });
      for (let axis = 0; axis < 3; axis++) jointMatrices[4 * axis + 3] = vertices[v + axis];
      setPose(tip, { jointMatrices });
      if (sortPairs(findPairs(a, tip, { compiled: false })).join() !== sortPairs(findPairsByBruteForce(a, tip)).join())
        missed++;
    }
  }
  return missed;
}

describe('the check of pairs', () => {
  const deformers = ['rigid', 'morph', 'modal'] as const;

  it.each(deformers)('finds nothing wrong with boxes in frames of their own: %s', deformer => {
    wrong.spoil = () => {};
    expect(countMissedContacts(deformer)).toBe(0);
  });

  it.each(Object.keys(relationMutants).flatMap(name => deformers.map(deformer => [name, deformer] as const)))(
    'catches %s: %s',
    (name, deformer) => {
      wrong.spoil = relationMutants[name];
      expect(countMissedContacts(deformer)).toBeGreaterThan(0);
    },
  );
});
