import { createSkin, packWeights } from '../../../models/pack-weights.ts';
import type { Skeleton } from '../../../src/deform/skeleton.ts';
import type { Mesh, Skin } from '../../../src/index.ts';

/** By which power of its distance a bone counts less: 4 leaves the nearest one nearly alone but for joints. */
const FALLOFF = 4;

/**
 * Weights for a skeleton that was put into a mesh: of each bone by its distance alone. A bone runs from its joint to
 * each of those it carries; at the end of a limb it goes on by four fifths of the bone before.
 */
export function weightByDistance(positions: Float64Array, skeleton: Skeleton): Skin {
  const { parents, positions: joints } = skeleton;
  const bones = listBones(skeleton);
  const skin = createSkin(positions.length / 3, parents.length);
  const raw = new Float64Array(parents.length);
  for (let v = 0; 3 * v < positions.length; v++) {
    raw.fill(0);
    for (const { joint, tip } of bones) {
      const distance = distanceToBone(positions, 3 * v, joints, 3 * joint, tip);
      raw[joint] = Math.max(raw[joint], distance ** -FALLOFF);
    }
    packWeights(raw, skin, v);
  }
  return skin;
}

interface Bone {
  joint: number;
  tip: number[];
}

function listBones({ parents, positions }: Skeleton): Bone[] {
  const at = (joint: number): number[] => [...positions.subarray(3 * joint, 3 * joint + 3)];
  return Array.from(parents, (parent, joint): Bone[] => {
    const children = Array.from(parents.keys()).filter(child => parents[child] === joint);
    if (children.length > 0) return children.map(child => ({ joint, tip: at(child) }));
    const [here, before] = [at(joint), at(parent < 0 ? joint : parent)];
    return [{ joint, tip: here.map((x, axis) => x + 0.8 * (x - before[axis])) }];
  }).flat();
}

function distanceToBone(x: Float64Array, v: number, joints: Float64Array, j: number, tip: number[]): number {
  const along = [0, 1, 2].map(axis => tip[axis] - joints[j + axis]);
  const from = [0, 1, 2].map(axis => x[v + axis] - joints[j + axis]);
  const squared = along.reduce((sum, d) => sum + d * d, 0);
  const share = squared > 0 ? along.reduce((sum, d, axis) => sum + d * from[axis], 0) / squared : 0;
  const at = Math.min(1, Math.max(0, share));
  return Math.max(1e-6, Math.hypot(...from.map((d, axis) => d - at * along[axis])));
}

/** The vertices of each joint: those it has the largest weight of. */
export function listSegments({ joints, weights, influences, jointCount }: Skin): number[][] {
  const segments: number[][] = Array.from({ length: jointCount }, () => []);
  for (let o = 0; o < weights.length; o += influences) {
    let most = o;
    for (let k = o + 1; k < o + influences; k++) if (weights[k] > weights[most]) most = k;
    segments[joints[most]].push(o / influences);
  }
  return segments;
}

/**
 * Writes, for each joint, the rigid motion that takes its segment of a mesh nearest to where a frame has it, by least
 * squares ([Horn1987]): 12 numbers each. Joints are fitted one by one, so bones need not meet.
 */
export function fitJoints(
  { positions }: Mesh,
  frame: Float64Array,
  segments: readonly number[][],
  out: Float64Array,
): void {
  segments.forEach((segment, joint) => {
    const from = centerOf(positions, segment);
    const to = centerOf(frame, segment);
    const products = new Float64Array(9);
    for (const v of segment) {
      for (let k = 0; k < 9; k++) {
        const row = Math.floor(k / 3);
        products[k] += (positions[3 * v + row] - from[row]) * (frame[3 * v + (k % 3)] - to[k % 3]);
      }
    }
    writeMotion(findTurn(products), from, to, out, 12 * joint);
  });
}

function centerOf(x: Float64Array, vertices: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (const v of vertices) for (let axis = 0; axis < 3; axis++) sum[axis] += x[3 * v + axis];
  return sum.map(total => total / vertices.length);
}

/**
 * The quaternion (x, y, z, w) that turns one cloud of points onto another, from the sums of products of their
 * coordinates: that of the largest eigenvalue of a symmetric matrix [Horn1987]. The matrix is moved up by a bound of all
 * eigenvalues, so that the largest one is also the largest in size, and squared until nothing is left but what belongs
 * to that: of a limb, which is long and thin, two are nearly the same.
 */
function findTurn(s: Float64Array): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  const up = 2 * Math.hypot(...s);
  let matrix = [
    [xx - yy - zz + up, xy + yx, zx + xz, yz - zy],
    [xy + yx, yy - xx - zz + up, yz + zy, zx - xz],
    [zx + xz, yz + zy, zz - xx - yy + up, xy - yx],
    [yz - zy, zx - xz, xy - yx, xx + yy + zz + up],
  ];
  for (let round = 0; round < SQUARINGS; round++) {
    const trace = matrix.reduce((sum, row, k) => sum + row[k], 0);
    const rows = matrix.map(row => row.map(m => m / trace));
    matrix = rows.map(row => rows.map(other => row.reduce((sum, m, k) => sum + m * other[k], 0)));
  }
  const lengths = matrix.map(row => Math.hypot(...row));
  const longest = lengths.indexOf(Math.max(...lengths));
  return matrix[longest].map(x => x / lengths[longest]);
}

/** Tells apart eigenvalues that differ by a part in a million. */
const SQUARINGS = 25;

/** Turns about `from`, then moves that to `to`. */
function writeMotion([x, y, z, w]: number[], from: number[], to: number[], out: Float64Array, o: number): void {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  rows.forEach((row, axis) => {
    const moved = row.reduce((sum, m, k) => sum + m * from[k], 0);
    out.set([...row, to[axis] - moved], o + 4 * axis);
  });
}
