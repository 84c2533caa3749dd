import { countSamples, writeSample } from '../../src/tabulated/motion/cells.ts';
import type { Kinematics } from '../../src/tabulated/motion/kinematics.ts';
import { createLookUp, type LookUp, lookUp, setValues } from '../../src/tabulated/table/look-up.ts';
import type { Table } from '../../src/tabulated/table/table.ts';

/**
 * Angular regions of [NavarroNewball2009]: one range of the freedoms in which all spheres of one side are tested
 * against all of the other, and outside of it nothing is.
 */
export interface AngularRegion {
  low: Float64Array;
  high: Float64Array;
  /** All pairs of the table's spheres. */
  all: LookUp;
}

/**
 * The range that holds all samples at which the table's spheres collide, and one sample more on every side.
 */
export function createAngularRegion(table: Table, kinematics: Kinematics): AngularRegion {
  const { freedoms } = kinematics;
  const [n, m] = [table.a.ids.length, table.b.ids.length];
  const all: Table = {
    ...table,
    rowStarts: Uint32Array.from({ length: n + 1 }, (_, row) => row * m),
    columns: Uint32Array.from({ length: n * m }, (_, k) => k % m),
  };
  const look = createLookUp(all, kinematics);
  const low = new Float64Array(freedoms.length).fill(Infinity);
  const high = new Float64Array(freedoms.length).fill(-Infinity);
  const values = new Float64Array(freedoms.length);
  for (let s = 0; s < countSamples(freedoms); s++) {
    writeSample(freedoms, s, values);
    setValues(look, values);
    if (!lookUp(look)) continue;
    freedoms.forEach((freedom, k) => {
      const step = (freedom.high - freedom.low) / (freedom.samples - 1);
      low[k] = Math.min(low[k], values[k] - step);
      high[k] = Math.max(high[k], values[k] + step);
    });
  }
  return { low, high, all: look };
}

/**
 * Whether these values are in the region, where spheres are tested at all.
 */
export function isInRegion({ low, high }: AngularRegion, values: Float64Array): boolean {
  for (let k = 0; k < low.length; k++) if (!(values[k] >= low[k] && values[k] <= high[k])) return false;
  return true;
}

/**
 * Whether spheres collide in the poses of `region.all`, which are those at `values`.
 */
export function askRegion(region: AngularRegion, values: Float64Array): boolean {
  return isInRegion(region, values) && lookUp(region.all);
}
