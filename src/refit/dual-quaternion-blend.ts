import { DOP_DIRECTIONS, DOP_LENGTHS, dopSpheres } from '../bounds/dop.ts';
import type { Deformer } from '../deform/deformer.ts';
import { poseDualQuaternionSet, SLACK } from '../deform/dual-quaternion-blend.ts';
import { IS_RIGID, type PosedJoints, SET_HEADER, SET_JOINT } from '../deform/posed-joints.ts';
import { finishBox, finishSphere, joinDops } from './finish-volume.ts';
import { boundLinearGroup } from './linear-blend.ts';
import { BOX_GROUP_HEADER, GROUP_HEADER, type RefitRecords } from './records.ts';
import type { BoundGroup, RefitRule } from './rules.ts';

/**
 * Move the volume of a node under dual quaternion skinning. Read no vertex; any order.
 * Valid for all weights >= 0 that sum to 1; sets with a joint that is not rigid are bounded linearly, as they are
 * skinned. Cost: n (n + 1) / 2 control points for a set of n joints.
 */
export const refitDualQuaternionSphere: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const groups = boundGroups(records, deformer, posed, node, scratch);
  finishSphere(scratch, groups, posed.slack, out, 4 * node);
};

export const refitDualQuaternionBox: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const groups = boundGroups(records, deformer, posed, node, scratch);
  finishBox(scratch, groups, posed.slack, out, 6 * node);
};

export const refitDualQuaternionDop: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const { slabs } = records;
  let at = records.starts[node];
  const groups = records.words[at++];
  for (let o = 0; o < 2 * slabs * groups; o += 2 * slabs)
    at = boundDualQuaternionDop(records, at, deformer, posed, scratch, o);
  joinDops(slabs, scratch, groups, posed.slack, out, 2 * slabs * node);
};

function boundGroups(
  records: RefitRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  scratch: Float64Array,
): number {
  let at = passLinearForm(records, records.starts[node]);
  const groups = records.words[at++];
  for (let o = 0; o < 4 * groups; o += 4) at = boundDualQuaternionGroup(records, at, deformer, posed, scratch, o);
  return groups;
}

/** Where the sets of a node begin: behind the linear form that boxes have (build-records.ts). */
function passLinearForm({ words }: RefitRecords, at: number): number {
  const groups = -words[at];
  if (groups < 0) return at;
  at += 2 + 2 * words[at + 1];
  for (let g = 0; g < groups; g++) {
    const n = words[at];
    at += n === 0 ? 2 : BOX_GROUP_HEADER + (n > 1 ? n : 0);
  }
  return at;
}

/**
 * With weights mixed from corners by shares u_k, the sphere's centre goes to the rational point
 * sum u_k u_l vec(s_k conj(q_l)) / sum u_k u_l q_k.q_l, where q_k blends the quaternions at corner k and
 * s_k = q_k p + d_k. If all products q_k.q_l are positive this is a convex mix of the control points
 * vec(s_k conj(q_l) + s_l conj(q_k)) / 2 q_k.q_l, k <= l. The motion is rigid for fixed weights, so the radius stays.
 */
const boundDualQuaternionGroup: BoundGroup = (records, at, deformer, posed, out, o) => {
  const { words, values } = records;
  const n = words[at];
  if (n === 1) return boundLinearGroup(records, at, posed, out, o);
  const block = poseDualQuaternionSet(deformer, posed, words[at + 1]);
  const { sets, points } = posed;
  if (sets[block + IS_RIGID] === 0) return boundLinearGroup(records, at, posed, out, o);

  writeCorners(values, at, n, sets, block + SET_HEADER, points);
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  for (let k = 0; k < 8 * n; k += 8) {
    const scale = 1 / (n * productOf(points, k, k));
    out[o] += scale * controlX(points, k, k);
    out[o + 1] += scale * controlY(points, k, k);
    out[o + 2] += scale * controlZ(points, k, k);
  }
  let squared = 0;
  for (let k = 0; k < 8 * n; k += 8) {
    for (let l = k; l < 8 * n; l += 8) {
      const product = productOf(points, k, l);
      if (!(product > LEAST_PRODUCT)) {
        boundScattered(values, at, n, sets, block, points, out, o);
        return at + GROUP_HEADER + n;
      }
      const scale = 0.5 / product;
      const dx = scale * (controlX(points, k, l) + controlX(points, l, k)) - out[o];
      const dy = scale * (controlY(points, k, l) + controlY(points, l, k)) - out[o + 1];
      const dz = scale * (controlZ(points, k, l) + controlZ(points, l, k)) - out[o + 2];
      const distance = dx * dx + dy * dy + dz * dz;
      squared = Math.max(squared, distance);
    }
  }
  out[o + 3] = values[at + 5] + Math.sqrt(squared) + sets[block + SLACK];
  return at + GROUP_HEADER + n;
};

/**
 * The same as a k-DOP: no farther along a direction than the farthest control point, and the radius. Where the group is
 * bounded by a sphere after all (one joint, joints that are not rigid, corners that point apart), the k-DOP of that.
 */
const boundDualQuaternionDop: BoundGroup = (records, at, deformer, posed, out, o) => {
  const { words, values, slabs } = records;
  const n = words[at];
  const { sets, points } = posed;
  const block = n === 1 ? -1 : poseDualQuaternionSet(deformer, posed, words[at + 1]);
  const isRational = block >= 0 && sets[block + IS_RIGID] !== 0;
  if (isRational) writeCorners(values, at, n, sets, block + SET_HEADER, points);
  if (!isRational || !(leastProduct(points, n) > LEAST_PRODUCT)) {
    const next = boundDualQuaternionGroup(records, at, deformer, posed, posed.joined, 0);
    dopSpheres(slabs, posed.joined, 1, 0, out, o);
    return next;
  }
  const radius = values[at + 5] + sets[block + SLACK];
  for (let k = 0; k < 8 * n; k += 8) {
    for (let l = k; l < 8 * n; l += 8) {
      const scale = 0.5 / productOf(points, k, l);
      const x = scale * (controlX(points, k, l) + controlX(points, l, k));
      const y = scale * (controlY(points, k, l) + controlY(points, l, k));
      const z = scale * (controlZ(points, k, l) + controlZ(points, l, k));
      for (let s = 0; s < slabs; s++) {
        const product = x * DOP_DIRECTIONS[3 * s] + y * DOP_DIRECTIONS[3 * s + 1] + z * DOP_DIRECTIONS[3 * s + 2];
        const reach = radius * DOP_LENGTHS[s];
        const at2 = o + 2 * s;
        out[at2] = k + l === 0 ? product - reach : Math.min(out[at2], product - reach);
        out[at2 + 1] = k + l === 0 ? product + reach : Math.max(out[at2 + 1], product + reach);
      }
    }
  }
  return at + GROUP_HEADER + n;
};

/** The least product of two corner quaternions; NaN if one is. */
function leastProduct(points: Float64Array, n: number): number {
  let least = Infinity;
  for (let k = 0; k < 8 * n; k += 8)
    for (let l = k; l < 8 * n; l += 8) least = Math.min(least, productOf(points, k, l));
  return least;
}

/** Products of corner quaternions below this magnify rounding too much to trust quotients. */
const LEAST_PRODUCT = 1 / 64;

/**
 * Where corner quaternions point apart: the posed centre is the mean of its images y_i under the joints, each turned by
 * conj-products of unit quaternions and divided by the length of the blend, so it is no farther from any point m than
 * the farthest y_i, divided by that length. The length is at least the least product of a corner with a unit
 * quaternion; and skinning treats blends below 1e-8 as vanished, so 1e-8 serves where that says nothing.
 */
function boundScattered(
  values: Float32Array,
  at: number,
  n: number,
  sets: Float64Array,
  block: number,
  points: Float64Array,
  out: Float64Array,
  o: number,
): void {
  let mx = 0;
  let my = 0;
  let mz = 0;
  let mw = 0;
  for (let k = 0; k < 8 * n; k += 8) {
    mx += points[k];
    my += points[k + 1];
    mz += points[k + 2];
    mw += points[k + 3];
  }
  let least = Infinity;
  for (let k = 0; k < 8 * n; k += 8) {
    least = Math.min(least, points[k] * mx + points[k + 1] * my + points[k + 2] * mz + points[k + 3] * mw);
  }
  const length = Math.sqrt(mx * mx + my * my + mz * mz + mw * mw);
  const shortest = length > 0 ? Math.max(least / length, 1e-8) : 1e-8;

  // The images under the joints themselves: the corners of all weights.
  writeImages(values[at + 2], values[at + 3], values[at + 4], n, sets, block + SET_HEADER, points);
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  for (let k = 0; k < 8 * n; k += 8) {
    out[o] += controlX(points, k, k) / n;
    out[o + 1] += controlY(points, k, k) / n;
    out[o + 2] += controlZ(points, k, k) / n;
  }
  let squared = 0;
  for (let k = 0; k < 8 * n; k += 8) {
    const dx = controlX(points, k, k) - out[o];
    const dy = controlY(points, k, k) - out[o + 1];
    const dz = controlZ(points, k, k) - out[o + 2];
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  out[o + 3] = values[at + 5] + (Math.sqrt(squared) + sets[block + SLACK]) / shortest;
}

/** For each corner of the weights: the blended quaternion q (4) and s = q p + d (4). */
function writeCorners(
  values: Float32Array,
  at: number,
  n: number,
  sets: Float64Array,
  start: number,
  corners: Float64Array,
): void {
  const x = values[at + 2];
  const y = values[at + 3];
  const z = values[at + 4];
  const low = at + GROUP_HEADER;
  let rest = 1;
  for (let k = 0; k < n; k++) rest -= values[low + k];
  for (let c = 0; c < 8; c++) {
    let base = 0;
    for (let k = 0; k < n; k++) base += values[low + k] * sets[start + SET_JOINT * k + c];
    for (let k = 0; k < n; k++) corners[8 * k + c] = base + rest * sets[start + SET_JOINT * k + c];
  }
  turnCorners(x, y, z, n, corners);
}

/** The same at the joints themselves. */
function writeImages(
  x: number,
  y: number,
  z: number,
  n: number,
  sets: Float64Array,
  start: number,
  corners: Float64Array,
): void {
  for (let k = 0; k < 8 * n; k++) corners[k] = sets[start + k];
  turnCorners(x, y, z, n, corners);
}

/** From quaternions q and translations d: s = q p + d in the place of d. */
function turnCorners(x: number, y: number, z: number, n: number, corners: Float64Array): void {
  for (let k = 0; k < 8 * n; k += 8) {
    const qx = corners[k];
    const qy = corners[k + 1];
    const qz = corners[k + 2];
    const qw = corners[k + 3];
    corners[k + 4] += qw * x + qy * z - qz * y;
    corners[k + 5] += qw * y + qz * x - qx * z;
    corners[k + 6] += qw * z + qx * y - qy * x;
    corners[k + 7] -= qx * x + qy * y + qz * z;
  }
}

function productOf(c: Float64Array, k: number, l: number): number {
  return c[k] * c[l] + c[k + 1] * c[l + 1] + c[k + 2] * c[l + 2] + c[k + 3] * c[l + 3];
}

/** The coordinates of vec(s_k conj(q_l)). */
function controlX(c: Float64Array, k: number, l: number): number {
  return c[k + 4] * c[l + 3] - c[k + 7] * c[l] - (c[k + 5] * c[l + 2] - c[k + 6] * c[l + 1]);
}

function controlY(c: Float64Array, k: number, l: number): number {
  return c[k + 5] * c[l + 3] - c[k + 7] * c[l + 1] - (c[k + 6] * c[l] - c[k + 4] * c[l + 2]);
}

function controlZ(c: Float64Array, k: number, l: number): number {
  return c[k + 6] * c[l + 3] - c[k + 7] * c[l + 2] - (c[k + 4] * c[l + 1] - c[k + 5] * c[l]);
}
