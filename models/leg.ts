import type { Skeleton } from '../src/deform/skeleton.ts';
import type { Model } from './model.ts';

/** A leg bends in its plane x = constant: hip, knee and ankle as joint indices. */
export interface Leg {
  hip: number;
  knee: number;
  ankle: number;
}

/** Angles about the x axis, in the axes of the rest pose; positive takes y to z, so it swings a hanging leg backward. */
export interface LegAngles {
  hip: number;
  knee: number;
  /** What hip and knee together turn the ankle by. */
  total: number;
}

/** The joint called `name`. */
export function findJoint(model: Model, name: string): number {
  const j = model.jointNames.indexOf(name);
  if (j < 0) throw new Error(`findJoint: ${model.name} has no joint called ${name}.`);
  return j;
}

/**
 * The angles that bring the ankle to (y, z), by the law of cosines, with the knee bent to the side it rests on. A target
 * out of reach is brought into reach along its line to the hip.
 */
export function solveLeg(skeleton: Skeleton, leg: Leg, y: number, z: number): LegAngles {
  const p = skeleton.positions;
  const hipY = p[3 * leg.hip + 1];
  const hipZ = p[3 * leg.hip + 2];
  const upY = p[3 * leg.knee + 1] - hipY;
  const upZ = p[3 * leg.knee + 2] - hipZ;
  const lowY = p[3 * leg.ankle + 1] - p[3 * leg.knee + 1];
  const lowZ = p[3 * leg.ankle + 2] - p[3 * leg.knee + 2];
  const upper = Math.hypot(upY, upZ);
  const lower = Math.hypot(lowY, lowZ);
  const side = Math.sign((upY + lowY) * upZ - (upZ + lowZ) * upY);
  const wanted = Math.hypot(y - hipY, z - hipZ);
  const span = Math.min(0.999 * (upper + lower), Math.max(1.001 * Math.abs(upper - lower), wanted));
  const toward = Math.atan2(z - hipZ, y - hipY);
  const bend = Math.acos((upper * upper + span * span - lower * lower) / (2 * upper * span));
  const upAngle = toward + side * bend;
  const ankleY = span * Math.cos(toward) - upper * Math.cos(upAngle);
  const ankleZ = span * Math.sin(toward) - upper * Math.sin(upAngle);
  const hip = wrapAngle(upAngle - Math.atan2(upZ, upY));
  const total = wrapAngle(Math.atan2(ankleZ, ankleY) - Math.atan2(lowZ, lowY));
  return { hip, knee: wrapAngle(total - hip), total };
}

function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
