import {
  createRotations,
  type Rotations,
  resetRotations,
  writeJointMatrices,
  writePlacement,
} from '../joint-matrices.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';

/**
 * A clip of a model that stays in place and turns its joints: `turn` is called with joints at rest and the share of the clip
 * that is over (0 to 1), turns them, and returns how far the whole model is turned about the vertical.
 */
export function createTurningClip(
  { skeleton }: Model,
  steps: number,
  turn: (rotations: Rotations, time: number) => number,
): Clip {
  const rotations = createRotations(skeleton.parents.length);
  const root = new Float64Array(12);
  return {
    steps,
    write(step, out) {
      resetRotations(rotations);
      writePlacement(root, 0, 0, 0, turn(rotations, step / (steps - 1)));
      writeJointMatrices(skeleton, rotations, root, out);
    },
  };
}
