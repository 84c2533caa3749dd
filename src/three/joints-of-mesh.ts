import type * as three from 'three';
import { Matrix4 } from 'three';
import { multiply } from '../math/matrix34.ts';
import type { Link } from './link.ts';
import { nameOf } from './name-of.ts';
import { isSkinned } from './read-geometry.ts';

/**
 * Brings the world matrices of the mesh, of its bones and of all above them up to date, and of nothing else. Objects that
 * three.js would not update by itself (`matrixAutoUpdate`, `matrixWorldAutoUpdate`) stay as they are told to be. What is
 * still to be updated below them is not forgotten: the flag that says so is put back.
 */
export function updateWorld({ objects }: Link, mesh: three.Mesh): void {
  updateObjects(objects);
  updateInverse(mesh);
}

/** The inverse that a skinned mesh keeps, once its world matrix is up to date. */
export function updateInverse(mesh: three.Mesh): void {
  // What `SkinnedMesh.updateMatrixWorld` does as well; else its own methods would mix old and new.
  if (isSkinned(mesh))
    invertTo(mesh.bindMode === 'detached' ? mesh.bindMatrix : mesh.matrixWorld, mesh.bindMatrixInverse);
}

/** The world matrices of some objects, parents first. */
export function updateObjects(objects: readonly three.Object3D[]): void {
  for (let k = 0; k < objects.length; k++) updateObject(objects[k]);
}

/** The world matrix of an object whose parent is up to date. */
export function updateObject(object: three.Object3D): void {
  if (!object.matrixWorldAutoUpdate) return;
  const isPending = object.matrixWorldNeedsUpdate;
  object.updateWorldMatrix(false, false, true);
  if (isPending) object.matrixWorldNeedsUpdate = true;
}

function invertTo(from: three.Matrix4, to: three.Matrix4): void {
  to.copy(from).invert();
}

/**
 * Writes the joint matrices of the current pose to `link.matrices`: from the geometry as it is stored to the world or, as
 * three.js does its own sums, to the local space of the mesh. World matrices must be up to date.
 *
 * A vertex is at bindMatrixInverse * (mean of bone * boneInverse) * bindMatrix in local space. While the mesh is attached
 * the inverse is that of matrixWorld, so in the world the two cancel out and are left out.
 */
export function writeJoints(link: Link, mesh: three.Mesh, space: 'world' | 'local'): void {
  const { matrices, bones, numbers, bind, outer } = link;
  if (!isSkinned(mesh)) {
    writeRows(space === 'world' ? mesh.matrixWorld : IDENTITY, matrices, 0);
    return;
  }
  const { boneInverses } = mesh.skeleton;
  if (mesh.bindMode !== 'attached' && mesh.bindMode !== 'detached') {
    throw new Error(`syncPose: the bindMode of ${nameOf(mesh)} is '${mesh.bindMode}'; use 'attached' or 'detached'.`);
  }
  const isBindNeeded = !mesh.bindMatrix.equals(IDENTITY);
  const isOuterNeeded = space === 'local' || mesh.bindMode === 'detached';
  writeRows(mesh.bindMatrix, bind, 0);
  if (space === 'world') {
    writeProduct(mesh.matrixWorld, mesh.bindMatrixInverse, outer, 0);
  } else writeRows(mesh.bindMatrixInverse, outer, 0);
  for (let joint = 0; joint < bones.length; joint++) {
    writeProduct(bones[joint].matrixWorld, boneInverses[numbers[joint]], matrices, 12 * joint);
    if (isBindNeeded) multiply(matrices, 12 * joint, bind, 0, matrices, 12 * joint);
    if (isOuterNeeded) multiply(outer, 0, matrices, 12 * joint, matrices, 12 * joint);
  }
}

/** Writes the influences of morph targets to `link.weights`; those that are missing count as 0, as in three.js. */
export function writeWeights({ weights }: Link, { morphTargetInfluences }: three.Mesh): void {
  for (let m = 0; m < weights.length; m++) weights[m] = morphTargetInfluences?.[m] ?? 0;
}

const IDENTITY = new Matrix4();

/** The upper three rows of a matrix of three.js, which keeps it column by column. */
export function writeRows({ elements: m }: three.Matrix4, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row++) {
    out[o + 4 * row] = m[row];
    out[o + 4 * row + 1] = m[4 + row];
    out[o + 4 * row + 2] = m[8 + row];
    out[o + 4 * row + 3] = m[12 + row];
  }
}

/** The upper three rows of a * b. Both are affine, as all matrices of a scene are. */
function writeProduct(
  { elements: a }: three.Matrix4,
  { elements: b }: three.Matrix4,
  out: Float64Array,
  o: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = a[row];
    const y = a[4 + row];
    const z = a[8 + row];
    out[o + 4 * row] = x * b[0] + y * b[1] + z * b[2];
    out[o + 4 * row + 1] = x * b[4] + y * b[5] + z * b[6];
    out[o + 4 * row + 2] = x * b[8] + y * b[9] + z * b[10];
    out[o + 4 * row + 3] = x * b[12] + y * b[13] + z * b[14] + a[12 + row];
  }
}
