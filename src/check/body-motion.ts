import { findKeptApart } from '../continuous/self/follow-joints.ts';
import { deformAll } from '../deform/deformer.ts';
import { createPosedJoints, JOINT_STRIDE, type PosedJoints, poseJoints } from '../deform/posed-joints.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { BodyPose } from './subject.ts';
import { boxNodes, boxTriangles } from './twin-boxes.ts';

/** One of the two instants a body is kept at. A step goes from one to the other; either may be the earlier. */
export type Half = 0 | 1;

/** A body at two instants. In between, every vertex moves evenly and straight from the one place to the other. */
export interface BodyMotion {
  shape: CheckedShape;
  posing: PosedJoints;
  /** For each half. */
  positions: [Float64Array, Float64Array];
  joints: [Float64Array, Float64Array];
  /** Twin boxes (twin-boxes.ts) around nodes and triangles. */
  nodes: Float32Array;
  triangles: Float32Array;
  /** 1 for joints whose followers keep their shape, up to an affine map: they touch each other where they do at rest. */
  keepsApart: Uint8Array;
  /** Whether what follows one joint alone is left out; if not, `keepsApart` stays 0. */
  trustsJoints: boolean;
}

export function createBodyMotion(shape: CheckedShape, trustsJoints: boolean): BodyMotion {
  const { mesh, tree, deformer } = shape;
  const { jointCount } = deformer.sets;
  const floats = (count: number): [Float64Array, Float64Array] => [new Float64Array(count), new Float64Array(count)];
  return {
    shape,
    posing: createPosedJoints(deformer),
    positions: floats(mesh.positions.length),
    joints: floats(JOINT_STRIDE * jointCount),
    nodes: new Float32Array(12 * tree.rights.length),
    triangles: new Float32Array(4 * mesh.triangles.length),
    keepsApart: new Uint8Array(jointCount),
    trustsJoints,
  };
}

/** Puts one half of the motion in a pose; throws if its numbers are beyond computing with. About 0.1 us a triangle. */
export function setHalf(motion: BodyMotion, half: Half, pose: BodyPose): void {
  const { shape, posing, nodes, triangles } = motion;
  const { deformer, mesh, tree } = shape;
  const isUsable = poseJoints(deformer, posing, pose.jointMatrices, pose.weights, null);
  if (!isUsable) throw new Error('check: a pose has numbers that are not finite, or beyond 1e70; mend the clip.');
  deformAll(deformer, mesh.positions, posing, motion.positions[half]);
  boxTriangles(mesh.triangles, motion.positions[half], triangles, half);
  boxNodes(tree, triangles, nodes, half);
  motion.joints[half].set(posing.joints);
}

/** To be called when both halves are set, before anything is searched. */
export function startSearch(motion: BodyMotion): void {
  if (motion.trustsJoints) findKeptApart(motion.joints[0], motion.joints[1], motion.keepsApart);
}
