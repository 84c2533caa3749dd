import { coverPoses } from '../motion/cover-poses.ts';
import type { MotionSearch } from '../motion/motion-search.ts';
import { type SphereSet, selectSpheres } from '../spheres/sphere-set.ts';
import { reduceRows } from './reduce-rows.ts';
import type { Table, TableSide } from './table.ts';

/**
 * 'none': all pairs that collide; what [NavarroNewball2009] does for meshes that deform, and what knows every pair.
 * 'rows': as published for rigid meshes. Forgets which pairs collide at which pose, so that it can lose collisions even
 *   at sampled poses; refused after a safe search.
 * 'cover': the fewest pairs (nearly) that still know of every pose whether anything collides. Answers yes or no only.
 */
export type Reduction = 'none' | 'rows' | 'cover';

/**
 * Makes the table of what a search found.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function reduceTable(search: MotionSearch, reduction: Reduction): Table {
  switch (reduction) {
    case 'none':
      return createTable(search, search.answers, () => true);
    case 'rows': {
      if (search.guarantee !== 'sampled') {
        throw new Error("reduceTable: 'rows' can lose collisions, and the search was safe; use 'cover' or 'none'.");
      }
      const isKept = reduceRows(search.pairs);
      return createTable(search, 'yes-no', number => isKept[number] === 1);
    }
    case 'cover': {
      if (search.guarantee !== 'sampled' && search.answers !== 'yes-no') {
        throw new Error("reduceTable: 'cover' makes a table of yes and no; search with answers: 'yes-no' for it.");
      }
      const isKept = coverPoses(search);
      return createTable(search, 'yes-no', number => isKept[number] === 1);
    }
    default:
      throw new Error(`reduceTable: reduction is '${reduction}'; give 'none', 'rows' or 'cover'.`);
  }
}

function createTable(search: MotionSearch, answers: Table['answers'], isKept: (number: number) => boolean): Table {
  const pairs: number[] = [];
  for (let k = 0; k < search.pairs.length; k += 2) {
    if (isKept(k >> 1)) pairs.push(search.pairs[k], search.pairs[k + 1]);
  }
  const a = keepSpheres(search.spheresA, pairs, 0);
  const b = keepSpheres(search.spheresB, pairs, 1);
  const rowOf = new Map(Array.from(a.ids, (id, row) => [id, row]));
  const columnOf = new Map(Array.from(b.ids, (id, column) => [id, column]));
  const rowStarts = new Uint32Array(a.ids.length + 1);
  const columns = new Uint32Array(pairs.length / 2);
  for (let k = 0; k < pairs.length; k += 2) {
    rowStarts[(rowOf.get(pairs[k]) ?? 0) + 1]++;
    columns[k >> 1] = columnOf.get(pairs[k + 1]) ?? 0;
  }
  for (let row = 0; row < a.ids.length; row++) rowStarts[row + 1] += rowStarts[row];
  const { guarantee, tolerance, freedoms } = search;
  return { guarantee, answers, tolerance, freedoms, a, b, rowStarts, columns };
}

function keepSpheres(spheres: SphereSet, pairs: readonly number[], place: 0 | 1): TableSide {
  const ids = Uint32Array.from(new Set(pairs.filter((_, k) => k % 2 === place))).sort();
  return { spheres: selectSpheres(spheres, ids), ids, total: spheres.radii.length };
}
