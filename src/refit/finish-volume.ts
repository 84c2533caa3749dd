import { boxSpheres, encloseBoxes } from '../bounds/box.ts';
import { DOP_LENGTHS, encloseDops } from '../bounds/dop.ts';
import { encloseSpheres, encloseTwoSpheres } from '../bounds/sphere.ts';

/** Joins the spheres of a node's groups and adds the rounding slack. */
export function finishSphere(spheres: Float64Array, count: number, slack: number, out: Float64Array, o: number): void {
  if (count === 1) {
    out[o] = spheres[0];
    out[o + 1] = spheres[1];
    out[o + 2] = spheres[2];
    out[o + 3] = spheres[3];
  } else if (count === 2) encloseTwoSpheres(spheres, 0, out, o);
  else encloseSpheres(spheres, count, out, o);
  out[o + 3] += slack;
}

/** The same as a box: no joining, so hardly looser than the groups themselves. */
export const finishBox = boxSpheres;

/** Joins the boxes of a node's groups and adds the rounding slack. */
export function joinBoxes(boxes: Float64Array, count: number, slack: number, out: Float64Array, o: number): void {
  if (count === 1) for (let k = 0; k < 6; k++) out[o + k] = boxes[k];
  else encloseBoxes(boxes, 0, count, out, o);
  out[o + 3] += slack;
  out[o + 4] += slack;
  out[o + 5] += slack;
}

/** Joins the k-DOPs of a node's groups and adds the slack on every side. NaN in one slab spoils all. */
export function joinDops(
  slabs: number,
  dops: Float64Array,
  count: number,
  slack: number,
  out: Float64Array,
  o: number,
): void {
  encloseDops(slabs, dops, 0, count, out, o);
  let poison = 0;
  for (let k = o; k < o + 2 * slabs; k++) poison += 0 * out[k];
  for (let s = 0; s < slabs; s++) {
    const wider = slack * DOP_LENGTHS[s] + poison;
    out[o + 2 * s] -= wider;
    out[o + 2 * s + 1] += wider;
  }
}
