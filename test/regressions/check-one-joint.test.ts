import { expect, it } from 'vitest';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import { createCollider, createShape, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { createBoxes, shift, turnAndShift } from '../support/boxes.ts';

it('check sees what follows one joint alone where rounding closes a gap', () => {
  const gap = 3e-11;
  const mesh = createBoxes(
    [
      [-1, -1, -1],
      [0, 1, 1],
    ],
    [
      [gap, -0.7, -0.8],
      [1.3, 0.9, 0.6],
    ],
  );
  const rest = [{ jointMatrices: shift(0, 0, 0), weights: new Float64Array(0) }];
  const body = { name: 'boxes', mesh, source: { kind: 'rigid' as const }, jointNames: ['root'], materialNames: [''] };
  const plan = planCheck({ name: 'boxes', bodies: [body], clips: [], rest }, { rest: true });
  const scan = createScanWindow(plan, 2, true);
  const collider = createCollider(createShape(mesh, { kind: 'rigid' }));
  expect(findSelfPairsByBruteForce(collider)).toHaveLength(0);
  const random = createRandom(1);
  const far = (): number => 1e6 * (0.6 + 0.4 * random());
  let closed = 0;
  for (let step = 0; step < 60; step++) {
    const pose = {
      jointMatrices: turnAndShift(step % 2 ? random() : 0, far(), far(), far()),
      weights: new Float64Array(0),
    };
    poseBody(scan.motions[0], 0, rest[0]);
    poseBody(scan.motions[0], 1, pose);
    gatherNear(scan, 2);
    setPose(collider, pose);
    const truth = findSelfPairsByBruteForce(collider).length / 2;
    const found = [...searchStep(scan, { from: 0, to: 1 }).values()].flatMap(({ touching }) => Array.from(touching));
    expect(found.length / 2).toBe(truth);
    if (truth > 0) closed++;
  }
  expect(closed).toBeGreaterThan(10);
});
