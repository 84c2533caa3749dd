import { createCreatureWalk } from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { createBody, createSituations, walkBeside } from '../peers/situations.ts';
import type { CreatureFile } from './creature-file.ts';

/** The two creatures of a scene that walk beside each other, as in the bench `peers`: near, touching and deep in each other. */
export function generateCreatures(scene: string, frames: number): CreatureFile {
  const [model] = scenes[scene]().bodies;
  const { mesh, skin, ...body } = createBody(scene, model.mesh, model.skin, model.skeleton);
  const found = createSituations({ mesh, skin, ...body }, frames, walkBeside(createCreatureWalk(model), frames));
  const names = ['near', 'light', 'deep'] as const;
  const situations = found.map(({ poses: [a, b] }, s) => ({
    name: names[s],
    poses: a.map((pose, k) => ({ a: pose, b: b[k] })),
  }));
  return { mesh, skin, situations };
}
