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
