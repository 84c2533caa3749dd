import type { Scene } from '../../papers/scene.ts';
import {
  createBoxTwistScene,
  createHandGripScene,
  createManPosesScene,
  createOctopusScene,
  createRopeScene,
  createUrchinScene,
} from '../../papers/wong-2013/scenes/skeletal-clips.ts';
import { askImpacts, createImpactQuestion } from './ask-impacts.ts';
import { COLORS } from './colors.ts';
import { openCast } from './open-cast.ts';
import { castScene } from './open-skinned.ts';
import type { Opened } from './opened.ts';

/** The six scenes about a body that comes to touch itself between two steps. */
export const impactScenes: Record<string, () => Opened> = {
  rope: () => openImpacts('rope', createRopeScene(), COLORS.rope),
  octopus: () => openImpacts('octopus', createOctopusScene({ triangles: 26_000 }), COLORS.plum),
  urchin: () => openImpacts('urchin', createUrchinScene(), COLORS.sage),
  man: () => openImpacts('man', createManPosesScene(), COLORS.sand),
  box: () => openImpacts('box', createBoxTwistScene(), COLORS.steel),
  hand: () => openImpacts('hand', createHandGripScene(), COLORS.flesh),
};

function openImpacts(name: string, scene: Scene, color: number): Opened {
  const cast = castScene(scene, 'linear-blend', [color]);
  const question = createImpactQuestion(cast, scene.bodies[0].skeleton);
  return openCast({
    name,
    cast,
    overlays: ['none', 'clusters'],
    contactsWord: 'contacts since the last step',
    ask: (step, options, turns) => askImpacts(question, step, options, turns),
  });
}
