import type { Freedom } from '../motion/kinematics.ts';
import type { Answers, Guarantee } from '../motion/motion-search.ts';
import type { SphereSet } from '../spheres/sphere-set.ts';

/** The spheres of one side that a table needs. */
export interface TableSide {
  spheres: SphereSet;
  /** Their numbers in the set they come from, ascending, and how many there were. */
  ids: Uint32Array;
  total: number;
}

/**
 * Which spheres of one side must be tested against which of the other: a tabulated sphere subset [NavarroNewball2009].
 * The spheres of row i of side a are tested against `columns[rowStarts[i]..rowStarts[i + 1])` of side b.
 */
export interface Table {
  guarantee: Guarantee;
  answers: Answers;
  /** How far apart spheres may be that count as colliding. */
  tolerance: number;
  freedoms: readonly Freedom[];
  a: TableSide;
  b: TableSide;
  rowStarts: Uint32Array;
  columns: Uint32Array;
}

/**
 * How many pairs of spheres a look-up tests, at every step the same.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function countTests(table: Table): number {
  return table.columns.length;
}
