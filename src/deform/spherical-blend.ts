import { transformPoint } from '../math/matrix34.ts';
import { skinningSlack } from '../math/rounding.ts';
import type { Deformer } from './deformer.ts';
import { deformLinearVertex } from './linear-blend.ts';
import {
  DISTORTION,
  JOINT_STRIDE,
  type PosedJoints,
  RIGID_TOLERANCE,
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
export const IS_RIGID = 0;
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
const AMPLIFICATION = 32;

/** Makes the block of `set` if it is stale and returns where it begins. Cost: some 50 ns per joint, once per pose. */
export function poseSphericalSet(deformer: Deformer, posed: PosedJoints, set: number): number {
  const { starts } = deformer.sets;
  const block = setBlock(starts, set);
  if (posed.setEpochs[set] !== posed.epoch) {
    posed.setEpochs[set] = posed.epoch;
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
  sets[block + IS_RIGID] = 1;
  for (let k = from; k < to; k++) {
    if (!(joints[members[k] * JOINT_STRIDE + DISTORTION] < RIGID_TOLERANCE)) sets[block + IS_RIGID] = 0;
  }
  if (sets[block + IS_RIGID] === 0) return;

  findRotationCenter(joints, members, from, to, deformer.references, 3 * set, sets, block + CENTER);
  const cx = sets[block + CENTER];
  const cy = sets[block + CENTER + 1];
  const cz = sets[block + CENTER + 2];
  const first = 4 * members[from];
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let k = 0; k < n; k++) {
    const joint = members[from + k];
    const q = 4 * joint;
    const o = block + SET_HEADER + SET_JOINT * k;
    const side =
      quaternions[q] * quaternions[first] +
        quaternions[q + 1] * quaternions[first + 1] +
        quaternions[q + 2] * quaternions[first + 2] +
        quaternions[q + 3] * quaternions[first + 3] <
      0
        ? -1
        : 1;
    for (let c = 0; c < 4; c++) sets[o + c] = side * quaternions[q + c];
    transformPoint(joints, joint * JOINT_STRIDE, cx, cy, cz, sets, o + 4);
    mx += sets[o + 4];
    my += sets[o + 5];
    mz += sets[o + 6];
  }
  measureImages(sets, block, n, mx / n, my / n, mz / n);
  if (n === 2) measurePair(sets, block);
  else measureMean(sets, block, n);

  const center = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const images = Math.sqrt(mx * mx + my * my + mz * mz) / n + sets[block + SPREAD];
  sets[block + SLACK] = AMPLIFICATION * skinningSlack(n, posed.magnitude + 2 * (deformer.reach + center) + images);
}

function measureImages(sets: Float64Array, block: number, n: number, mx: number, my: number, mz: number): void {
  let spread = 0;
  for (let o = block + SET_HEADER; o < block + SET_HEADER + SET_JOINT * n; o += SET_JOINT) {
    const dx = sets[o + 4] - mx;
    const dy = sets[o + 5] - my;
    const dz = sets[o + 6] - mz;
    spread = Math.max(spread, dx * dx + dy * dy + dz * dz);
  }
  sets[block + SPREAD] = Math.sqrt(spread);
  sets[block + MEAN_IMAGE] = mx;
  sets[block + MEAN_IMAGE + 1] = my;
  sets[block + MEAN_IMAGE + 2] = mz;
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
 * blended quaternion, and carry the centre along by linear blending. Sets with a joint that is not rigid are skinned
 * linearly.
 */
export function deformSphericalVertex(
  deformer: Deformer,
  rest: Float64Array,
  posed: PosedJoints,
  v: number,
  out: Float64Array,
): void {
  const { starts, weights, setOfVertex, weightStarts } = deformer.sets;
  const set = setOfVertex[v];
  const n = starts[set + 1] - starts[set];
  if (n === 1) {
    deformLinearVertex(deformer.sets, rest, posed.joints, v, out);
    return;
  }
  const block = poseSphericalSet(deformer, posed, set);
  const { sets } = posed;
  if (sets[block + IS_RIGID] === 0) {
    deformLinearVertex(deformer.sets, rest, posed.joints, v, out);
    return;
  }
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let qw = 0;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  const w = weightStarts[v];
  const start = block + SET_HEADER;
  for (let k = 0; k < n; k++) {
    const weight = weights[w + k];
    const o = start + SET_JOINT * k;
    qx += weight * sets[o];
    qy += weight * sets[o + 1];
    qz += weight * sets[o + 2];
    qw += weight * sets[o + 3];
    cx += weight * sets[o + 4];
    cy += weight * sets[o + 5];
    cz += weight * sets[o + 6];
  }
  let length = qx * qx + qy * qy + qz * qz + qw * qw;
  if (!(length > VANISHED)) {
    qx = sets[start];
    qy = sets[start + 1];
    qz = sets[start + 2];
    qw = sets[start + 3];
    length = 1;
  }
  const ux = rest[3 * v] - sets[block + CENTER];
  const uy = rest[3 * v + 1] - sets[block + CENTER + 1];
  const uz = rest[3 * v + 2] - sets[block + CENTER + 2];
  // Rotation by q / |q|: u + 2 / |q|^2 * (q_vector x (q_vector x u + q_real u)).
  const scale = 2 / length;
  const tx = qy * uz - qz * uy + qw * ux;
  const ty = qz * ux - qx * uz + qw * uy;
  const tz = qx * uy - qy * ux + qw * uz;
  out[3 * v] = cx + ux + scale * (qy * tz - qz * ty);
  out[3 * v + 1] = cy + uy + scale * (qz * tx - qx * tz);
  out[3 * v + 2] = cz + uz + scale * (qx * ty - qy * tx);
}
