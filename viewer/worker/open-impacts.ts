import { createOctopus } from '../../models/skeletal/index.ts';
import type { Scene } from '../../papers/scene.ts';
import { createClipScene } from '../../papers/wong-2013/scenes/skeletal-clips.ts';
import { askImpacts, createImpactQuestion } from './ask-impacts.ts';
import { COLORS } from './colors.ts';
import { openCast } from './open-cast.ts';
import { castScene } from './open-skinned.ts';
import type { Opened } from './opened.ts';

/** The six scenes about a body that comes to touch itself between two steps. */
export const impactScenes: Record<string, () => Opened> = {
  rope: () => openImpacts('rope', createClipScene('rope'), COLORS.rope),
  octopus: () => openImpacts('octopus', createClipScene('octopus', createOctopus({ triangles: 26_000 })), COLORS.plum),
  urchin: () => openImpacts('urchin', createClipScene('urchin'), COLORS.sage),
  man: () => openImpacts('man', createClipScene('man-poses'), COLORS.sand),
  box: () => openImpacts('box', createClipScene('box-twist'), COLORS.steel),
  hand: () => openImpacts('hand', createClipScene('hand-grip'), COLORS.flesh),
};

function openImpacts(name: string, scene: Scene, color: number): Opened {
  const cast = castScene(scene, 'linear-blend', [color]);
  const question = createImpactQuestion(cast, scene.bodies[0].skeleton);
  return openCast({
    name,
    cast,
    overlays: ['none', 'clusters'],
    isAboutSelf: true,
    contactsWord: 'contacts since the last step',
    ask: (step, options, turns) => askImpacts(question, step, options, turns),
  });
}
