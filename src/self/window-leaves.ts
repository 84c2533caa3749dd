import { areNeighbours } from '../mesh/neighbours.ts';
import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import { findAdjacent, hasMasks, markedWith } from './adjacency.ts';
import { boxesStayApart, boxTriangle } from './reasons/boxes-over-window.ts';
import { quickRestGap } from './reasons/rest-gaps.ts';
import { driftLittle, sumOfDrifts } from './test-leaves.ts';
import type { SelfWindow } from './window.ts';

/** Adds the pairs of triangles without a common vertex, one of each leaf, whose boxes do not stay apart. */
export function listNearOfLeaves(window: SelfWindow, i: number, j: number, out: PairList): void {
  const { plan } = window;
  const { tree } = plan.shape;
  const isFirstLower = ~tree.links[i] <= ~tree.links[j];
  const lower = isFirstLower ? i : j;
  const higher = isFirstLower ? j : i;
  const adjacent = findAdjacent(plan.adjacency, ~tree.links[lower], ~tree.links[higher]);
  if (driftLittle(window, ~tree.links[lower], ~tree.links[higher], adjacent)) return;
  if (hasMasks(tree)) listMasked(window, lower, higher, adjacent, out);
  else listLarge(window, lower, higher, out);
}

/** For leaves of at most 8 triangles: which are left is kept in bits. */
function listMasked(window: SelfWindow, i: number, j: number, adjacent: number, out: PairList): void {
  const { plan, boxes, count } = window;
  const { adjacency, shape } = plan;
  const { slotStarts } = shape.tree;
  const { ofTriangles: b, instants } = boxes;
  const stride = 6 * instants;
  const sum = sumOfDrifts(window, ~shape.tree.links[i], ~shape.tree.links[j]);
  const columns = i === j ? listAll(window, i) : listNear(window, j, i);
  let rows = i === j ? columns : columns === 0 ? 0 : listNear(window, i, j);
  while (rows !== 0) {
    const row = 31 - Math.clz32(rows & -rows);
    rows &= rows - 1;
    let others = columns & ~markedWith(adjacency, adjacent, row);
    if (i === j) others &= -2 << row; // those after it
    while (others !== 0) {
      const column = 31 - Math.clz32(others & -others);
      others &= others - 1;
      const one = slotStarts[i] + row;
      const other = slotStarts[j] + column;
      if (boxesStayApart(b, stride * one, b, stride * other, instants, 0, count - 1)) continue;
      if (sum < Infinity && sum < quickRestGap(shape.mesh, one, other)) continue;
      if (one < other) addPair(out, one, other);
      else addPair(out, other, one);
    }
  }
}

/** All triangles of a leaf, boxed, as bits. */
function listAll({ plan, boxes, positions, count }: SelfWindow, i: number): number {
  const { slotStarts, slotEnds } = plan.shape.tree;
  for (let slot = slotStarts[i]; slot < slotEnds[i]; slot++) boxTriangle(plan.shape, positions, count, slot, boxes);
  return (1 << (slotEnds[i] - slotStarts[i])) - 1;
}

/** The triangles of leaf i that do not stay apart from the box of leaf j, as bits. */
function listNear({ plan, boxes, positions, count }: SelfWindow, i: number, j: number): number {
  const { slotStarts, slotEnds } = plan.shape.tree;
  const { ofTriangles, ofNodes, instants } = boxes;
  const stride = 6 * instants;
  let near = 0;
  for (let slot = slotStarts[i], bit = 1; slot < slotEnds[i]; slot++, bit <<= 1) {
    boxTriangle(plan.shape, positions, count, slot, boxes);
    if (!boxesStayApart(ofTriangles, stride * slot, ofNodes, stride * j, instants, 0, count - 1)) near |= bit;
  }
  return near;
}

/** For leaves of any size. */
function listLarge(window: SelfWindow, i: number, j: number, out: PairList): void {
  const { plan, boxes, positions, count } = window;
  const { shape } = plan;
  const { slotStarts, slotEnds } = shape.tree;
  const { ofTriangles: b, instants } = boxes;
  const stride = 6 * instants;
  for (let one = slotStarts[i]; one < slotEnds[i]; one++) {
    boxTriangle(shape, positions, count, one, boxes);
    for (let other = i === j ? one + 1 : slotStarts[j]; other < slotEnds[j]; other++) {
      boxTriangle(shape, positions, count, other, boxes);
      if (boxesStayApart(b, stride * one, b, stride * other, instants, 0, count - 1)) continue;
      if (areNeighbours(shape.mesh.triangles, one, other)) continue;
      if (one < other) addPair(out, one, other);
      else addPair(out, other, one);
    }
  }
}
