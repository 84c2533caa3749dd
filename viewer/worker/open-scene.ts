import { openBodies, openCurtain, openDolphins } from './open-fields.ts';
import { impactScenes } from './open-impacts.ts';
import { openCharacter, openCreatures, openMen, openNeckTwist } from './open-skinned.ts';
import { openForehead, openJaw } from './open-table.ts';
import { worldScenes } from './open-world.ts';
import type { Opened } from './opened.ts';

const openers: Record<string, () => Opened> = {
  character: openCharacter,
  men: openMen,
  creatures: openCreatures,
  'neck-twist': openNeckTwist,
  curtain: openCurtain,
  jaw: openJaw,
  forehead: openForehead,
  bodies: openBodies,
  dolphins: openDolphins,
  ...impactScenes,
  ...worldScenes,
};

/** Makes a scene of the catalogue ready to be shown. Takes a second or two. */
export function openScene(name: string): Opened {
  const open = Object.hasOwn(openers, name) ? openers[name] : undefined;
  if (!open) {
    throw new Error(`openScene: there is no scene '${name}'; there are ${Object.keys(openers).join(', ')}.`);
  }
  return open();
}
