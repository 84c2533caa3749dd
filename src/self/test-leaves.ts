import type { Corners } from '../bounds/box.ts';
import { areNeighbours } from '../mesh/neighbours.ts';
import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import { findAdjacent, hasMasks, markedWith } from './adjacency.ts';
import type { SelfInstant } from './instant.ts';
import { doOthersMeet } from './meet.ts';
import { boxLeaf, greaterOf } from './reasons/boxes.ts';
import { boxGap } from './reasons/rest-gaps.ts';

type TestLeaves = (
  instant: SelfInstant,
  i: number,
  j: number,
  onlyFirst: boolean,
  stats: Stats,
  out: PairList,
) => boolean;

/**
 * Adds the pairs of triangles without a common vertex, one of each leaf, that touch; by slot, the lower first. `i` and
 * `j` are nodes, and may be the same. Returns whether it stopped at the first.
 */
export const testLeaves: TestLeaves = (instant, i, j, onlyFirst, stats, out) => {
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
};

/** Whether two leaves drift less from their joint than their triangles are apart at rest. */
export function driftLittle(
  { plan, drift }: Pick<SelfInstant, 'plan' | 'drift'>,
  p: number,
  q: number,
  adjacent: number,
): boolean {
  const { restGaps } = plan;
  const sum = sumOfDrifts({ plan, drift }, p, q);
  if (sum === Infinity) return false;
  return sum < (adjacent < 0 ? boxGap(restGaps.boxes, 6 * p, restGaps.boxes, 6 * q) : restGaps.ofAdjacent[adjacent]);
}

/** How far two leaves drift from their joint together; Infinity if they follow two. */
export function sumOfDrifts({ plan, drift }: Pick<SelfInstant, 'plan' | 'drift'>, p: number, q: number): number {
  const { mainJoints } = plan;
  if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q]) return Infinity;
  return drift.ofLeaves[p] + drift.ofLeaves[q];
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
  const startI = slotStarts[i];
  const startJ = slotStarts[j];
  let rows = (1 << (slotEnds[i] - startI)) - 1;
  let columns = rows;
  if (i !== j) {
    const inside = insideOverlap(instant, i, j);
    rows = inside & 255;
    columns = inside >>> 8;
  }
  while (rows !== 0) {
    const row = 31 - Math.clz32(rows & -rows);
    rows &= rows - 1;
    let others = columns & ~markedWith(adjacency, adjacent, row);
    if (i === j) others &= -2 << row; // those after it
    if (others === 0) continue;
    const p = 6 * (startI + row);
    const lowX = b[p];
    const lowY = b[p + 1];
    const lowZ = b[p + 2];
    const highX = b[p + 3];
    const highY = b[p + 4];
    const highZ = b[p + 5];
    do {
      const column = 31 - Math.clz32(others & -others);
      others &= others - 1;
      if (isApartAt(b, 6 * (startJ + column), lowX, lowY, lowZ, highX, highY, highZ)) continue;
      stats.triangleTests++;
      if (!doOthersMeet(positions, triangles, startI + row, startJ + column)) continue;
      addOrdered(out, startI + row, startJ + column);
      if (onlyFirst) return true;
    } while (others !== 0);
  }
  return false;
}

/**
 * The triangles whose boxes reach into what the boxes of the leaves i and j share, as bits: those of i in the lowest 8,
 * those of j in the next 8; 0 if one has none.
 */
function insideOverlap({ plan, boxes }: SelfInstant, i: number, j: number): number {
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
  let ofJ = 0;
  for (let o = 6 * slotStarts[j], end = 6 * slotEnds[j], bit = 256; o < end; o += 6, bit <<= 1) {
    if (!isApartAt(b, o, lowX, lowY, lowZ, highX, highY, highZ)) ofJ |= bit;
  }
  if (ofJ === 0) return 0;
  let ofI = 0;
  for (let o = 6 * slotStarts[i], end = 6 * slotEnds[i], bit = 1; o < end; o += 6, bit <<= 1) {
    if (!isApartAt(b, o, lowX, lowY, lowZ, highX, highY, highZ)) ofI |= bit;
  }
  return ofI === 0 ? 0 : ofI | ofJ;
}

type IsApart = (b: Float64Array, o: number, ...other: Corners) => boolean;

/** Whether the box at o is apart from another. Without branches, which would go either way. */
const isApartAt: IsApart = (b, o, lowX, lowY, lowZ, highX, highY, highZ) => {
  return (
    (+(b[o] > highX) |
      +(lowX > b[o + 3]) |
      +(b[o + 1] > highY) |
      +(lowY > b[o + 4]) |
      +(b[o + 2] > highZ) |
      +(lowZ > b[o + 5])) !==
    0
  );
};

/** For leaves of any size. */
const testLargeLeaves: TestLeaves = ({ plan, boxes, positions }, i, j, onlyFirst, stats, out) => {
  const { slotStarts, slotEnds } = plan.shape.tree;
  const { triangles } = plan.shape.mesh;
  const { ofTriangles: b } = boxes;
  for (let one = slotStarts[i]; one < slotEnds[i]; one++) {
    const p = 6 * one;
    for (let other = i === j ? one + 1 : slotStarts[j]; other < slotEnds[j]; other++) {
      if (isApartAt(b, 6 * other, b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4], b[p + 5])) continue;
      if (areNeighbours(triangles, one, other)) continue;
      stats.triangleTests++;
      if (!doOthersMeet(positions, triangles, one, other)) continue;
      addOrdered(out, one, other);
      if (onlyFirst) return true;
    }
  }
  return false;
};

function addOrdered(out: PairList, one: number, other: number): void {
  if (one < other) addPair(out, one, other);
  else addPair(out, other, one);
}
