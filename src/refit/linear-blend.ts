import { DOP_DIRECTIONS } from '../bounds/dop.ts';
import { type PosedJoints, STRETCH } from '../deform/posed-joints.ts';
import { finishSphere, joinBoxes, joinDops } from './finish-volume.ts';
import { BOX_GROUP_HEADER, GROUP_HEADER, type RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';
import { joinSharedBoxes, poseSharedBox } from './shared-boxes.ts';

/**
 * Move the volume of a node with its joints. Read no vertex; nodes may come in any order.
 * Valid for any affine joints and any weights >= 0 that sum to 1. Cost: one matrix-point product per joint of each group.
 */
export const refitLinearBlendSphere: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  finishSphere(scratch, boundLinearGroups(records, posed, node, scratch), posed.slack, out, 4 * node);
};

export const refitLinearBlendBox: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  let at = records.starts[node];
  const groups = records.words[at++];
  if (records.words[at] === 0) {
    joinSharedBoxes(records, posed, at, groups, out, 6 * node);
    return;
  }
  for (let o = 0; o < 6 * groups; o += 6) at = boundLinearBox(records, at, posed, scratch, o);
  joinBoxes(scratch, groups, posed.slack, out, 6 * node);
};

export const refitLinearBlendDop: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  const { slabs } = records;
  let at = records.starts[node];
  const groups = records.words[at++];
  for (let o = 0; o < 2 * slabs * groups; o += 2 * slabs) at = boundLinearDop(records, at, posed, scratch, o);
  joinDops(slabs, scratch, groups, posed.slack, out, 2 * slabs * node);
};

function boundLinearGroups(records: RefitRecords, posed: PosedJoints, node: number, scratch: Float64Array): number {
  let at = records.starts[node];
  const groups = records.words[at++];
  for (let o = 0; o < 4 * groups; o += 4) at = boundLinearGroup(records, at, posed, scratch, o);
  return groups;
}

/** Bounds the group at `at` of the records, from `o` on in `out`. */
type BoundLinearly = (records: RefitRecords, at: number, posed: PosedJoints, out: Float64Array, o: number) => number;

/**
 * Bounds one group by a sphere and returns where the next group begins.
 *
 * A vertex of the group is p + d with |d| <= r. Its weights are the lowest weights plus the rest s = 1 - sum, shared out
 * somehow; so they are a convex mix of the n corners "lowest weights, and all of s on joint k" ([Kavan2006] 4.1, with the
 * simplex of lowest weights in place of all corners of the weight box: n corners, hardly looser). The image of p is
 * then a convex mix of the n points base + s * image_k, none farther from their mean than s times the farthest image
 * from the mean image. The image of d is at most r times the largest stretch of a joint.
 */
export const boundLinearGroup: BoundLinearly = (records, at, posed, out, o) => {
  const { words, values } = records;
  const { joints } = posed;
  const n = words[at];
  const x = values[at + 2];
  const y = values[at + 3];
  const z = values[at + 4];
  if (n === 1) {
    const m = words[at + 1] << 4;
    out[o] = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    out[o + 1] = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    out[o + 2] = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    out[o + 3] = values[at + 5] * joints[m + STRETCH];
    return at + GROUP_HEADER;
  }
  const { members } = records;
  let k = records.memberStarts[words[at + 1]];
  let low = at + GROUP_HEADER;
  if (n === 2) {
    const m0 = members[k] << 4;
    const m1 = members[k + 1] << 4;
    const x0 = joints[m0] * x + joints[m0 + 1] * y + joints[m0 + 2] * z + joints[m0 + 3];
    const y0 = joints[m0 + 4] * x + joints[m0 + 5] * y + joints[m0 + 6] * z + joints[m0 + 7];
    const z0 = joints[m0 + 8] * x + joints[m0 + 9] * y + joints[m0 + 10] * z + joints[m0 + 11];
    const dx = joints[m1] * x + joints[m1 + 1] * y + joints[m1 + 2] * z + joints[m1 + 3] - x0;
    const dy = joints[m1 + 4] * x + joints[m1 + 5] * y + joints[m1 + 6] * z + joints[m1 + 7] - y0;
    const dz = joints[m1 + 8] * x + joints[m1 + 9] * y + joints[m1 + 10] * z + joints[m1 + 11] - z0;
    // The weight of the second joint lies between its lowest weight and 1 - the lowest weight of the first.
    const half = 0.5 * (1 - values[low] - values[low + 1]);
    const middle = values[low + 1] + half;
    const stretch = Math.max(joints[m0 + STRETCH], joints[m1 + STRETCH]);
    out[o] = x0 + middle * dx;
    out[o + 1] = y0 + middle * dy;
    out[o + 2] = z0 + middle * dz;
    out[o + 3] = values[at + 5] * stretch + half * Math.sqrt(dx * dx + dy * dy + dz * dz);
    return low + 2;
  }
  const { points } = posed;
  const end = k + n;
  let rest = 1;
  let baseX = 0;
  let baseY = 0;
  let baseZ = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let stretch = 0;
  let p = 0;
  for (; k < end; k++) {
    const m = members[k] << 4;
    const px = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    const py = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    const pz = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    const weight = values[low++];
    rest -= weight;
    baseX += weight * px;
    baseY += weight * py;
    baseZ += weight * pz;
    sumX += px;
    sumY += py;
    sumZ += pz;
    const jointStretch = joints[m + STRETCH];
    if (jointStretch > stretch) stretch = jointStretch;
    points[p] = px;
    points[p + 1] = py;
    points[p + 2] = pz;
    p += 3;
  }
  const meanX = sumX / n;
  const meanY = sumY / n;
  const meanZ = sumZ / n;
  let farthest = 0;
  while (p > 0) {
    p -= 3;
    const dx = points[p] - meanX;
    const dy = points[p + 1] - meanY;
    const dz = points[p + 2] - meanZ;
    const squared = dx * dx + dy * dy + dz * dz;
    farthest = 0.5 * (farthest + squared + Math.abs(farthest - squared)); // a maximum without a branch to mispredict
  }
  out[o] = baseX + rest * meanX;
  out[o + 1] = baseY + rest * meanY;
  out[o + 2] = baseZ + rest * meanZ;
  out[o + 3] = values[at + 5] * stretch + rest * Math.sqrt(farthest);
  return low;
};

/**
 * Bounds one group by a box (centre, half extents) and returns where the next group begins. A vertex of the group is b + d
 * with |d| <= e in each coordinate; under joint k it reaches no further along an axis than h_k = (M_k b + t_k) + |M_k| e.
 * Weighted by low_k plus a share of the rest, no further than sum low_k h_k + rest * max h_k; below, likewise.
 */
export const boundLinearBox: BoundLinearly = (records, at, posed, out, o) => {
  const { words, values, members } = records;
  const { joints } = posed;
  const n = words[at];
  if (n === 0) {
    const b = poseSharedBox(records, posed, words[at + 1]);
    const { sharedBoxes } = posed;
    for (let axis = 0; axis < 3; axis++) {
      out[o + axis] = 0.5 * (sharedBoxes[b + axis] + sharedBoxes[b + 3 + axis]);
      out[o + 3 + axis] = 0.5 * (sharedBoxes[b + 3 + axis] - sharedBoxes[b + axis]);
    }
    return at + 2;
  }
  const x = values[at + 2];
  const y = values[at + 3];
  const z = values[at + 4];
  const ex = values[at + 5];
  const ey = values[at + 6];
  const ez = values[at + 7];
  let low = at + BOX_GROUP_HEADER;
  if (n === 1) {
    const m = words[at + 1] << 4;
    out[o] = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    out[o + 1] = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    out[o + 2] = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    out[o + 3] = Math.abs(joints[m]) * ex + Math.abs(joints[m + 1]) * ey + Math.abs(joints[m + 2]) * ez;
    out[o + 4] = Math.abs(joints[m + 4]) * ex + Math.abs(joints[m + 5]) * ey + Math.abs(joints[m + 6]) * ez;
    out[o + 5] = Math.abs(joints[m + 8]) * ex + Math.abs(joints[m + 9]) * ey + Math.abs(joints[m + 10]) * ez;
    return low;
  }
  let rest = 1;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let sumHalfX = 0;
  let sumHalfY = 0;
  let sumHalfZ = 0;
  let lowX = 0;
  let lowY = 0;
  let lowZ = 0;
  let highX = 0;
  let highY = 0;
  let highZ = 0;
  const first = records.memberStarts[words[at + 1]];
  for (let k = first; k < first + n; k++) {
    const m = members[k] << 4;
    const weight = values[low++];
    rest -= weight;
    const px = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    const py = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    const pz = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    const halfX = Math.abs(joints[m]) * ex + Math.abs(joints[m + 1]) * ey + Math.abs(joints[m + 2]) * ez;
    const halfY = Math.abs(joints[m + 4]) * ex + Math.abs(joints[m + 5]) * ey + Math.abs(joints[m + 6]) * ez;
    const halfZ = Math.abs(joints[m + 8]) * ex + Math.abs(joints[m + 9]) * ey + Math.abs(joints[m + 10]) * ez;
    sumX += weight * px;
    sumY += weight * py;
    sumZ += weight * pz;
    sumHalfX += weight * halfX;
    sumHalfY += weight * halfY;
    sumHalfZ += weight * halfZ;
    if (k === first) {
      lowX = px - halfX;
      lowY = py - halfY;
      lowZ = pz - halfZ;
      highX = px + halfX;
      highY = py + halfY;
      highZ = pz + halfZ;
      continue;
    }
    // Minima and maxima as (a + b -+ |a - b|) / 2: no branch to mispredict.
    lowX = 0.5 * (lowX + px - halfX - Math.abs(lowX - px + halfX));
    lowY = 0.5 * (lowY + py - halfY - Math.abs(lowY - py + halfY));
    lowZ = 0.5 * (lowZ + pz - halfZ - Math.abs(lowZ - pz + halfZ));
    highX = 0.5 * (highX + px + halfX + Math.abs(highX - px - halfX));
    highY = 0.5 * (highY + py + halfY + Math.abs(highY - py - halfY));
    highZ = 0.5 * (highZ + pz + halfZ + Math.abs(highZ - pz - halfZ));
  }
  const half = 0.5 * rest;
  out[o] = sumX + half * (lowX + highX);
  out[o + 1] = sumY + half * (lowY + highY);
  out[o + 2] = sumZ + half * (lowZ + highZ);
  out[o + 3] = sumHalfX + half * (highX - lowX);
  out[o + 4] = sumHalfY + half * (highY - lowY);
  out[o + 5] = sumHalfZ + half * (highZ - lowZ);
  return low;
};

/**
 * Bounds one group by a k-DOP and returns where the next group begins. As above, along any direction d: under joint k a
 * vertex b + d' reaches no further than d.(M_k b + t_k) + |M_k^T d| e. The records are those of boxes, none of them shared.
 */
export const boundLinearDop: BoundLinearly = (records, at, posed, out, o) => {
  const { words, values, members, slabs } = records;
  const { joints } = posed;
  const n = words[at];
  const x = values[at + 2];
  const y = values[at + 3];
  const z = values[at + 4];
  const ex = values[at + 5];
  const ey = values[at + 6];
  const ez = values[at + 7];
  const low = at + BOX_GROUP_HEADER;
  const first = n === 1 ? 0 : records.memberStarts[words[at + 1]];
  for (let s = 0; s < slabs; s++) {
    const dx = DOP_DIRECTIONS[3 * s];
    const dy = DOP_DIRECTIONS[3 * s + 1];
    const dz = DOP_DIRECTIONS[3 * s + 2];
    let rest = 1;
    let sum = 0;
    let sumHalf = 0;
    let lowest = Infinity;
    let highest = -Infinity;
    for (let k = 0; k < n; k++) {
      const m = (n === 1 ? words[at + 1] : members[first + k]) << 4;
      const ux = joints[m] * dx + joints[m + 4] * dy + joints[m + 8] * dz;
      const uy = joints[m + 1] * dx + joints[m + 5] * dy + joints[m + 9] * dz;
      const uz = joints[m + 2] * dx + joints[m + 6] * dy + joints[m + 10] * dz;
      const offset = joints[m + 3] * dx + joints[m + 7] * dy + joints[m + 11] * dz;
      const middle = ux * x + uy * y + uz * z + offset;
      const half = Math.abs(ux) * ex + Math.abs(uy) * ey + Math.abs(uz) * ez;
      const weight = n === 1 ? 0 : values[low + k];
      rest -= weight;
      sum += weight * middle;
      sumHalf += weight * half;
      lowest = Math.min(lowest, middle - half);
      highest = Math.max(highest, middle + half);
    }
    out[o + 2 * s] = sum - sumHalf + rest * lowest;
    out[o + 2 * s + 1] = sum + sumHalf + rest * highest;
  }
  return n === 1 ? low : low + n;
};
