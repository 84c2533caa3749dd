import { ease } from '../gait.ts';
import { createRotations, type Rotations, turnJoint, writeJointMatrices, writePlacement } from '../joint-matrices.ts';
import { findJoint } from '../leg.ts';
import type { Model } from '../model.ts';

/** A joint turned about an axis (of length 1, in the axes of the rest pose) by an angle in radians. */
export type Turn = readonly [joint: string, x: number, y: number, z: number, angle: number];

/** A pose that a motion passes through: all turns from the rest pose, in order. */
export interface KeyPose {
  time: number;
  turns: readonly Turn[];
}

/** A motion in seconds. */
export interface CharacterClip {
  name: string;
  /** What there is to see, in a sentence. */
  about: string;
  duration: number;
  /** Writes the joint matrices (rest space to world space, 12 numbers each) at a time from 0 to `duration`. */
  write(time: number, out: Float64Array): void;
}

/** A motion through key poses, in time order from 0 on, that starts and stops gently at each. */
export function createKeyClip(model: Model, name: string, about: string, keys: readonly KeyPose[]): CharacterClip {
  const poses = keys.map(({ turns }) => {
    const rotations = createRotations(model.skeleton.parents.length);
    for (const [joint, x, y, z, angle] of turns) turnJoint(rotations, findJoint(model, joint), x, y, z, angle);
    return rotations;
  });
  const mixed = createRotations(model.skeleton.parents.length);
  const root = new Float64Array(12);
  writePlacement(root, 0, 0, 0, 0);
  return {
    name,
    about,
    duration: keys[keys.length - 1].time,
    write(time, out) {
      const next = Math.max(
        1,
        keys.findIndex(key => key.time >= time),
      );
      const [from, to] = [keys[next - 1], keys[next]];
      mixRotations(poses[next - 1], poses[next], ease(0, 1, (time - from.time) / (to.time - from.time)), mixed);
      writeJointMatrices(model.skeleton, mixed, root, out);
    },
  };
}

/** Each joint the shorter way from one rotation to the other, along the straight line between the quaternions. */
function mixRotations(from: Rotations, to: Rotations, share: number, out: Rotations): void {
  for (let o = 0; o < out.length; o += 4) {
    let dot = 0;
    for (let k = o; k < o + 4; k++) dot += from[k] * to[k];
    const sign = dot < 0 ? -1 : 1;
    let squared = 0;
    for (let k = o; k < o + 4; k++) {
      out[k] = from[k] + share * (sign * to[k] - from[k]);
      squared += out[k] * out[k];
    }
    for (let k = o; k < o + 4; k++) out[k] /= Math.sqrt(squared);
  }
}
