import { IS_RIGID, JOINT_STRIDE, SET_HEADER, SET_JOINT, STRETCH } from '../../src/deform/posed-joints.ts';
import { CENTER, poseSphericalSet, SLACK } from '../../src/deform/spherical-blend.ts';
import { transformPoint } from '../../src/math/matrix34.ts';
import { type CornerRecords, type CornerRule, encloseAboutMean } from './corner-records.ts';
import { listLinearImages } from './kavan-zara-2005.ts';

/**
 * Algorithm 1 of [Kavan2006] as printed, on flat arrays, with its errors repaired: the indices of its first loop and of
 * line 15, and Lemma 5, which is false for caps beyond 90 degrees (the whole sphere is taken there). Quaternions are
 * converted once per pose, not once per sphere. Writes the sphere of `node`; `list` needs 8 * `maxList` numbers.
 */
export const refitByAlgorithm1: CornerRule = (records, deformer, posed, node, list, out, o) =>
  refit(records, deformer, posed, node, list, out, o, false);

/** The same with Lemma 5 as it is printed: a cap beyond 90 degrees gets too small a sphere. Unsound; to be shown beside. */
export const refitByPrintedAlgorithm1: CornerRule = (records, deformer, posed, node, list, out, o) =>
  refit(records, deformer, posed, node, list, out, o, true);

const refit: (...of: [...Parameters<CornerRule>, isPrinted: boolean]) => void = (
  records,
  deformer,
  posed,
  node,
  list,
  out,
  o,
  isPrinted,
) => {
  const { spheres, entryStarts, entrySets } = records;
  const { starts, joints: members } = deformer.sets;
  const px = spheres[4 * node];
  const py = spheres[4 * node + 1];
  const pz = spheres[4 * node + 2];
  let count = 0;
  let slack = posed.slack;
  let stretch = 1; // only joints that are skinned linearly can lengthen
  for (let entry = entryStarts[node]; entry < entryStarts[node + 1]; entry++) {
    const set = entrySets[entry];
    const n = starts[set + 1] - starts[set];
    if (n === 1) {
      const m = members[starts[set]] * JOINT_STRIDE;
      transformPoint(posed.joints, m, px, py, pz, list, 4 * count);
      list[4 * count + 3] = 0;
      stretch = Math.max(stretch, posed.joints[m + STRETCH]);
      count++;
      continue;
    }
    const block = poseSphericalSet(deformer, posed, set);
    if (posed.sets[block + IS_RIGID] === 0) {
      for (let k = starts[set]; k < starts[set + 1]; k++) {
        stretch = Math.max(stretch, posed.joints[members[k] * JOINT_STRIDE + STRETCH]);
      }
      count = listLinearImages(records, deformer.sets, posed, node, entry, list, count);
      continue;
    }
    slack = Math.max(slack, posed.sets[block + SLACK]);
    count = listCapSpheres(records, node, entry, posed.sets, block, n, list, count, isPrinted);
  }
  encloseAboutMean(list, count, out, o);
  out[o + 3] += spheres[4 * node + 3] * stretch + 2 * slack;
};

/** Lines 5 to 15 for one joint-set: adds a sphere per corner to the list and returns its new length. */
function listCapSpheres(
  { spheres, cornerStarts, corners }: CornerRecords,
  node: number,
  entry: number,
  sets: Float64Array,
  block: number,
  n: number,
  list: Float64Array,
  count: number,
  isPrinted: boolean,
): number {
  const start = block + SET_HEADER;
  const quaternions = list.length >> 1; // the second half of the list holds the quaternions of the corners, L2
  let ex = 0;
  let ey = 0;
  let ez = 0;
  let ew = 0;
  let added = 0;
  const to = cornerStarts[entry + 1];
  for (let c = cornerStarts[entry]; c < to; c += n, added++) {
    let rx = 0,
      ry = 0,
      rz = 0;
    let qx = 0,
      qy = 0,
      qz = 0,
      qw = 0;
    for (let i = 0; i < n; i++) {
      const weight = corners[c + i];
      const joint = start + SET_JOINT * i;
      qx += weight * sets[joint];
      qy += weight * sets[joint + 1];
      qz += weight * sets[joint + 2];
      qw += weight * sets[joint + 3];
      rx += weight * sets[joint + 4];
      ry += weight * sets[joint + 5];
      rz += weight * sets[joint + 6];
    }
    const length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
    list[quaternions + 4 * added] = qx / length;
    list[quaternions + 4 * added + 1] = qy / length;
    list[quaternions + 4 * added + 2] = qz / length;
    list[quaternions + 4 * added + 3] = qw / length;
    ex += qx / length;
    ey += qy / length;
    ez += qz / length;
    ew += qw / length;
    list[4 * (count + added)] = rx;
    list[4 * (count + added) + 1] = ry;
    list[4 * (count + added) + 2] = rz;
  }
  ex /= added;
  ey /= added;
  ez /= added;
  ew /= added;
  let squared = 0; // of the radius of the sphere around the quaternions
  for (let k = quaternions; k < quaternions + 4 * added; k += 4) {
    const d = (list[k] - ex) ** 2 + (list[k + 1] - ey) ** 2 + (list[k + 2] - ez) ** 2 + (list[k + 3] - ew) ** 2;
    squared = Math.max(squared, d);
  }
  const ux = spheres[4 * node] - sets[block + CENTER];
  const uy = spheres[4 * node + 1] - sets[block + CENTER + 1];
  const uz = spheres[4 * node + 2] - sets[block + CENTER + 2];
  const distance = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez + ew * ew);
  const angle = 2 * Math.acos(Math.min(1, (1 + length * length - squared) / (2 * length)));
  const cosine = Math.cos(angle);
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let radius = distance;
  if (squared < 1 && length > 1e-3 && (cosine > 0 || isPrinted)) {
    const scale = 2 / (length * length);
    const tx = ey * uz - ez * uy + ew * ux;
    const ty = ez * ux - ex * uz + ew * uy;
    const tz = ex * uy - ey * ux + ew * uz;
    fx = cosine * (ux + scale * (ey * tz - ez * ty));
    fy = cosine * (uy + scale * (ez * tx - ex * tz));
    fz = cosine * (uz + scale * (ex * ty - ey * tx));
    radius = distance * (Math.sin(angle) + 1e-7); // acos near 1 keeps only half the digits
  }
  for (let k = count; k < count + added; k++) {
    list[4 * k] += fx;
    list[4 * k + 1] += fy;
    list[4 * k + 2] += fz;
    list[4 * k + 3] = radius;
  }
  return count + added;
}
