import { describe, expect, it } from 'vitest';
import { createSweep, findImpacts, findSelfImpacts, type StepStats, type Sweep } from '../../src/continuous/index.ts';
import { createStepStats } from '../../src/continuous/self/step-stats.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { createShape, findPairs, findSelfPairs, type Mesh, pointOn } from '../../src/index.ts';
import { createBoxes, createPlate, shift, turnAndShift } from '../support/boxes.ts';

const box = createBoxes([
  [-1, -1, -1],
  [1, 1, 1],
]);

function create(mesh: Mesh, from: Float64Array, to: Float64Array): Sweep {
  const sweep = createSweep(createShape(mesh, { kind: 'rigid' }));
  setSweep(sweep, { jointMatrices: from }, { jointMatrices: to });
  return sweep;
}

/** Two boxes, each on a joint of its own. */
function createPair(from: Float64Array, to: Float64Array): Sweep {
  const mesh = createBoxes(
    [
      [-1, -1, -1],
      [1, 1, 1],
    ],
    [
      [-1, -1, -1],
      [1, 1, 1],
    ],
  );
  const skin = {
    jointCount: 2,
    influences: 1,
    joints: Uint16Array.from({ length: 16 }, (_, v) => (v < 8 ? 0 : 1)),
    weights: new Float64Array(16).fill(1),
  };
  const sweep = createSweep(createShape(mesh, { kind: 'linear-blend', skin }));
  const pose = (second: Float64Array): { jointMatrices: Float64Array } => ({
    jointMatrices: Float64Array.of(...shift(0, 0, 0), ...second),
  });
  setSweep(sweep, pose(from), pose(to));
  return sweep;
}

describe('a step that begins in contact', () => {
  const turned = turnAndShift(0.3, 1.5, 0.4, 0.3);
  const barely = turnAndShift(0.3, 1.5 + 1e-9, 0.4, 0.3);

  it.each(['first', 'all'] as const)('bodies in each other that hardly move are not free: find %s', find => {
    const still = create(box, shift(0, 0, 0), shift(0, 0, 0));
    const stuck = create(box, turned, barely);
    const found = findImpacts(still, stuck, { find });
    expect(found).toMatchObject({ time: 0, isFreeAtStart: false });
    const [impact] = found.impacts;
    expect(impact).toMatchObject({ kind: 'triangle-triangle', state: 'impact', time: 0, joints: [0, 0] });
    const pairs = findPairs(still.start, stuck.start);
    const isListed = Array.from(pairs).some(
      (_, k) => k % 2 === 0 && pairs[k] === impact.triangles[0] && pairs[k + 1] === impact.triangles[1],
    );
    expect(isListed).toBe(true);
    for (const [k, { start }] of [still, stuck].entries()) {
      const { point } = pointOn(start, impact.triangles[k], impact.barycentrics[k]);
      for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(impact.point[axis], 9);
    }
  });

  it.each(['first', 'all'] as const)('a surface in itself that hardly moves is not free: find %s', find => {
    const sweep = createPair(turned, barely);
    const found = findSelfImpacts(sweep, { find });
    expect(found).toMatchObject({ time: 0, isFreeAtStart: false });
    expect(found.impacts[0]).toMatchObject({ kind: 'triangle-triangle', time: 0 });
    const pairs = Array.from(findSelfPairs(sweep.start));
    expect(pairs).toEqual(expect.arrayContaining(found.impacts[0].triangles));
  });

  it('a loop that takes free steps only stops where the bodies would pass into each other, and stays there', () => {
    const still = create(box, shift(0, 0, 0), shift(0, 0, 0));
    let x = 5;
    for (let step = 0; step < 20; step++) {
      const { time } = findImpacts(still, create(box, shift(x, 0, 0), shift(x - 0.7, 0, 0)));
      if (time < 1) break;
      x -= 0.7;
    }
    expect(x).toBeGreaterThan(2);
    expect(findImpacts(still, create(box, shift(1.5, 0.1, 0.2), shift(1.5, 0.1, 0.2))).time).toBe(0);
    expect(findImpacts(still, create(box, shift(2, 0, 0), shift(3, 0, 0))).time).toBe(0); // faces that only touch
    expect(findImpacts(still, create(box, shift(0, 0, 0), shift(0, 0, 0))).time).toBe(0); // one in the same place
    const inside = createBoxes([
      [-0.5, -0.5, -0.5],
      [0.5, 0.5, 0.5],
    ]);
    const held = create(inside, shift(0, 0, 0), shift(0.1, 0, 0));
    expect(findImpacts(still, held)).toMatchObject({ time: Infinity, isFreeAtStart: true }); // surfaces, no solids
  });

  it('of a crowded one the first lists one pair, and looks no further', () => {
    const [low, high] = [createPlate(24, 1), createPlate(24, 1)];
    const still = create(low, shift(0, 0, 0), shift(0, 0, 0));
    const sunk = create(high, turnAndShift(0.3, 0, 0, 0), turnAndShift(0.5, 0, 0, -1e-3));
    const [few, many]: StepStats[] = [createStepStats(), createStepStats()];
    const first = findImpacts(still, sunk, { stats: few });
    expect(first.impacts).toHaveLength(1);
    const all = findImpacts(still, sunk, { find: 'all', stats: many });
    expect(all.impacts.length).toBeGreaterThan(1000);
    expect(few.featureTests).toBeLessThan(0.01 * many.featureTests);
    expect(all.time).toBe(0);
  });
});

describe('the first contact', () => {
  it('spares what could only meet after it', () => {
    // A stair of boxes over a plate: the lowest meets it long before the others.
    const stairs = createBoxes(
      ...Array.from({ length: 40 }, (_, k): [number[], number[]] => [
        [k, 0, 0.1 + 0.2 * k],
        [k + 0.9, 1, 1.1 + 0.2 * k],
      ]),
    );
    const plate = create(createPlate(30, 50), shift(0, 0, 0), shift(0, 0, 0));
    const falling = create(stairs, shift(0, 0, 0), shift(0, 0, -10));
    const [few, many]: StepStats[] = [createStepStats(), createStepStats()];
    const first = findImpacts(plate, falling, { stats: few });
    const all = findImpacts(plate, falling, { find: 'all', stats: many });
    expect(first.time).toBe(all.time);
    expect(first.time).toBeCloseTo(0.01, 5);
    const atOnce = all.impacts.filter(({ time }) => time <= first.impacts.at(-1)!.time);
    expect(first.impacts).toEqual(atOnce);
    expect(all.impacts.length).toBeGreaterThan(10 * first.impacts.length);
    expect(few.featureTests).toBeLessThan(0.7 * many.featureTests);
  });
});
