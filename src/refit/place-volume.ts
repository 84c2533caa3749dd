import { DOP_DIRECTIONS, DOP_LENGTHS } from '../bounds/dop.ts';
import { type PosedJoints, STRETCH } from '../deform/posed-joints.ts';

/** Takes a sphere from the frame of the mesh to the world with the only joint, and adds the rounding slack. */
export function placeSphere(posed: PosedJoints, sphere: Float64Array, out: Float64Array, o: number): void {
  const { joints } = posed;
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  out[o] = joints[0] * x + joints[1] * y + joints[2] * z + joints[3];
  out[o + 1] = joints[4] * x + joints[5] * y + joints[6] * z + joints[7];
  out[o + 2] = joints[8] * x + joints[9] * y + joints[10] * z + joints[11];
  out[o + 3] = joints[STRETCH] * sphere[3] + posed.slack;
}

/**
 * Boxes stay in the frame of the mesh, where they are tight; two of them are compared along the faces of both (`bounds/oriented-boxes.ts`).
 * Only the rounding slack is added.
 */
export function keepBox(posed: PosedJoints, box: Float64Array, out: Float64Array, o: number): void {
  const { localSlack } = posed;
  out[o] = box[0];
  out[o + 1] = box[1];
  out[o + 2] = box[2];
  out[o + 3] = box[3] + localSlack;
  out[o + 4] = box[4] + localSlack;
  out[o + 5] = box[5] + localSlack;
}

/** The k-DOP around a box of the frame of the mesh, in the world: exact along each direction. */
export function placeAsDop(posed: PosedJoints, box: Float64Array, slabs: number, out: Float64Array, o: number): void {
  const { joints: m } = posed;
  const x = m[0] * box[0] + m[1] * box[1] + m[2] * box[2] + m[3];
  const y = m[4] * box[0] + m[5] * box[1] + m[6] * box[2] + m[7];
  const z = m[8] * box[0] + m[9] * box[1] + m[10] * box[2] + m[11];
  for (let s = 0; s < slabs; s++) {
    const dx = DOP_DIRECTIONS[3 * s];
    const dy = DOP_DIRECTIONS[3 * s + 1];
    const dz = DOP_DIRECTIONS[3 * s + 2];
    const middle = x * dx + y * dy + z * dz;
    const half =
      Math.abs(m[0] * dx + m[4] * dy + m[8] * dz) * box[3] +
      Math.abs(m[1] * dx + m[5] * dy + m[9] * dz) * box[4] +
      Math.abs(m[2] * dx + m[6] * dy + m[10] * dz) * box[5] +
      posed.slack * DOP_LENGTHS[s];
    out[o + 2 * s] = middle - half;
    out[o + 2 * s + 1] = middle + half;
  }
}
