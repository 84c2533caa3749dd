import { describe, expect, it } from 'vitest';
import { type Collider, createCollider, createShape, type Pose, posedPositions, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { type Bounds, boundsOf, boundsOver, createBounds } from '../../src/query/bounds/posed-bounds.ts';
import { findNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { jointsAt } from '../../src/query/surface/joints-at.ts';
import { createSurfacePoint, pointOn } from '../../src/query/surface/point-on.ts';
import {
  createCharacterCollider,
  poseCharacter,
  poseRanges,
  rangeNames,
  volumeChoices,
} from '../support/pose-character.ts';
import { createRandomCharacter, deformerNames } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';

/** By how much the worst vertex sticks out of the box and out of the sphere; at most 0 if none does. */
function excessOf({ low, high, center, radius }: Bounds, positions: Float64Array): number {
  let worst = -Infinity;
  for (let v = 0; v < positions.length; v += 3) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[v + axis];
      worst = Math.max(worst, low[axis] - x, x - high[axis]);
      squared += (x - center[axis]) ** 2;
    }
    worst = Math.max(worst, Math.sqrt(squared) - radius);
  }
  return worst;
}

function exactBox(positions: Float64Array): { low: number[]; high: number[] } {
  const along = (axis: number): number[] => [...positions].filter((_, k) => k % 3 === axis);
  return { low: [0, 1, 2].map(k => Math.min(...along(k))), high: [0, 1, 2].map(k => Math.max(...along(k))) };
}

describe('boundsOf', () => {
  it.each(deformerNames)('%s: contain every posed vertex; tight ones are the smallest, to rounding', name => {
    for (const range of rangeNames) {
      for (let seed = 0; seed < 4; seed++) {
        const collider = poseCharacter(name, seed, range, volumeChoices[seed % 4]);
        const positions = posedPositions(collider);
        expect(excessOf(boundsOf(collider), positions)).toBeLessThanOrEqual(0);
        const tight = boundsOf(collider, { tight: true });
        expect(excessOf(tight, positions)).toBeLessThanOrEqual(0);
        const { low, high } = exactBox(positions);
        const room = 4 * collider.posed.pad;
        for (let axis = 0; axis < 3; axis++) {
          expect(low[axis] - tight.low[axis]).toBeLessThanOrEqual(room);
          expect(tight.high[axis] - high[axis]).toBeLessThanOrEqual(room);
        }
        const farthest = excessOf({ ...tight, radius: 0 }, positions);
        expect(tight.radius - farthest).toBeLessThanOrEqual(room);
      }
    }
  });

  it('fill the target they are given; tight ones need a part of the mesh only', () => {
    const { mesh, skin, skeleton } = createRandomCharacter(3, 30);
    const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
    const target = createBounds();
    expect(boundsOf(collider, { into: target })).toBe(target);
    expect(collider.verticesDeformed).toBe(0);
    expect(boundsOf(collider, { into: target, tight: true })).toBe(target);
    expect(collider.verticesDeformed).toBeLessThan(0.5 * (mesh.positions.length / 3));
  });
});

describe('boundsOver', () => {
  function createPoses(seed: number): { collider: Collider; poses: Pose[] } {
    const character = createRandomCharacter(seed);
    const kind = deformerNames[seed % deformerNames.length];
    const collider = createCharacterCollider(kind, character);
    const random = createRandom(seed);
    const poses = [0, 1, 2, 3].map(() => ({
      jointMatrices: createRandomPose(random, character.skeleton, poseRanges.moderate).slice(
        0,
        collider.jointMatrices.length,
      ),
      weights: createRandomWeights(random, collider.weights.length),
    }));
    return { collider, poses };
  }

  it('contains every pose of the list, and leaves the collider in the pose it had', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { collider, poses } = createPoses(seed);
      setPose(collider, poses[3]);
      const before = posedPositions(collider);
      const whole = boundsOver(collider, poses.slice(0, 3));
      const tight = boundsOver(collider, poses.slice(0, 3), { tight: true });
      expect(posedPositions(collider)).toEqual(before);
      for (const pose of poses.slice(0, 3)) {
        setPose(collider, pose);
        expect(excessOf(whole, posedPositions(collider))).toBeLessThanOrEqual(0);
        expect(excessOf(tight, posedPositions(collider))).toBeLessThanOrEqual(0);
      }
      for (let axis = 0; axis < 3; axis++) expect(tight.low[axis]).toBeGreaterThanOrEqual(whole.low[axis] - 1e-9);
    }
  });

  it('contains linear blends between its poses too, if matrices are interpolated number by number', () => {
    const { mesh, skin, skeleton } = createRandomCharacter(11);
    const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
    const random = createRandom(4);
    const [from, to] = [0, 1].map(() => createRandomPose(random, skeleton, poseRanges['scaled, sheared and mirrored']));
    const whole = boundsOver(collider, [{ jointMatrices: from }, { jointMatrices: to }], { tight: true });
    for (let step = 0; step <= 10; step++) {
      setPose(collider, { jointMatrices: from.map((x, k) => x + (step / 10) * (to[k] - x)) });
      expect(excessOf(whole, posedPositions(collider))).toBeLessThanOrEqual(1e-12);
    }
  });

  it('puts the pose back if one of the list is refused', () => {
    const { collider, poses } = createPoses(1);
    setPose(collider, poses[0]);
    const before = posedPositions(collider);
    expect(() => boundsOver(collider, [poses[1], { jointMatrices: new Float64Array(3) }])).toThrow(
      'setPose: 3 numbers',
    );
    expect(posedPositions(collider)).toEqual(before);
    expect(() => boundsOver(collider, [])).toThrow('boundsOver: there are no poses; give at least one.');
  });
});

describe('pointOn', () => {
  it.each(deformerNames)('%s: stays on its triangle in every pose, and poses nothing else', name => {
    for (const range of rangeNames) {
      for (let seed = 0; seed < 4; seed++) {
        const random = createRandom(seed);
        const { mesh } = createRandomCharacter(seed);
        const collider = poseCharacter(name, seed, range, volumeChoices[seed % 4]);
        setPose(collider, {});
        const deformed = collider.verticesDeformed;
        const triangle = Math.floor((random() * mesh.triangles.length) / 3);
        const weights = [random(), 0, 0];
        weights[1] = (1 - weights[0]) * random();
        weights[2] = 1 - weights[0] - weights[1];
        const target = createSurfacePoint();
        expect(pointOn(collider, triangle, weights, { into: target })).toBe(target);
        expect(collider.verticesDeformed - deformed).toBe(3);
        const positions = posedPositions(collider);
        const [a, b, c] = [0, 1, 2].map(k => [
          ...positions.slice(3 * mesh.triangles[3 * triangle + k], 3 * mesh.triangles[3 * triangle + k] + 3),
        ]);
        const expected = [0, 1, 2].map(k => weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k]);
        expect([...target.point]).toEqual(expected);
        expect(Math.hypot(...target.normal)).toBeCloseTo(1, 12);
        if (range === 'very far from the origin') continue; // there, triangles are 1e10 long and 1 wide
        for (const corner of [b, c]) {
          const along = target.normal.reduce((sum, x, k) => sum + x * (corner[k] - a[k]), 0);
          expect(Math.abs(along)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('is where findNearestPoint found it', () => {
    const collider = poseCharacter('linear-blend', 2, 'moderate', {});
    const found = findNearestPoint(collider, [1, 2, 3]);
    expect(found && pointOn(collider, found.triangle, found.barycentrics).point).toEqual(found?.point);
  });
});

describe('jointsAt and jointsAt', () => {
  it('mix the weights of the skin as given, heaviest first', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(seed);
      const { mesh, skin, skeleton } = createRandomCharacter(seed);
      const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
      const triangle = Math.floor((random() * mesh.triangles.length) / 3);
      const mix = random() < 0.3 ? [1, 0, 0] : [0.5, 0.125, 0.375];
      const expected = new Float64Array(skin.jointCount);
      for (let corner = 0; corner < 3; corner++) {
        const v = mesh.triangles[3 * triangle + corner];
        for (let k = v * skin.influences; k < (v + 1) * skin.influences; k++) {
          expected[skin.joints[k]] += mix[corner] * skin.weights[k];
        }
      }
      const shares = jointsAt(collider, triangle, mix);
      expect(shares.length).toBe(expected.filter(weight => weight > 0).length);
      expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
      shares.forEach(({ joint, weight }, k) => {
        expect(weight).toBeCloseTo(expected[joint], 12);
        if (k > 0) expect(weight).toBeLessThanOrEqual(shares[k - 1].weight);
      });
    }
  });

  it('without a skin, all follows joint 0', () => {
    const collider = poseCharacter('morph', 1, 'moderate', {});
    expect(jointsAt(collider, 5, [0.2, 0.3, 0.5])).toEqual([{ joint: 0, weight: 1 }]);
  });
});
