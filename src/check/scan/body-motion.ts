import { findKeptApart } from '../../continuous/self/follow-joints.ts';
import { deformAll } from '../../deform/deformer.ts';
import { createPosedJoints, JOINT_STRIDE, type PosedJoints, poseJoints } from '../../deform/posed-joints.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { BodyPose } from '../plan/subject.ts';
import { boxNodes, boxTriangle } from './boxes.ts';
import { createDrift, type Drift, measureDrift } from './drift.ts';

/** A body at a few instants. From each to the next, every vertex moves evenly and straight. */
export interface BodyMotion {
  shape: CheckedShape;
  posing: PosedJoints;
  /** For each instant. */
  positions: Float64Array[];
  joints: Float64Array[];
  /** What rounding may move a posed vertex (`skinningSlack`). */
  slacks: Float64Array;
  instants: number;
  /** Boxes, as boxes.ts lays them out: of all nodes, and of those triangles that something came near to since `beginSearch`. */
  nodes: Float32Array;
  triangles: Float32Array;
  isBoxed: Uint8Array;
  /** Triangles that stay farther apart than this need not be looked at step by step: see `LEAST_GAP`. */
  leastGap: number;
  drift: Drift;
  /** For each star a direction that its triangles faced at the last instant asked about (stars.ts). */
  starDirections: Float64Array;
  /**
   * 1 for joints whose followers keep their shape, up to an affine map: they touch each other where they do at rest, or where they are
   * nearer than `closable` there, a gap that rounding may close.
   */
  keepsApart: Uint8Array;
  closable: number;
  /** Whether what follows one joint alone is left out; if not, `keepsApart` stays 0. */
  trustsJoints: boolean;
}

export function createBodyMotion(shape: CheckedShape, instants: number, trustsJoints: boolean): BodyMotion {
  const { mesh, tree, deformer } = shape;
  const { jointCount } = deformer.sets;
  const floats = (count: number): Float64Array[] => Array.from({ length: instants }, () => new Float64Array(count));
  return {
    shape,
    posing: createPosedJoints(deformer),
    positions: floats(mesh.positions.length),
    joints: floats(JOINT_STRIDE * jointCount),
    slacks: new Float64Array(instants),
    instants,
    nodes: new Float32Array(6 * instants * tree.rights.length),
    triangles: new Float32Array(2 * instants * mesh.triangles.length),
    isBoxed: new Uint8Array(mesh.triangles.length / 3),
    leastGap: 0,
    drift: createDrift(shape),
    starDirections: new Float64Array(3 * shape.stars.vertices.length),
    keepsApart: new Uint8Array(jointCount),
    closable: 0,
    trustsJoints,
  };
}

/** Puts the body in a pose at an instant; throws if its numbers are beyond computing with. About 50 ns a triangle. */
export function setInstant(motion: BodyMotion, instant: number, pose: BodyPose): void {
  const { shape, posing, nodes, instants } = motion;
  const { deformer, mesh, tree, leafVertices } = shape;
  const isUsable = poseJoints(deformer, posing, pose.jointMatrices, pose.weights, null);
  if (!isUsable) throw new Error('check: a pose has numbers that are not finite, or beyond 1e70; mend the clip.');
  deformAll(deformer, mesh.positions, posing, motion.positions[instant]);
  boxNodes(tree, leafVertices, motion.positions[instant], nodes, instants, instant);
  motion.joints[instant].set(posing.joints);
  motion.slacks[instant] = posing.slack;
}

/** What is at one instant is put at another as well; what was there is lost. */
export function carryInstant(motion: BodyMotion, from: number, to: number): void {
  const { positions, joints, slacks, nodes, instants } = motion;
  [positions[from], positions[to]] = [positions[to], positions[from]];
  [joints[from], joints[to]] = [joints[to], joints[from]];
  slacks[to] = slacks[from];
  for (let o = 0; o < nodes.length; o += instants) nodes[o + to] = nodes[o + from];
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
  findKeepers(motion, count);
  motion.isBoxed.fill(0);
  let moved = 0;
  for (let k = 1; k < count; k++) moved = Math.max(moved, findFarthest(motion.positions, k));
  motion.leastGap = LEAST_GAP * moved + ROUNDING * findReach(motion, 0, count - 1);
  measureDrift(motion, count);
}

/** The largest coordinate of a body at some instants: that of its root's boxes. */
export function findReach({ nodes, instants }: BodyMotion, first: number, last: number): number {
  let reach = 0;
  for (let o = 0; o < 6 * instants; o += instants) {
    for (let k = first; k <= last; k++) reach = Math.max(reach, Math.abs(nodes[o + k]));
  }
  return reach;
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

/** Boxes a triangle over the first `count` instants, unless that is done. */
export function boxSlot(
  { shape, positions, triangles: boxes, instants, isBoxed }: BodyMotion,
  slot: number,
  count: number,
): void {
  if (isBoxed[slot]) return;
  isBoxed[slot] = 1;
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  for (let k = 0; k < count; k++) boxTriangle(positions[k], a, b, c, boxes, 6 * instants * slot + k, instants);
}

/** Joints that shorten a length to less than this part of it are not trusted; a turn of 119 degrees in a step is. */
const LEAST_FACTOR = 1e-3;

/** Finds the joints whose followers keep their shape over the first `count` instants. */
function findKeepers(motion: BodyMotion, count: number): void {
  const { joints, slacks, keepsApart, trustsJoints } = motion;
  motion.closable = (2 * slacks.subarray(0, count).reduce((most, slack) => Math.max(most, slack), 0)) / LEAST_FACTOR;
  if (!trustsJoints) return;
  keepsApart.fill(1);
  const kept = new Uint8Array(keepsApart.length);
  for (let k = 0; k < count; k++) {
    findKeptApart(joints[Math.max(0, k - 1)], joints[k], kept, LEAST_FACTOR);
    for (let j = 0; j < kept.length; j++) keepsApart[j] &= kept[j];
  }
}
