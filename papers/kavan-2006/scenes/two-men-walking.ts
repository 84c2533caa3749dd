import { createMan, createManWalk } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';

const STEPS = 120;
/** How far apart the paths are: hanging arms brush, nothing more. */
const ASIDE = 0.46;
/** Half the distance between the men at the first step. */
const START = 0.85;

export function createTwoMenWalking(): Scene {
  const man = createMan();
  const walk = createManWalk(man);
  return {
    name: 'two-men-walking',
    title: "Two men walk past each other and brush arms (after Fig. 6 of Kavan, O'Sullivan and Zara 2006).",
    steps: STEPS,
    bodies: [man, man],
    writePose(body, step, out) {
      const along = START * ((2 * step) / (STEPS - 1) - 1);
      const cycles = along / walk.travel;
      if (body === 0) walk.write(cycles, -ASIDE / 2, along, 0, out);
      else walk.write(cycles + 0.6, ASIDE / 2, -along, Math.PI, out);
    },
  };
}
