import { createMorphBodies } from '../../../models/morphing/index.ts';
import { type MorphScene, writeTurnedPlacement, writeWeightsBetween } from './morph-scene.ts';

const STEPS = 400;
/** The step at which the bodies are side by side: before the middle, as the bodies are longer when they part. */
const MEETING = 180;
/** How far each body moves in a step. */
const SPEED = 0.00738;
/** How far apart their ways are: not quite through the middle of each other. */
const ASIDE = 0.24;

export function createMorphBodiesScene(): MorphScene {
  const model = createMorphBodies();
  return {
    name: 'morph-bodies',
    title: 'Two bodies morph and pass right through each other (after Fig. 4 of Larsson and Akenine-Moller 2003).',
    steps: STEPS,
    bodies: [model, model],
    writePose(body, step, weights, placement) {
      const side = body === 0 ? 1 : -1;
      const along = side * SPEED * (step - MEETING);
      const time = step / (STEPS - 1);
      const roll = 0.25 * Math.sin(2.4 * time + body);
      const pitch = (body === 0 ? 1.6 : -1.9) * time + 0.7 * body;
      const heading = body * Math.PI + 0.3 * Math.sin(4 * time + 2 * body);
      writeWeightsBetween(2 * time, weights);
      writeTurnedPlacement(placement, roll, pitch, heading, along, (side * ASIDE) / 2, 0);
    },
  };
}
