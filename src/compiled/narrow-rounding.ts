/**
 * How far float32 rounding can push a side of a box from where it belongs: the budget of docs/decisions/0019, which has the proof.
 * Model: as in math/rounding.ts, with the unit roundoff of float32, and with an absolute error of at most 2^-150 where a number
 * underflows. It holds for poses and coordinates below `LARGEST_NARROW`, for which nothing overflows.
 */
const UNIT_ROUNDOFF = 2 ** -24;

/** Coordinates and joints below this leave float32 room for all that is computed from them. */
export const LARGEST_NARROW = 2 ** 100;
/** The most joints a vertex may follow; more are unheard of, and the count below stays far from mattering. */
export const MOST_INFLUENCES = 256;

/** More than fewer than 2^9 products, and three numbers of a joint times a coordinate of at most 1, lose by underflow. */
const UNDERFLOW = 2 ** -140;

/**
 * What the box of an inner node may lose whose groups follow up to `joints` joints. `magnitude` is at least |matrix| * |rest
 * point| + |translation| for every joint, and no rest point is farther than `reach` from the origin; `slack` is what float64
 * may lose (math/rounding.ts).
 *
 * Count, in UNIT_ROUNDOFF times the longest that takes part, sqrt(3) * magnitude: rounding a joint to float32 1, the product with a
 * middle or half an extent 1, three sums 3; the weighted sum n + 1, the remaining weight n, its product 1, adding it 1; widening
 * the box 1. That is 9 + 2 n, and sqrt(3) (9 + 2 n) < 16 + 4 n, with room for terms of higher order.
 */
export function narrowSlack(joints: number, magnitude: number, reach: number, slack: number): number {
  return roundUp((16 + 4 * joints) * UNIT_ROUNDOFF * magnitude + UNDERFLOW * (1 + reach) + slack);
}

/**
 * What such a box may lose besides, where `fields` displacement fields move it before the joints do (docs/decisions/0034): the reach of `magnitude` is that of
 * displaced vertices, `fullReach` that with every field in full, `stretch` the largest of a joint.
 *
 * Count, for the middle and again for half the extent: rounding a weight to float32 1, its product 1, the sum as many as there are fields. That is
 * 2 (2 + k), times sqrt(3) less than 8 + 4 k. Underflow: a weight is off by at most 2^-150, a product by as much, and a joint stretches that.
 */
export function displacedSlack(fields: number, magnitude: number, stretch: number, fullReach: number): number {
  if (fields === 0) return 0;
  return roundUp((8 + 4 * fields) * UNIT_ROUNDOFF * magnitude + UNDERFLOW * (1 + fields) * stretch * (1 + fullReach));
}

/**
 * What a box around posed vertices, which are at most a magnitude from the origin, may lose: rounding a coordinate to float32 1,
 * widening the box 1. We use 3.
 */
export function narrowPad(magnitude: number): number {
  return roundUp(3 * UNIT_ROUNDOFF * magnitude + UNDERFLOW);
}

/** So much larger that rounding it to float32 cannot make it less. */
function roundUp(x: number): number {
  return x * (1 + 2 ** -8);
}
