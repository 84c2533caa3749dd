import { createMan } from '../man.ts';
import type { Model } from '../model.ts';
import { createCrossArms, createCurl, createReach, createWave } from './character-clips.ts';
import type { CharacterClip } from './key-clip.ts';

/** A character that moves. */
export interface Character {
  model: Model;
  clips: CharacterClip[];
}

/**
 * A man with four clips for trying a collision check on, under linear blend skinning: 'wave' is clean; in 'reach' a hand passes
 * through a thigh; in 'cross-arms' both arms sink into the chest; in 'curl' an elbow creases, and that is all.
 */
export function createCharacter(): Character {
  const model = createMan();
  return { model, clips: [createWave(model), createReach(model), createCrossArms(model), createCurl(model)] };
}
