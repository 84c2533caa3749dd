import { multiply } from '../math/matrix34.ts';
import { quaternionOfMatrix } from '../math/quaternion.ts';
import { LARGEST, skinningSlack } from '../math/rounding.ts';
import { sayValue } from '../math/say-value.ts';
import type { Deformer } from './deformer.ts';
import { createPosedWeights, type PosedWeights, poseWeights } from './posed-weights.ts';

/** What a pose is given as. What is left out stays as it was (at first: joints at rest, weights 0). */
export interface Pose {
  /** One affine map (rest space to posed space, 12 numbers, row by row) for each joint. */
  jointMatrices?: Float64Array | Float32Array;
  /** The weight of each morph target, or the amplitude of each mode. */
  weights?: ArrayLike<number>;
}

/** Numbers a joint takes in `PosedJoints.joints`: its 3x4 matrix and the measures below. */
export const JOINT_STRIDE = 16;
/** At this offset: an upper bound of the factor by which the joint lengthens a vector. */
export const STRETCH = 12;
/** At this offset, once there are quaternions: how far the joint is from a rotation (0 = rigid); of a reflection Infinity. */
export const DISTORTION = 13;

/** At this offset, once there are quaternions: how far the joint's 3x3 part is from its quaternion's rotation. */
export const MISFIT = 14;

/** Joints this near to a rotation are blended as rotations; float32 matrices of rigid joints are well below it. */
export const RIGID_TOLERANCE = 1e-3;

/** Is the joint whose numbers begin at `m` rigid? NaN is not. */
export function isRigidJoint(joints: Float64Array, m: number): boolean {
  return joints[m + DISTORTION] < RIGID_TOLERANCE;
}

/** Numbers before the joints, and for each joint, in the block of a joint-set (see spherical-blend.ts). */
export const SET_HEADER = 16;
export const SET_JOINT = 8;
/** Where a block says whether all its joints are rigid: 1, or 0. */
export const IS_RIGID = 0;

/** Refit records may merge groups into one that follows the union of their joints: at most this many. */
export const LARGEST_UNION = 8;

/** The current pose of one instance, in the form skinning and refitting read. */
export interface PosedJoints extends PosedWeights {
  /** Goes up with every pose; whatever was computed under another epoch is stale. */
  epoch: number;
  /** The joint matrices with the placement applied, `JOINT_STRIDE` apart. */
  joints: Float64Array;
  /** Unit quaternions of the joints, for deformers that blend them, made on demand (`poseQuaternions`), and the epoch they are of. Only meant where a joint is rigid. */
  quaternions: Float64Array;
  quaternionEpoch: number;
  /** What quaternion-blending deformers compute once per joint-set and pose, on demand, and the epoch it is of. */
  sets: Float64Array;
  setEpochs: Int32Array;
  /** For spherical blending: how far each set bends away from linear blending (spherical-bend.ts), and the epoch. */
  bends: Float64Array;
  bendEpochs: Int32Array;
  /** The same, bounded from the edges of the skeleton for all sets at once (coarse-bend.ts), and what that is made from. */
  coarseBends: Float64Array;
  coarseEpoch: number;
  chords: Float64Array;
  /** Room for the points one group's bound needs at once, 8 numbers per joint, or for what is blended for one vertex. */
  points: Float64Array;
  /** Room for one sphere; for a quaternion and a number. */
  joined: Float64Array;
  middle: Float64Array;
  /** Boxes that many nodes share (refit/shared-boxes.ts), as low and high corners, and the epoch of each. */
  sharedBoxes: Float64Array;
  sharedEpochs: Int32Array;
  /** What rules remember of each node from pose to pose (refit/modal.ts); empty: nothing. */
  memory: Float64Array;
  /** A bound of |matrix| * |rest vertex| + |translation| over all joints: the size rounding errors are relative to. */
  magnitude: number;
  /** What rounding may add to the distance between a skinned vertex and its bound (`skinningSlack`). */
  slack: number;
  /** The same before the joints move anything, for volumes in the frame of the mesh. */
  localSlack: number;
  /**
   * What rounding may move a side of a box of posed vertices. Those are at most a magnitude from the origin, and a box
   * of a leaf of up to 64 triangles takes fewer roundings than the slack counts; under spherical blending a vertex may be
   * 470 magnitudes away (its rotation centre 41 |Y| <= 232, spherical-bend.ts).
   */
  pad: number;
}

export function createPosedJoints(deformer: Deformer): PosedJoints {
  const { jointCount, starts } = deformer.sets;
  const blends = blendsQuaternions(deformer);
  const setCount = starts.length - 1;
  // Written out: properties that come by way of a spread are stored elsewhere, and every rule reads some.
  const weights = createPosedWeights(deformer);
  return {
    weights: weights.weights,
    displaced: weights.displaced,
    reach: weights.reach,
    fullReach: weights.fullReach,
    isConvex: weights.isConvex,
    key: weights.key,
    share: weights.share,
    amplitude: weights.amplitude,
    travelled: weights.travelled,
    epoch: 0,
    joints: new Float64Array(jointCount * JOINT_STRIDE),
    quaternions: new Float64Array(blends ? 4 * jointCount : 0),
    quaternionEpoch: 0,
    sets: new Float64Array(blends ? SET_HEADER * setCount + SET_JOINT * starts[setCount] : 0),
    setEpochs: new Int32Array(blends ? setCount : 0),
    bends: new Float64Array(blends ? 2 * setCount : 0),
    bendEpochs: new Int32Array(blends ? setCount : 0),
    coarseBends: new Float64Array(blends ? 2 * setCount : 0),
    coarseEpoch: 0,
    chords: new Float64Array(blends ? 2 * jointCount : 0),
    points: new Float64Array(8 * Math.max(deformer.sets.maxInfluences, LARGEST_UNION)),
    joined: new Float64Array(4),
    middle: new Float64Array(5),
    sharedBoxes: new Float64Array(0),
    sharedEpochs: new Int32Array(0),
    memory: new Float64Array(0),
    magnitude: 0,
    slack: 0,
    localSlack: 0,
    pad: 0,
  };
}

/**
 * Takes over a pose: copies weights, and matrices behind the placement, and measures them. Moves no vertex and no volume.
 * Returns whether all numbers are finite and small enough to compute with; if not, the pose must not be used.
 * Cost: O(joints + weights), some 30 ns each.
 */
export function poseJoints(
  deformer: Deformer,
  posed: PosedJoints,
  matrices: Float64Array,
  weights: Float64Array,
  placement: Float64Array | null,
): boolean {
  if (!poseWeights(deformer, posed, weights)) return false;
  const { joints } = posed;
  const { jointCount, maxInfluences } = deformer.sets;
  if (placement === null) posed.magnitude = takeJoints(matrices, 12, posed.reach, joints);
  else {
    for (let j = 0; j < jointCount; j++) multiply(placement, 0, matrices, 12 * j, joints, JOINT_STRIDE * j);
    posed.magnitude = takeJoints(joints, JOINT_STRIDE, posed.reach, joints);
  }
  posed.slack = skinningSlack(Math.max(maxInfluences, LARGEST_UNION) + weights.length, posed.magnitude);
  posed.localSlack = skinningSlack(LARGEST_UNION + weights.length, posed.reach);
  posed.pad = (deformer.skinning === 'spherical-blend' ? 1024 : 2) * posed.slack;
  posed.epoch++;
  return posed.magnitude < LARGEST;
}

/**
 * Makes the quaternions of all joints, and what is measured with them, if they are stale. The compiled query makes its own (compiled/assembly/quaternions.ts). A
 * reflection is at least 2 from any rotation, a joint that is nearly rigid less than 0.1 from that of its quaternion: so this tells them apart. Cost: some 20 ns a joint.
 */
export function poseQuaternions(posed: PosedJoints): void {
  if (posed.quaternionEpoch === posed.epoch) return;
  posed.quaternionEpoch = posed.epoch;
  const { joints, quaternions } = posed;
  for (let q = 0, m = 0; q < quaternions.length; q += 4, m += JOINT_STRIDE) {
    quaternionOfMatrix(joints, m, quaternions, q);
    joints[m + MISFIT] = measureMisfit(joints, m, quaternions, q);
    joints[m + DISTORTION] = joints[m + MISFIT] < 1 ? measureDistortion(joints, m) : Infinity;
  }
}

/** Refuses matrices that are missing, not finite, or so large that squaring them would overflow. */
export function checkMatrices(matrices: ArrayLike<number>, count: number, what: string, caller: string): void {
  if (typeof matrices?.length !== 'number') {
    const elements = (matrices as { elements?: ArrayLike<number> } | null)?.elements;
    const cure = elements?.length === 16 ? ' matrix34From4x4(matrix.elements) makes them of a Matrix4.' : '';
    throw new Error(`${caller}: ${what} is ${sayValue(matrices)}; give 12 numbers for each (3 rows of 4).${cure}`);
  }
  if (matrices.length !== 12 * count) {
    const cure = matrices.length === 16 * count && count > 0 ? ' matrix34From4x4 makes them of 4x4 matrices.' : '';
    throw new Error(
      `${caller}: ${matrices.length} numbers for ${count} ${what}; give 12 for each (3 rows of 4), ${12 * count} in all.${cure}`,
    );
  }
  for (let k = 0; k < matrices.length; k++) {
    if (!(Math.abs(matrices[k]) < LARGEST)) {
      throw new Error(
        `${caller}: number ${k % 12} of ${what} ${Math.floor(k / 12)} is ${matrices[k]}; matrices must be finite and below ${LARGEST}.`,
      );
    }
  }
}

/** Refuses weights that are too few, too many, or not finite. */
export function checkWeights(weights: ArrayLike<number>, count: number, what: string, caller: string): void {
  if (typeof weights?.length !== 'number') {
    throw new Error(`${caller}: weights of ${what} is ${sayValue(weights)}; give a number for each target or mode.`);
  }
  if (weights.length !== count) {
    throw new Error(
      count === 0
        ? `${caller}: ${weights.length} weights in ${what}, but the deformer has no targets or modes; leave weights out.`
        : `${caller}: ${weights.length} weights in ${what}; give one for each of the ${count} targets or modes.`,
    );
  }
  for (let m = 0; m < count; m++) {
    if (!(Math.abs(weights[m]) < LARGEST)) {
      throw new Error(
        `${caller}: weight ${m} in ${what} is ${weights[m]}; weights must be finite and below ${LARGEST}.`,
      );
    }
  }
}

export function blendsQuaternions(deformer: Deformer): boolean {
  return deformer.skinning === 'spherical-blend' || deformer.skinning === 'dual-quaternion-blend';
}

/** Where the block of a joint-set begins in `PosedJoints.sets`. */
export function setBlock(starts: Uint32Array, set: number): number {
  return SET_HEADER * set + SET_JOINT * starts[set];
}

/**
 * Copies the matrices that lie `stride` numbers apart, which may be the joints themselves, and measures them. Returns a bound of |matrix| * |rest vertex| + |translation|
 * over all of them, if no vertex is farther than `reach` from the origin; NaN if they cannot be computed with.
 *
 * Measures the 3x3 part M of a joint by the absolute row sums of M^T M (Gershgorin). The root of the largest one bounds
 * how much M lengthens a vector: exactly for a rotation after an axis-aligned scale, mirrored or not; for a rigid joint
 * it is 1 but for a few roundings.
 *
 * One loop, in which each number is read once: every query in a new pose waits for this.
 */
function takeJoints(from: Float64Array, stride: number, reach: number, joints: Float64Array): number {
  let stretch = 0;
  let offset = 0;
  let poison = 0;
  for (let i = 0, o = 0; o < joints.length; i += stride, o += JOINT_STRIDE) {
    const m0 = from[i];
    const m1 = from[i + 1];
    const m2 = from[i + 2];
    const x = from[i + 3];
    const m4 = from[i + 4];
    const m5 = from[i + 5];
    const m6 = from[i + 6];
    const y = from[i + 7];
    const m8 = from[i + 8];
    const m9 = from[i + 9];
    const m10 = from[i + 10];
    const z = from[i + 11];
    joints[o] = m0;
    joints[o + 1] = m1;
    joints[o + 2] = m2;
    joints[o + 3] = x;
    const xx = m0 * m0 + m4 * m4 + m8 * m8;
    const yy = m1 * m1 + m5 * m5 + m9 * m9;
    const zz = m2 * m2 + m6 * m6 + m10 * m10;
    joints[o + 4] = m4;
    joints[o + 5] = m5;
    joints[o + 6] = m6;
    joints[o + 7] = y;
    const xy = Math.abs(m0 * m1 + m4 * m5 + m8 * m9);
    const xz = Math.abs(m0 * m2 + m4 * m6 + m8 * m10);
    const yz = Math.abs(m1 * m2 + m5 * m6 + m9 * m10);
    joints[o + 8] = m8;
    joints[o + 9] = m9;
    joints[o + 10] = m10;
    joints[o + 11] = z;
    const jointStretch = Math.sqrt(Math.max(xx + xy + xz, yy + xy + yz, zz + xz + yz)) * (1 + 4e-15);
    joints[o + STRETCH] = jointStretch;
    const squared = x * x + y * y + z * z;
    if (jointStretch > stretch) stretch = jointStretch;
    if (squared > offset) offset = squared;
    poison += 0 * (jointStretch + squared); // NaN, once and for all, if anything is NaN or infinite
  }
  return stretch < LARGEST ? stretch * reach + Math.sqrt(offset) + poison : Number.NaN;
}

/** The largest row sum of |M^T M - 1|, or a little more, M being the 3x3 part of a joint: bounds how far M is from a rotation or reflection. */
function measureDistortion(m: Float64Array, o: number): number {
  const xx = m[o] * m[o] + m[o + 4] * m[o + 4] + m[o + 8] * m[o + 8];
  const yy = m[o + 1] * m[o + 1] + m[o + 5] * m[o + 5] + m[o + 9] * m[o + 9];
  const zz = m[o + 2] * m[o + 2] + m[o + 6] * m[o + 6] + m[o + 10] * m[o + 10];
  const xy = Math.abs(m[o] * m[o + 1] + m[o + 4] * m[o + 5] + m[o + 8] * m[o + 9]);
  const xz = Math.abs(m[o] * m[o + 2] + m[o + 4] * m[o + 6] + m[o + 8] * m[o + 10]);
  const yz = Math.abs(m[o + 1] * m[o + 2] + m[o + 5] * m[o + 6] + m[o + 9] * m[o + 10]);
  return Math.max(Math.abs(xx - 1), Math.abs(yy - 1), Math.abs(zz - 1)) + xy + xz + yz;
}

/** The Frobenius norm of M - R(q): bounds how far M v can be from the rotated v, per unit length of v. */
function measureMisfit(m: Float64Array, o: number, q: Float64Array, i: number): number {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const d0 = m[o] - (1 - 2 * (y * y + z * z));
  const d1 = m[o + 1] - 2 * (x * y - w * z);
  const d2 = m[o + 2] - 2 * (x * z + w * y);
  const d4 = m[o + 4] - 2 * (x * y + w * z);
  const d5 = m[o + 5] - (1 - 2 * (x * x + z * z));
  const d6 = m[o + 6] - 2 * (y * z - w * x);
  const d8 = m[o + 8] - 2 * (x * z - w * y);
  const d9 = m[o + 9] - 2 * (y * z + w * x);
  const d10 = m[o + 10] - (1 - 2 * (x * x + y * y));
  return Math.sqrt(d0 * d0 + d1 * d1 + d2 * d2 + d4 * d4 + d5 * d5 + d6 * d6 + d8 * d8 + d9 * d9 + d10 * d10);
}
