import { createCharacter } from '../../models/character/index.ts';
import type { CheckSubject } from '../../src/check/index.ts';

/** The built-in character: what is checked when no file is named. */
export function createCharacterSubject(): CheckSubject {
  const { model, clips } = createCharacter();
  const { mesh, skin, skeleton, jointNames } = model;
  const atRest = new Float64Array(12 * skin.jointCount);
  for (let k = 0; k < atRest.length; k++) atRest[k] = (k % 12) % 5 === 0 ? 1 : 0;
  return {
    name: 'the built-in character',
    bodies: [
      {
        name: model.name,
        mesh,
        source: { kind: 'linear-blend', skin, skeleton },
        jointNames,
        materialNames: ['cloth'],
      },
    ],
    rest: [{ jointMatrices: atRest, weights: new Float64Array(0) }],
    clips: clips.map(({ name, duration, write }) => ({
      name,
      start: 0,
      end: duration,
      poseAt: (time, [body]) => write(time, body.jointMatrices),
    })),
  };
}
