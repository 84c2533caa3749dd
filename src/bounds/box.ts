/** Axis-aligned boxes as (centre, half extents) on (array, offset): closed, six numbers each. */
export const BOX_SIZE = 6;

/**
 * How far apart two boxes are along some axis: above 0 only if they do not touch, and then no more than their distance;
 * else the lower the deeper they overlap. Boxes whose numbers are all NaN are never apart.
 */
export function boxGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.abs(a[i] - b[j]) - (a[i + 3] + b[j + 3]);
  if (x > 0) return x;
  const y = Math.abs(a[i + 1] - b[j + 1]) - (a[i + 4] + b[j + 4]);
  if (y > 0) return y;
  const z = Math.abs(a[i + 2] - b[j + 2]) - (a[i + 5] + b[j + 5]);
  return z > 0 ? z : x + y + z;
}

/** The distance of two boxes; 0 if they touch, NaN if their numbers are. */
export function boxDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.abs(a[i] - b[j]) - (a[i + 3] + b[j + 3]);
  const y = Math.abs(a[i + 1] - b[j + 1]) - (a[i + 4] + b[j + 4]);
  const z = Math.abs(a[i + 2] - b[j + 2]) - (a[i + 5] + b[j + 5]);
  const squared = (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
  return squared > 0 ? Math.sqrt(squared) * (1 - 1e-14) : 0;
}

/**
 * The smallest box around `count` spheres that lie one after the other in `from`, wider by `slack` on every side. If a
 * number is NaN, all half extents are.
 */
export function boxSpheres(from: Float64Array, count: number, slack: number, out: Float64Array, o: number): void {
  let sum = 0;
  for (let i = 0; i < 4 * count; i++) sum += from[i];
  const slackOrNaN = slack + 0 * sum;
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
    out[o + 3 + axis] = 0.5 * (high - low) + slackOrNaN;
  }
}

/**
 * The smallest box, but for rounding, around `count` boxes that lie one after the other in `from` from `i` on. If a number
 * is NaN, all half extents are.
 */
export function encloseBoxes(from: Float64Array, i: number, count: number, out: Float64Array, o: number): void {
  let lowX = from[i] - from[i + 3];
  let lowY = from[i + 1] - from[i + 4];
  let lowZ = from[i + 2] - from[i + 5];
  let highX = from[i] + from[i + 3];
  let highY = from[i + 1] + from[i + 4];
  let highZ = from[i + 2] + from[i + 5];
  for (let k = 1, at = i + BOX_SIZE; k < count; k++, at += BOX_SIZE) {
    // Minima and maxima as (a + b -+ |a - b|) / 2: no branch to mispredict.
    const nextLowX = from[at] - from[at + 3];
    const nextHighX = from[at] + from[at + 3];
    lowX = 0.5 * (lowX + nextLowX - Math.abs(lowX - nextLowX));
    highX = 0.5 * (highX + nextHighX + Math.abs(highX - nextHighX));
    const nextLowY = from[at + 1] - from[at + 4];
    const nextHighY = from[at + 1] + from[at + 4];
    lowY = 0.5 * (lowY + nextLowY - Math.abs(lowY - nextLowY));
    highY = 0.5 * (highY + nextHighY + Math.abs(highY - nextHighY));
    const nextLowZ = from[at + 2] - from[at + 5];
    const nextHighZ = from[at + 2] + from[at + 5];
    lowZ = 0.5 * (lowZ + nextLowZ - Math.abs(lowZ - nextLowZ));
    highZ = 0.5 * (highZ + nextHighZ + Math.abs(highZ - nextHighZ));
  }
  const poison = 0 * (lowX + lowY + lowZ + highX + highY + highZ);
  writeBox(lowX, lowY, lowZ, highX, highY, highZ, poison, out, o);
}

/** The low and the high corner of a box. */
export type Corners = [
  ...low: [lowX: number, lowY: number, lowZ: number],
  ...high: [highX: number, highY: number, highZ: number],
];
type WriteBox = (...of: [...Corners, slack: number, out: Float64Array, o: number]) => void;

/** Writes the box between two corners, wider by `slack` on every side. */
export const writeBox: WriteBox = (lowX, lowY, lowZ, highX, highY, highZ, slack, out, o) => {
  out[o] = 0.5 * (lowX + highX);
  out[o + 1] = 0.5 * (lowY + highY);
  out[o + 2] = 0.5 * (lowZ + highZ);
  out[o + 3] = 0.5 * (highX - lowX) + slack;
  out[o + 4] = 0.5 * (highY - lowY) + slack;
  out[o + 5] = 0.5 * (highZ - lowZ) + slack;
};
