import { describe, expect, test } from 'vitest';
import type { Scene } from '../../papers/scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { renderScene } from '../../scripts/render.ts';
import { skinPositions } from '../../scripts/skin-positions.ts';

function measureSpan(scene: Scene, body: number, step: number, axis: number): [number, number] {
  const model = scene.bodies[body];
  const matrices = new Float64Array(12 * model.skin.jointCount);
  scene.writePose(body, step, matrices);
  const positions = skinPositions(model, matrices);
  let low = Infinity;
  let high = -Infinity;
  for (let k = axis; k < positions.length; k += 3) {
    low = Math.min(low, positions[k]);
    high = Math.max(high, positions[k]);
  }
  return [low, high];
}

/** The free space between the two bodies along z: negative when they overlap. */
function measureGap(scene: Scene, step: number): number {
  const [a, b] = [measureSpan(scene, 0, step, 2), measureSpan(scene, 1, step, 2)];
  return Math.max(a[0] - b[1], b[0] - a[1]);
}

describe.each(['two-men-walking', 'creatures-walk-through'])('%s', name => {
  const scene = scenes[name]();

  test('has its bodies apart at the first and the last step, and side by side between', () => {
    expect(measureGap(scene, 0)).toBeGreaterThan(0);
    expect(measureGap(scene, scene.steps - 1)).toBeGreaterThan(0);
    expect(measureGap(scene, Math.floor(scene.steps / 2))).toBeLessThan(-0.3);
  });

  test('is made once', () => {
    expect(scenes[name]()).toBe(scene);
    expect(scene.bodies[0]).toBe(scene.bodies[1]);
  });

  test('poses a body alike whatever was posed before', () => {
    const first = new Float64Array(12 * scene.bodies[0].skin.jointCount);
    const again = first.slice();
    scene.writePose(0, 17, first);
    scene.writePose(1, 80, again);
    scene.writePose(0, 17, again);
    expect(again).toEqual(first);
  });
});

test('the neck twist begins at rest', () => {
  const scene = scenes['neck-twist']();
  const matrices = new Float64Array(12 * 56);
  scene.writePose(0, 0, matrices);
  for (let k = 0; k < matrices.length; k++)
    expect(matrices[k]).toBeCloseTo(k % 12 === 0 || k % 12 === 5 || k % 12 === 10 ? 1 : 0, 12);
});

test('a scene can be drawn as a PNG', () => {
  const scene = scenes['two-men-walking']();
  const bytes = renderScene(scene, 60, 60, 40, { eye: [4, 2, 3], target: [0, 1, 0] });
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect([...bytes.subarray(16, 24)]).toEqual([0, 0, 0, 60, 0, 0, 0, 40]);
});
