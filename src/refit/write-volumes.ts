import { encloseMinimally } from '../bounds/miniball.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';

/** Writes the box of some points: its middle, in float32, then how far they are from the rounded middle on each axis, rounded up. */
export function writeBox(values: Float32Array, at: number, points: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < points.length; k += 3) {
      low = Math.min(low, points[k]);
      high = Math.max(high, points[k]);
    }
    values[at + axis] = 0.5 * (low + high);
    const center = values[at + axis];
    values[at + 3 + axis] = roundUpToFloat32(Math.max(high - center, center - low) * (1 + 2e-15));
  }
}

/** The same for their smallest sphere: its centre, then how far they are from the rounded one. `ids` and `sphere` are room. */
export function writeSphere(
  values: Float32Array,
  at: number,
  points: Float64Array,
  ids: Uint32Array,
  sphere: Float64Array,
): void {
  const count = points.length / 3;
  for (let i = 0; i < count; i++) ids[i] = i;
  encloseMinimally(points, ids, 0, count, sphere, 0);
  for (let axis = 0; axis < 3; axis++) values[at + axis] = sphere[axis];
  let squared = 0;
  for (let k = 0; k < points.length; k += 3) {
    const dx = points[k] - values[at];
    const dy = points[k + 1] - values[at + 1];
    const dz = points[k + 2] - values[at + 2];
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  values[at + 3] = roundUpToFloat32(Math.sqrt(squared) * (1 + 2e-15));
}
