import { createPosePair, type Kinematics, type PosePair } from '../motion/kinematics.ts';
import { carryPoints, createPosedPoints, type PosedPoints } from '../motion/posed-points.ts';
import { measureSlack, relateRigid } from '../motion/relate-sides.ts';
import type { Table } from './table.ts';

/** A table made ready to be asked: everything it needs is allocated here, and nothing afterwards. */
export interface LookUp {
  table: Table;
  kinematics: Kinematics;
  /** The poses that the next look-up is about: written by `setValues`, or by hand. */
  poses: PosePair;
  /**
   * Whether both sides are rigid: then the centres of one side are carried into the frame of the other, where that
   * rests.
   */
  isRigid: boolean;
  /** Whether the rows below are spheres of side b: those of the side with fewer spheres, as rows are what is moved. */
  isSwapped: boolean;
  rowStarts: Uint32Array;
  /**
   * For each test, row by row: the other sphere's number among those kept, and the square of the sum of both radii (and
   * the tolerance).
   */
  columns: Uint32Array;
  limits: Float64Array;
  /** Rigid sides: rest centres of rows, and for each test the other sphere's centre and the limit, side by side. */
  rowCenters: Float64Array;
  tests: Float64Array;
  /** The map from the rest space of rows to that of the others. */
  relative: Float64Array;
  /** Sides that deform. */
  rows: PosedPoints;
  others: PosedPoints;
  /**
   * The greatest sum of two radii, of two distances from the origin, and what rigid distances may be off by (see
   * below).
   */
  lengths: Float64Array;
}

/**
 * Cost: O(tests).
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function createLookUp(table: Table, kinematics: Kinematics): LookUp {
  checkSizes(table, kinematics);
  const isSwapped = table.b.ids.length < table.a.ids.length;
  const [rowSide, otherSide] = isSwapped ? [table.b, table.a] : [table.a, table.b];
  const { rowStarts, columns } = isSwapped ? transpose(table) : table;
  const limits = new Float64Array(columns.length);
  const tests = new Float64Array(4 * columns.length);
  let widest = 0;
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      const sum = rowSide.spheres.radii[row] + otherSide.spheres.radii[columns[k]] + table.tolerance;
      widest = Math.max(widest, sum);
      limits[k] = sum * sum * (1 + 2 ** -50); // sums and square are rounded
      for (let axis = 0; axis < 3; axis++) tests[4 * k + axis] = otherSide.spheres.centers[3 * columns[k] + axis];
      tests[4 * k + 3] = limits[k];
    }
  }
  const { a, b } = table;
  return {
    table,
    kinematics,
    poses: createPosePair(kinematics),
    isRigid: a.spheres.source.kind === 'rigid' && b.spheres.source.kind === 'rigid',
    isSwapped,
    rowStarts,
    columns,
    limits,
    rowCenters: rowSide.spheres.centers,
    tests,
    relative: new Float64Array(12),
    rows: createPosedPoints(rowSide.spheres.centers, rowSide.spheres.source, 'createLookUp'),
    others: createPosedPoints(otherSide.spheres.centers, otherSide.spheres.source, 'createLookUp'),
    lengths: Float64Array.of(widest, farthest(a.spheres.centers) + farthest(b.spheres.centers) + 2 * widest, 0),
  };
}

/**
 * Places in `LookUp.lengths`: numbers in a record of their own would be put on the heap whenever they are passed on.
 */
const WIDEST = 0;
const REACH = 1;
const SLACK = 2;

/**
 * Puts both sides where the kinematics has them at these values. Refuses values out of the range that was searched.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function setValues(look: LookUp, values: Float64Array): void {
  const { freedoms } = look.table;
  if (values.length !== freedoms.length) {
    throw new Error(`setValues: ${values.length} values; give one for each of the ${freedoms.length} freedoms.`);
  }
  for (let k = 0; k < freedoms.length; k++) {
    const { name, low, high } = freedoms[k];
    if (values[k] >= low && values[k] <= high) continue;
    throw new Error(
      `setValues: ${name} is ${values[k]}; the table was made for ${low} to ${high}. Search a wider range.`,
    );
  }
  look.kinematics.write(values, look.poses);
}

/**
 * Whether any pair of the table collides at these values of the freedoms (`setValues`; without them, where they were last
 * put); true if poses are NaN. Takes no memory. Cost: one transformation per row and one test per pair, the same for every pose, unless a pair collides: then it stops.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function lookUp(look: LookUp, values?: Float64Array): boolean {
  if (values) setValues(look, values);
  return look.isRigid ? lookUpRigid(look, NOWHERE) > 0 : lookUpDeforming(look, NOWHERE) > 0;
}

/**
 * Writes all pairs of the table that collide (sphere of a, sphere of b, numbered as in the sets they come from) to
 * `out` and returns how many there are. A table that answers yes or no knows only some of the pairs. Takes no memory;
 * the same cost for every pose.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#pairs}
 */
export function lookUpPairs(look: LookUp, out: Uint32Array): number {
  if (out.length < 2 * look.columns.length) {
    throw new Error(
      `lookUpPairs: room for ${out.length} numbers; give 2 for each test, ${2 * look.columns.length} in all.`,
    );
  }
  return look.isRigid ? lookUpRigid(look, out) : lookUpDeforming(look, out);
}

const NOWHERE = new Uint32Array(0);

function lookUpRigid(look: LookUp, out: Uint32Array): number {
  const { rowStarts, rowCenters, tests, relative: m, poses, isSwapped, lengths } = look;
  const isFirstEnough = out.length === 0;
  const rowMatrix = isSwapped ? poses.b.jointMatrices : poses.a.jointMatrices;
  const otherMatrix = isSwapped ? poses.a.jointMatrices : poses.b.jointMatrices;
  relateRigid(rowMatrix, otherMatrix, m);
  if (look.table.guarantee !== 'sampled') measureSlack(rowMatrix, otherMatrix, lengths, REACH, SLACK);
  const slack = lengths[SLACK];
  // Squares differ by less than `slackOfSquares` if distances do by less than the slack.
  const slackOfSquares = slack * (2 * lengths[WIDEST] + slack);
  const rows = rowStarts.length - 1;
  let count = 0;
  let k = 0;
  for (let row = 0; row < rows; row++) {
    const cx = rowCenters[3 * row];
    const cy = rowCenters[3 * row + 1];
    const cz = rowCenters[3 * row + 2];
    const px = m[0] * cx + m[1] * cy + m[2] * cz + m[3];
    const py = m[4] * cx + m[5] * cy + m[6] * cz + m[7];
    const pz = m[8] * cx + m[9] * cy + m[10] * cz + m[11];
    const end = rowStarts[row + 1];
    for (; k < end; k++) {
      const x = px - tests[4 * k];
      const y = py - tests[4 * k + 1];
      const z = pz - tests[4 * k + 2];
      if (x * x + y * y + z * z - tests[4 * k + 3] > slackOfSquares) continue; // NaN is never above: it is reported
      if (isFirstEnough) return 1;
      writePair(look, row, k, out, count++);
    }
  }
  return count;
}

function lookUpDeforming(look: LookUp, out: Uint32Array): number {
  const { rowStarts, columns, limits, rows, others, poses, isSwapped, lengths } = look;
  const isFirstEnough = out.length === 0;
  carryPoints(rows, isSwapped ? poses.b : poses.a);
  carryPoints(others, isSwapped ? poses.a : poses.b);
  const slack = look.table.guarantee === 'sampled' ? 0 : rows.slack[0] + others.slack[0];
  const slackOfSquares = slack * (2 * lengths[WIDEST] + slack);
  const p = rows.positions;
  const q = others.positions;
  let count = 0;
  let k = 0;
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    const px = p[3 * row];
    const py = p[3 * row + 1];
    const pz = p[3 * row + 2];
    const end = rowStarts[row + 1];
    for (; k < end; k++) {
      const other = 3 * columns[k];
      const x = px - q[other];
      const y = py - q[other + 1];
      const z = pz - q[other + 2];
      if (x * x + y * y + z * z - limits[k] > slackOfSquares) continue; // NaN is never above: it is reported
      if (isFirstEnough) return 1;
      writePair(look, row, k, out, count++);
    }
  }
  return count;
}

function writePair({ table, columns, isSwapped }: LookUp, row: number, k: number, out: Uint32Array, at: number): void {
  out[2 * at] = table.a.ids[isSwapped ? columns[k] : row];
  out[2 * at + 1] = table.b.ids[isSwapped ? row : columns[k]];
}

function checkSizes({ a, b }: Table, { sizes }: Kinematics): void {
  for (const [side, { spheres }] of [
    ['a', a],
    ['b', b],
  ] as const) {
    const { deformer } = createPosedPoints(spheres.centers, spheres.source, 'createLookUp');
    const { joints, weights } = sizes[side];
    if (deformer.sets.jointCount === joints && deformer.displacements.count === weights) continue;
    throw new Error(
      `createLookUp: the kinematics writes ${joints} joints and ${weights} weights for side ${side}, its spheres follow ` +
        `${deformer.sets.jointCount} and ${deformer.displacements.count}; use the kinematics of the search.`,
    );
  }
}

/** The same tests with rows and columns exchanged. */
function transpose({ b, rowStarts, columns }: Table): { rowStarts: Uint32Array; columns: Uint32Array } {
  const starts = new Uint32Array(b.ids.length + 1);
  for (const column of columns) starts[column + 1]++;
  for (let column = 0; column < b.ids.length; column++) starts[column + 1] += starts[column];
  const next = starts.slice();
  const rows = new Uint32Array(columns.length);
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) rows[next[columns[k]]++] = row;
  }
  return { rowStarts: starts, columns: rows };
}

function farthest(centers: Float64Array): number {
  let squared = 0;
  for (let o = 0; o < centers.length; o += 3) {
    squared = Math.max(squared, centers[o] ** 2 + centers[o + 1] ** 2 + centers[o + 2] ** 2);
  }
  return Math.sqrt(squared);
}
