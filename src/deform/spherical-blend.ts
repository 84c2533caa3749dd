import { quaternionProduct } from '../math/quaternion.ts';
import { skinningSlack } from '../math/rounding.ts';
import type { TurnVertex } from './blended-vertex.ts';
import type { Deformer } from './deformer.ts';
import {
  IS_RIGID,
  isRigidJoint,
  type PosedJoints,
  poseQuaternions,
  SET_HEADER,
  SET_JOINT,
  setBlock,
} from './posed-joints.ts';
import { findRotationCenter } from './rotation-center.ts';

/**
 * The block of a joint-set of two or more joints under a pose, in `PosedJoints.sets` from `setBlock` on:
 *   [0]      1 if all joints are rigid, else 0: the set is then skinned (and bounded) linearly, nothing below is meant
 *   [1]      rounding slack of bounds made from this block
 *   [2..4]   rotation centre, in rest space
 *   [5]      largest distance of an image of the centre from their mean
 *   [6..8]   mean of the images of the centre under the joints
 *   two joints:         [9..11] axis of their relative rotation in rest space, [12] product of their quaternions
 *   three or more:      [9..12] mean quaternion, [13] its squared length
 *   then for each joint: quaternion (4), image of the centre (3), product of the quaternion with the mean (1)
 * Quaternions are turned to the side of the set's first joint: a rule of set and pose alone, the same for all vertices.
 */
export const SLACK = 1;
export const CENTER = 2;
export const SPREAD = 5;
export const MEAN_IMAGE = 6;
export const AXIS = 9;
export const PRODUCT = 12;
export const MEAN_QUATERNION = 9;
export const MEAN_LENGTH = 13;

/** Blended quaternions shorter than this, squared, have no direction; the set's first joint stands in for them. */
const VANISHED = 1e-16;

/**
 * Rotation errors grow by at most this factor in what the bounds accept: they ask for blended quaternions of squared
 * length >= 1/64 that lie within 45 degrees of their centre.
 */
export const AMPLIFICATION = 32;

/** Makes the block of `set` if it is stale and returns where it begins. Cost: some 50 ns per joint, once per pose. */
export function poseSphericalSet(deformer: Deformer, posed: PosedJoints, set: number): number {
  const { starts } = deformer.sets;
  const block = setBlock(starts, set);
  if (posed.setEpochs[set] !== posed.epoch) {
    posed.setEpochs[set] = posed.epoch;
    poseQuaternions(posed);
    computeSet(deformer, posed, set, block);
  }
  return block;
}

function computeSet(deformer: Deformer, posed: PosedJoints, set: number, block: number): void {
  const { joints, quaternions, sets } = posed;
  const { starts, joints: members } = deformer.sets;
  const from = starts[set];
  const to = starts[set + 1];
  const n = to - from;
  const first = 4 * members[from];
  let isRigid = 1;
  for (let k = from, o = block + SET_HEADER; k < to; k++, o += SET_JOINT) {
    const m = members[k] << 4;
    if (!isRigidJoint(joints, m)) isRigid = 0;
    const q = 4 * members[k];
    const side = quaternionProduct(quaternions, q, first) < 0 ? -1 : 1;
    sets[o] = side * quaternions[q];
    sets[o + 1] = side * quaternions[q + 1];
    sets[o + 2] = side * quaternions[q + 2];
    sets[o + 3] = side * quaternions[q + 3];
  }
  sets[block + IS_RIGID] = isRigid;
  if (isRigid === 0) return;

  // Where the reference point is a junction that all joints carry to one place, it is the rotation centre.
  const { references } = deformer;
  const r = 3 * set;
  placeImages(joints, members, from, to, references[r], references[r + 1], references[r + 2], sets, block);
  if (sets[block + SPREAD] <= 1e-12 * posed.magnitude) {
    sets[block + CENTER] = references[r];
    sets[block + CENTER + 1] = references[r + 1];
    sets[block + CENTER + 2] = references[r + 2];
  } else {
    findRotationCenter(joints, members, from, to, references, r, sets, block + CENTER);
    placeImages(
      joints,
      members,
      from,
      to,
      sets[block + CENTER],
      sets[block + CENTER + 1],
      sets[block + CENTER + 2],
      sets,
      block,
    );
  }
  if (n === 2) measurePair(sets, block);
  else measureMean(sets, block, n);

  const center = Math.sqrt(sets[block + CENTER] ** 2 + sets[block + CENTER + 1] ** 2 + sets[block + CENTER + 2] ** 2);
  // |image| <= stretch |centre| + |translation|, with a stretch near 1
  sets[block + SLACK] = AMPLIFICATION * skinningSlack(n, 2 * (posed.magnitude + posed.reach + center));
}

/** Writes the images of a rest point under the joints of a set, their mean, and the farthest from it. */
function placeImages(
  joints: Float64Array,
  members: Uint32Array,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
  sets: Float64Array,
  block: number,
): void {
  const start = block + SET_HEADER + 4;
  let meanX = 0;
  let meanY = 0;
  let meanZ = 0;
  let o = start;
  for (let k = from; k < to; k++, o += SET_JOINT) {
    const m = members[k] << 4;
    const px = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    const py = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    const pz = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    meanX += px;
    meanY += py;
    meanZ += pz;
    sets[o] = px;
    sets[o + 1] = py;
    sets[o + 2] = pz;
  }
  const share = 1 / (to - from);
  meanX *= share;
  meanY *= share;
  meanZ *= share;
  let squared = 0;
  for (let p = start; p < o; p += SET_JOINT) {
    const dx = sets[p] - meanX;
    const dy = sets[p + 1] - meanY;
    const dz = sets[p + 2] - meanZ;
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance > squared) squared = distance;
  }
  sets[block + SPREAD] = Math.sqrt(squared);
  sets[block + MEAN_IMAGE] = meanX;
  sets[block + MEAN_IMAGE + 1] = meanY;
  sets[block + MEAN_IMAGE + 2] = meanZ;
}

/** Two joints turn against each other about one axis: that of the quaternion conj(q0) q1, in rest space. */
function measurePair(sets: Float64Array, block: number): void {
  const p = block + SET_HEADER;
  const q = p + SET_JOINT;
  const px = sets[p],
    py = sets[p + 1],
    pz = sets[p + 2],
    pw = sets[p + 3];
  const qx = sets[q],
    qy = sets[q + 1],
    qz = sets[q + 2],
    qw = sets[q + 3];
  const x = pw * qx - qw * px - (py * qz - pz * qy);
  const y = pw * qy - qw * py - (pz * qx - px * qz);
  const z = pw * qz - qw * pz - (px * qy - py * qx);
  const length = Math.sqrt(x * x + y * y + z * z);
  // Below this the axis is noise. Zero in its place makes the bound use the whole distance to the centre: still sound.
  const scale = length > 1e-6 ? 1 / length : 0;
  sets[block + AXIS] = x * scale;
  sets[block + AXIS + 1] = y * scale;
  sets[block + AXIS + 2] = z * scale;
  sets[block + PRODUCT] = px * qx + py * qy + pz * qz + pw * qw;
}

function measureMean(sets: Float64Array, block: number, n: number): void {
  const start = block + SET_HEADER;
  const end = start + SET_JOINT * n;
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 0;
  for (let o = start; o < end; o += SET_JOINT) {
    x += sets[o] / n;
    y += sets[o + 1] / n;
    z += sets[o + 2] / n;
    w += sets[o + 3] / n;
  }
  sets[block + MEAN_QUATERNION] = x;
  sets[block + MEAN_QUATERNION + 1] = y;
  sets[block + MEAN_QUATERNION + 2] = z;
  sets[block + MEAN_QUATERNION + 3] = w;
  sets[block + MEAN_LENGTH] = x * x + y * y + z * z + w * w;
  for (let o = start; o < end; o += SET_JOINT) {
    sets[o + 7] = sets[o] * x + sets[o + 1] * y + sets[o + 2] * z + sets[o + 3] * w;
  }
}

/**
 * Spherical blend skinning of one vertex ([Kavan2006] Eq. 1): turn the vertex about the set's rotation centre by the
 * blended quaternion, and carry the centre along by linear blending.
 */
export const turnAboutCenter: TurnVertex = (sets, block, blend, rest, v, out) => {
  let squared = blend[0] * blend[0] + blend[1] * blend[1] + blend[2] * blend[2] + blend[3] * blend[3];
  if (!(squared > VANISHED)) {
    for (let k = 0; k < 4; k++) blend[k] = sets[block + SET_HEADER + k];
    squared = 1;
  }
  const qx = blend[0];
  const qy = blend[1];
  const qz = blend[2];
  const qw = blend[3];
  const cx = blend[4];
  const cy = blend[5];
  const cz = blend[6];
  const ux = rest[3 * v] - sets[block + CENTER];
  const uy = rest[3 * v + 1] - sets[block + CENTER + 1];
  const uz = rest[3 * v + 2] - sets[block + CENTER + 2];
  // Rotation by q / |q|: u + 2 / |q|^2 * (q_vector x (q_vector x u + q_real u)).
  const scale = 2 / squared;
  const tx = qy * uz - qz * uy + qw * ux;
  const ty = qz * ux - qx * uz + qw * uy;
  const tz = qx * uy - qy * ux + qw * uz;
  out[3 * v] = cx + ux + scale * (qy * tz - qz * ty);
  out[3 * v + 1] = cy + uy + scale * (qz * tx - qx * tz);
  out[3 * v + 2] = cz + uz + scale * (qx * ty - qy * tx);
};
