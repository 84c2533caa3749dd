/** Axis-aligned boxes as (centre, half extents) on (array, offset): closed, six numbers each. */
export const BOX_SIZE = 6;

/**
 * How far apart two boxes are along the axis on which they are farthest apart: above 0 only if they do not touch, and
 * then no more than their distance. A NaN, if there is one, gives no number above 0.
 */
export function boxGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.abs(a[i] - b[j]) - (a[i + 3] + b[j + 3]);
  const y = Math.abs(a[i + 1] - b[j + 1]) - (a[i + 4] + b[j + 4]);
  const z = Math.abs(a[i + 2] - b[j + 2]) - (a[i + 5] + b[j + 5]);
  return x > y ? (x > z ? x : z) : y > z ? y : z;
}

/**
 * The smallest box around `count` spheres that lie one after the other in `from`, wider by `slack` on every side. If a
 * number is NaN, all half extents are.
 */
export function boxSpheres(from: Float64Array, count: number, slack: number, out: Float64Array, o: number): void {
  let sum = 0;
  for (let i = 0; i < 4 * count; i++) sum += from[i];
  const margin = slack + 0 * sum;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < 4 * count; i += 4) {
      const center = from[i + axis];
      const radius = from[i + 3];
      if (center - radius < low) low = center - radius;
      if (center + radius > high) high = center + radius;
    }
    out[o + axis] = 0.5 * (low + high);
    out[o + 3 + axis] = 0.5 * (high - low) + margin;
  }
}

/** The smallest box, but for rounding, around `count` boxes that lie one after the other in `from` from `i` on. */
export function encloseBoxes(from: Float64Array, i: number, count: number, out: Float64Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    let sum = 0;
    for (let k = 0, at = i + axis; k < count; k++, at += BOX_SIZE) {
      const center = from[at];
      const half = from[at + 3];
      sum += center + half;
      if (center - half < low) low = center - half;
      if (center + half > high) high = center + half;
    }
    out[o + axis] = 0.5 * (low + high);
    out[o + 3 + axis] = 0.5 * (high - low) + 0 * sum;
  }
}
