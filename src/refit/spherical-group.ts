import { DOP_DIRECTIONS, DOP_LENGTHS } from '../bounds/dop.ts';
import { IS_RIGID, SET_HEADER, SET_JOINT } from '../deform/posed-joints.ts';
import {
  AXIS,
  CENTER,
  MEAN_IMAGE,
  MEAN_LENGTH,
  MEAN_QUATERNION,
  PRODUCT,
  poseSphericalSet,
  SLACK,
  SPREAD,
} from '../deform/spherical-blend.ts';
import { UNIT_ROUNDOFF } from '../math/rounding.ts';
import { boundLinearBox, boundLinearDop, boundLinearGroup } from './linear-blend.ts';
import { BOX_GROUP_HEADER, GROUP_HEADER } from './records.ts';
import type { BoundGroup } from './rules.ts';

/** Bounds the group at `at` by a sphere and returns where the next group begins. */
export const boundSphericalGroup: BoundGroup = (records, at, deformer, posed, out, o) => {
  const n = records.words[at];
  if (n === 1) return boundLinearGroup(records, at, posed, out, o);
  const block = poseSphericalSet(deformer, posed, records.words[at + 1]);
  if (posed.sets[block + IS_RIGID] === 0) return boundLinearGroup(records, at, posed, out, o);
  const low = at + GROUP_HEADER;
  if (n === 2) boundArc(records.values, at, low, posed.sets, block, out, o, posed.middle);
  else boundCap(records.values, at, low, n, posed.sets, block, out, o, posed.middle);
  out[o + 3] += records.values[at + 5];
  return low + n;
};

/**
 * A vertex of a group is c + d with |d| <= e in each coordinate. Where c goes is bounded as above; d is turned by a
 * rotation no farther from the middle one, R, than the angle a of the cap: by at most |R| e and, for being turned
 * otherwise, 2 sin(a / 2) |e|. Much thinner than the sphere of the box.
 */
export const boundSphericalBox: BoundGroup = (records, at, deformer, posed, out, o) => {
  const { words, values } = records;
  const n = words[at];
  if (n < 2) return boundLinearBox(records, at, posed, out, o);
  const block = poseSphericalSet(deformer, posed, words[at + 1]);
  if (posed.sets[block + IS_RIGID] === 0) return boundLinearBox(records, at, posed, out, o);
  const { middle } = posed;
  const low = at + BOX_GROUP_HEADER;
  if (n === 2) boundArc(values, at, low, posed.sets, block, out, o, middle);
  else boundCap(values, at, low, n, posed.sets, block, out, o, middle);
  const ex = values[at + 5];
  const ey = values[at + 6];
  const ez = values[at + 7];
  const diagonal = Math.sqrt(ex * ex + ey * ey + ez * ez) * (1 + 1e-14);
  const cosine = middle[COSINE];
  if (!(cosine > 0.5)) {
    const radius = out[o + 3] + diagonal;
    out[o + 3] = radius;
    out[o + 4] = radius;
    out[o + 5] = radius;
    return low + n;
  }
  const x = middle[0];
  const y = middle[1];
  const z = middle[2];
  const w = middle[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  // 2 sin(a / 2); a cosine near 1 has lost digits, so it is raised by more than those.
  const deviation = Math.sqrt(2 * Math.max(0, 1 - cosine) + 8192 * UNIT_ROUNDOFF);
  const radius = out[o + 3] + deviation * diagonal;
  const xy = x * y;
  const xz = x * z;
  const yz = y * z;
  out[o + 3] =
    Math.abs(1 - s * (y * y + z * z)) * ex + s * (Math.abs(xy - w * z) * ey + Math.abs(xz + w * y) * ez) + radius;
  out[o + 4] =
    Math.abs(1 - s * (x * x + z * z)) * ey + s * (Math.abs(xy + w * z) * ex + Math.abs(yz - w * x) * ez) + radius;
  out[o + 5] =
    Math.abs(1 - s * (x * x + y * y)) * ez + s * (Math.abs(xz - w * y) * ex + Math.abs(yz + w * x) * ey) + radius;
  return low + n;
};

/** The same as a k-DOP: along a direction d, d is turned by at most |R^T d| e and what the cap adds. */
export const boundSphericalDop: BoundGroup = (records, at, deformer, posed, out, o) => {
  const { words, values, slabs } = records;
  const n = words[at];
  if (n === 1) return boundLinearDop(records, at, posed, out, o);
  const block = poseSphericalSet(deformer, posed, words[at + 1]);
  if (posed.sets[block + IS_RIGID] === 0) return boundLinearDop(records, at, posed, out, o);
  const { middle, joined } = posed;
  const low = at + BOX_GROUP_HEADER;
  if (n === 2) boundArc(values, at, low, posed.sets, block, joined, 0, middle);
  else boundCap(values, at, low, n, posed.sets, block, joined, 0, middle);
  const ex = values[at + 5];
  const ey = values[at + 6];
  const ez = values[at + 7];
  const diagonal = Math.sqrt(ex * ex + ey * ey + ez * ez) * (1 + 1e-14);
  const cosine = middle[COSINE];
  const isTurned = cosine > 0.5;
  const deviation = isTurned ? Math.sqrt(2 * Math.max(0, 1 - cosine) + 8192 * UNIT_ROUNDOFF) : 1;
  const radius = joined[3] + deviation * diagonal;
  // The conjugate of the middle turns directions back.
  const x = -middle[0];
  const y = -middle[1];
  const z = -middle[2];
  const w = middle[3];
  const turn = isTurned ? 2 / (x * x + y * y + z * z + w * w) : 0;
  for (let s = 0; s < slabs; s++) {
    const dx = DOP_DIRECTIONS[3 * s];
    const dy = DOP_DIRECTIONS[3 * s + 1];
    const dz = DOP_DIRECTIONS[3 * s + 2];
    const product = joined[0] * dx + joined[1] * dy + joined[2] * dz;
    let reach = radius * DOP_LENGTHS[s];
    if (isTurned) {
      const tx = y * dz - z * dy + w * dx;
      const ty = z * dx - x * dz + w * dy;
      const tz = x * dy - y * dx + w * dz;
      reach +=
        Math.abs(dx + turn * (y * tz - z * ty)) * ex +
        Math.abs(dy + turn * (z * tx - x * tz)) * ey +
        Math.abs(dz + turn * (x * ty - y * tx)) * ez;
    }
    out[o + 2 * s] = product - reach;
    out[o + 2 * s + 1] = product + reach;
  }
  return low + n;
};

/** In `PosedJoints.middle`, after the middle quaternion: the cosine of the angle of the cap. */
const COSINE = 4;

/** The group at `at` of the records, its lowest weights at `low`. */
type Group = [values: Float32Array, at: number, low: number];
/** The joint-set at `block` that it follows, and where its bound and the middle of the blends go. */
type Blend = [sets: Float64Array, block: number, out: Float64Array, o: number, middle: Float64Array];

/**
 * A set of two joints. The blended quaternion runs along the great arc between the two extreme blends q', q'' (weights
 * at their lowest), so it turns about one axis of rest space: the sphere's centre, seen from the rotation centre, runs
 * along a circular arc about that axis. Its smallest sphere sits over the middle of the chord (half-angle a):
 * cos a = q'.q'' / |q'||q''|, which is >= 0 because the joints' quaternions are on one side; the middle direction is
 * q'/|q'| + q''/|q''|. To it comes the segment along which the linear part moves; the rest radius does not yet.
 * [Kavan2006] 4.3 bounds the arc by a cap of the full distance to the centre, ours by the distance to the axis.
 */
const boundArc: (...of: [...Group, ...Blend]) => void = (values, at, low, sets, block, out, o, middle) => {
  const low0 = values[low];
  const low1 = values[low + 1];
  const high0 = 1 - low1;
  const high1 = 1 - low0;
  const product = sets[block + PRODUCT];
  // q' = high0 q0 + low1 q1 and q'' = low0 q0 + high1 q1; their lengths are at least sqrt(1/2).
  const scale0 = 1 / Math.sqrt(high0 * high0 + low1 * low1 + 2 * high0 * low1 * product);
  const scale1 = 1 / Math.sqrt(low0 * low0 + high1 * high1 + 2 * low0 * high1 * product);
  const cosine = (high0 * low0 + low1 * high1 + (high0 * high1 + low0 * low1) * product) * scale0 * scale1;
  const weight0 = high0 * scale0 + low0 * scale1;
  const weight1 = low1 * scale0 + high1 * scale1;
  const a = block + SET_HEADER;
  const b = a + SET_JOINT;
  const qx = weight0 * sets[a] + weight1 * sets[b];
  const qy = weight0 * sets[a + 1] + weight1 * sets[b + 1];
  const qz = weight0 * sets[a + 2] + weight1 * sets[b + 2];
  const qw = weight0 * sets[a + 3] + weight1 * sets[b + 3];

  const ux = values[at + 2] - sets[block + CENTER];
  const uy = values[at + 3] - sets[block + CENTER + 1];
  const uz = values[at + 4] - sets[block + CENTER + 2];
  const axisX = sets[block + AXIS];
  const axisY = sets[block + AXIS + 1];
  const axisZ = sets[block + AXIS + 2];
  const along = axisX * ux + axisY * uy + axisZ * uz;
  // Differences of nearly equal squares: raised by what rounding may have taken, before the root magnifies it.
  const across = Math.max(0, (ux * ux + uy * uy + uz * uz) * (1 + 16 * UNIT_ROUNDOFF) - along * along);
  const sine = Math.max(0, 1 - cosine * cosine) + 64 * UNIT_ROUNDOFF;

  // The middle of the chord, turned by q of squared length 2 + 2 cosine.
  const lift = (1 - cosine) * along;
  const ex = cosine * ux + lift * axisX;
  const ey = cosine * uy + lift * axisY;
  const ez = cosine * uz + lift * axisZ;
  const turn = 1 / (1 + cosine);
  const tx = qy * ez - qz * ey + qw * ex;
  const ty = qz * ex - qx * ez + qw * ey;
  const tz = qx * ey - qy * ex + qw * ez;
  const half = 0.5 * (high1 - low1);
  const middle0 = low0 + half;
  const middle1 = low1 + half;
  out[o] = middle0 * sets[a + 4] + middle1 * sets[b + 4] + ex + turn * (qy * tz - qz * ty);
  out[o + 1] = middle0 * sets[a + 5] + middle1 * sets[b + 5] + ey + turn * (qz * tx - qx * tz);
  out[o + 2] = middle0 * sets[a + 6] + middle1 * sets[b + 6] + ez + turn * (qx * ty - qy * tx);
  out[o + 3] = Math.sqrt(across * sine) + 2 * half * sets[block + SPREAD] + sets[block + SLACK];
  middle[0] = qx;
  middle[1] = qy;
  middle[2] = qz;
  middle[3] = qw;
  middle[COSINE] = cosine;
};

/**
 * A set of three or more joints. Blended quaternions lie in the cone of the corners q_k = base + s * (joint k's), all
 * within the angle a/2 of their middle c = base + s * mean; so the sphere's centre, seen from the rotation centre, stays
 * on a cap of half-angle a about its image under c. Its smallest sphere has centre cos a and radius sin a times the
 * distance, if a < 90 degrees ([Kavan2006] Lemma 5, which is false beyond); else the whole sphere around the rotation
 * centre is taken, which also covers blends that vanish. cos(a/2) = min q_k.c / |q_k||c| needs no angle.
 */
const boundCap: (...of: [...Group, n: number, ...Blend]) => void = (
  values,
  at,
  low,
  n,
  sets,
  block,
  out,
  o,
  middle,
) => {
  const start = block + SET_HEADER;
  let rest = 1;
  let bx = 0,
    by = 0,
    bz = 0,
    bw = 0;
  let cx = 0,
    cy = 0,
    cz = 0;
  for (let k = 0; k < n; k++) {
    const weight = values[low + k];
    const joint = start + SET_JOINT * k;
    rest -= weight;
    bx += weight * sets[joint];
    by += weight * sets[joint + 1];
    bz += weight * sets[joint + 2];
    bw += weight * sets[joint + 3];
    cx += weight * sets[joint + 4];
    cy += weight * sets[joint + 5];
    cz += weight * sets[joint + 6];
  }
  const meanX = sets[block + MEAN_QUATERNION];
  const meanY = sets[block + MEAN_QUATERNION + 1];
  const meanZ = sets[block + MEAN_QUATERNION + 2];
  const meanW = sets[block + MEAN_QUATERNION + 3];
  const base = bx * bx + by * by + bz * bz + bw * bw;
  const baseMean = bx * meanX + by * meanY + bz * meanZ + bw * meanW;
  let least = Infinity; // of (q_k.c)^2 / |q_k|^2
  let isCone = true;
  for (let joint = start; joint < start + SET_JOINT * n; joint += SET_JOINT) {
    const baseJoint = bx * sets[joint] + by * sets[joint + 1] + bz * sets[joint + 2] + bw * sets[joint + 3];
    const product = base + rest * (baseMean + baseJoint + rest * sets[joint + 7]);
    const length = base + rest * (2 * baseJoint + rest);
    isCone = isCone && product > 0 && length > 1 / 64;
    least = Math.min(least, (product * product) / length);
  }
  const length = base + rest * (2 * baseMean + rest * sets[block + MEAN_LENGTH]);
  const cosine = (2 * least) / length - 1;

  cx += rest * sets[block + MEAN_IMAGE];
  cy += rest * sets[block + MEAN_IMAGE + 1];
  cz += rest * sets[block + MEAN_IMAGE + 2];
  const ux = values[at + 2] - sets[block + CENTER];
  const uy = values[at + 3] - sets[block + CENTER + 1];
  const uz = values[at + 4] - sets[block + CENTER + 2];
  const distance = ux * ux + uy * uy + uz * uz;
  const fixed = rest * sets[block + SPREAD] + sets[block + SLACK];
  if (!(isCone && length > 1 / 64 && cosine > 0)) {
    out[o] = cx;
    out[o + 1] = cy;
    out[o + 2] = cz;
    out[o + 3] = fixed + Math.sqrt(distance);
    middle[COSINE] = -1;
    return;
  }
  const qx = bx + rest * meanX;
  const qy = by + rest * meanY;
  const qz = bz + rest * meanZ;
  const qw = bw + rest * meanW;
  const turn = 2 / length;
  const tx = qy * uz - qz * uy + qw * ux;
  const ty = qz * ux - qx * uz + qw * uy;
  const tz = qx * uy - qy * ux + qw * uz;
  out[o] = cx + cosine * (ux + turn * (qy * tz - qz * ty));
  out[o + 1] = cy + cosine * (uy + turn * (qz * tx - qx * tz));
  out[o + 2] = cz + cosine * (uz + turn * (qx * ty - qy * tx));
  // Lengths down to 1/64 magnify rounding in the cosine; raised by more than that before the root.
  const sine = Math.max(0, 1 - cosine * cosine) + 4096 * UNIT_ROUNDOFF;
  out[o + 3] = fixed + Math.sqrt(distance * sine);
  middle[0] = qx;
  middle[1] = qy;
  middle[2] = qz;
  middle[3] = qw;
  middle[COSINE] = cosine;
};
