import { createCreature, createCreatureWalk } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';
import { createPassBy } from './pass-by.ts';

/** `detail` 10 and 100 give ten and a hundred times the triangles of the same creatures. */
export function createCreaturesWalkThrough(detail = 1): Scene {
  const creature = createCreature({ triangles: 13_590 * detail });
  return createPassBy(creature, createCreatureWalk(creature), {
    name: detail === 1 ? 'creatures-walk-through' : `creatures-walk-through-x${detail}`,
    title: 'Two creatures walk through each other: apart, deep inside, apart (after Fig. 7 of Kavan et al. 2006).',
    aside: 0.35,
    start: 4.9,
    ahead: 0.29,
  });
}
