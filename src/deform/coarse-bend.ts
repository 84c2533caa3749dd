import { quaternionProduct } from '../math/quaternion.ts';
import { skinningSlack } from '../math/rounding.ts';
import type { Deformer } from './deformer.ts';
import { isRigidJoint, MISFIT, type PosedJoints, poseQuaternions } from './posed-joints.ts';
import { NO_EDGE } from './set-paths.ts';
import { AMPLIFICATION } from './spherical-blend.ts';

/**
 * A cheap bound of the bends of all joint-sets at once (`coarseBends`, to be read like `bends` of spherical-bend.ts), from
 * the edges of the skeleton. Infinite where it says nothing.
 *
 * Along an edge, quaternions (turned to one side) differ by a chord c, rotations by at most 2 c, and the junction has two
 * images, mismatch apart. In a set spanned by some edges no quaternion is farther from the first than P = sum c, and no
 * image of the reference point farther from the first image than Z = sum (2 c * distance + mismatch). So the R of
 * spherical-bend.ts (distances there may be measured from any point) is at most P, its |Y| at most sqrt(n - 1) Z.
 * Cost: some 20 ns per joint and per set, once per pose; about twice to four times as large as the bends themselves.
 */
export function poseCoarseBends(deformer: Deformer, posed: PosedJoints): void {
  if (posed.coarseEpoch === posed.epoch) return;
  posed.coarseEpoch = posed.epoch;
  poseQuaternions(posed);
  const { chords, coarseBends } = posed;
  const { sets, paths, references } = deformer;
  const { starts, edges, distances } = paths;
  const misfit = measureEdges(deformer, posed);

  for (let set = 0; set + 1 < starts.length; set++) {
    const n = sets.starts[set + 1] - sets.starts[set];
    if (n === 1) continue;
    let turn = 0;
    let apart = 0;
    for (let k = starts[set]; k < starts[set + 1]; k++) {
      const edge = edges[k];
      const chord = edge === NO_EDGE ? Infinity : chords[2 * edge];
      turn += chord;
      apart += (2 * chord + 2 * misfit) * distances[k] + (edge === NO_EDGE ? 0 : chords[2 * edge + 1]);
    }
    const spread = turn * turn * 1.0001 + 1e-15;
    if (!(spread <= 0.25)) {
      coarseBends[2 * set] = Infinity;
      coarseBends[2 * set + 1] = Infinity;
      continue;
    }
    const images = Math.sqrt(n - 1) * apart * 1.0001 + 1e-15 * posed.magnitude;
    const turned = (spread + Math.sqrt(spread / (1 - spread))) / (1 - spread);
    const x = references[3 * set];
    const y = references[3 * set + 1];
    const z = references[3 * set + 2];
    const reach = posed.reach + Math.sqrt(x * x + y * y + z * z);
    const slack = AMPLIFICATION * skinningSlack(n, 2 * (posed.magnitude + reach + 41 * images));
    coarseBends[2 * set] = (2 * spread) / (1 - spread);
    coarseBends[2 * set + 1] =
      1.001 * images * ((1.4143 + 120 * misfit) * turned + 41 * misfit) + misfit * reach + slack;
  }
}

/** Writes chord and mismatch of every edge (infinite next to a joint that is not rigid); returns the largest misfit. */
function measureEdges(deformer: Deformer, posed: PosedJoints): number {
  const { joints, quaternions, chords } = posed;
  const { parents, junctions } = deformer.paths;
  let misfit = 0;
  for (let j = 0; j < parents.length; j++) {
    const m = j << 4;
    if (isRigidJoint(joints, m) && joints[m + MISFIT] > misfit) misfit = joints[m + MISFIT];
    const parent = parents[j];
    if (parent < 0) continue;
    const p = parent << 4;
    if (!(isRigidJoint(joints, m) && isRigidJoint(joints, p))) {
      chords[2 * j] = Infinity;
      chords[2 * j + 1] = 0;
      continue;
    }
    const product = quaternionProduct(quaternions, 4 * j, 4 * parent);
    const x = junctions[3 * j];
    const y = junctions[3 * j + 1];
    const z = junctions[3 * j + 2];
    const dx = subtractRows(joints, m, p, x, y, z);
    const dy = subtractRows(joints, m + 4, p + 4, x, y, z);
    const dz = subtractRows(joints, m + 8, p + 8, x, y, z);
    chords[2 * j] = Math.sqrt(Math.max(0, 2 - 2 * Math.abs(product)) + 1e-15);
    chords[2 * j + 1] = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-14 * posed.magnitude;
  }
  return misfit;
}

/** One coordinate of the image of a point under the matrix row at `m`, less that under the row at `p`. */
function subtractRows(joints: Float64Array, m: number, p: number, x: number, y: number, z: number): number {
  return (
    (joints[m] - joints[p]) * x +
    (joints[m + 1] - joints[p + 1]) * y +
    (joints[m + 2] - joints[p + 2]) * z +
    joints[m + 3] -
    joints[p + 3]
  );
}
