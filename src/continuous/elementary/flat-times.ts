import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { Difference } from './difference.ts';

/** Error bound of a volume in a part of the step as a factor of the product of the extents: see `isNeverFlat`. */
const VOLUME_ERROR = 32 * UNIT_ROUNDOFF;

/**
 * Whether the first three corners are certainly never in one plane with 0 during `part` of the step: then there is no
 * contact in it. The four Bernstein coefficients of the volume on that part are its blossom at (from, from, from) ...
 * (to, to, to), mixed from those of the whole step.
 *
 * Bound: those are off by 11u of the product of the extents (see `isClearlyFree`, and 1u for the third). All numbers
 * mixed are at most that product, and a mix of two adds at most 5u of it (2u for the difference, 2u for the part of it,
 * 1u for the sum); three mixes deep that is 26u, taken as 32u.
 */
export function isNeverFlat({ volumes, extent, part }: Difference): boolean {
  const from = part[0];
  const to = part[1];
  const bound = VOLUME_ERROR * extent[0] * extent[1] * extent[2];
  const rise0 = volumes[1] - volumes[0];
  const rise1 = volumes[2] - volumes[1];
  const rise2 = volumes[3] - volumes[2];
  const from0 = volumes[0] + from * rise0;
  const from1 = volumes[1] + from * rise1;
  const from2 = volumes[2] + from * rise2;
  const to0 = volumes[0] + to * rise0;
  const to1 = volumes[1] + to * rise1;
  const to2 = volumes[2] + to * rise2;
  const fromFrom0 = from0 + from * (from1 - from0);
  const fromFrom1 = from1 + from * (from2 - from1);
  const fromTo0 = from0 + to * (from1 - from0);
  const fromTo1 = from1 + to * (from2 - from1);
  const toTo0 = to0 + to * (to1 - to0);
  const toTo1 = to1 + to * (to2 - to1);
  const first = fromFrom0 + from * (fromFrom1 - fromFrom0);
  const second = fromFrom0 + to * (fromFrom1 - fromFrom0);
  const third = fromTo0 + to * (fromTo1 - fromTo0);
  const last = toTo0 + to * (toTo1 - toTo0);
  return first > bound
    ? second > bound && third > bound && last > bound
    : first < -bound && second < -bound && third < -bound && last < -bound;
}

/**
 * About when, after `from`, the first three corners are in one plane with 0, if the volume has other signs at `from`
 * and at the end; else -1. A guess by the secant and three steps of Newton: nothing relies on it.
 */
export function guessFlatTime({ volumes }: Difference, from: number): number {
  const constant = volumes[0];
  const linear = 3 * (volumes[1] - volumes[0]);
  const square = 3 * (volumes[2] - 2 * volumes[1] + volumes[0]);
  const cube = volumes[3] - volumes[0] - 3 * (volumes[2] - volumes[1]);
  const first = constant + from * (linear + from * (square + from * cube));
  let t = from + ((1 - from) * first) / (first - volumes[3]);
  if (!(t > from && t < 1)) return -1;
  for (let i = 0; i < 3; i++) {
    t -= (constant + t * (linear + t * (square + t * cube))) / (linear + t * (2 * square + t * 3 * cube));
  }
  return t > from && t < 1 ? t : -1;
}
