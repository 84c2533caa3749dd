import { createDeformer, type Deformer, deformAll } from '../../deform/deformer.ts';
import { displaceRun } from '../../deform/displacements.ts';
import { deformLinearVertex } from '../../deform/linear-blend.ts';
import {
  blendsQuaternions,
  createPosedJoints,
  JOINT_STRIDE,
  type PosedJoints,
  poseJoints,
} from '../../deform/posed-joints.ts';
import { skinningSlack } from '../../math/rounding.ts';
import type { SphereSet } from '../spheres/sphere-set.ts';
import { addBendShifts, findDistorted, type SideCell } from './bend-shifts.ts';
import type { MotionBound, SideName, SidePose } from './kinematics.ts';

/** Points that follow a pose as vertices do: the centres of spheres, or vertices themselves. */
export interface PosedPoints {
  deformer: Deformer;
  rest: Float64Array;
  posed: PosedJoints;
  /** Where they are in the current pose. */
  positions: Float64Array;
  /** How far each can be from there within the current cell of motion, rounding included. */
  shifts: Float64Array;
  /** One number: what rounding may move them, after `carryPoints`. */
  slack: Float64Array;
}

export function createPosedPoints(points: Float64Array, source: SphereSet['source'], caller: string): PosedPoints {
  const deformer = createDeformer(source, { positions: points, triangles: new Uint32Array(0) }, caller);
  return {
    deformer,
    rest: points,
    posed: createPosedJoints(deformer),
    positions: new Float64Array(points.length),
    shifts: new Float64Array(points.length / 3),
    slack: new Float64Array(1),
  };
}

/**
 * Moves all points to the pose. False if its numbers cannot be computed with. Takes no memory; some 15-40 ns a point.
 */
export function posePoints(points: PosedPoints, { jointMatrices, weights }: SidePose): boolean {
  const { deformer, rest, posed, positions } = points;
  if (!poseJoints(deformer, posed, jointMatrices, weights, null)) return false;
  deformAll(deformer, rest, posed, positions);
  return true;
}

/**
 * The same positions, to the last bit, without measuring the pose for bounds: what a look-up needs. Takes no memory,
 * but a few bytes for each joint where rotations are blended; some 10-30 ns a point. NaN in the pose is NaN in the
 * positions.
 */
export function carryPoints(points: PosedPoints, pose: SidePose): void {
  const { deformer, rest, posed, positions, slack } = points;
  const { skinning, sets, displacements, reach } = deformer;
  if (skinning !== 'rigid' && skinning !== 'linear-blend') {
    slack[0] = posePoints(points, pose) && findDistorted(points) < 0 ? 1024 * posed.slack : Number.NaN;
    return;
  }
  const { joints, displaced } = posed;
  const { jointMatrices: m, weights } = pose;
  let size = 0;
  for (let j = 0; j < sets.jointCount; j++) {
    for (let k = 0; k < 12; k++) {
      joints[j * JOINT_STRIDE + k] = m[12 * j + k];
      size += Math.abs(m[12 * j + k]);
    }
  }
  let far = 1 + reach;
  for (let f = 0; f < displacements.count; f++) far += Math.abs(weights[f]) * displacements.reaches[f];
  // The magnitude of `skinningSlack`: no matrix is larger than the sum of all numbers, no displaced point is farther.
  slack[0] = skinningSlack(sets.maxInfluences + displacements.count, size * far);
  const before = displacements.count > 0 ? displaced : rest;
  if (displacements.count > 0) displaceRun(displacements, rest, weights, 0, positions.length / 3, displaced);
  for (let v = 0; v < positions.length / 3; v++) deformLinearVertex(sets, before, joints, v, positions);
}

/**
 * Bounds how far each point can get from where it is posed while every freedom k stays within `halfSteps[k]` of
 * `values`.
 *
 * Why it holds: let the fields change first, under joints already in the new pose. They move the displaced rest point
 * by at most the sum of weight changes times displacements, and a mix of rigid joints makes no way longer. Then the
 * joints carry the point, displaced as it was at first, on; under linear blending the mean of its images goes at most the
 * mean of their ways. Blends of quaternions turn each point by a rotation, which keeps lengths, and their joints carry it
 * farther by what bend-shifts.ts says.
 */
export function boundShifts(
  points: PosedPoints,
  bound: MotionBound,
  side: SideName,
  values: Float64Array,
  halfSteps: Float64Array,
): void {
  const { shifts, posed, deformer } = points;
  const cell = { bound, side, values, halfSteps };
  shifts.fill(posed.slack);
  const ways = addJointShifts(points, cell, shifts);
  if (blendsQuaternions(deformer)) addBendShifts(points, cell, ways, shifts);
  addFieldShifts(points, cell, shifts);
}

/** Returns the ways of all points under each joint, joint by joint. */
function addJointShifts({ deformer, rest, posed }: PosedPoints, cell: SideCell, out: Float64Array): Float64Array {
  const { sets, displacements } = deformer;
  const displaced = displacements.count > 0 ? posed.displaced : rest;
  const ways = new Float64Array(sets.jointCount * out.length);
  for (let joint = 0; joint < sets.jointCount; joint++) {
    const own = ways.subarray(joint * out.length, (joint + 1) * out.length);
    cell.bound.boundJoint(cell.side, joint, cell.values, cell.halfSteps, displaced, own);
    for (let v = 0; v < out.length; v++) out[v] += weightOf(deformer, v, joint) * own[v];
  }
  return ways;
}

/** The share that the joint has of point `v`. */
function weightOf({ sets }: Deformer, v: number, joint: number): number {
  const set = sets.setOfVertex[v];
  const start = sets.starts[set];
  const count = sets.starts[set + 1] - start;
  for (let k = 0; k < count; k++) {
    if (sets.joints[start + k] === joint) return count === 1 ? 1 : sets.weights[sets.weightStarts[v] + k];
  }
  return 0;
}

function addFieldShifts({ deformer }: PosedPoints, cell: SideCell, out: Float64Array): void {
  const { count, starts, fields, offsets } = deformer.displacements;
  if (count === 0) return;
  const changes = new Float64Array(count);
  cell.bound.boundWeights(cell.side, cell.values, cell.halfSteps, changes);
  for (let v = 0; v < out.length; v++) {
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      out[v] += changes[fields[k]] * Math.hypot(offsets[3 * k], offsets[3 * k + 1], offsets[3 * k + 2]);
    }
  }
}
