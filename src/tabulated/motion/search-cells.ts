import { addPair, createPairList, type PairList } from '../../query/pairs/pair-list.ts';
import { selectSpheres } from '../spheres/sphere-set.ts';
import { checkRotations } from './bend-shifts.ts';
import { type Cell, countSamples, createCell, divideCell } from './cells.ts';
import { createPosePair, type Kinematics, type MotionBound, type PosePair } from './kinematics.ts';
import { type Answers, createFound, endPose, type Found, finishFound, hasFound, noteFound } from './motion-search.ts';
import { boundShifts } from './posed-points.ts';
import { createSearchSide, findNear, poseSides, type SearchSide } from './search-side.ts';

interface CellSearch {
  kinematics: Kinematics;
  bound: MotionBound;
  tolerance: number;
  a: SearchSide;
  b: SearchSide;
  poses: PosePair;
  found: Found;
}

/**
 * Covers the motion with cells. In the middle of each, distances are measured; nowhere in the cell do they differ by
 * more than the two spheres can move there (`boundShifts`). So a pair that is farther apart than its radii and that,
 * never meets in the cell; one that is nearer than its radii less that, always does; the rest is in doubt, and looked
 * at again in parts of the cell. What is in doubt in the smallest cells counts as possible.
 *
 * For answers of yes or no a cell with a sure pair is settled, and the rest of it of no interest. For pairs, one that
 * is sure anywhere is settled; so all cells are looked at once for sure pairs before any is divided. A table that is
 * asked with radii larger by a tolerance is sure of pairs that much earlier: then no cell need be divided into parts in
 * which spheres move less.
 */
export function searchCells(
  kinematics: Kinematics,
  a: SearchSide,
  b: SearchSide,
  answers: Answers,
  refinements: number,
  tolerance: number,
  progress: (share: number) => void = () => {},
): ReturnType<typeof finishFound> {
  const bound = checkBound(kinematics);
  const poses = createPosePair(kinematics);
  const search = { kinematics, bound, tolerance, a, b, poses, found: createFound(b.ids.length) };
  if (answers === 'yes-no') {
    visitCells(search, progress, (cell, near) => settleCell(search, cell, near, refinements, 0));
  } else {
    visitCells(
      search,
      share => progress(0.5 * share),
      (_, near) => noteAll(search, sortPairs(search, near).sure),
    );
    visitCells(
      search,
      share => progress(0.5 + 0.5 * share),
      (cell, near) => settlePairs(search, cell, near, refinements, 0),
    );
  }
  return finishFound(search.found);
}

/** Calls `visit` with every cell in which spheres may meet, entered, and with the pairs that may. */
function visitCells(
  search: CellSearch,
  progress: (share: number) => void,
  visit: (cell: Cell, near: PairList) => void,
): void {
  const { a, b } = search;
  const { freedoms } = search.kinematics;
  const reachesA = new Float64Array(a.ids.length);
  const reachesB = new Float64Array(b.ids.length);
  const near = createPairList();
  const cells = countSamples(freedoms);
  for (let s = 0; s < cells; s++) {
    const cell = createCell(freedoms, s);
    enterCell(search, cell);
    for (let i = 0; i < reachesA.length; i++) reachesA[i] = a.spheres.radii[i] + a.points.shifts[i];
    for (let i = 0; i < reachesB.length; i++) reachesB[i] = b.spheres.radii[i] + b.points.shifts[i];
    findNear(a, reachesA, b, reachesB, near);
    if (near.length > 0) visit(cell, near);
    progress((s + 1) / cells);
  }
}

function checkBound({ bound }: Kinematics): MotionBound {
  if (bound) return bound;
  throw new Error(
    "searchMotion: the kinematics has no bound of its motion, which mode 'safe' needs; use createMechanism or give one.",
  );
}

function enterCell({ kinematics, bound, a, b, poses }: CellSearch, { values, halfSteps }: Cell): void {
  poseSides(kinematics, values, poses, a, b);
  for (const { points } of [a, b]) checkRotations(points, kinematics, values, 'searchMotion');
  boundShifts(a.points, bound, 'a', values, halfSteps);
  boundShifts(b.points, bound, 'b', values, halfSteps);
}

/** Finds a sure pair in every part of the cell where any may meet, or forces all that may to be kept. */
function settleCell(search: CellSearch, cell: Cell, near: PairList, refinements: number, level: number): void {
  const { found, a, b } = search;
  const { sure, inDoubt } = sortPairs(search, near);
  for (let k = 0; k < sure.length; k += 2) {
    found.posePairs.push(noteFound(found, a.ids[sure.data[k]], b.ids[sure.data[k + 1]]));
  }
  endPose(found);
  if (sure.length > 0 || inDoubt.length === 0) return;
  if (level === refinements) {
    for (const number of noteAll(search, inDoubt)) found.forced.add(number);
    return;
  }
  const narrow = level === 0 ? narrowSearch(search, inDoubt) : search;
  for (let part = 0; part < 2 ** cell.values.length; part++) {
    const smaller = divideCell(cell, part);
    enterCell(narrow, smaller);
    settleCell(narrow, smaller, inDoubt, refinements, level + 1);
  }
}

/**
 * Finds out which of the pairs `near` each other in the cell may meet there, as far as that is not known from
 * elsewhere.
 */
function settlePairs(search: CellSearch, cell: Cell, near: PairList, refinements: number, level: number): void {
  const { sure, inDoubt } = sortPairs(search, near);
  noteAll(search, sure);
  if (level === refinements) {
    noteAll(search, inDoubt);
    return;
  }
  dropFound(search, inDoubt);
  if (inDoubt.length === 0) return;
  const narrow = level === 0 ? narrowSearch(search, inDoubt) : search;
  for (let part = 0; part < 2 ** cell.values.length; part++) {
    const smaller = divideCell(cell, part);
    enterCell(narrow, smaller);
    settlePairs(narrow, smaller, inDoubt, refinements, level + 1);
  }
}

function noteAll({ found, a, b }: CellSearch, { data, length }: PairList): number[] {
  const numbers: number[] = [];
  for (let k = 0; k < length; k += 2) numbers.push(noteFound(found, a.ids[data[k]], b.ids[data[k + 1]]));
  return numbers;
}

function sortPairs({ a, b, tolerance }: CellSearch, near: PairList): { sure: PairList; inDoubt: PairList } {
  const { positions: p, shifts: shiftsA } = a.points;
  const { positions: q, shifts: shiftsB } = b.points;
  const sure = createPairList();
  const inDoubt = createPairList();
  for (let k = 0; k < near.length; k += 2) {
    const i = near.data[k];
    const j = near.data[k + 1];
    const x = p[3 * i] - q[3 * j];
    const y = p[3 * i + 1] - q[3 * j + 1];
    const z = p[3 * i + 2] - q[3 * j + 2];
    const gap = Math.sqrt(x * x + y * y + z * z) - a.spheres.radii[i] - b.spheres.radii[j];
    const shift = shiftsA[i] + shiftsB[j];
    if (gap <= tolerance - shift) addPair(sure, i, j);
    else if (!(gap > shift)) addPair(inDoubt, i, j);
  }
  return { sure, inDoubt };
}

/** Pairs that are known to be possible need not be looked at again. */
function dropFound({ found, a, b }: CellSearch, pairs: PairList): void {
  let kept = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    if (hasFound(found, a.ids[pairs.data[k]], b.ids[pairs.data[k + 1]])) continue;
    pairs.data[kept++] = pairs.data[k];
    pairs.data[kept++] = pairs.data[k + 1];
  }
  pairs.length = kept;
}

/** The same search with only the spheres of these pairs, which are renumbered. */
function narrowSearch(search: CellSearch, pairs: PairList): CellSearch {
  return { ...search, a: narrowSide(search.a, pairs, 0), b: narrowSide(search.b, pairs, 1) };
}

function narrowSide({ spheres, ids }: SearchSide, pairs: PairList, place: 0 | 1): SearchSide {
  const places = new Map<number, number>();
  for (let k = place; k < pairs.length; k += 2) {
    const known = places.get(pairs.data[k]) ?? places.size;
    places.set(pairs.data[k], known);
    pairs.data[k] = known;
  }
  const kept = Uint32Array.from(places.keys());
  return createSearchSide(
    selectSpheres(spheres, kept),
    kept.map(i => ids[i]),
  );
}
