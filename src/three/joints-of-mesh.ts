import type * as three from 'three';
import { Matrix4, Object3D } from 'three';
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
  updateObjects(objects, objects.length, mesh);
}

/** As `updateWorld`, of the mesh and all above it only: bones stay as they are. */
export function updateOwnWorld({ objects, ownCount }: Link, mesh: three.Mesh): void {
  updateObjects(objects, ownCount, mesh);
}

function updateObjects(objects: readonly three.Object3D[], count: number, mesh: three.Mesh): void {
  for (let k = 0; k < count; k++) updateObject(objects[k]);
  // What `SkinnedMesh.updateMatrixWorld` does as well; else its own methods would mix old and new.
  if (isSkinned(mesh))
    invertTo(mesh.bindMode === 'detached' ? mesh.bindMatrix : mesh.matrixWorld, mesh.bindMatrixInverse);
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
  const { matrices, bones, places, worlds } = link;
  if (!isSkinned(mesh)) {
    writeRows(space === 'world' ? mesh.matrixWorld : IDENTITY, matrices, 0);
    return;
  }
  if (mesh.bindMode !== 'attached' && mesh.bindMode !== 'detached') {
    throw new Error(`syncPose: the bindMode of ${nameOf(mesh)} is '${mesh.bindMode}'; use 'attached' or 'detached'.`);
  }
  for (let joint = 0; joint < bones.length; joint++) {
    writeRows(bones[joint].matrixWorld, worlds, 12 * places[joint]);
  }
  bindJoints(link, mesh, space);
}

/**
 * As `updateWorld` and `writeJoints` to the world, but all is computed beside the objects, and their matrices stay as they are: for whoever asks in each frame, half of
 * the time. The sums are those of three.js. False if an object goes by more than its position, rotation and scale, or a way of its own: then nothing is known.
 */
export function composeJoints(link: Link, mesh: three.Mesh): boolean {
  if ((isSkinned(mesh) && mesh.bindMode !== 'attached') || !composeWorlds(link)) return false;
  takeWorlds(link, mesh);
  return true;
}

/** Composes the world matrix of each object, for `composeJoints`: the first half of it. */
export function composeWorlds({ objects, above, locals, worlds }: Link): boolean {
  if (!readLocals(objects, locals)) return false;
  for (let k = 0; k < above.length; k++) composeRows(locals, 10 * k, worlds, 12 * above[k], 12 * k);
  return true;
}

/**
 * Reads positions, quaternions and scales, ten numbers for each object. These lie apart in memory, each number for itself: a loop that does nothing else waits
 * for many of them at the same time (docs/decisions/0061).
 */
function readLocals(objects: readonly three.Object3D[], locals: Float64Array): boolean {
  for (let k = 0, o = 0; k < objects.length; k++, o += 10) {
    const object = objects[k];
    if (!isPlain(object)) return false;
    const { position, quaternion, scale } = object;
    locals[o] = position.x;
    locals[o + 1] = position.y;
    locals[o + 2] = position.z;
    locals[o + 3] = quaternion.x;
    locals[o + 4] = quaternion.y;
    locals[o + 5] = quaternion.z;
    locals[o + 6] = quaternion.w;
    locals[o + 7] = scale.x;
    locals[o + 8] = scale.y;
    locals[o + 9] = scale.z;
  }
  return true;
}

/** Writes the joint matrices of a mesh that is attached, or not skinned, once the world matrices are composed: the second half of `composeJoints`. */
export function takeWorlds(link: Link, mesh: three.Mesh): void {
  const { worlds, matrices, places } = link;
  if (isSkinned(mesh)) bindJoints(link, mesh, 'world');
  else for (let k = 0; k < 12; k++) matrices[k] = worlds[12 * places[0] + k];
}

/** Whether three.js would make the matrices of an object of its position, rotation and scale, and of nothing else. */
function isPlain(object: three.Object3D): boolean {
  if (!object.matrixAutoUpdate || !object.matrixWorldAutoUpdate || object.pivot) return false;
  return object.updateMatrix === updateMatrix && object.updateWorldMatrix === updateWorldMatrix;
}

const { updateMatrix, updateWorldMatrix } = Object3D.prototype;

/** The world matrix of an object, row by row, as `Matrix4.compose` and `multiplyMatrices` make it; `above` is that of its parent, below 0 if it has none. */
function composeRows(locals: Float64Array, i: number, worlds: Float64Array, above: number, o: number): void {
  const px = locals[i];
  const py = locals[i + 1];
  const pz = locals[i + 2];
  const x = locals[i + 3];
  const y = locals[i + 4];
  const z = locals[i + 5];
  const w = locals[i + 6];
  const sx = locals[i + 7];
  const sy = locals[i + 8];
  const sz = locals[i + 9];
  const xx = x * (x + x);
  const xy = x * (y + y);
  const xz = x * (z + z);
  const yy = y * (y + y);
  const yz = y * (z + z);
  const zz = z * (z + z);
  const wx = w * (x + x);
  const wy = w * (y + y);
  const wz = w * (z + z);
  const a0 = (1 - (yy + zz)) * sx;
  const a1 = (xy - wz) * sy;
  const a2 = (xz + wy) * sz;
  const b0 = (xy + wz) * sx;
  const b1 = (1 - (xx + zz)) * sy;
  const b2 = (yz - wx) * sz;
  const c0 = (xz - wy) * sx;
  const c1 = (yz + wx) * sy;
  const c2 = (1 - (xx + yy)) * sz;
  if (above < 0) {
    worlds[o] = a0;
    worlds[o + 1] = a1;
    worlds[o + 2] = a2;
    worlds[o + 3] = px;
    worlds[o + 4] = b0;
    worlds[o + 5] = b1;
    worlds[o + 6] = b2;
    worlds[o + 7] = py;
    worlds[o + 8] = c0;
    worlds[o + 9] = c1;
    worlds[o + 10] = c2;
    worlds[o + 11] = pz;
    return;
  }
  for (let row = 0; row < 12; row += 4) {
    const m = worlds[above + row];
    const n = worlds[above + row + 1];
    const p = worlds[above + row + 2];
    const t = worlds[above + row + 3];
    worlds[o + row] = m * a0 + n * b0 + p * c0;
    worlds[o + row + 1] = m * a1 + n * b1 + p * c1;
    worlds[o + row + 2] = m * a2 + n * b2 + p * c2;
    worlds[o + row + 3] = m * px + n * py + p * pz + t;
  }
}

/** Writes the joint matrices, once it is known where in the world the bones are. */
function bindJoints(link: Link, mesh: three.SkinnedMesh, space: 'world' | 'local'): void {
  const { matrices, bones, places, worlds, numbers, bind, outer } = link;
  const { boneInverses } = mesh.skeleton;
  const isBindNeeded = !mesh.bindMatrix.equals(IDENTITY);
  const isOuterNeeded = space === 'local' || mesh.bindMode === 'detached';
  writeRows(mesh.bindMatrix, bind, 0);
  if (isOuterNeeded) {
    if (space === 'local') writeRows(IDENTITY, outer, 0);
    else writeRows(mesh.matrixWorld, outer, 0);
    writeProduct(outer, 0, mesh.bindMatrixInverse, outer, 0);
  }
  for (let joint = 0; joint < bones.length; joint++) {
    writeProduct(worlds, 12 * places[joint], boneInverses[numbers[joint]], matrices, 12 * joint);
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

/** The upper three rows of a * b, of which `a` is given by rows, at `i`; `out` may be `a`. Both are affine, as all matrices of a scene are. */
function writeProduct(a: Float64Array, i: number, { elements }: three.Matrix4, out: Float64Array, o: number): void {
  const b0 = elements[0];
  const b1 = elements[1];
  const b2 = elements[2];
  const b4 = elements[4];
  const b5 = elements[5];
  const b6 = elements[6];
  const b8 = elements[8];
  const b9 = elements[9];
  const b10 = elements[10];
  const b12 = elements[12];
  const b13 = elements[13];
  const b14 = elements[14];
  for (let row = 0; row < 12; row += 4) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    const t = a[i + row + 3];
    out[o + row] = x * b0 + y * b1 + z * b2;
    out[o + row + 1] = x * b4 + y * b5 + z * b6;
    out[o + row + 2] = x * b8 + y * b9 + z * b10;
    out[o + row + 3] = x * b12 + y * b13 + z * b14 + t;
  }
}
