/**
 * Discrete-orientation k-DOPs ([Klosowski1998]): slabs along fixed directions, (lowest, highest) product with each on
 * (array, offset). The three axes come first, then the diagonals of the coordinate planes; a k-DOP has the first k / 2
 * of them: 6 is a box, 16 what [Wong2013] use, 18 all.
 */
export const DOP_DIRECTIONS = Float64Array.of(
  ...[1, 0, 0, 0, 1, 0, 0, 0, 1],
  ...[1, 1, 0, 1, 0, 1, 0, 1, 1],
  ...[1, -1, 0, 1, 0, -1, 0, 1, -1],
);
/** How long each direction is. */
export const DOP_LENGTHS = Float64Array.of(1, 1, 1, ...[1, 2, 3, 4, 5, 6].map(() => Math.SQRT2 * (1 + 1e-15)));

/**
 * How far apart two k-DOPs of `slabs` slabs are along some direction: above 0 only if they do not touch, and then no
 * more than their distance times the square root of 2; else the lower the deeper they overlap. k-DOPs whose numbers
 * are all NaN are never apart.
 */
export function dopGap(slabs: number, a: Float64Array, i: number, b: Float64Array, j: number): number {
  let gap = -Infinity;
  for (let end = i + 2 * slabs; i < end; i += 2, j += 2) {
    const below = b[j] - a[i + 1];
    const above = a[i] - b[j + 1];
    const apart = below > above ? below : above;
    if (apart > gap) {
      gap = apart;
      if (gap > 0) return gap;
    }
  }
  return gap;
}

/**
 * The smallest k-DOP around `count` spheres that lie one after the other in `from`, wider by `slack` on every side. If a
 * number is NaN, all of `out` is.
 */
export function dopSpheres(
  slabs: number,
  from: Float64Array,
  count: number,
  slack: number,
  out: Float64Array,
  o: number,
): void {
  let sum = 0;
  for (let i = 0; i < 4 * count; i++) sum += from[i];
  const slackOrNaN = slack + 0 * sum;
  for (let s = 0; s < slabs; s++) {
    const x = DOP_DIRECTIONS[3 * s];
    const y = DOP_DIRECTIONS[3 * s + 1];
    const z = DOP_DIRECTIONS[3 * s + 2];
    const length = DOP_LENGTHS[s];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < 4 * count; i += 4) {
      const product = from[i] * x + from[i + 1] * y + from[i + 2] * z;
      const radius = from[i + 3] * length;
      if (product - radius < low) low = product - radius;
      if (product + radius > high) high = product + radius;
    }
    out[o + 2 * s] = low - slackOrNaN * length;
    out[o + 2 * s + 1] = high + slackOrNaN * length;
  }
}

/** The smallest k-DOP around `count` k-DOPs that lie one after the other in `from` from `i` on. */
export function encloseDops(
  slabs: number,
  from: Float64Array,
  i: number,
  count: number,
  out: Float64Array,
  o: number,
): void {
  for (let s = 0; s < 2 * slabs; s += 2) {
    let low = Infinity;
    let high = -Infinity;
    let sum = 0;
    for (let k = 0, at = i + s; k < count; k++, at += 2 * slabs) {
      sum += from[at] + from[at + 1];
      if (from[at] < low) low = from[at];
      if (from[at + 1] > high) high = from[at + 1];
    }
    out[o + s] = low + 0 * sum;
    out[o + s + 1] = high + 0 * sum;
  }
}
