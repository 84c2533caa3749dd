import { createCreaturesWalkThrough } from './kavan-2006/scenes/creatures-walk-through.ts';
import { createNeckTwistScene } from './kavan-2006/scenes/neck-twist.ts';
import { createTwoMenWalking } from './kavan-2006/scenes/two-men-walking.ts';
import type { Scene } from './scene.ts';
import { createClipScene, createCreatureCurlScene } from './wong-2013/scenes/skeletal-clips.ts';

/** Every scene by name. Each is made when first asked for, which takes seconds (x100: tens of seconds), and kept. */
export const scenes: Record<string, () => Scene> = {
  'two-men-walking': keep(createTwoMenWalking),
  'creatures-walk-through': keep(() => createCreaturesWalkThrough(1)),
  'creatures-walk-through-x10': keep(() => createCreaturesWalkThrough(10)),
  'creatures-walk-through-x100': keep(() => createCreaturesWalkThrough(100)),
  'neck-twist': keep(createNeckTwistScene),
  rope: keep(() => createClipScene('rope')),
  octopus: keep(() => createClipScene('octopus')),
  urchin: keep(() => createClipScene('urchin')),
  'urchin-long': keep(() => createClipScene('urchin-long')),
  'man-poses': keep(() => createClipScene('man-poses')),
  'box-twist': keep(() => createClipScene('box-twist')),
  'hand-grip': keep(() => createClipScene('hand-grip')),
  'creature-curl-21k': keep(() => createCreatureCurlScene('21k')),
  'creature-curl-48k': keep(() => createCreatureCurlScene('48k')),
};

function keep(create: () => Scene): () => Scene {
  let scene: Scene | undefined;
  return () => {
    scene ??= create();
    return scene;
  };
}
