import { createCreature, createNeckTwist, writePlacement } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';

const STEPS = 91;

export function createNeckTwistScene(): Scene {
  const creature = createCreature();
  const twist = createNeckTwist(creature);
  const root = new Float64Array(12);
  writePlacement(root, 0, 0, 0, 0);
  return {
    name: 'neck-twist',
    title: 'A creature turns its head right round, 0 to 180 degrees (after Fig. 5 of Kavan et al. 2006).',
    steps: STEPS,
    bodies: [creature],
    writePose(_body, step, out) {
      twist.write((Math.PI * step) / (STEPS - 1), root, out);
    },
  };
}
