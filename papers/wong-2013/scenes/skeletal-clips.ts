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
} from '../../../models/skeletal/index.ts';
import type { Scene } from '../../scene.ts';

/** One body and its clip as a scene. All of these begin without self-contact and come to some near their end. */
function showClip(name: string, title: string, model: Model, clip: Clip): Scene {
  return {
    name,
    title,
    steps: clip.steps,
    bodies: [model],
    writePose: (_body, step, out) => clip.write(step, out),
  };
}

export function createRopeScene(): Scene {
  const rope = createRope();
  const title =
    'A rope drops to the floor and falls across itself (after Rope in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('rope', title, rope, createRopeFall(rope));
}

/** 47976 triangles unless told. */
export function createOctopusScene(options: { triangles?: number } = {}): Scene {
  const octopus = createOctopus(options);
  const title = 'An octopus waves its arms until they cross (after Octopus in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('octopus', title, octopus, createOctopusWave(octopus));
}

export function createUrchinScene(): Scene {
  const urchin = createUrchin();
  const title = 'A spiky body bends to and fro and curls up (after Urchin in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('urchin', title, urchin, createUrchinBend(urchin));
}

export function createManPosesScene(): Scene {
  const man = createFineMan();
  const title =
    'A man walks in a circle, hand to his chest at last (after Man in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('man-poses', title, man, createManPoses(man));
}

export function createBoxTwistScene(): Scene {
  const box = createBox();
  const title = 'A box is twisted and bends into a closing ring (after Box in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('box-twist', title, box, createBoxTwist(box));
}

export function createHandGripScene(): Scene {
  const hand = createHand();
  const title = 'A hand plays with its fingers and makes a fist (after Hand in Fig. 11, Table 1 of Wong et al. 2013).';
  return showClip('hand-grip', title, hand, createHandGrip(hand));
}

/** Neck and tail move by two to three edge lengths in a step: the finer the creature, the more steps. */
export function createCreatureCurlScene(detail: '21k' | '48k'): Scene {
  const creature = createCreature({ triangles: detail === '21k' ? 21_000 : 48_000 });
  const title =
    'A creature curls up, head and tail to its flank (ours; as large as Man and Octopus of Wong et al. 2013).';
  return showClip(`creature-curl-${detail}`, title, creature, createCreatureCurl(creature, detail === '21k' ? 54 : 78));
}
