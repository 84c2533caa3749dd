import { createRotations, resetRotations, turnJoint, writeJointMatrices, writePlacement } from '../joint-matrices.ts';
import { findJoint } from '../leg.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';

/** It starts half curled up to its right and ends fully curled up to its left. */
const START = -0.55;
const END = 1.4;

/**
 * `createCreature` swings round and curls up: its head comes back along its flank and its tail forward to meet it. In 78
 * `steps` neck and tail move by two to three edges of a creature of 48000 triangles each time; fewer suit a coarser one.
 */
export function createCreatureCurl(model: Model, steps = 78): Clip {
  const rotations = createRotations(model.skeleton.parents.length);
  const root = new Float64Array(12);
  const turn = (name: string, yaw: number, pitch: number): void => {
    const j = findJoint(model, name);
    turnJoint(rotations, j, 1, 0, 0, pitch);
    turnJoint(rotations, j, 0, 1, 0, yaw);
  };
  return {
    steps,
    write(step, out) {
      const curl = START + ((END - START) * step) / (steps - 1);
      const low = curl * curl;
      resetRotations(rotations);
      for (const name of ['loin', 'back-1', 'back-2', 'back-3', 'chest']) turn(name, 0.11 * curl, 0);
      for (let i = 1; i <= 7; i++) turn(`neck-${i}`, 0.36 * curl, 0.13 * low);
      turn('head', 0.25 * curl, 0.1 * low);
      for (let i = 1; i <= 11; i++) turn(`tail-${i}`, -0.33 * curl, -0.02 * low);
      writePlacement(root, 0, 0, 0, -0.25 * curl);
      writeJointMatrices(model.skeleton, rotations, root, out);
    },
  };
}
