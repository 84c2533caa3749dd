import { describe, expect, it } from 'vitest';
import { createDeformer } from '../../src/deform/deformer.ts';
import { createPosedJoints, poseJoints } from '../../src/deform/posed-joints.ts';
import { CENTER, poseSphericalSet } from '../../src/deform/spherical-blend.ts';
import type { Skeleton } from '../../src/index.ts';
import { multiply, setRotationAbout } from '../../src/math/matrix34.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { createRandomPose } from '../support/random-pose.ts';
import { rotationCenterOf } from '../support/reference-skinning.ts';

/** The rotation centre of the set of all joints, as skinning uses it. */
function centerOf(skeleton: Skeleton, matrices: Float64Array): number[] {
  const joints = skeleton.parents.length;
  const skin = {
    jointCount: joints,
    influences: joints,
    joints: Uint16Array.from({ length: 3 * joints }, (_, k) => k % joints),
    weights: new Float64Array(3 * joints).fill(1 / joints),
  };
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  const deformer = createDeformer({ kind: 'spherical-blend', skin, skeleton }, mesh, 'test');
  const posed = createPosedJoints(deformer);
  expect(poseJoints(deformer, posed, matrices, new Float64Array(0), null)).toBe(true);
  const block = poseSphericalSet(deformer, posed, 0);
  return [...posed.sets.subarray(block + CENTER, block + CENTER + 3)];
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** A parent at the origin and its child, somewhere. */
function createPair(random: Random): Skeleton {
  const positions = Float64Array.from([0, 0, 0, ...[1, 2, 3].map(() => 4 * random() - 2)]);
  return { parents: Int32Array.of(-1, 0), positions };
}

/** The parent at rest; the child turned about its rest position by `angle` and moved by `miss` besides. */
function bendPair(skeleton: Skeleton, axis: ArrayLike<number>, angle: number, miss: number[]): Float64Array {
  const matrices = new Float64Array(24);
  const turn = new Float64Array(4);
  for (const k of [0, 5, 10]) matrices[k] = 1;
  quaternionAbout(axis[0], axis[1], axis[2], angle, turn, 0);
  const [x, y, z] = skeleton.positions.subarray(3);
  setRotationAbout(matrices, 12, turn[0], turn[1], turn[2], turn[3], x, y, z);
  miss.forEach((offset, row) => void (matrices[12 + 4 * row + 3] += offset));
  return matrices;
}

/** A pair that will not quite meet, and an axis to bend it about. */
function drawMiss(seed: number): { skeleton: Skeleton; axis: Float64Array; miss: number[] } {
  const random = createRandom(seed);
  const skeleton = createPair(random);
  const axis = new Float64Array(3);
  randomDirection(random, axis, 0);
  return { skeleton, axis, miss: [1, 2, 3].map(() => 1e-3 * (random() - 0.5)) };
}

describe('rotation centre', () => {
  it('of a parent and its child is where the child rests, however they turn', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed);
      const skeleton = createPair(random);
      const matrices = createRandomPose(random, skeleton, { turn: 4, shift: 0, isAffine: false });
      expect(distance(centerOf(skeleton, matrices), skeleton.positions.subarray(3))).toBeLessThan(1e-12);
    }
  });

  it('is the damped least-squares point, also where joints have come apart', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed);
      const joints = 2 + (seed % 4);
      const skeleton = {
        parents: Int32Array.from({ length: joints }, (_, j) => (j === 0 ? -1 : Math.floor(random() * j))),
        positions: Float64Array.from({ length: 3 * joints }, () => 3 * random()),
      };
      const matrices = createRandomPose(random, skeleton, { turn: 2, shift: 0.5, isAffine: false });
      const members = Array.from({ length: joints }, (_, j) => j);
      const expected = rotationCenterOf(members, skeleton, matrices);
      expect(distance(centerOf(skeleton, matrices), expected), `seed ${seed}`).toBeLessThan(1e-6);
    }
  });

  it('moves along when all of rest space is shifted', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = createRandom(seed);
      const skeleton = {
        parents: Int32Array.of(-1, 0, 1),
        positions: Float64Array.from({ length: 9 }, () => 3 * random()),
      };
      const matrices = createRandomPose(random, skeleton, { turn: 2, shift: 0.5, isAffine: false });
      const shift = [1, 2, 3].map(() => 10 * random() - 5);
      const shifted = { ...skeleton, positions: skeleton.positions.map((x, k) => x + shift[k % 3]) };
      const back = Float64Array.of(1, 0, 0, -shift[0], 0, 1, 0, -shift[1], 0, 0, 1, -shift[2]);
      const shiftedMatrices = new Float64Array(36);
      for (let j = 0; j < 3; j++) multiply(matrices, 12 * j, back, 0, shiftedMatrices, 12 * j);
      const expected = centerOf(skeleton, matrices).map((x, axis) => x + shift[axis]);
      expect(distance(centerOf(shifted, shiftedMatrices), expected), `seed ${seed}`).toBeLessThan(1e-8);
    }
  });

  it('stays near the junction as the bend goes to 0, though the joints do not quite meet', () => {
    // Undamped, the centre would run off to |miss| / angle. Damped, the worst there is is 28.5 |miss|.
    for (let seed = 0; seed < 20; seed++) {
      const { skeleton, axis, miss } = drawMiss(seed);
      const size = Math.hypot(...miss);
      for (let angle = 1; angle > 1e-13; angle /= 1.3) {
        const center = centerOf(skeleton, bendPair(skeleton, axis, angle, miss));
        expect(distance(center, skeleton.positions.subarray(3)), `angle ${angle}`).toBeLessThan(29 * size);
      }
      const last = centerOf(skeleton, bendPair(skeleton, axis, 1e-9, miss));
      expect(distance(last, skeleton.positions.subarray(3))).toBeLessThan(1e-9);
    }
  });

  it('moves without a jump as a joint bends from one side to the other: half the step, half the way', () => {
    for (let seed = 0; seed < 5; seed++) {
      const { skeleton, axis, miss } = drawMiss(seed);
      const longestMove = (steps: number): number => {
        let longest = 0;
        let before: number[] | null = null;
        for (let step = 0; step <= steps; step++) {
          const angle = 0.2 * ((2 * step) / steps - 1);
          const center = centerOf(skeleton, bendPair(skeleton, axis, angle, miss));
          if (before) longest = Math.max(longest, distance(center, before));
          before = center;
        }
        return longest;
      };
      const [coarse, fine] = [longestMove(2000), longestMove(8000)];
      expect(coarse).toBeGreaterThan(0);
      expect(fine).toBeLessThan(0.3 * coarse);
    }
  });
});
