import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import { AT_END, type Difference } from './difference.ts';

/** Error bound of a height as a factor of the direction times the extents: derived at `isSeparated`. */
const HEIGHT_ERROR = 32 * UNIT_ROUNDOFF;

/**
 * Whether `direction` parts the polygon from 0 at `moment`: all its corners are above 0 along it. If so, `span` gets
 * from when to when it certainly does, ends included, within [0, 1].
 *
 * Why: the height of a corner along a fixed direction is linear in time, so it is above 0 between any two times at
 * which it is. Any direction is right, however it was found.
 *
 * Bound: let S be the sum of |direction| times extent over the axes. A height at an end is a sum of three products,
 * each off by 4u of its size (1u for the corner, 1u for the product, 2u for sums), so it is off by 4.01u S; so is the
 * line through both. Its value at `moment` is computed to within 5u S (2u + 2u + 1u as |height| <= S). The time at
 * which it sinks to the bound has three roundings, a relative error of 3u, which moves the height by at most 6.1u S.
 * So above a bound of 32u S the true height is above (32 - 4.1 - 6.1) u S > 0 at both ends of the span and at
 * `moment`. The rest covers underflow while the bound is above 1e-250. NaN is never above the bound.
 */
export function isSeparated({ corners: q, count, extent, moment, direction, span }: Difference): boolean {
  const time = moment[0];
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  const bound = HEIGHT_ERROR * (Math.abs(nx) * extent[0] + Math.abs(ny) * extent[1] + Math.abs(nz) * extent[2]);
  if (!(bound > 1e-250)) return false;
  let from = 0;
  let to = 1;
  for (let k = 0; k < 3 * count; k += 3) {
    const start = nx * q[k] + ny * q[k + 1] + nz * q[k + 2];
    const end = nx * q[AT_END + k] + ny * q[AT_END + k + 1] + nz * q[AT_END + k + 2];
    if (!(start + time * (end - start) > bound)) return false;
    if (end < bound) {
      const until = (start - bound) / (start - end);
      if (until < to) to = until;
    }
    if (start < bound) {
      const since = (bound - start) / (end - start);
      if (since > from) from = since;
    }
  }
  span[0] = from;
  span[1] = to;
  return true;
}
