import type * as three from 'three';
import { enterBox } from '../ray-box.ts';

/**
 * A tree over boxes of which some move now and then: two children a node, one box a leaf. A node is followed by all below it, so that whoever passes one by
 * goes on behind it; nothing has to be kept of the way.
 */
export interface BoxTree {
  count: number;
  /** Low corner and high corner of each box. One that is nowhere has its low corner at Infinity and its high corner at -Infinity. */
  boxes: Float64Array;
  /** The same for each node, how many nodes it and all below it are, and of leaves which box it is. */
  nodes: Float64Array;
  sizes: Uint32Array;
  items: Uint32Array;
  /** How many boxes have moved since the tree was sorted, and of these, since its nodes were brought up to date. */
  moved: number;
  pending: number;
}

export function createBoxTree(count: number): BoxTree {
  const nodes = Math.max(0, 2 * count - 1);
  return {
    count,
    boxes: new Float64Array(6 * count),
    nodes: new Float64Array(6 * nodes),
    sizes: new Uint32Array(nodes),
    items: new Uint32Array(nodes),
    moved: Infinity,
    pending: 0,
  };
}

/** Sorting takes as long as bringing all nodes up to date so many times. */
const SORTING = 4;

/**
 * Takes in that some boxes have moved. The tree is sorted anew once so many have moved that sorting takes no longer than what was done since; until then
 * its nodes grow with their boxes. Cost: O(boxes), 20 ns each; sorting O(boxes * log boxes).
 */
export function refreshTree(tree: BoxTree): void {
  tree.moved += tree.pending;
  tree.pending = 0;
  if (tree.count === 0) return;
  if (tree.moved >= SORTING * tree.count) {
    sort(tree);
    tree.moved = 0;
  }
  const { nodes, sizes, items, boxes } = tree;
  for (let node = sizes.length - 1; node >= 0; node--) {
    if (sizes[node] === 1) {
      for (let k = 0; k < 6; k++) nodes[6 * node + k] = boxes[6 * items[node] + k];
      continue;
    }
    const one = 6 * (node + 1);
    const other = one + 6 * sizes[node + 1];
    for (let k = 0; k < 3; k++) {
      nodes[6 * node + k] = Math.min(nodes[one + k], nodes[other + k]); // NaN if one is: nothing passes that by
      nodes[6 * node + 3 + k] = Math.max(nodes[one + 3 + k], nodes[other + 3 + k]);
    }
  }
}

type Lengths = readonly [number, number, number];

/** What sorting needs while it goes on: twice the middles of all boxes, axis by axis, boxes in order, and what they are ordered by. */
interface Sorting {
  middles: readonly Float64Array[];
  order: Uint32Array;
  keys: Float64Array;
}

function sort(tree: BoxTree): void {
  const { count, boxes } = tree;
  const lengths: [number, number, number] = [0, 0, 0];
  const middles = [0, 1, 2].map(axis => {
    const sums = new Float64Array(count);
    let low = Infinity;
    let high = -Infinity;
    for (let box = 0; box < count; box++) {
      const sum = boxes[6 * box + axis] + boxes[6 * box + 3 + axis];
      sums[box] = Number.isFinite(sum) ? sum : 0; // nowhere, or of no numbers: somewhere
      low = Math.min(low, sums[box]);
      high = Math.max(high, sums[box]);
    }
    lengths[axis] = high - low;
    return sums;
  });
  const order = Uint32Array.from({ length: count }, (_, box) => box);
  divide(tree, { middles, order, keys: new Float64Array(count) }, 0, count, 0, lengths);
}

/** Divides `order[first..end)` in halves along the axis on which they are about the longest, and those again. */
function divide(tree: BoxTree, sorting: Sorting, first: number, end: number, node: number, [x, y, z]: Lengths): void {
  const { sizes, items } = tree;
  const { middles, order, keys } = sorting;
  sizes[node] = 2 * (end - first) - 1;
  if (end - first === 1) {
    items[node] = order[first];
    return;
  }
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  for (let k = first; k < end; k++) keys[k] = middles[axis][order[k]];
  const half = (first + end) >> 1;
  partition(keys, order, first, end, half);
  const rest: Lengths = [axis === 0 ? 0.5 * x : x, axis === 1 ? 0.5 * y : y, axis === 2 ? 0.5 * z : z];
  divide(tree, sorting, first, half, node + 1, rest);
  divide(tree, sorting, half, end, node + 2 * (half - first), rest);
}

/** Brings the lower keys before place `half`, the others behind it (Hoare's selection). */
function partition(keys: Float64Array, order: Uint32Array, first: number, end: number, half: number): void {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const pivot = keys[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const [key, item] = [keys[i], order[i]];
      keys[i] = keys[j];
      order[i++] = order[j];
      keys[j] = key;
      order[j--] = item;
    }
    if (half <= j) high = j;
    else if (half >= i) low = i;
    else return;
  }
}

/** Whether there is no box that is anywhere. */
export function isNowhere({ count, nodes }: BoxTree): boolean {
  return count === 0 || nodes[0] === Infinity;
}

/** Adds the boxes that a ray enters at most `far` of its lengths away, and where it does, to `found`: [box, length, ...], in no order. */
export function listOnRay({ nodes, sizes, items }: BoxTree, ray: three.Ray, far: number, found: number[]): void {
  for (let node = 0; node < sizes.length; ) {
    const entered = nodes[6 * node] === Infinity ? Infinity : enterBox(nodes, 6 * node, ray);
    if (entered === Infinity || entered > far) node += sizes[node];
    else {
      if (sizes[node] === 1) found.push(items[node], entered);
      node++;
    }
  }
}

/** Adds to `found` the boxes that are at most so far from a box (`box[o..o+5]`), in no order; in doubt they are. */
export function listWithin(
  { nodes, sizes, items }: BoxTree,
  box: Float64Array,
  o: number,
  maxDistance: number,
  found: number[],
): void {
  for (let node = 0; node < sizes.length; ) {
    const gap = gapOf(nodes, 6 * node, box, o);
    if (gap === Infinity || gap * (1 - 1e-14) > maxDistance) node += sizes[node];
    else {
      if (sizes[node] === 1) found.push(items[node]);
      node++;
    }
  }
}

/**
 * A distance within which something in some box of the tree is from anything in another box; `bound`, if that is less. Boxes are those of things that are
 * somewhere in them, so two are at most as far apart as their farthest corners.
 */
export function boundNearest({ nodes, sizes }: BoxTree, box: Float64Array, o: number, bound: number): number {
  let least = bound;
  for (let node = 0; node < sizes.length; ) {
    const gap = gapOf(nodes, 6 * node, box, o);
    if (!(gap < least)) node += sizes[node];
    else {
      if (sizes[node] === 1) least = Math.min(least, reachOf(nodes, 6 * node, box, o));
      node++;
    }
  }
  return least;
}

/** How far two boxes are apart; Infinity if one is nowhere, NaN if one is of no numbers. */
export function gapOf(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(a[i + axis] - b[j + 3 + axis], b[j + axis] - a[i + 3 + axis]);
    if (!(gap <= 0)) squared += gap * gap;
  }
  return Math.sqrt(squared);
}

/** How far the farthest corners of two boxes are apart, at least; so much more that what measures it finds it within. */
function reachOf(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    squared += Math.max(a[i + 3 + axis] - b[j + axis], b[j + 3 + axis] - a[i + axis]) ** 2;
  }
  return Math.sqrt(squared) * (1 + 1e-9);
}
