import { describe, expect, test } from 'vitest';
import type { Model } from '../../models/index.ts';
import {
  createCreatureWalk,
  createManWalk,
  createNeckTwist,
  createTube,
  writeJointMatrices,
  writePlacement,
} from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { skinPositions } from '../../scripts/skin-positions.ts';
import { determinant } from '../../src/math/matrix34.ts';

const man = scenes['two-men-walking']().bodies[0];
const creature = scenes['creatures-walk-through']().bodies[0];

function createMatrices(model: Model): Float64Array {
  return new Float64Array(12 * model.skin.jointCount);
}

/** How far any matrix is from a rotation followed by a shift. */
function measureBend(matrices: Float64Array): number {
  let worst = 0;
  for (let m = 0; m < matrices.length; m += 12) {
    worst = Math.max(worst, Math.abs(determinant(matrices, m) - 1));
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += matrices[m + 4 * r + k] * matrices[m + 4 * s + k];
        worst = Math.max(worst, Math.abs(dot - (r === s ? 1 : 0)));
      }
    }
  }
  return worst;
}

function findLowest(positions: Float64Array): number {
  let lowest = Infinity;
  for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
  return lowest;
}

describe.each([
  { name: 'man', model: man, walk: createManWalk(man), slack: 0.03 },
  { name: 'creature', model: creature, walk: createCreatureWalk(creature), slack: 0.08 },
])('the walk of the $name', ({ model, walk, slack }) => {
  const poses = Array.from({ length: 12 }, (_, i) => {
    const out = createMatrices(model);
    walk.write(i / 12, 0.3, 0.7, 0.4, out);
    return out;
  });

  test('moves joints rigidly', () => {
    for (const pose of poses) expect(measureBend(pose)).toBeLessThan(1e-12);
  });

  test('comes back to where it began after a cycle', () => {
    const again = createMatrices(model);
    poses.forEach((pose, i) => {
      walk.write(i / 12 + 3, 0.3, 0.7, 0.4, again);
      for (let k = 0; k < pose.length; k++) expect(Math.abs(again[k] - pose[k])).toBeLessThan(1e-9);
    });
  });

  test('keeps the feet near the ground', () => {
    for (const pose of poses) expect(Math.abs(findLowest(skinPositions(model, pose)))).toBeLessThan(slack);
  });

  test('has no jumps', () => {
    const before = createMatrices(model);
    const after = createMatrices(model);
    let largest = 0;
    for (let i = 0; i < 400; i++) {
      walk.write(i / 400, 0, 0, 0, before);
      walk.write((i + 1) / 400, 0, 0, 0, after);
      for (let k = 0; k < before.length; k++) largest = Math.max(largest, Math.abs(after[k] - before[k]));
    }
    expect(largest).toBeLessThan(0.12);
  });
});

test('a foot on the ground does not slide', () => {
  const walk = createManWalk(man);
  const foot = man.jointNames.indexOf('left-foot');
  const out = createMatrices(man);
  const places = [0.2, 0.25, 0.3].map(cycles => {
    walk.write(cycles, 0, cycles * walk.travel, 0, out);
    const rest = man.skeleton.positions.subarray(3 * foot, 3 * foot + 3);
    return (
      out[12 * foot + 8] * rest[0] + out[12 * foot + 9] * rest[1] + out[12 * foot + 10] * rest[2] + out[12 * foot + 11]
    );
  });
  expect(Math.max(...places) - Math.min(...places)).toBeLessThan(0.01);
});

test('the neck twist turns the head by the whole angle and leaves the feet alone', () => {
  const twist = createNeckTwist(creature);
  const root = new Float64Array(12);
  writePlacement(root, 0, 0, 0, 0);
  const out = createMatrices(creature);
  twist.write(Math.PI, root, out);
  expect(measureBend(out)).toBeLessThan(1e-12);
  const head = 12 * creature.jointNames.indexOf('head');
  const foot = 12 * creature.jointNames.indexOf('left-foot');
  // The trace of a rotation is 1 + 2 cos(angle).
  expect(out[head] + out[head + 5] + out[head + 10]).toBeCloseTo(-1, 10);
  expect(out[foot] + out[foot + 5] + out[foot + 10]).toBeCloseTo(3, 10);
});

test('joint matrices refuse a child that comes before its parent', () => {
  const skeleton = { parents: Int32Array.of(1, -1), positions: new Float64Array(6) };
  const rotations = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1);
  expect(() => writeJointMatrices(skeleton, rotations, new Float64Array(12), new Float64Array(24))).toThrow(
    'sort the joints',
  );
});

test('at rest every joint matrix is the placement', () => {
  const tube = createTube({ rings: 3, sides: 3, joints: 2 });
  const root = new Float64Array(12);
  writePlacement(root, 1, 2, 3, 0.5);
  const out = createMatrices(tube);
  writeJointMatrices(tube.skeleton, Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1), root, out);
  expect([...out.subarray(0, 12)]).toEqual([...root]);
  expect([...out.subarray(12)]).toEqual([...root]);
});
