import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../models/index.ts';
import { createCreature, createMan, createTube } from '../../models/index.ts';
import { cases as countCases } from '../support/cases.ts';
import { expectFourWeights } from './check-weights.ts';
import { measureSurface } from './surface-facts.ts';

const cases: {
  create: () => Model;
  name: string;
  triangles: number;
  joints: number;
  height: number;
  length: number;
}[] = [
  { create: createMan, name: 'man', triangles: 8270, joints: 27, height: 1.82, length: 0.35 },
  { create: createCreature, name: 'creature', triangles: 13_590, joints: 56, height: 4.9, length: 8.6 },
];

function hashModel(model: Model): string {
  const hash = createHash('sha256');
  for (const array of [model.mesh.positions, model.mesh.triangles, model.skin.joints, model.skin.weights])
    hash.update(array);
  return hash.digest('hex');
}

function measureBox(model: Model): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  model.mesh.positions.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3], x);
    high[k % 3] = Math.max(high[k % 3], x);
  });
  return { low, high };
}

/** The largest change of any joint's weight along any edge: near 1 would be a tear in the making. */
function findLargestJump(model: Model): number {
  const { skin, mesh } = model;
  const { triangles } = mesh;
  const weightOf = (v: number, joint: number): number => {
    for (let k = 0; k < 4; k++)
      if (skin.weights[4 * v + k] > 0 && skin.joints[4 * v + k] === joint) return skin.weights[4 * v + k];
    return 0;
  };
  let largest = 0;
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h];
    const b = triangles[h % 3 === 2 ? h - 2 : h + 1];
    for (let k = 0; k < 4; k++) {
      const joint = skin.joints[4 * a + k];
      largest = Math.max(largest, Math.abs(weightOf(a, joint) - weightOf(b, joint)));
    }
  }
  return largest;
}

describe.each(cases)('the $name', ({ create, triangles, joints, height, length }) => {
  const model = create();
  const facts = measureSurface(model.mesh);

  test('has the triangles and joints of the paper', () => {
    expect(model.mesh.triangles.length / 3).toBe(triangles);
    expect(model.skeleton.parents.length).toBe(joints);
    expect(model.skin.jointCount).toBe(joints);
    expect(new Set(model.jointNames).size).toBe(joints);
  });

  test('is one closed surface', () => {
    expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
  });

  test('has its outside outside', () => {
    expect(facts.volume).toBeGreaterThan(0);
  });

  test('has no slivers', () => {
    expect(facts.smallestAngle).toBeGreaterThan(8);
  });

  test('has no two vertices in one place', () => {
    const { positions } = model.mesh;
    const places = new Set<string>();
    for (let v = 0; v < positions.length; v += 3) places.add(positions.subarray(v, v + 3).join());
    expect(places.size).toBe(positions.length / 3);
  });

  test('has the size it should, and stands on the ground', () => {
    const { low, high } = measureBox(model);
    expect(Math.abs(low[1])).toBeLessThan(0.02);
    expect(Math.abs(high[1] / height - 1)).toBeLessThan(0.03);
    expect(Math.abs((high[2] - low[2]) / length - 1)).toBeLessThan(0.1);
  });

  test('has weights that sum to 1, none of them negligible', () => {
    expectFourWeights(model.skin);
  });

  test('has weights that change smoothly over the skin', () => {
    expect(findLargestJump(model)).toBeLessThan(0.6);
  });

  test('keeps left limbs free of right joints', () => {
    const { weights, joints: indices } = model.skin;
    for (let v = 0; v < model.mesh.positions.length / 3; v++) {
      const x = model.mesh.positions[3 * v];
      const reach = model.mesh.positions[3 * v + 1];
      if (Math.abs(x) < 0.06 * height || reach > 0.4 * height) continue;
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        if (weights[k] > 0) expect(model.jointNames[indices[k]].startsWith(x > 0 ? 'right-' : 'left-')).toBe(false);
      }
    }
  });

  test('hangs each joint on one before it', () => {
    expect([...model.skeleton.parents].every((parent, j) => parent < j)).toBe(true);
    expect([...model.skeleton.parents].filter(parent => parent < 0)).toHaveLength(1);
  });

  test('is the same each time it is made', () => {
    expect(hashModel(create())).toBe(hashModel(model));
  });
});

test('the creature with many times the triangles is one closed surface too', () => {
  const triangles = countCases(54_360, 135_900); // four times, ten times: both are made the way of fine surfaces
  const model = createCreature({ triangles });
  expect(model.mesh.triangles.length / 3).toBe(triangles);
  const facts = measureSurface(model.mesh);
  expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
});

describe('a tube', () => {
  const tube = createTube({ rings: 20, sides: 8, joints: 5, overlap: 3 });

  test('is one closed surface with its outside outside', () => {
    const facts = measureSurface(tube.mesh);
    expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
    expect(facts.volume).toBeGreaterThan(0);
  });

  test('has two to four joints per vertex when they overlap widely', () => {
    const counts = new Set<number>();
    for (let v = 0; v < tube.skin.weights.length; v += 4) {
      counts.add([...tube.skin.weights.subarray(v, v + 4)].filter(w => w > 0).length);
    }
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(3);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  });

  test.each([1, 2, 3, 4, 9])('of %i joints has weights that sum to 1', joints => {
    const { weights } = createTube({ rings: 12, sides: 5, joints, overlap: 3 }).skin;
    for (let v = 0; v < weights.length; v += 4) {
      expect(weights[v] + weights[v + 1] + weights[v + 2] + weights[v + 3]).toBeCloseTo(1, 6);
    }
  });

  test('refuses to be smaller than a tube can be', () => {
    expect(() => createTube({ rings: 1, sides: 8, joints: 2 })).toThrow('createTube: 1 rings');
  });
});
