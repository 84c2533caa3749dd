import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { posedBoxes } from '../../src/compiled/posed-boxes.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { type Collider, createCollider, createShape, setPlacement, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import { createChangedArena, createCompiledArena, findCompiledEscape } from '../support/compiled-arena.ts';
import { poseCharacter, volumeChoices } from '../support/pose-character.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { createRandomPose, type PoseRange } from '../support/random-pose.ts';

const ranges = {
  moderate: { turn: 0.7, shift: 0, isAffine: false },
  'spread to 180 degrees and beyond': { turn: 2 * Math.PI, shift: 4, isAffine: false },
  'a thousand away': { turn: 1, shift: 1e3, isAffine: false },
  'a million away': { turn: 1, shift: 1e6, isAffine: false },
  'at the end of the range': { turn: 1, shift: 1e29, isAffine: false },
  'scaled, sheared and mirrored': { turn: 2, shift: 1, isAffine: true },
} satisfies Record<string, PoseRange>;

/** A pose of a character, all of it `scale` times as large. */
function poseScaled(seed: number, range: PoseRange, scale: number): Collider {
  const character = createRandomCharacter(seed);
  const { mesh, skin, skeleton } = character;
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton }, { leafSize: 1 + (seed % 8) });
  const collider = createCollider(shape);
  const matrices = createRandomPose(createRandom(seed + 1), skeleton, range);
  setPose(collider, { jointMatrices: matrices.map(x => scale * x) });
  return collider;
}

/** A sheet each of whose vertices follows up to twelve joints, some by hardly more than nothing. */
function createCrowded(seed: number): Collider {
  const random = createRandom(seed);
  const { mesh } = createRandomCharacter(seed);
  const vertices = mesh.positions.length / 3;
  const joints = Uint16Array.from({ length: 12 * vertices }, (_, k) => k % 12);
  const weights = new Float64Array(12 * vertices);
  for (let v = 0; v < vertices; v++) {
    const used = 1 + Math.floor(12 * random());
    for (let k = 0; k < used; k++) weights[12 * v + k] = random() < 0.2 ? 1e-40 : random() + 0.01;
    const sum = weights.subarray(12 * v, 12 * v + 12).reduce((total, weight) => total + weight);
    for (let k = 0; k < 12; k++) weights[12 * v + k] /= sum;
  }
  const skin = { jointCount: 12, influences: 12, joints, weights };
  const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin }, { leafSize: 1 + (seed % 8) }));
  const parents = new Int32Array(12).map((_, j) => j - 1);
  const skeleton = { parents, positions: mesh.positions.slice(0, 36) };
  setPose(collider, { jointMatrices: createRandomPose(random, skeleton, ranges['spread to 180 degrees and beyond']) });
  return collider;
}

const arena = createCompiledArena();
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('compiled boxes', () => {
  it.each(Object.entries(ranges))('contain every posed vertex under every node: %s', (_name, range) => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom(...volumeChoices.filter(({ volumes }) => volumes === 'box')),
        (seed, options) => {
          expect(findCompiledEscape(arena, poseCharacter('linear-blend', seed, range, options))).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: cases(40, 600), seed: 19 },
    );
  });

  it.each([1e-44, 1e-30, 1e-10, 1e10, 1e26])('contain every posed vertex of what is %f times as large', scale => {
    for (let seed = 0; seed < cases(20, 200); seed++) {
      const collider = poseScaled(seed, ranges['scaled, sheared and mirrored'], scale);
      expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
    }
  });

  it('contain every posed vertex, whatever they are relative to', () => {
    for (let seed = 0; seed < cases(40, 400); seed++) {
      const random = createRandom(seed);
      const range = Object.values(ranges)[seed % 4];
      const origin = Float64Array.from([1, 2, 3], () => 10 ** (12 * random() - 4) * (random() - 0.5));
      const collider = poseCharacter('linear-blend', seed, range, {});
      expect(findCompiledEscape(arena, collider, origin)).toBeLessThanOrEqual(0);
    }
  });

  it('are as tight a million away as beside the origin', () => {
    for (let seed = 0; seed < cases(10, 100); seed++) {
      const near = poseCharacter('linear-blend', seed, 'moderate', {});
      const far = poseCharacter('linear-blend', seed, 'moderate', {});
      const move = Float64Array.of(1, 0, 0, 2 ** 20, 0, 1, 0, -(2 ** 21), 0, 0, 1, 2 ** 19);
      setPlacement(near, null);
      setPlacement(far, move);
      const [beside, away] = [near, far].map(collider => posedBoxes(arena, collider)!.boxes);
      const magnitude = near.posed.magnitude;
      const side = (boxes: Float32Array, k: number): number => boxes[6 * k + 3] - boxes[6 * k];
      for (let k = 0; k < beside.length / 6; k++)
        expect(Math.abs(side(beside, k) - side(away, k))).toBeLessThan(1e-4 * magnitude);
    }
  });

  it('contain every posed vertex that follows up to twelve joints', () => {
    for (let seed = 0; seed < cases(30, 300); seed++) {
      expect(findCompiledEscape(arena, createCrowded(seed))).toBeLessThanOrEqual(0);
    }
  });

  it('are made of the same vertices, to the last bit', () => {
    for (let seed = 0; seed < cases(60, 600); seed++) {
      const collider = seed % 2 ? createCrowded(seed) : poseCharacter('linear-blend', seed, 'moderate', {});
      const { mesh, deformer } = collider.shape;
      const expected = new Float64Array(mesh.positions.length);
      deformAll(deformer, mesh.positions, collider.posed, expected);
      const { vertices } = posedBoxes(arena, collider)!;
      // 0 is added, as -0 is the same place; then every bit counts.
      expect(vertices.map(x => x + 0)).toEqual(expected.map(x => x + 0));
    }
  });

  it('are not made of poses beyond the range of float32', () => {
    for (const scale of [1e31, 1e60]) expect(posedBoxes(arena, poseScaled(1, ranges.moderate, scale))).toBeNull();
  });
});

const mutants: { name: string; file: string; from: string; to: string }[] = [
  {
    name: 'the slack of inner nodes dropped',
    file: 'refit.ts',
    from: 'const slack = f32x4.splat(collider.slack)',
    to: 'const slack = f32x4.splat(0)',
  },
  {
    name: 'the pad of leaves dropped',
    file: 'pose-leaf.ts',
    from: 'storeBox(collider.boxes + (<usize>node << 5), f32x4.sub(low, pad), f32x4.add(high, pad))',
    to: 'storeBox(collider.boxes + (<usize>node << 5), low, high)',
  },
  {
    name: 'extents moved by the joint as it is, not by its magnitudes',
    file: 'refit.ts',
    from: 'f32x4.mul(f32x4.abs(c0), x)',
    to: 'f32x4.mul(c0, x)',
  },
  {
    name: 'the remaining weight given to the last joint',
    file: 'refit.ts',
    from: 'most = f32x4.pmax(most, highUnder)',
    to: 'most = highUnder',
  },
  {
    name: 'the remaining weight forgotten',
    file: 'refit.ts',
    from: 'rest -= lowest;',
    to: 'rest = 0;',
  },
  {
    name: 'leaves not made relative to the origin',
    file: 'pose-leaf.ts',
    from: 'const low = narrow(f64x2.sub(lowXY, originXY), f64x2.sub(lowZ, originZ));',
    to: 'const low = narrow(f64x2.sub(lowXY, originXY), lowZ);',
  },
  {
    name: 'parents shrunk to the last child',
    file: 'refit.ts',
    from: 'high = f32x4.pmax(high, v128.load(childBox, 16))',
    to: 'high = v128.load(childBox, 16)',
  },
  {
    name: 'joints beyond the fourth forgotten',
    file: 'pack-shape.ts',
    from: 'k < count ?',
    to: 'k < count && k < 4 ?',
  },
];

describe('the check of compiled boxes', () => {
  it.each(mutants)('catches: $name', async ({ file, from, to }) => {
    const changed = await createChangedArena(file, from, to);
    const poses = Object.values(ranges).flatMap(range => Array.from({ length: 40 }, (_, seed) => ({ range, seed })));
    const isCaught = poses.some(
      ({ range, seed }) => !(findCompiledEscape(changed, poseCharacter('linear-blend', seed, range, {})) <= 0),
    );
    expect(isCaught).toBe(true);
  });
});
