import type { Kinematics } from './motion/kinematics.ts';
import { type SearchOptions, searchMotion } from './motion/search-motion.ts';
import type { Side } from './motion/side.ts';
import { generateSpheres, type SphereOptions } from './spheres/generate-spheres.ts';
import { type Reduction, reduceTable } from './table/reduce-table.ts';
import type { Table } from './table/table.ts';

export interface TabulateOptions extends Partial<SearchOptions> {
  /** What stands for the two meshes. Spheres around all triangles unless given; only these can make a safe table. */
  spheres?: SphereOptions;
  /** Which pairs are kept: by default those that answers need, 'cover' for 'yes-no' and 'none' for 'pairs'. */
  reduction?: Reduction;
}

/**
 * Makes the table of two meshes whose relative motion has few freedoms: which spheres of the one can meet which of the other,
 * anywhere in the motion. Safe unless `mode` says otherwise: nothing that touches is missed, at any value of the freedoms.
 * Cost: seconds to minutes, for `lookUp` to cost microseconds. The idea of [NavarroNewball2009].
 * @example
 * {@includeCode ../../examples/api/tabulated.ts#table}
 */
export function tabulate(kinematics: Kinematics, a: Side, b: Side, options: TabulateOptions = {}): Table {
  const { spheres = { kind: 'covering' }, mode = 'safe', reduction, ...search } = options;
  const found = searchMotion(kinematics, generateSpheres(a, spheres), generateSpheres(b, spheres), { mode, ...search });
  return reduceTable(found, reduction ?? (search.answers === 'yes-no' ? 'cover' : 'none'));
}
