import { areNeighbours } from '../mesh/neighbours.ts';
import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import { findAdjacent, hasMasks } from './adjacency.ts';
import type { SelfInstant } from './instant.ts';
import { doOthersMeet } from './meet.ts';
import { boxLeaf, greaterOf } from './reasons/boxes.ts';
import { boxGap } from './reasons/rest-gaps.ts';

/**
 * Adds the pairs of triangles without a common vertex, one of each leaf, that touch; by slot, the lower first. `i` and `j` are nodes, and may be
 * the same. Returns whether it stopped at the first.
 */
export function testLeaves(
  instant: SelfInstant,
  i: number,
  j: number,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
): boolean {
  const { plan, boxes, positions } = instant;
  const { tree } = plan.shape;
  const isFirstLower = ~tree.links[i] <= ~tree.links[j];
  const lower = isFirstLower ? i : j;
  const higher = isFirstLower ? j : i;
  const adjacent = findAdjacent(plan.adjacency, ~tree.links[lower], ~tree.links[higher]);
  if (driftLittle(instant, ~tree.links[lower], ~tree.links[higher], adjacent)) return false;
  stats.leafPairs++;
  boxLeaf(plan.shape, positions, i, boxes);
  boxLeaf(plan.shape, positions, j, boxes);
  if (!hasMasks(tree)) return testLargeLeaves(instant, lower, higher, onlyFirst, stats, out);
  return testMasked(instant, lower, higher, adjacent, onlyFirst, stats, out);
}

/** Whether two leaves drift less from their joint than their triangles are apart at rest. */
function driftLittle({ plan, drift }: SelfInstant, p: number, q: number, adjacent: number): boolean {
  const { restGaps, mainJoints } = plan;
  const sum = drift.ofLeaves[p] + drift.ofLeaves[q];
  if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q] || sum === Infinity) return false;
  return sum < (adjacent < 0 ? boxGap(restGaps.boxes, 6 * p, restGaps.boxes, 6 * q) : restGaps.ofAdjacent[adjacent]);
}

/** For leaves of at most 8 triangles: which are left is kept in bits. */
function testMasked(
  instant: SelfInstant,
  i: number,
  j: number,
  adjacent: number,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
): boolean {
  const { plan, boxes, positions } = instant;
  const { adjacency, shape } = plan;
  const { slotStarts, slotEnds } = shape.tree;
  const { ofTriangles: b } = boxes;
  const { triangles } = shape.mesh;
  const low = adjacent < 0 ? 0 : adjacency.low[adjacent];
  const high = adjacent < 0 ? 0 : adjacency.high[adjacent];
  const startI = slotStarts[i];
  const startJ = slotStarts[j];
  let rows = (1 << (slotEnds[i] - startI)) - 1;
  let columns = rows;
  if (i !== j) {
    columns = insideOverlap(instant, i, j, j);
    if (columns === 0) return false;
    rows = insideOverlap(instant, i, j, i);
  }
  while (rows !== 0) {
    const row = 31 - Math.clz32(rows & -rows);
    rows &= rows - 1;
    let others = columns & ~(row < 4 ? low >>> (8 * row) : high >>> (8 * row - 32));
    if (i === j) others &= -2 << row; // those after it
    const p = 6 * (startI + row);
    while (others !== 0) {
      const column = 31 - Math.clz32(others & -others);
      others &= others - 1;
      const q = 6 * (startJ + column);
      if (areApart(b, p, b, q)) continue;
      stats.triangleTests++;
      if (!doOthersMeet(positions, triangles, startI + row, startJ + column)) continue;
      addOrdered(out, startI + row, startJ + column);
      if (onlyFirst) return true;
    }
  }
  return false;
}

/** The triangles of leaf `of` whose boxes reach into what the boxes of the leaves i and j share, as bits. */
function insideOverlap({ plan, boxes }: SelfInstant, i: number, j: number, of: number): number {
  const { slotStarts, slotEnds } = plan.shape.tree;
  const { ofNodes: n, ofTriangles: b } = boxes;
  const p = 6 * i;
  const q = 6 * j;
  const lowX = greaterOf(n[p], n[q]);
  const lowY = greaterOf(n[p + 1], n[q + 1]);
  const lowZ = greaterOf(n[p + 2], n[q + 2]);
  const highX = -greaterOf(-n[p + 3], -n[q + 3]);
  const highY = -greaterOf(-n[p + 4], -n[q + 4]);
  const highZ = -greaterOf(-n[p + 5], -n[q + 5]);
  let inside = 0;
  for (let o = 6 * slotStarts[of], end = 6 * slotEnds[of], bit = 1; o < end; o += 6, bit <<= 1) {
    const isApart =
      +(b[o] > highX) |
      +(lowX > b[o + 3]) |
      +(b[o + 1] > highY) |
      +(lowY > b[o + 4]) |
      +(b[o + 2] > highZ) |
      +(lowZ > b[o + 5]);
    if (isApart === 0) inside |= bit;
  }
  return inside;
}

/** For leaves of any size. */
function testLargeLeaves(
  { plan, boxes, positions }: SelfInstant,
  i: number,
  j: number,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
): boolean {
  const { slotStarts, slotEnds } = plan.shape.tree;
  const { triangles } = plan.shape.mesh;
  const { ofTriangles: b } = boxes;
  for (let one = slotStarts[i]; one < slotEnds[i]; one++) {
    for (let other = i === j ? one + 1 : slotStarts[j]; other < slotEnds[j]; other++) {
      if (areApart(b, 6 * one, b, 6 * other) || areNeighbours(triangles, one, other)) continue;
      stats.triangleTests++;
      if (!doOthersMeet(positions, triangles, one, other)) continue;
      addOrdered(out, one, other);
      if (onlyFirst) return true;
    }
  }
  return false;
}

function areApart(b: Float64Array, p: number, c: Float64Array, q: number): boolean {
  return (
    b[p] > c[q + 3] ||
    c[q] > b[p + 3] ||
    b[p + 1] > c[q + 4] ||
    c[q + 1] > b[p + 4] ||
    b[p + 2] > c[q + 5] ||
    c[q + 2] > b[p + 5]
  );
}

function addOrdered(out: PairList, one: number, other: number): void {
  if (one < other) addPair(out, one, other);
  else addPair(out, other, one);
}
