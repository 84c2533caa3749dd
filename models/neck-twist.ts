import { createRotations, resetRotations, turnJoint, writeJointMatrices } from './joint-matrices.ts';
import { findJoint } from './leg.ts';
import type { Model } from './model.ts';

export interface NeckTwist {
  /** Joint matrices of the creature at rest but for its neck, turned by `angle` (radians) in all about its own axis. */
  write(angle: number, root: Float64Array, out: Float64Array): void;
}

/**
 * Turns the head of `createCreature` about the neck, by equal shares at the neck joints `first` to `last` (1 to 7). One
 * joint gives the hardest case, where the skin between two joints is twisted by the whole angle.
 */
export function createNeckTwist(model: Model, first = 4, last = 5): NeckTwist {
  if (!(first >= 1 && first <= last && last <= 7)) {
    throw new Error(`createNeckTwist: neck joints ${first} to ${last}; they are numbered 1 to 7, the lower first.`);
  }
  const { parents, positions: p } = model.skeleton;
  const rotations = createRotations(parents.length);
  const joints = Array.from({ length: last - first + 1 }, (_, i) => findJoint(model, `neck-${first + i}`));
  const beyond = findJoint(model, last < 7 ? `neck-${last + 1}` : 'head');
  const from = 3 * joints[0];
  const axis = [0, 1, 2].map(k => p[3 * beyond + k] - p[from + k]);
  const size = Math.hypot(axis[0], axis[1], axis[2]);
  return {
    write(angle, root, out) {
      resetRotations(rotations);
      const share = angle / joints.length;
      for (const j of joints) turnJoint(rotations, j, axis[0] / size, axis[1] / size, axis[2] / size, share);
      writeJointMatrices(model.skeleton, rotations, root, out);
    },
  };
}
