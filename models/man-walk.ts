import type { FootStep, Gait, Motion } from './gait.ts';
import { ease, stepFoot } from './gait.ts';
import type { Rotations } from './joint-matrices.ts';
import { resetRotations, turnJoint } from './joint-matrices.ts';
import { findJoint, solveLeg } from './leg.ts';
import type { Model } from './model.ts';
import { createWalk } from './walk.ts';

const GAIT: Gait = { duty: 0.6, stride: 0.56, lift: 0.05 };
/** The body hangs a little lower than at rest, or the straight legs could not stride. */
const SINK = 0.022;
const BOB = 0.016;
/** He rests with his feet apart and walks with them closer. */
const NARROW = 0.075;
/** Where the sole turns: at the heel while the toes are up, at the ball while the heel is. */
const HEEL_Z = -0.085;
const BALL_Z = 0.1;
const TOES_UP = -0.3;
const HEEL_UP = 0.5;

/**
 * A relaxed walk of `createMan`: heel to toe, arms against legs, the chest turning with the arms.
 */
export function createManWalk(model: Model): Motion {
  return createWalk(model, GAIT, poseManWalk);
}

/** Sets all rotations to the walk after `cycles` cycles; returns how far above its rest height the body is then. */
export function poseManWalk(model: Model, rotations: Rotations, cycles: number): number {
  resetRotations(rotations);
  const sway = Math.cos(2 * Math.PI * cycles);
  const rise = BOB * Math.cos(4 * Math.PI * (cycles - 0.3)) - SINK;
  for (const left of [true, false]) {
    const side = left ? 'left' : 'right';
    poseLeg(model, rotations, side, stepFoot(GAIT, left ? cycles : cycles + 0.5), rise);
    poseArm(model, rotations, side, left ? sway : -sway);
  }
  poseTrunk(model, rotations, sway);
  return rise;
}

/** How far the sole is tipped: toes up at the landing, flat, heel up before the foot leaves, and back in the air. */
function tipFoot(step: FootStep): number {
  if (step.grounded)
    return step.progress < 0.4
      ? ease(TOES_UP, 0, step.progress / 0.25)
      : ease(0, HEEL_UP, (step.progress - 0.55) / 0.45);
  return ease(HEEL_UP, TOES_UP, step.progress / 0.9);
}

function poseLeg(model: Model, rotations: Rotations, side: string, step: FootStep, rise: number): void {
  const { positions } = model.skeleton;
  const leg = {
    hip: findJoint(model, `${side}-thigh`),
    knee: findJoint(model, `${side}-calf`),
    ankle: findJoint(model, `${side}-foot`),
  };
  const tip = tipFoot(step);
  const pivot = tip > 0 ? BALL_Z : HEEL_Z;
  const y = positions[3 * leg.ankle + 1];
  const z = positions[3 * leg.ankle + 2] - pivot;
  // The stride lies behind the hips more than before them: the raised heel lengthens the leg that is behind.
  const ankleY = y * Math.cos(tip) - z * Math.sin(tip) + step.up - rise;
  const ankleZ = y * Math.sin(tip) + z * Math.cos(tip) + pivot + step.forward - 0.02;
  const angles = solveLeg(model.skeleton, leg, ankleY, ankleZ);
  const inward = side === 'left' ? -NARROW : NARROW;
  turnJoint(rotations, leg.hip, 1, 0, 0, angles.hip);
  turnJoint(rotations, leg.hip, 0, 0, 1, inward);
  turnJoint(rotations, leg.knee, 1, 0, 0, angles.knee);
  turnJoint(rotations, leg.ankle, 1, 0, 0, tip);
  turnJoint(rotations, leg.ankle, 0, 0, 1, -inward);
  turnJoint(rotations, leg.ankle, 1, 0, 0, -angles.total);
  const bend = step.grounded ? 1 : 1 - Math.min(1, 2 * step.progress);
  turnJoint(rotations, findJoint(model, `${side}-toes`), 1, 0, 0, -Math.max(0, tip) * bend);
}

/** `swing` runs from -1 (arm in front) to 1 (arm behind). The arms rest spread out and are let down first. */
function poseArm(model: Model, rotations: Rotations, side: string, swing: number): void {
  const mirror = side === 'left' ? 1 : -1;
  const upper = findJoint(model, `${side}-upper-arm`);
  const lower = findJoint(model, `${side}-forearm`);
  turnJoint(rotations, findJoint(model, `${side}-clavicle`), 0, 0, 1, -0.1 * mirror);
  turnJoint(rotations, upper, 0, 0, 1, -0.5 * mirror);
  turnJoint(rotations, upper, 1, 0, 0, 0.42 * swing + 0.04);
  const bend = 0.32 - 0.18 * swing;
  turnJoint(rotations, lower, -Math.SQRT1_2, -Math.SQRT1_2 * mirror, 0, bend);
}

function poseTrunk(model: Model, rotations: Rotations, sway: number): void {
  turnJoint(rotations, findJoint(model, 'waist'), 0, 1, 0, 0.04 * sway);
  turnJoint(rotations, findJoint(model, 'waist'), 1, 0, 0, 0.03);
  turnJoint(rotations, findJoint(model, 'ribs'), 0, 1, 0, 0.05 * sway);
  turnJoint(rotations, findJoint(model, 'chest'), 0, 1, 0, 0.04 * sway);
  turnJoint(rotations, findJoint(model, 'neck'), 0, 1, 0, -0.06 * sway);
  turnJoint(rotations, findJoint(model, 'head'), 0, 1, 0, -0.06 * sway);
  turnJoint(rotations, findJoint(model, 'head'), 1, 0, 0, -0.03);
}
