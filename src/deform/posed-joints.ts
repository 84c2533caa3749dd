import { determinant, multiply } from '../math/matrix34.ts';
import { quaternionOfMatrix } from '../math/quaternion.ts';
import { skinningSlack } from '../math/rounding.ts';
import type { Deformer } from './deformer.ts';

/** What a pose is given as: one affine map (rest space to posed space, 12 numbers, row by row) for each joint. */
export interface Pose {
  jointMatrices: Float64Array | Float32Array;
}

/** Numbers a joint takes in `PosedJoints.joints`: its 3x4 matrix, its stretch, its distortion, and padding. */
export const JOINT_STRIDE = 16;
/** At this offset: an upper bound of the factor by which the joint lengthens a vector. */
export const STRETCH = 12;
/** At this offset: how far the joint is from a rotation (0 = rigid, Infinity = mirrored). */
export const DISTORTION = 13;

/** Joints this near to a rotation are blended as rotations; float32 matrices of rigid joints are well below it. */
export const RIGID_TOLERANCE = 1e-3;

/** Numbers before the joints, and for each joint, in the block of a joint-set (see spherical-blend.ts). */
export const SET_HEADER = 16;
export const SET_JOINT = 8;

/** The current pose of one instance, in the form skinning and refitting read. */
export interface PosedJoints {
  /** Goes up with every pose; whatever was computed under another epoch is stale. */
  epoch: number;
  /** The joint matrices with the placement applied, `JOINT_STRIDE` apart. */
  joints: Float64Array;
  /** Unit quaternions of the joints; only kept for deformers that blend them, and only meant where a joint is rigid. */
  quaternions: Float64Array;
  /** What quaternion-blending deformers compute once per joint-set and pose, on demand, and the epoch it is of. */
  sets: Float64Array;
  setEpochs: Int32Array;
  /** Room for the points one group's bound needs at once: 8 numbers per joint. */
  points: Float64Array;
  /** A bound of |matrix| * |rest vertex| + |translation| over all joints: the size rounding errors are relative to. */
  magnitude: number;
  /** What rounding may add to the distance between a skinned vertex and its bound (`skinningSlack`). */
  slack: number;
}

export function createPosedJoints(deformer: Deformer): PosedJoints {
  const { jointCount, starts } = deformer.sets;
  const blends = blendsQuaternions(deformer);
  const setCount = starts.length - 1;
  return {
    epoch: 0,
    joints: new Float64Array(jointCount * JOINT_STRIDE),
    quaternions: new Float64Array(blends ? 4 * jointCount : 0),
    sets: new Float64Array(blends ? SET_HEADER * setCount + SET_JOINT * starts[setCount] : 0),
    setEpochs: new Int32Array(blends ? setCount : 0),
    points: new Float64Array(8 * deformer.sets.maxInfluences),
    magnitude: 0,
    slack: 0,
  };
}

/**
 * Takes over a pose: copies the matrices behind the placement and measures them. Moves no vertex and no volume.
 * Cost: O(joints). The matrices must have passed `checkMatrices`.
 */
export function poseJoints(
  deformer: Deformer,
  posed: PosedJoints,
  matrices: Float64Array,
  placement: Float64Array | null,
): void {
  const { joints, quaternions } = posed;
  const { jointCount, maxInfluences } = deformer.sets;
  const blends = blendsQuaternions(deformer);
  let magnitude = 0;
  for (let j = 0; j < jointCount; j++) {
    const o = j * JOINT_STRIDE;
    if (placement === null) for (let k = 0; k < 12; k++) joints[o + k] = matrices[12 * j + k];
    else multiply(placement, 0, matrices, 12 * j, joints, o);
    measureJoint(joints, o);
    const offset = Math.sqrt(joints[o + 3] ** 2 + joints[o + 7] ** 2 + joints[o + 11] ** 2);
    magnitude = Math.max(magnitude, joints[o + STRETCH] * deformer.reach + offset);
    if (blends) quaternionOfMatrix(joints, o, quaternions, 4 * j);
  }
  posed.magnitude = magnitude;
  posed.slack = skinningSlack(maxInfluences, magnitude);
  posed.epoch++;
}

/** Refuses matrices that are missing, not finite, or so large that squaring them would overflow. */
export function checkMatrices(matrices: ArrayLike<number>, count: number, what: string, caller: string): void {
  if (matrices.length !== 12 * count) {
    throw new Error(
      `${caller}: ${matrices.length} numbers for ${count} ${what}; give 12 for each (3 rows of 4), ${12 * count} in all.`,
    );
  }
  for (let k = 0; k < matrices.length; k++) {
    if (!(Math.abs(matrices[k]) < 1e70)) {
      throw new Error(
        `${caller}: number ${k % 12} of ${what} ${Math.floor(k / 12)} is ${matrices[k]}; matrices must be finite and below 1e70.`,
      );
    }
  }
}

export function blendsQuaternions(deformer: Deformer): boolean {
  return deformer.kind === 'spherical-blend' || deformer.kind === 'dual-quaternion-blend';
}

/** Where the block of a joint-set begins in `PosedJoints.sets`. */
export function setBlock(starts: Uint32Array, set: number): number {
  return SET_HEADER * set + SET_JOINT * starts[set];
}

/**
 * Measures the 3x3 part M of a joint by the absolute row sums of M^T M (Gershgorin). The root of the largest one bounds
 * how much M lengthens a vector: exactly for a rotation after an axis-aligned scale, mirrored or not; for a rigid joint
 * it is 1 but for a few roundings. The largest row sum of M^T M - 1 tells how far M is from a rotation.
 */
function measureJoint(m: Float64Array, o: number): void {
  const xx = m[o] * m[o] + m[o + 4] * m[o + 4] + m[o + 8] * m[o + 8];
  const yy = m[o + 1] * m[o + 1] + m[o + 5] * m[o + 5] + m[o + 9] * m[o + 9];
  const zz = m[o + 2] * m[o + 2] + m[o + 6] * m[o + 6] + m[o + 10] * m[o + 10];
  const xy = Math.abs(m[o] * m[o + 1] + m[o + 4] * m[o + 5] + m[o + 8] * m[o + 9]);
  const xz = Math.abs(m[o] * m[o + 2] + m[o + 4] * m[o + 6] + m[o + 8] * m[o + 10]);
  const yz = Math.abs(m[o + 1] * m[o + 2] + m[o + 5] * m[o + 6] + m[o + 9] * m[o + 10]);
  const besideX = xy + xz;
  const besideY = xy + yz;
  const besideZ = xz + yz;
  m[o + STRETCH] = Math.sqrt(Math.max(xx + besideX, yy + besideY, zz + besideZ)) * (1 + 4e-15);
  m[o + DISTORTION] =
    determinant(m, o) > 0
      ? Math.max(Math.abs(xx - 1) + besideX, Math.abs(yy - 1) + besideY, Math.abs(zz - 1) + besideZ)
      : Infinity;
}
