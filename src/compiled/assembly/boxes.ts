/*
 * Boxes are two vectors of four float32: the low corner and the high corner. The fourth lanes hold something else
 * (records.ts) or nothing, and are never compared. Comparing and joining boxes rounds nothing.
 */

/** Whether two closed boxes share no point; 0: they do, or a number is NaN. */
@inline
export function areApart(lowA: v128, highA: v128, lowB: v128, highB: v128): i32 {
  return i32x4.bitmask(v128.or(f32x4.gt(lowA, highB), f32x4.gt(lowB, highA))) & 7;
}

/** By how much two boxes overlap along the three axes, added: what a search for one pair goes by. */
@inline
export function overlap(lowA: v128, highA: v128, lowB: v128, highB: v128): f32 {
  return extent(f32x4.pmax(lowA, lowB), f32x4.pmin(highA, highB));
}

/** Length, width and height of a box, added. */
@inline
export function extent(low: v128, high: v128): f32 {
  const sides = f32x4.sub(high, low);
  return f32x4.extract_lane(sides, 0) + f32x4.extract_lane(sides, 1) + f32x4.extract_lane(sides, 2);
}

/** Writes a box, and leaves the fourth lanes at `box` as they are. */
@inline
export function storeBox(box: usize, low: v128, high: v128): void {
  v128.store(box, v128.shuffle<i32>(low, v128.load(box), 0, 1, 2, 7));
  v128.store(box, v128.shuffle<i32>(high, v128.load(box, 16), 0, 1, 2, 7), 16);
}

/** Four float32 of two pairs of float64: x and y, z and anything. Rounded to nearest. */
@inline
export function narrow(xy: v128, z: v128): v128 {
  return v128.shuffle<i32>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 1, 4, 5);
}
