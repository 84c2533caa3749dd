import { encloseSpheres, encloseTwoSpheres } from '../bounds/sphere.ts';

/** Joins the spheres of a node's groups (already in place if there is only one) and adds the rounding slack. */
export function finishSphere(spheres: Float64Array, count: number, slack: number, out: Float64Array, o: number): void {
  if (count === 2) encloseTwoSpheres(spheres, 0, out, o);
  else if (count > 2) encloseSpheres(spheres, count, out, o);
  out[o + 3] += slack;
}
