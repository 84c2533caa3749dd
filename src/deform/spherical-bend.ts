import { skinningSlack } from '../math/rounding.ts';
import type { Deformer } from './deformer.ts';
import { DISTORTION, MISFIT, type PosedJoints, poseQuaternions, RIGID_TOLERANCE } from './posed-joints.ts';
import { AMPLIFICATION, CENTER, poseSphericalSet } from './spherical-blend.ts';

/**
 * How far spherical blending moves a vertex v of a joint-set from where linear blending would put it: at most
 * `bends[2 set] * mixing(weights) * |v - reference| + bends[2 set + 1]`, the reference being the set's
 * (`Deformer.references`).
 *
 * The two differ by E (v - centre) with E = Q - L, L = sum w_i R_i. Let d_kl = q_k - q_l (joints' quaternions on one side),
 * V = sum w_k w_l |d_kl|^2 / 2. Writing out Q u = (sum w_k q_k) u conj(sum w_l q_l) / |sum w q|^2 gives
 *   (1 - V) E u = sum w_k w_l |d_kl|^2 / 2 * (L u - R(d_kl) u).
 * So |E| <= 2 V / (1 - V), and |E| <= |Q| + |L| = 2. V is the variance of the quaternions: at most R^2, R their largest
 * distance from their mean; and, as |d_kl| <= 2 R, at most 2 (1 - sum w^2) R^2: hence V <= mixing(w) R^2. For
 * R^2 < 1/2 that makes |E| <= mixing * 2 R^2 / (1 - R^2), beyond it |E| <= mixing * 4 R^2.
 *
 * For x = centre - reference that alone would need the centre. But x solves a least squares problem (rotation-center.ts):
 * with Y the deviations of the reference's images from their mean, sum |(R_a - Rmean) x|^2 <= |Y|^2, damped or not. Hence
 * |(R_k - R_l) x| <= m = sqrt(2) |Y|; and R(d_kl) turns about the axis of R_k^T R_l, so that
 * |d_kl|^2 |R_k x - R(d_kl) x| <= 2 tan(angle / 4) |(R_k - R_l) x|. Together:
 *   |E x| <= m (R^2 + R / sqrt(1 - R^2)) / (1 - R^2).
 * Used for R <= 1/2; beyond, the rotation centre itself is computed. Joints that are rotations only nearly add their
 * misfit; |x| <= 41 |Y| by the damping. Cost: some 70 ns, a third of finding the centre.
 */
export function poseBend(deformer: Deformer, posed: PosedJoints, set: number): void {
  if (posed.bendEpochs[set] === posed.epoch) return;
  posed.bendEpochs[set] = posed.epoch;
  poseQuaternions(posed);
  const { joints, quaternions, bends } = posed;
  const { references } = deformer;
  const { starts, joints: members } = deformer.sets;
  const from = starts[set];
  const to = starts[set + 1];
  const n = to - from;
  const rx = references[3 * set];
  const ry = references[3 * set + 1];
  const rz = references[3 * set + 2];
  const base = members[from] << 4;
  const baseX = joints[base] * rx + joints[base + 1] * ry + joints[base + 2] * rz + joints[base + 3];
  const baseY = joints[base + 4] * rx + joints[base + 5] * ry + joints[base + 6] * rz + joints[base + 7];
  const baseZ = joints[base + 8] * rx + joints[base + 9] * ry + joints[base + 10] * rz + joints[base + 11];
  const first = 4 * members[from];
  const firstX = quaternions[first];
  const firstY = quaternions[first + 1];
  const firstZ = quaternions[first + 2];
  const firstW = quaternions[first + 3];
  let distortion = joints[base + DISTORTION];
  let misfit = joints[base + MISFIT];
  // Sums over the joints: quaternions on the side of the first, and images of the reference less the first image.
  let qx = firstX;
  let qy = firstY;
  let qz = firstZ;
  let qw = firstW;
  let yx = 0;
  let yy = 0;
  let yz = 0;
  let squares = 0;
  for (let k = from + 1; k < to; k++) {
    const m = members[k] << 4;
    if (joints[m + DISTORTION] > distortion) distortion = joints[m + DISTORTION];
    if (joints[m + MISFIT] > misfit) misfit = joints[m + MISFIT];
    const q = 4 * members[k];
    const x = quaternions[q];
    const y = quaternions[q + 1];
    const z = quaternions[q + 2];
    const w = quaternions[q + 3];
    const side = x * firstX + y * firstY + z * firstZ + w * firstW < 0 ? -1 : 1;
    qx += side * x;
    qy += side * y;
    qz += side * z;
    qw += side * w;
    const dx = joints[m] * rx + joints[m + 1] * ry + joints[m + 2] * rz + joints[m + 3] - baseX;
    const dy = joints[m + 4] * rx + joints[m + 5] * ry + joints[m + 6] * rz + joints[m + 7] - baseY;
    const dz = joints[m + 8] * rx + joints[m + 9] * ry + joints[m + 10] * rz + joints[m + 11] - baseZ;
    yx += dx;
    yy += dy;
    yz += dz;
    squares += dx * dx + dy * dy + dz * dz;
  }
  if (!(distortion < RIGID_TOLERANCE)) {
    bends[2 * set] = 0; // skinned linearly
    bends[2 * set + 1] = 0;
    return;
  }
  // Squared distances from the mean: of a quaternion 1 - 2 q.mean + |mean|^2; of the images, summed, by Steiner.
  const length = (qx * qx + qy * qy + qz * qz + qw * qw) / (n * n);
  let least = firstX * qx + firstY * qy + firstZ * qz + firstW * qw;
  for (let k = from + 1; n > 2 && k < to; k++) {
    const q = 4 * members[k];
    const x = quaternions[q];
    const y = quaternions[q + 1];
    const z = quaternions[q + 2];
    const w = quaternions[q + 3];
    const product = x * qx + y * qy + z * qz + w * qw;
    // On the side of the first, as in the sums: four joints and more may have one that points away from their mean.
    const isOther = x * firstX + y * firstY + z * firstZ + w * firstW < 0;
    if (isOther ? -product < least : product < least) least = isOther ? -product : product;
  }
  const spread = Math.max(0, 1 + length - (2 * least) / n) + 1e-15;
  const deviation = squares - (yx * yx + yy * yy + yz * yz) / n;
  const images = Math.sqrt(Math.max(0, deviation)) + 1e-15 * posed.magnitude;
  const reference = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const bend = spread < 0.5 ? (2 * spread) / (1 - spread) : 4 * spread;
  const reach = posed.reach + reference;
  bends[2 * set] = bend;
  if (spread <= 0.25) {
    const turned = (spread + Math.sqrt(spread / (1 - spread))) / (1 - spread);
    const slack = AMPLIFICATION * skinningSlack(n, 2 * (posed.magnitude + reach + 41 * images));
    bends[2 * set + 1] = 1.001 * images * ((1.4143 + 120 * misfit) * turned + 41 * misfit) + misfit * reach + slack;
    return;
  }
  const block = poseSphericalSet(deformer, posed, set);
  const { sets } = posed;
  const x = sets[block + CENTER] - rx;
  const y = sets[block + CENTER + 1] - ry;
  const z = sets[block + CENTER + 2] - rz;
  const offset = Math.sqrt(x * x + y * y + z * z);
  const slack = AMPLIFICATION * skinningSlack(n, 2 * (posed.magnitude + reach + offset));
  bends[2 * set + 1] = Math.min(2, bend) * offset + misfit * (reach + offset) + slack;
}

/** How much a vertex mixes its joints: 0 under one joint, 1 under equal weights. */
export function mixing(weights: Float64Array, from: number, count: number): number {
  let squares = 0;
  for (let k = from; k < from + count; k++) squares += weights[k] * weights[k];
  return Math.min(1, Math.max(0, 2 * (1 - squares)) + 1e-12);
}
