import { carryPoints } from './motion/posed-points.ts';
import type { LookUp } from './table/look-up.ts';

/**
 * How far each sphere of side a must go along its direction to be clear of all spheres of side b that the table pairs
 * it with, in the current poses: 0 for most. This is how [NavarroNewball2009] lets a muscle push out skin (Fig. 2g).
 *
 * `directions` has 3 numbers for each sphere of side a in the table, of length 1; `out` one. The shortest such way,
 * found by going from the far side of one sphere to that of the next for as long as there is one in the way. Needs a
 * table of all pairs ('none'). Takes no memory. Cost: a few times that of a look-up.
 * @example
 * {@includeCode ../../examples/api/tabulated.ts#pairs}
 */
export function pushOut(look: LookUp, directions: Float64Array, out: Float64Array): void {
  const { table, rows, others, poses, isSwapped } = look;
  const { rowStarts, columns } = table;
  const count = table.a.ids.length;
  if (table.answers !== 'pairs') {
    throw new Error("pushOut: the table answers yes or no; make one of all pairs, with reduceTable(search, 'none').");
  }
  if (directions.length !== 3 * count || out.length !== count) {
    throw new Error(
      `pushOut: ${directions.length} numbers of directions and room for ${out.length} ways; ` +
        `${count} spheres of side a need ${3 * count} and ${count}.`,
    );
  }
  const [a, b] = isSwapped ? [others, rows] : [rows, others];
  carryPoints(a, poses.a);
  carryPoints(b, poses.b);
  for (let i = 0; i < count; i++) {
    let way = 0;
    for (let before = -1; before < way; ) {
      before = way;
      for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++) {
        const sum = table.a.spheres.radii[i] + table.b.spheres.radii[columns[k]];
        way = passSphere(a.positions, i, b.positions, columns[k], sum, directions, way);
      }
    }
    out[i] = way;
  }
}

/**
 * The way, or if point `i` of `p` that far along its direction is within `radius` of point `j` of `q`, the way beyond
 * that.
 */
function passSphere(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  radius: number,
  directions: Float64Array,
  way: number,
): number {
  const x = p[3 * i] - q[3 * j];
  const y = p[3 * i + 1] - q[3 * j + 1];
  const z = p[3 * i + 2] - q[3 * j + 2];
  const along = x * directions[3 * i] + y * directions[3 * i + 1] + z * directions[3 * i + 2];
  const discriminant = along * along - (x * x + y * y + z * z) + radius * radius;
  if (!(discriminant > 0)) return way;
  const enters = -along - Math.sqrt(discriminant);
  const leaves = -along + Math.sqrt(discriminant);
  return enters < way && leaves > way ? leaves : way;
}
