import type { CornerRecords } from '../../papers/baselines.ts';
import type { Deformer } from '../../src/deform/deformer.ts';
import { JOINT_STRIDE, type PosedJoints, SET_HEADER, SET_JOINT } from '../../src/deform/posed-joints.ts';
import { CENTER, poseSphericalSet } from '../../src/deform/spherical-blend.ts';

type Sphere = [x: number, y: number, z: number, radius: number];

/**
 * A mutant. Algorithm 1 of Kavan et al. 2006 with Lemma 5 as it is printed: the sphere around a cap of half-angle `a` is
 * taken to be [cos a * Q_c u, sin a * |u|] for every `a`. Beyond 90 degrees that is too small: a cap of more than half a
 * sphere reaches all the way round. For rigid joints; rounding is allowed for amply, so nothing but the lemma can fail.
 * `isRepaired` takes the whole sphere for such caps, and is the control: then nothing may fail.
 */
export function boundByPrintedAlgorithm1(
  records: CornerRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  isRepaired: boolean,
): Sphere {
  const { starts, joints: members } = deformer.sets;
  const center = [...records.spheres.subarray(4 * node, 4 * node + 3)];
  const list: Sphere[] = [];
  for (let entry = records.entryStarts[node]; entry < records.entryStarts[node + 1]; entry++) {
    const set = records.entrySets[entry];
    const n = starts[set + 1] - starts[set];
    if (n === 1) {
      const m = members[starts[set]] * JOINT_STRIDE;
      const [x, y, z] = [0, 4, 8].map(
        row => dot([...posed.joints.subarray(m + row, m + row + 3)], center) + posed.joints[m + row + 3],
      );
      list.push([x, y, z, 0]);
      continue;
    }
    const block = poseSphericalSet(deformer, posed, set);
    const jointAt = (k: number): number[] => {
      const o = block + SET_HEADER + SET_JOINT * k;
      return [...posed.sets.subarray(o, o + 7)]; // quaternion and image of the rotation centre
    };
    const corners: number[][] = [];
    for (let c = records.cornerStarts[entry]; c < records.cornerStarts[entry + 1]; c += n) {
      const weights = records.corners.subarray(c, c + n);
      corners.push([0, 1, 2, 3, 4, 5, 6].map(i => weights.reduce((sum, w, k) => sum + w * jointAt(k)[i], 0)));
    }
    const quaternions = corners.map(corner => scale(corner.slice(0, 4), 1 / Math.hypot(...corner.slice(0, 4))));
    const mean = [0, 1, 2, 3].map(i => quaternions.reduce((sum, q) => sum + q[i], 0) / quaternions.length);
    const length = Math.hypot(...mean);
    const half = Math.max(...quaternions.map(q => Math.acos(Math.min(1, dot(q, mean) / length))));
    const u = center.map((x, axis) => x - posed.sets[block + CENTER + axis]);
    const isWhole = isRepaired && !(2 * half < Math.PI / 2);
    const [fx, fy, fz] = scale(rotate(scale(mean, 1 / length), u), isWhole ? 0 : Math.cos(2 * half));
    const radius = Math.hypot(...u) * (isWhole ? 1 : Math.sin(2 * half));
    for (const [, , , , x, y, z] of corners) list.push([x + fx, y + fy, z + fz, radius]);
  }
  const [x, y, z] = [0, 1, 2].map(axis => list.reduce((sum, sphere) => sum + sphere[axis], 0) / list.length);
  const farthest = Math.max(...list.map(sphere => Math.hypot(sphere[0] - x, sphere[1] - y, sphere[2] - z) + sphere[3]));
  return [x, y, z, farthest + records.spheres[4 * node + 3] + 1e-6 * (1 + posed.magnitude)];
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

function scale(a: number[], factor: number): number[] {
  return a.map(x => factor * x);
}

/** The point turned by a unit quaternion. */
function rotate([x, y, z, w]: number[], [px, py, pz]: number[]): number[] {
  const [tx, ty, tz] = [y * pz - z * py + w * px, z * px - x * pz + w * py, x * py - y * px + w * pz];
  return [px + 2 * (y * tz - z * ty), py + 2 * (z * tx - x * tz), pz + 2 * (x * ty - y * tx)];
}
