import { findKeptApart } from '../continuous/self/follow-joints.ts';
import { deformAll } from '../deform/deformer.ts';
import { createPosedJoints, JOINT_STRIDE, type PosedJoints, poseJoints } from '../deform/posed-joints.ts';
import { type Boxes, boxNodes, boxTriangles, createBoxes } from './boxes.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { BodyPose } from './subject.ts';

/** A body at a few instants. From each to the next, every vertex moves evenly and straight. */
export interface BodyMotion {
  shape: CheckedShape;
  posing: PosedJoints;
  /** For each instant. */
  positions: Float64Array[];
  joints: Float64Array[];
  nodes: Boxes;
  triangles: Boxes;
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
    nodes: createBoxes(tree.rights.length, instants),
    triangles: createBoxes(mesh.triangles.length / 3, instants),
    keepsApart: new Uint8Array(jointCount),
    trustsJoints,
  };
}

/** Puts the body in a pose at an instant; throws if its numbers are beyond computing with. About 0.1 us a triangle. */
export function setInstant(motion: BodyMotion, instant: number, pose: BodyPose): void {
  const { shape, posing, nodes, triangles } = motion;
  const { deformer, mesh, tree } = shape;
  const isUsable = poseJoints(deformer, posing, pose.jointMatrices, pose.weights, null);
  if (!isUsable) throw new Error('check: a pose has numbers that are not finite, or beyond 1e70; mend the clip.');
  deformAll(deformer, mesh.positions, posing, motion.positions[instant]);
  boxTriangles(mesh.triangles, motion.positions[instant], triangles[instant]);
  boxNodes(tree, triangles[instant], nodes[instant]);
  motion.joints[instant].set(posing.joints);
}

/** What was instant `one` becomes instant `other`, and the reverse. */
export function swapInstants({ positions, joints, nodes, triangles }: BodyMotion, one: number, other: number): void {
  for (const list of [positions, joints, nodes, triangles] as unknown[][]) {
    [list[one], list[other]] = [list[other], list[one]];
  }
}

/** Finds the joints whose followers keep their shape over the first `count` instants. */
export function findKeepers({ joints, keepsApart, trustsJoints }: BodyMotion, count: number): void {
  if (!trustsJoints) return;
  keepsApart.fill(1);
  const kept = new Uint8Array(keepsApart.length);
  for (let k = 0; k < count; k++) {
    findKeptApart(joints[Math.max(0, k - 1)], joints[k], kept);
    for (let j = 0; j < kept.length; j++) keepsApart[j] &= kept[j];
  }
}
