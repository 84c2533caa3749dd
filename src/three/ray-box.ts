import type * as three from 'three';

/**
 * How far along a ray it enters a box (low corner, high corner, at `boxes[o..o+5]`), in lengths of the direction; Infinity if it passes. In doubt
 * it enters, and rather too early: rounding is allowed for, and NaN enters at 0.
 */
export function enterBox(boxes: Float64Array, o: number, { origin, direction }: three.Ray): number {
  const slack = 1e-9 * (1 + Math.abs(origin.x) + Math.abs(origin.y) + Math.abs(origin.z));
  let from = 0;
  let to = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const at = axis === 0 ? origin.x : axis === 1 ? origin.y : origin.z;
    const along = axis === 0 ? direction.x : axis === 1 ? direction.y : direction.z;
    const pad = slack + 1e-9 * (Math.abs(boxes[o + axis]) + Math.abs(boxes[o + 3 + axis]));
    const low = boxes[o + axis] - pad - at;
    const high = boxes[o + 3 + axis] + pad - at;
    if (along === 0) {
      if (low > 0 || high < 0) return Infinity;
      continue;
    }
    const near = Math.min(low / along, high / along) * (1 - 1e-9);
    const far = Math.max(low / along, high / along) * (1 + 1e-9);
    if (near > from) from = near;
    if (far < to) to = far;
  }
  return from > to ? Infinity : from;
}
