import { createCreature, type Model } from '../../../models/index.ts';
import {
  type Clip,
  createBox,
  createBoxTwist,
  createCreatureCurl,
  createFineMan,
  createHand,
  createHandGrip,
  createManPoses,
  createOctopus,
  createOctopusWave,
  createRope,
  createRopeFall,
  createUrchin,
  createUrchinBend,
  LONG_FORM,
} from '../../../models/skeletal/index.ts';
import type { Scene } from '../../scene.ts';

/** How [Wong2013] calls it, what happens, the model and its clip. */
const clips = {
  rope: ['Rope', 'A rope drops to the floor and falls across itself', createRope, createRopeFall],
  octopus: ['Octopus', 'An octopus waves its arms until they cross', createOctopus, createOctopusWave],
  urchin: ['Urchin', 'A spiky body bends to and fro and curls up', () => createUrchin(), createUrchinBend],
  'urchin-long': ['Urchin', 'A long thin urchin, seen from its bones', () => createUrchin(LONG_FORM), createUrchinBend],
  'man-poses': ['Man', 'A man walks in a circle, hand to his chest at last', createFineMan, createManPoses],
  'box-twist': ['Box', 'A box is twisted and bends into a closing ring', createBox, createBoxTwist],
  'hand-grip': ['Hand', 'A hand plays with its fingers and makes a fist', createHand, createHandGrip],
} satisfies Record<string, [name: string, title: string, model: () => Model, clip: (model: Model) => Clip]>;

/** A model of Fig. 11 and its clip, with another mesh of the same skeleton if it is given. */
export function createClipScene(name: keyof typeof clips, other?: Model): Scene {
  const [paperName, what, createModel, createClip] = clips[name];
  const model = other ?? createModel();
  const title = `${what} (after ${paperName} in Fig. 11, Table 1 of Wong et al. 2013).`;
  return showClip(name, title, model, createClip(model));
}

/** Neck and tail move by two to three edge lengths in a step: the finer the creature, the more steps. */
export function createCreatureCurlScene(detail: '21k' | '48k'): Scene {
  const creature = createCreature({ triangles: detail === '21k' ? 21_000 : 48_000 });
  const title =
    'A creature curls up, head and tail to its flank (ours; as large as Man and Octopus of Wong et al. 2013).';
  return showClip(`creature-curl-${detail}`, title, creature, createCreatureCurl(creature, detail === '21k' ? 54 : 78));
}

/** One body and its clip as a scene. All of these begin without self-contact and come to some near their end. */
function showClip(name: string, title: string, model: Model, clip: Clip): Scene {
  const writePose: Scene['writePose'] = (_body, step, out) => clip.write(step, out);
  return { name, title, steps: clip.steps, bodies: [model], writePose };
}
