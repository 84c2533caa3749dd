import { findKeptApart } from '../continuous/self/follow-joints.ts';
import { deformAll } from '../deform/deformer.ts';
import { createPosedJoints, JOINT_STRIDE, type PosedJoints, poseJoints } from '../deform/posed-joints.ts';
import { boxNodes, boxTriangle } from './boxes.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { BodyPose } from './subject.ts';

/** A body at a few instants. From each to the next, every vertex moves evenly and straight. */
export interface BodyMotion {
  shape: CheckedShape;
  posing: PosedJoints;
  /** For each instant. */
  positions: Float64Array[];
  joints: Float64Array[];
  instants: number;
  /** Boxes, as boxes.ts lays them out: of all nodes, and of the triangles of those leaves that have met another since `beginSearch`. */
  nodes: Float32Array;
  triangles: Float32Array;
  isLeafBoxed: Uint8Array;
  /** The farthest any coordinate moves from one instant to the next, of those a search has begun with. */
  moved: number;
  /** 1 for joints whose followers keep their shape, up to an affine map: they touch each other where they do at rest. */
  keepsApart: Uint8Array;
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
    instants,
    nodes: new Float32Array(6 * instants * tree.rights.length),
    triangles: new Float32Array(2 * instants * mesh.triangles.length),
    isLeafBoxed: new Uint8Array(tree.rights.length),
    moved: 0,
    keepsApart: new Uint8Array(jointCount),
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
}

/** What is at one instant is put at another as well; what was there is lost. */
export function carryInstant({ positions, joints, nodes, instants }: BodyMotion, from: number, to: number): void {
  [positions[from], positions[to]] = [positions[to], positions[from]];
  [joints[from], joints[to]] = [joints[to], joints[from]];
  for (let o = 0; o < nodes.length; o += instants) nodes[o + to] = nodes[o + from];
}

/** To be called when instants have been set, before anything is asked about the first `count` of them. */
export function beginSearch(motion: BodyMotion, count: number): void {
  findKeepers(motion, count);
  motion.isLeafBoxed.fill(0);
  motion.moved = 0;
  for (let k = 1; k < count; k++) motion.moved = Math.max(motion.moved, findFarthest(motion.positions, k));
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

/** Boxes the triangles of a leaf over the first `count` instants, unless that is done. */
export function boxLeaf(
  { shape, positions, triangles: boxes, instants, isLeafBoxed }: BodyMotion,
  leaf: number,
  count: number,
): void {
  if (isLeafBoxed[leaf]) return;
  isLeafBoxed[leaf] = 1;
  const { triangles } = shape.mesh;
  const { starts, ends } = shape.tree;
  for (let slot = starts[leaf]; slot < ends[leaf]; slot++) {
    const a = 3 * triangles[3 * slot];
    const b = 3 * triangles[3 * slot + 1];
    const c = 3 * triangles[3 * slot + 2];
    for (let k = 0; k < count; k++) boxTriangle(positions[k], a, b, c, boxes, 6 * instants * slot + k, instants);
  }
}

/** Finds the joints whose followers keep their shape over the first `count` instants. */
function findKeepers({ joints, keepsApart, trustsJoints }: BodyMotion, count: number): void {
  if (!trustsJoints) return;
  keepsApart.fill(1);
  const kept = new Uint8Array(keepsApart.length);
  for (let k = 0; k < count; k++) {
    findKeptApart(joints[Math.max(0, k - 1)], joints[k], kept);
    for (let j = 0; j < kept.length; j++) keepsApart[j] &= kept[j];
  }
}
