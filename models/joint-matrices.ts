import type { Skeleton } from '../src/deform/skeleton.ts';
import { MATRIX34_SIZE, multiply, setRotationAbout } from '../src/math/matrix34.ts';

/**
 * A pose: one unit quaternion (x, y, z, w) per joint, in the axes of the rest pose, turning the joint and all it carries
 * about the joint's rest position.
 */
export type Rotations = Float64Array;

/**
 * The rest pose: no joint is turned.
 */
export function createRotations(joints: number): Rotations {
  const rotations = new Float64Array(4 * joints);
  resetRotations(rotations);
  return rotations;
}

/**
 * Turns all joints back to the rest pose.
 */
export function resetRotations(rotations: Rotations): void {
  for (let k = 0; k < rotations.length; k++) rotations[k] = k % 4 === 3 ? 1 : 0;
}

/**
 * Turns joint `j` further by `angle` about the unit axis (x, y, z), after the rotation it has.
 */
export function turnJoint(rotations: Rotations, j: number, x: number, y: number, z: number, angle: number): void {
  const s = Math.sin(angle / 2);
  const ax = x * s;
  const ay = y * s;
  const az = z * s;
  const aw = Math.cos(angle / 2);
  const o = 4 * j;
  const bx = rotations[o];
  const by = rotations[o + 1];
  const bz = rotations[o + 2];
  const bw = rotations[o + 3];
  rotations[o] = aw * bx + ax * bw + ay * bz - az * by;
  rotations[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  rotations[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  rotations[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

const local = new Float64Array(MATRIX34_SIZE);

/**
 * Matrix of joint j = matrix of its parent x rotation about its rest position; the root's parent is `root` (12 numbers,
 * rest space to world space). Maps rest positions to posed ones. Parents must come before their children, as they do
 * in the models of this folder.
 */
export function writeJointMatrices(
  skeleton: Skeleton,
  rotations: Rotations,
  root: Float64Array,
  out: Float64Array,
): void {
  const { parents, positions } = skeleton;
  for (let j = 0; j < parents.length; j++) {
    const p = parents[j];
    if (p >= j) throw new Error(`writeJointMatrices: joint ${j} comes before its parent ${p}; sort the joints.`);
    const r = 4 * j;
    const x = positions[3 * j];
    const y = positions[3 * j + 1];
    const z = positions[3 * j + 2];
    setRotationAbout(local, 0, rotations[r], rotations[r + 1], rotations[r + 2], rotations[r + 3], x, y, z);
    if (p < 0) multiply(root, 0, local, 0, out, MATRIX34_SIZE * j);
    else multiply(out, MATRIX34_SIZE * p, local, 0, out, MATRIX34_SIZE * j);
  }
}

/**
 * The placement of a character: turned by `heading` about the vertical (0 looks along +z), standing at (x, y, z).
 */
export function writePlacement(out: Float64Array, x: number, y: number, z: number, heading: number): void {
  const c = Math.cos(heading);
  const s = Math.sin(heading);
  out.set([c, 0, s, x, 0, 1, 0, y, -s, 0, c, z]);
}
