import type { JointSets } from '../../src/deform/joint-sets.ts';
import { JOINT_STRIDE, type PosedJoints, STRETCH } from '../../src/deform/posed-joints.ts';
import { transformPoint } from '../../src/math/matrix34.ts';
import { type CornerRecords, type CornerRule, encloseAboutMean } from './corner-records.ts';

/**
 * The rule of [KavanZara2005a] for linear blend skinning: the images of the node's centre at all weight corners,
 * enclosed about their mean, plus the rest radius. Writes the sphere of `node`; `list` needs 4 * `maxList` numbers.
 */
export const refitByKavanZara2005: CornerRule = (records, deformer, posed, node, list, out, o) => {
  const { spheres, entryStarts, entrySets } = records;
  const { sets } = deformer;
  let count = 0;
  let stretch = 0;
  for (let entry = entryStarts[node]; entry < entryStarts[node + 1]; entry++) {
    const set = entrySets[entry];
    for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
      stretch = Math.max(stretch, posed.joints[sets.joints[k] * JOINT_STRIDE + STRETCH]);
    }
    count = listLinearImages(records, sets, posed, node, entry, list, count);
  }
  encloseAboutMean(list, count, out, o);
  out[o + 3] += spheres[4 * node + 3] * stretch + posed.slack;
};

/** Adds the image of the centre at each corner of an entry, as a sphere of radius 0; returns the list's new length. */
export function listLinearImages(
  { spheres, entrySets, cornerStarts, corners }: CornerRecords,
  sets: JointSets,
  posed: PosedJoints,
  node: number,
  entry: number,
  list: Float64Array,
  count: number,
): number {
  const set = entrySets[entry];
  const first = sets.starts[set];
  const n = sets.starts[set + 1] - first;
  const { points } = posed;
  const px = spheres[4 * node];
  const py = spheres[4 * node + 1];
  const pz = spheres[4 * node + 2];
  const to = cornerStarts[entry + 1];
  for (let i = 0; i < n; i++)
    transformPoint(posed.joints, sets.joints[first + i] * JOINT_STRIDE, px, py, pz, points, 3 * i);
  for (let c = cornerStarts[entry]; c < to; c += n, count++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0; i < n; i++) {
      x += corners[c + i] * points[3 * i];
      y += corners[c + i] * points[3 * i + 1];
      z += corners[c + i] * points[3 * i + 2];
    }
    list[4 * count] = x;
    list[4 * count + 1] = y;
    list[4 * count + 2] = z;
    list[4 * count + 3] = 0;
  }
  return count;
}
