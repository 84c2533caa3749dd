import { type Gait, type Motion, travelOf } from './gait.ts';
import { createRotations, type Rotations, writeJointMatrices, writePlacement } from './joint-matrices.ts';
import type { Model } from './model.ts';

/** Sets all rotations to a walk after `cycles` cycles; returns how far above its rest height the body is then. */
export type PoseWalk = (model: Model, rotations: Rotations, cycles: number) => number;

export function createWalk(model: Model, gait: Gait, pose: PoseWalk): Motion {
  const rotations = createRotations(model.skeleton.parents.length);
  const root = new Float64Array(12);
  return {
    travel: travelOf(gait),
    write(cycles, x, z, heading, out) {
      const rise = pose(model, rotations, cycles);
      writePlacement(root, x, rise, z, heading);
      writeJointMatrices(model.skeleton, rotations, root, out);
    },
  };
}
