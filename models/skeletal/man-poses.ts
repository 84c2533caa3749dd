import { ease } from '../gait.ts';
import type { Rotations } from '../joint-matrices.ts';
import { createRotations, turnJoint, writeJointMatrices, writePlacement } from '../joint-matrices.ts';
import { findJoint } from '../leg.ts';
import { createManWalk, poseManWalk } from '../man-walk.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';

const STEPS = 120;
/** Metres: the circle he walks. */
const CIRCLE = 0.8;
const CYCLES = 3.3;
/** The way he looks at first, so that in the end he looks along +z. */
const HEADING = -3.6;
/** How much wider than in the plain walk he holds his arms: his armpits stay open. */
const SPREAD = 0.25;

/**
 * A man walks in a circle and, near its end, lays his right hand on his chest.
 */
export function createManPoses(model: Model): Clip {
  const rotations = createRotations(model.skeleton.parents.length);
  const laid = createRotations(model.skeleton.parents.length);
  layHand(model, laid);
  const rightArm = ['right-upper-arm', 'right-forearm', 'right-hand'].map(name => findJoint(model, name));
  const root = new Float64Array(12);
  const { travel } = createManWalk(model);
  return {
    steps: STEPS,
    write(step, out) {
      const time = step / (STEPS - 1);
      const heading = HEADING + (time * CYCLES * travel) / CIRCLE;
      const rise = poseManWalk(model, rotations, CYCLES * time);
      turnJoint(rotations, findJoint(model, 'left-upper-arm'), 0, 0, 1, SPREAD);
      turnJoint(rotations, findJoint(model, 'right-upper-arm'), 0, 0, 1, -SPREAD);
      const share = ease(0, 1, (time - 0.5) / 0.5);
      for (const j of rightArm) mixRotation(rotations, laid, j, share);
      // On its way the hand goes around the thigh.
      turnJoint(rotations, rightArm[0], 1, 0, 0, -1.4 * share * (1 - share));
      writePlacement(root, -CIRCLE * Math.cos(heading), rise, CIRCLE * Math.sin(heading), heading);
      writeJointMatrices(model.skeleton, rotations, root, out);
    },
  };
}

/** The upper arm comes down and forward, the forearm across the chest. */
function layHand(model: Model, rotations: Rotations): void {
  const upper = findJoint(model, 'right-upper-arm');
  turnJoint(rotations, upper, 0, 0, 1, 0.25);
  turnJoint(rotations, upper, 1, 0, 0, -0.34);
  turnJoint(rotations, upper, 0, 1, 0, 0.28);
  turnJoint(rotations, findJoint(model, 'right-forearm'), -0.22, 0.35, 0.91, 2.05);
  turnJoint(rotations, findJoint(model, 'right-hand'), 0, 1, 0, 0.3);
}

/** Takes joint `j` a `share` of the way to its rotation in `to`, along the straight line between the quaternions. */
function mixRotation(rotations: Rotations, to: Rotations, j: number, share: number): void {
  const o = 4 * j;
  let dot = 0;
  for (let k = o; k < o + 4; k++) dot += rotations[k] * to[k];
  const sign = dot < 0 ? -1 : 1;
  let size = 0;
  for (let k = o; k < o + 4; k++) {
    rotations[k] += share * (sign * to[k] - rotations[k]);
    size += rotations[k] * rotations[k];
  }
  for (let k = o; k < o + 4; k++) rotations[k] /= Math.sqrt(size);
}
