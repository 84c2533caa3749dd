import { cornerBoxesStayApart } from '../bounds/corner-boxes.ts';
import { areNeighbours } from '../mesh/neighbours.ts';
import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import { findAdjacent, hasMasks, markedWith } from './adjacency.ts';
import { boxLeaf } from './reasons/boxes.ts';
import { isPartedOverStep } from './reasons/direction-over-step.ts';
import type { SelfStep } from './step.ts';
import { driftLittle } from './test-leaves.ts';

/** Adds the pairs of triangles without a common vertex, one of each leaf, whose boxes do not stay apart. */
export function listLeaves(step: SelfStep, i: number, j: number, out: PairList): void {
  const { plan, start, end } = step;
  const { shape, adjacency } = plan;
  const { tree } = shape;
  const isFirstLower = ~tree.links[i] <= ~tree.links[j];
  const lower = isFirstLower ? i : j;
  const higher = isFirstLower ? j : i;
  const adjacent = findAdjacent(adjacency, ~tree.links[lower], ~tree.links[higher]);
  if (driftLittle(step, ~tree.links[lower], ~tree.links[higher], adjacent)) return;
  boxLeaf(shape, start.positions, i, start.boxes);
  boxLeaf(shape, start.positions, j, start.boxes);
  boxLeaf(shape, end.positions, i, end.boxes);
  boxLeaf(shape, end.positions, j, end.boxes);
  if (!hasMasks(tree)) listLarge(step, lower, higher, out);
  else listMasked(step, lower, higher, adjacent, out);
}

/** For leaves of at most 8 triangles: which are left is kept in bits. */
function listMasked(
  { plan, start, end, size, middleNormals }: SelfStep,
  i: number,
  j: number,
  adjacent: number,
  out: PairList,
): void {
  const { adjacency, shape } = plan;
  const { slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const { ofTriangles: b, ofNodes: n } = start.boxes;
  const { ofTriangles: e, ofNodes: m } = end.boxes;
  const startI = slotStarts[i];
  const startJ = slotStarts[j];
  let columns = (1 << (slotEnds[j] - startJ)) - 1;
  let rows = columns;
  if (i !== j) {
    columns = insideOf(b, e, startJ, slotEnds[j], n, m, 6 * i);
    if (columns === 0) return;
    rows = insideOf(b, e, startI, slotEnds[i], n, m, 6 * j);
  }
  while (rows !== 0) {
    const row = 31 - Math.clz32(rows & -rows);
    rows &= rows - 1;
    let others = columns & ~markedWith(adjacency, adjacent, row);
    if (i === j) others &= -2 << row; // those after it
    if (others === 0) continue;
    const p = 6 * (startI + row);
    do {
      const column = 31 - Math.clz32(others & -others);
      others &= others - 1;
      if (cornerBoxesStayApart(b, e, p, b, e, 6 * (startJ + column))) continue;
      if (
        isPartedOverStep(triangles, middleNormals, start.positions, end.positions, startI + row, startJ + column, size)
      )
        continue;
      addOrdered(out, startI + row, startJ + column);
    } while (others !== 0);
  }
}

/** The triangles of slots `from .. to)` whose boxes b, e do not stay apart from the box at o of n, m; as bits. */
function insideOf(
  b: Float64Array,
  e: Float64Array,
  from: number,
  to: number,
  n: Float64Array,
  m: Float64Array,
  o: number,
): number {
  const lowX = n[o];
  const lowY = n[o + 1];
  const lowZ = n[o + 2];
  const highX = n[o + 3];
  const highY = n[o + 4];
  const highZ = n[o + 5];
  const laterLowX = m[o];
  const laterLowY = m[o + 1];
  const laterLowZ = m[o + 2];
  const laterHighX = m[o + 3];
  const laterHighY = m[o + 4];
  const laterHighZ = m[o + 5];
  let bits = 0;
  for (let p = 6 * from, bit = 1; p < 6 * to; p += 6, bit <<= 1) {
    const isApart =
      (+(b[p] > highX) & +(e[p] > laterHighX)) |
      (+(lowX > b[p + 3]) & +(laterLowX > e[p + 3])) |
      (+(b[p + 1] > highY) & +(e[p + 1] > laterHighY)) |
      (+(lowY > b[p + 4]) & +(laterLowY > e[p + 4])) |
      (+(b[p + 2] > highZ) & +(e[p + 2] > laterHighZ)) |
      (+(lowZ > b[p + 5]) & +(laterLowZ > e[p + 5]));
    if (isApart === 0) bits |= bit;
  }
  return bits;
}

/** For leaves of any size. */
function listLarge({ plan, start, end }: SelfStep, i: number, j: number, out: PairList): void {
  const { slotStarts, slotEnds } = plan.shape.tree;
  const { triangles } = plan.shape.mesh;
  const { ofTriangles: b } = start.boxes;
  const { ofTriangles: e } = end.boxes;
  for (let one = slotStarts[i]; one < slotEnds[i]; one++) {
    for (let other = i === j ? one + 1 : slotStarts[j]; other < slotEnds[j]; other++) {
      if (cornerBoxesStayApart(b, e, 6 * one, b, e, 6 * other)) continue;
      if (!areNeighbours(triangles, one, other)) addOrdered(out, one, other);
    }
  }
}

function addOrdered(out: PairList, one: number, other: number): void {
  if (one < other) addPair(out, one, other);
  else addPair(out, other, one);
}
