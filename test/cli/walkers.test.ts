import { beforeAll, describe, expect, it } from 'vitest';
import { runWalkers } from '../../cli/walkers.ts';
import { scenes } from '../../scenes/catalogue.ts';
import { createCollider, createShape, findPairsByBruteForce, setPose } from '../../src/index.ts';

/** The number of pairs brute force finds in a step, from colliders of its own. */
function countByBruteForce(step: number): number {
  const scene = scenes['two-men-walking']();
  const { mesh, skin, skeleton } = scene.bodies[0];
  const shape = createShape(mesh, { kind: 'spherical-blend', skin, skeleton });
  const [a, b] = scene.bodies.map((_, body) => {
    const collider = createCollider(shape);
    const jointMatrices = new Float64Array(12 * skin.jointCount);
    scene.writePose(body, step, jointMatrices);
    setPose(collider, { jointMatrices });
    return collider;
  });
  return findPairsByBruteForce(a, b).length / 2;
}

describe('npm start', () => {
  let text = '';
  let rows: { step: number; pairs: number; where: string }[] = [];

  beforeAll(() => {
    const lines: string[] = [];
    runWalkers(line => lines.push(line));
    text = lines.join('\n');
    rows = [...text.matchAll(/^ *(\d+) +(\d+) {2}([a-z].*)$/gm)].map(([, step, pairs, where]) => ({
      step: Number(step),
      pairs: Number(pairs),
      where,
    }));
  }, 60_000);

  it('lists the steps in which the men touch, in order, with joints by name', () => {
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(row => row.step)).toEqual(rows.map(row => row.step).sort((a, b) => a - b));
    const { jointNames } = scenes['two-men-walking']().bodies[0];
    for (const { where } of rows) {
      const named = where.match(/[a-z-]+ \/ [a-z-]+/g) ?? [];
      expect(named.length).toBeGreaterThan(0);
      for (const place of named) for (const name of place.split(' / ')) expect(jointNames).toContain(name);
    }
  });

  it('lists as many pairs as brute force finds, in the first touching step and none in the step before', () => {
    const [first] = rows;
    expect(first.pairs).toBe(countByBruteForce(first.step));
    expect(countByBruteForce(first.step - 1)).toBe(0);
  });

  it('says that all ways gave the same answers', () => {
    expect(text).toContain('the same answers in every step');
    expect(text).toMatch(/Brute force .* the same answer\./);
    expect(text).not.toMatch(/DIFFER/);
  });

  it('says what it cost, against the baseline, without a number that is none', () => {
    expect(text).toMatch(/^on demand .* us .* us .* % .* %$/m);
    expect(text).toMatch(/^times faster +[\d.]+ +[\d.]+$/m);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('fits on a screen and says what to try next', () => {
    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).toContain('npm run bench -- queries');
  });
});
