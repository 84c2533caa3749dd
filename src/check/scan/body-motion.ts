import { deformAll } from '../../deform/deformer.ts';
import { createPosedJoints, type PosedJoints, poseJoints } from '../../deform/posed-joints.ts';
import { gatherInstants } from '../../self/reasons/boxes-over-window.ts';
import { createWindow, openWindow, type SelfWindow, setInstant, swapInstants } from '../../self/window.ts';
import { poseCompiled, type WindowInMemory } from '../compiled/pack-window.ts';
import { createMeasureRoom, type MeasureRoom } from '../measure/snapshot.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { BodyPose } from '../plan/subject.ts';
import { emptyBoxes, findKeepers, lowerDrifts } from './keepers.ts';

/** A body at a few instants. From each to the next, every vertex moves evenly and straight. */
export interface BodyMotion {
  shape: CheckedShape;
  posing: PosedJoints;
  window: SelfWindow;
  /** What rounding may move a posed vertex (`skinningSlack`), for each instant. */
  roundings: Float64Array;
  /** Triangles that stay farther apart than this need not be looked at step by step: see `LEAST_GAP`. */
  leastGap: number;
  /**
   * 1 for joints whose followers keep their shape, up to an affine map, or have vanished (keepers.ts): they touch each other where they
   * do at rest, or where they are nearer than `closable` there, a gap that rounding may close.
   */
  keepsApart: Uint8Array;
  closable: Float64Array;
  /** For each joint the instants at which its followers have vanished, as bits; `anyGone`: there are such. */
  goneAt: Uint32Array;
  anyGone: boolean;
  /** Whether what follows one joint alone is left out; if not, `keepsApart` stays 0. */
  trustsJoints: boolean;
  room: MeasureRoom;
  /** How often something has been asked about instants: `beginSearch`. */
  searches: number;
  /** How many poses it has been in, and which of them it is in at each instant. */
  poses: { count: number; ofInstants: Float64Array };
  /** What the memory of the compiled query has of it. */
  inMemory: WindowInMemory;
}

export function createBodyMotion(shape: CheckedShape, instants: number, trustsJoints: boolean): BodyMotion {
  return {
    shape,
    posing: createPosedJoints(shape.deformer),
    window: createWindow(shape.self, instants),
    roundings: new Float64Array(instants),
    leastGap: 0,
    keepsApart: new Uint8Array(shape.deformer.sets.jointCount),
    closable: new Float64Array(shape.deformer.sets.jointCount),
    goneAt: new Uint32Array(shape.deformer.sets.jointCount),
    anyGone: false,
    trustsJoints,
    room: createMeasureRoom(shape),
    searches: 0,
    poses: { count: 0, ofInstants: new Float64Array(instants) },
    inMemory: { packed: null },
  };
}

/** Puts the body in a pose at an instant; throws if its numbers are beyond computing with. About 20 ns a triangle. `poseVertices`: poses vertices and boxes nodes, if it can. */
export function poseBody(motion: BodyMotion, instant: number, pose: BodyPose, poseVertices = poseCompiled): void {
  const { shape, posing, window, roundings, poses } = motion;
  const { deformer, mesh } = shape;
  const isUsable = poseJoints(deformer, posing, pose.jointMatrices, pose.weights, null);
  if (!isUsable) throw new Error('check: a pose has numbers that are not finite, or beyond 1e70; mend the clip.');
  poses.ofInstants[instant] = ++poses.count;
  const isPosed = poseVertices(motion, instant);
  if (!isPosed) deformAll(deformer, mesh.positions, posing, window.positions[instant]);
  setInstant(window, instant, posing.joints, posing.magnitude, isPosed);
  roundings[instant] = posing.slack;
}

/** What is at one instant is put at another; what was there is lost. */
export function carryBody({ window, roundings, poses }: BodyMotion, from: number, to: number): void {
  swapInstants(window, from, to);
  roundings[to] = roundings[from];
  poses.ofInstants[to] = poses.ofInstants[from];
  poses.ofInstants[from] = ++poses.count; // of which nothing is said
}

/**
 * How far apart two triangles must stay to be left out, as a share of the farthest that any coordinate moves in a step, and of the largest
 * coordinate. The tests of first contact may take what is nearer than it moves in their tolerance, a ten-thousandth of a step, for
 * touching. Ten times that is free by them too: so what is found does not depend on which steps are looked at together.
 */
export const LEAST_GAP = 1e-3;
const ROUNDING = 1e-9;

/** To be called when instants have been set, before anything is asked about the first `count` of them. */
export function beginSearch(motion: BodyMotion, count: number): void {
  const { window, shape, keepsApart } = motion;
  motion.searches++;
  if (motion.trustsJoints) findKeepers(motion, count);
  let moved = 0;
  for (let k = 1; k < count; k++) moved = Math.max(moved, findFarthest(window.positions, k));
  motion.leastGap = LEAST_GAP * moved + ROUNDING * findLargest(motion, 0, count - 1);
  openWindow(window, count, motion.leastGap);
  if (motion.trustsJoints) lowerDrifts(motion);
  motion.anyGone = motion.goneAt.some(gone => gone !== 0);
  const { ofFans } = shape.onlyJoints;
  const { isKept } = window;
  for (let v = 0; v < isKept.length; v++) if (ofFans[v] >= 0) isKept[v] |= keepsApart[ofFans[v]];
}

/** Lays out the boxes of nodes over the instants that are asked about, if that has not been done. */
export function boxNodes(motion: BodyMotion): void {
  const { boxes, count } = motion.window;
  if (boxes.isGathered) return;
  gatherInstants(boxes, count);
  if (motion.anyGone) emptyBoxes(motion, boxes.ofNodes, 0, boxes.instants);
}

/** The largest coordinate of a body at some instants: that of its root's boxes. */
export function findLargest({ window }: BodyMotion, first: number, last: number): number {
  let largest = 0;
  for (let k = first; k <= last; k++) {
    for (let o = 0; o < 6; o++) largest = Math.max(largest, Math.abs(window.boxes.atInstants[k][o]));
  }
  return largest;
}

function findFarthest(positions: readonly Float64Array[], to: number): number {
  const p = positions[to - 1];
  const q = positions[to];
  let farthest = 0;
  for (let k = 0; k < q.length; k++) {
    const moved = Math.abs(q[k] - p[k]);
    if (moved > farthest) farthest = moved;
  }
  return farthest;
}
