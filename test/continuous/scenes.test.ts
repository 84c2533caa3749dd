import { describe, expect, it } from 'vitest';
import { createSweptCheck, findContactsByVolumes, startSweptFrom, takeSweptStep } from '../../papers/baselines.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { createSweep, findSelfImpacts, sweepTo } from '../../src/continuous/index.ts';
import { type Collider, createShape, posedPositions } from '../../src/index.ts';

/** Vertices in the order of the shape. */
function orderedPositions(collider: Collider): Float64Array {
  const positions = posedPositions(collider);
  const { vertexOrder } = collider.shape;
  return positions.map((_, k) => positions[3 * vertexOrder[Math.floor(k / 3)] + (k % 3)]);
}

describe('scenes of [Wong2013]', () => {
  it.each([
    ['urchin', 1, 1],
    ['hand-grip', 86, 1],
  ])('%s: first contacts are those of plain volumes, which know nothing of surfaces', (name, from, stride) => {
    const scene = scenes[name]();
    const [{ mesh, skin, skeleton }] = scene.bodies;
    const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
    const sweep = createSweep(shape);
    const base = createSweptCheck(shape.mesh, null);
    const pose = (step: number): { jointMatrices: Float64Array } => {
      const jointMatrices = new Float64Array(12 * skin.jointCount);
      scene.writePose(0, step, jointMatrices);
      return { jointMatrices };
    };
    sweepTo(sweep, pose(from - 1));
    let contacts = 0;
    for (let step = from; step < scene.steps; step += stride) {
      sweepTo(sweep, pose(step));
      const found = findSelfImpacts(sweep, { skeleton });
      startSweptFrom(base, orderedPositions(sweep.start));
      takeSweptStep(base, orderedPositions(sweep.end));
      findContactsByVolumes(base);
      const { earliest } = base.tester.contacts;
      // A step that begins in contact has the time 0; what else meets in it is among all contacts.
      const { impacts } = found.isFreeAtStart ? found : findSelfImpacts(sweep, { skeleton, find: 'all' });
      const time = impacts.find(({ kind }) => kind !== 'triangle-triangle')?.time ?? Infinity;
      expect(time === earliest || Math.abs(time - earliest) <= 1e-6).toBe(true);
      expect(found.time).toBe(found.isFreeAtStart ? time : 0);
      if (earliest === Infinity) continue;
      contacts++;
      if (contacts === 3) break; // from the first contact on, steps are no longer free at their start
    }
    expect(contacts).toBe(3);
  });
});
