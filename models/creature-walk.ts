import type { FootStep, Gait, Motion } from './gait.ts';
import { ease, stepFoot } from './gait.ts';
import type { Rotations } from './joint-matrices.ts';
import { resetRotations, turnJoint } from './joint-matrices.ts';
import { findJoint, solveLeg } from './leg.ts';
import type { Model } from './model.ts';
import { createWalk } from './walk.ts';

const GAIT: Gait = { duty: 0.66, stride: 0.9, lift: 0.36 };
const SINK = 0.07;
const BOB = 0.03;

/** When each leg steps, in cycles: hind left, fore left, hind right, fore right, as walking animals do. */
const LEGS = [
  { joints: ['left-thigh', 'left-shin', 'left-sole', 'left-foot', 'left-toe-in', 'left-toe-out'], lag: 0 },
  { joints: ['left-arm', 'left-forearm', 'left-palm', 'left-paw', 'left-finger-in', 'left-finger-out'], lag: 0.25 },
  { joints: ['right-thigh', 'right-shin', 'right-sole', 'right-foot', 'right-toe-in', 'right-toe-out'], lag: 0.5 },
  {
    joints: ['right-arm', 'right-forearm', 'right-palm', 'right-paw', 'right-finger-in', 'right-finger-out'],
    lag: 0.75,
  },
];

/**
 * A slow walk of `createCreature`, with swaying neck and tail.
 */
export function createCreatureWalk(model: Model): Motion {
  return createWalk(model, GAIT, poseCreatureWalk);
}

function poseCreatureWalk(model: Model, rotations: Rotations, cycles: number): number {
  resetRotations(rotations);
  const rise = BOB * Math.cos(4 * Math.PI * cycles) - SINK;
  for (const leg of LEGS) {
    const joints = leg.joints.map(name => findJoint(model, name));
    poseLeg(model, rotations, joints, stepFoot(GAIT, cycles - leg.lag), rise);
  }
  poseTrunk(model, rotations, 2 * Math.PI * cycles);
  return rise;
}

/** The long bone above the foot leans back when the foot lands and far forward before it leaves; in the air it folds. */
function leanFoot(step: FootStep): number {
  if (step.grounded) return ease(-0.15, 0.3, step.progress);
  return step.progress < 0.4 ? ease(0.3, 0.75, step.progress / 0.4) : ease(0.75, -0.15, (step.progress - 0.4) / 0.6);
}

/** The paw stays flat on the ground until shortly before it leaves, hangs in the air and is flat again on landing. */
function tipPaw(step: FootStep): number {
  if (step.grounded) return 0;
  return step.progress < 0.4 ? ease(0, 0.6, step.progress / 0.4) : ease(0.6, 0, (step.progress - 0.4) / 0.6);
}

function poseLeg(model: Model, rotations: Rotations, joints: number[], step: FootStep, rise: number): void {
  const [hip, knee, ankle, paw, inner, outer] = joints;
  const p = model.skeleton.positions;
  const lean = leanFoot(step);
  const y = p[3 * ankle + 1] - p[3 * paw + 1];
  const z = p[3 * ankle + 2] - p[3 * paw + 2];
  const ankleY = p[3 * paw + 1] + y * Math.cos(lean) - z * Math.sin(lean) + step.up - rise;
  const ankleZ = p[3 * paw + 2] + y * Math.sin(lean) + z * Math.cos(lean) + step.forward;
  const angles = solveLeg(model.skeleton, { hip, knee, ankle }, ankleY, ankleZ);
  const tip = tipPaw(step);
  turnJoint(rotations, hip, 1, 0, 0, angles.hip);
  turnJoint(rotations, knee, 1, 0, 0, angles.knee);
  turnJoint(rotations, ankle, 1, 0, 0, lean - angles.total);
  turnJoint(rotations, paw, 1, 0, 0, tip - lean);
  turnJoint(rotations, inner, 1, 0, 0, 0.3 * tip);
  turnJoint(rotations, outer, 1, 0, 0, 0.3 * tip);
}

/** Waves run along the body: the back bends a little, the tail swings, the neck answers and the head stays level. */
function poseTrunk(model: Model, rotations: Rotations, angle: number): void {
  turnJoint(rotations, findJoint(model, 'loin'), 0, 1, 0, 0.03 * Math.sin(angle));
  turnJoint(rotations, findJoint(model, 'back-3'), 0, 1, 0, -0.03 * Math.sin(angle));
  for (let i = 1; i <= 7; i++) {
    const j = findJoint(model, `neck-${i}`);
    turnJoint(rotations, j, 0, 1, 0, 0.045 * Math.sin(angle - 0.5 * i));
    turnJoint(rotations, j, 1, 0, 0, 0.025 * Math.sin(2 * angle - 0.4 * i));
  }
  turnJoint(rotations, findJoint(model, 'head'), 1, 0, 0, -0.08 * Math.sin(2 * angle - 2));
  turnJoint(rotations, findJoint(model, 'jaw'), 1, 0, 0, 0.06 * Math.sin(angle) - 0.06);
  for (const [side, mirror] of [['left', 1] as const, ['right', -1] as const]) {
    turnJoint(rotations, findJoint(model, `${side}-ear`), 0, 0, 1, 0.15 * mirror * Math.sin(2 * angle));
  }
  for (let i = 1; i <= 11; i++) {
    turnJoint(rotations, findJoint(model, `tail-${i}`), 0, 1, 0, 0.09 * Math.sin(angle - 0.45 * i));
    turnJoint(rotations, findJoint(model, `tail-${i}`), 1, 0, 0, 0.02 * Math.sin(2 * angle - 0.5 * i));
  }
}
