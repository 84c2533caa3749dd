/**
 * In which steps two things do not certainly stay apart, as bits: `findNearSteps` of reasons/boxes-over-window.ts, for boxes at up to 4 or up to 16 instants, each coordinate in a `run` of 16 or 64
 * bytes. All instants are compared at once. `count`: how many there are.
 */
export function findNearSteps(p: usize, q: usize, run: usize, count: u32): u32 {
  return run == 16 ? findNear(p, q, 16, count) : findNear(p, q, 64, count);
}

@inline
function findNear(p: usize, q: usize, run: usize, count: u32): u32 {
  const shift: u32 = count == 1 ? 0 : 1;
  let near: u32 = (1 << (count - shift)) - 1;
  near &= ~partedAlong(p, q, run, shift);
  if (near == 0) return 0;
  near &= ~partedAlong(p + run, q + run, run, shift);
  if (near == 0) return 0;
  return near & ~partedAlong(p + 2 * run, q + 2 * run, run, shift);
}

/** Steps in which one is above the other along an axis at both ends. */
@inline
function partedAlong(p: usize, q: usize, run: usize, shift: u32): u32 {
  const above = listAbove(p, q + 3 * run, run);
  const below = listAbove(q, p + 3 * run, run);
  return (above & (above >> shift)) | (below & (below >> shift));
}

/** Instants at which one number is above another, as bits. */
@inline
function listAbove(low: usize, high: usize, run: usize): u32 {
  const first = f32x4.gt(v128.load(low), v128.load(high));
  if (run == 16) return i32x4.bitmask(first);
  const second = f32x4.gt(v128.load(low, 16), v128.load(high, 16));
  const third = f32x4.gt(v128.load(low, 32), v128.load(high, 32));
  const fourth = f32x4.gt(v128.load(low, 48), v128.load(high, 48));
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(first, second), i16x8.narrow_i32x4_s(third, fourth)));
}
