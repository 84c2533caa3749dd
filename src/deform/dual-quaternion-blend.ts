import { quaternionProduct } from '../math/quaternion.ts';
import { skinningSlack } from '../math/rounding.ts';
import type { TurnVertex } from './blended-vertex.ts';
import type { Deformer } from './deformer.ts';
import {
  IS_RIGID,
  isRigidJoint,
  JOINT_STRIDE,
  type PosedJoints,
  poseQuaternions,
  SET_HEADER,
  SET_JOINT,
  setBlock,
} from './posed-joints.ts';

/**
 * The block of a joint-set of two or more joints under a pose, in `PosedJoints.sets` from `setBlock` on:
 *   [0]  1 if all joints are rigid, else 0: the set is then skinned (and bounded) linearly, nothing below is meant
 *   [1]  rounding slack of bounds made from this block
 *   then for each joint: its quaternion q (4) and translation * q (4), turned to the side of the set's first joint
 */
export const SLACK = 1;

/** Blended quaternions shorter than this, squared, have no direction; the set's first joint stands in for them. */
const VANISHED = 1e-16;

/** The bounds ask for products of blended quaternions >= 1/64: errors of a quotient grow by at most 64, twice. */
const AMPLIFICATION = 256;

/** Makes the block of `set` if it is stale and returns where it begins. */
export function poseDualQuaternionSet(deformer: Deformer, posed: PosedJoints, set: number): number {
  const { starts, joints: members } = deformer.sets;
  const block = setBlock(starts, set);
  if (posed.setEpochs[set] === posed.epoch) return block;
  posed.setEpochs[set] = posed.epoch;
  poseQuaternions(posed);

  const { joints, quaternions, sets } = posed;
  const from = starts[set];
  const n = starts[set + 1] - from;
  const first = 4 * members[from];
  sets[block + IS_RIGID] = 1;
  sets[block + SLACK] = AMPLIFICATION * skinningSlack(n, 2 * posed.magnitude);
  for (let k = 0; k < n; k++) {
    const joint = members[from + k];
    const m = joint * JOINT_STRIDE;
    if (!isRigidJoint(joints, m)) sets[block + IS_RIGID] = 0;
    const q = 4 * joint;
    const side = quaternionProduct(quaternions, q, first) < 0 ? -1 : 1;
    const x = side * quaternions[q];
    const y = side * quaternions[q + 1];
    const z = side * quaternions[q + 2];
    const w = side * quaternions[q + 3];
    const tx = joints[m + 3];
    const ty = joints[m + 7];
    const tz = joints[m + 11];
    const o = block + SET_HEADER + SET_JOINT * k;
    sets[o] = x;
    sets[o + 1] = y;
    sets[o + 2] = z;
    sets[o + 3] = w;
    sets[o + 4] = tx * w + ty * z - tz * y;
    sets[o + 5] = ty * w + tz * x - tx * z;
    sets[o + 6] = tz * w + tx * y - ty * x;
    sets[o + 7] = -(tx * x + ty * y + tz * z);
  }
  return block;
}

/**
 * Dual quaternion skinning of one vertex ([Kavan2008]): with q and d the blended quaternion and blended translation * q,
 * the vertex goes to vec((q v + d) conj(q)) / |q|^2, the rigid motion of the blended dual quaternion.
 */
export const turnByDualQuaternion: TurnVertex = (sets, block, blend, rest, v, out) => {
  let squared = blend[0] * blend[0] + blend[1] * blend[1] + blend[2] * blend[2] + blend[3] * blend[3];
  if (!(squared > VANISHED)) {
    for (let k = 0; k < SET_JOINT; k++) blend[k] = sets[block + SET_HEADER + k];
    squared = 1;
  }
  const qx = blend[0];
  const qy = blend[1];
  const qz = blend[2];
  const qw = blend[3];
  const dx = blend[4];
  const dy = blend[5];
  const dz = blend[6];
  const dw = blend[7];
  const x = rest[3 * v];
  const y = rest[3 * v + 1];
  const z = rest[3 * v + 2];
  // s = q v + d, then vec(s conj(q)) / |q|^2.
  const sx = qw * x + qy * z - qz * y + dx;
  const sy = qw * y + qz * x - qx * z + dy;
  const sz = qw * z + qx * y - qy * x + dz;
  const sw = -(qx * x + qy * y + qz * z) + dw;
  const scale = 1 / squared;
  out[3 * v] = scale * (sx * qw - sw * qx - (sy * qz - sz * qy));
  out[3 * v + 1] = scale * (sy * qw - sw * qy - (sz * qx - sx * qz));
  out[3 * v + 2] = scale * (sz * qw - sw * qz - (sx * qy - sy * qx));
};
