import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { type Collider, setPose } from '../collider.ts';
import { multiply } from '../math/matrix34.ts';
import type { Acceleration } from './acceleration.ts';
import { nameOf } from './name-of.ts';
import { sourceOf } from './source-mesh.ts';
import { isFresh } from './stamp.ts';

/**
 * Poses a collider as the mesh is now: in the world, or in the space of the mesh. World matrices and the matrices of the skeleton are
 * brought up to date first, bones that follow nodes (as those of glTF files do) included: no render need come before. Cost: O(bones).
 */
export function poseCollider(
  collider: Collider,
  mesh: AbstractMesh,
  { shared, matrices, weights }: Acceleration,
  space: 'world' | 'local',
  caller: string,
): void {
  const source = sourceOf(mesh);
  if (!isFresh(shared.stamp, source)) {
    throw new Error(`${caller}: the data of ${nameOf(mesh)} has changed; call accelerate on it again.`);
  }
  writeJoints(mesh, shared.numbers, space, matrices, caller);
  for (let m = 0; m < weights.length; m++) weights[m] = source.morphTargetManager!.getTarget(m).influence;
  if (isSame(matrices, collider.jointMatrices) && isSame(weights, collider.weights)) return;
  try {
    setPose(collider, { jointMatrices: matrices, weights });
  } catch (error) {
    const reason = (error as Error).message.replace(/^setPose: /, '');
    throw new Error(`${caller}: ${nameOf(mesh)} cannot be posed: ${reason}`, { cause: error });
  }
}

/**
 * From the positions as they are stored to the world, or to the space of the mesh. Babylon multiplies from the left, positions * bone *
 * world, and keeps its matrices row by row; here they are transposed, and the other way round.
 */
function writeJoints(
  mesh: AbstractMesh,
  numbers: Uint32Array,
  space: 'world' | 'local',
  matrices: Float64Array,
  caller: string,
): void {
  const world = mesh.computeWorldMatrix(true).m;
  if (numbers.length === 0) {
    writeRows(space === 'world' ? world : IDENTITY, 0, matrices, 0);
    return;
  }
  const source = sourceOf(mesh);
  const skeleton = source.skeleton!;
  skeleton.prepare(true);
  const bones = skeleton.getTransformMatrices(source);
  const last = numbers[numbers.length - 1];
  if (16 * (last + 1) > bones.length) {
    throw new Error(`${caller}: ${nameOf(mesh)} follows bone ${last}, but its skeleton has ${skeleton.bones.length}.`);
  }
  for (let joint = 0; joint < numbers.length; joint++) writeRows(bones, 16 * numbers[joint], matrices, 12 * joint);
  if (space === 'local') return;
  const outer = new Float64Array(12);
  writeRows(world, 0, outer, 0);
  for (let k = 0; k < matrices.length; k += 12) multiply(outer, 0, matrices, k, matrices, k);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

function writeRows(m: ArrayLike<number>, i: number, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) out[o + 4 * row + column] = m[i + 4 * column + row];
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
