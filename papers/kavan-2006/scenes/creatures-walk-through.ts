import { createCreature, createCreatureWalk } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';

const STEPS = 120;
const ASIDE = 0.35;
const START = 4.9;

/** `detail` 10 and 100 give ten and a hundred times the triangles of the same creatures. */
export function createCreaturesWalkThrough(detail = 1): Scene {
  const creature = createCreature({ triangles: 13_590 * detail });
  const walk = createCreatureWalk(creature);
  return {
    name: detail === 1 ? 'creatures-walk-through' : `creatures-walk-through-x${detail}`,
    title: 'Two creatures walk through each other: apart, deep inside, apart (after Fig. 7 of Kavan et al. 2006).',
    steps: STEPS,
    bodies: [creature, creature],
    writePose(body, step, out) {
      const along = START * ((2 * step) / (STEPS - 1) - 1);
      const cycles = along / walk.travel;
      if (body === 0) walk.write(cycles, -ASIDE / 2, along, 0, out);
      else walk.write(cycles + 0.29, ASIDE / 2, -along, Math.PI, out);
    },
  };
}
