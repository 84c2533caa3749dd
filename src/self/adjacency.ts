import type { Topology } from '../mesh/topology.ts';
import type { Tree } from '../tree/tree.ts';
import type { LeftOut } from './left-out.ts';

/**
 * Which leaves have a vertex in common, and which of their triangles: those are left to the fans of their common
 * vertices (reasons/flat-fans.ts), so a pair of leaves only looks at the others. Pairs that nobody asks about
 * (`addLeftOut`) are marked like them.
 */
export interface Adjacency {
  /** The leaves next to leaf l with the same or a higher number, ascending: `leaves[starts[l] .. starts[l + 1])`. */
  starts: Uint32Array;
  leaves: Uint32Array;
  /**
   * For leaves of at most 8 triangles: bit 8 p + q tells that triangle p of the lower leaf and triangle q of the higher
   * one have a vertex in common; the first 32 bits in `low`, the others in `high`. Empty if some leaf is larger.
   */
  low: Int32Array;
  high: Int32Array;
}

/** The node that each leaf is. */
export function findNodesOfLeaves({ links, leafCount }: Tree): Uint32Array {
  const nodes = new Uint32Array(leafCount);
  for (let node = 0; node < links.length; node++) if (links[node] < 0) nodes[~links[node]] = node;
  return nodes;
}

/** Whether triangles are few enough in each leaf for masks. */
export function hasMasks(tree: Tree): boolean {
  return tree.maxLeafSize <= 8;
}

/** Linear in the triangles, about 1 us each; quadratic in the leaves around one vertex. */
export function findAdjacency(tree: Tree, nodeOfLeaf: Uint32Array, topology: Topology): Adjacency {
  const { slotStarts } = tree;
  const { vertexStarts, trianglesOfVertex } = topology;
  const leafOfSlot = findLeavesOfSlots(tree, nodeOfLeaf);
  const marks = createMarks(tree);
  const leaves: number[] = []; // those around one vertex, and which of their triangles
  const bits: number[] = [];
  for (let v = 0; v + 1 < vertexStarts.length; v++) {
    leaves.length = bits.length = 0;
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
      const leaf = leafOfSlot[trianglesOfVertex[k]]; // slots ascend, so those of a leaf come together
      if (leaf !== leaves.at(-1)) bits[leaves.push(leaf) - 1] = 0;
      bits[leaves.length - 1] |= 1 << (trianglesOfVertex[k] - slotStarts[nodeOfLeaf[leaf]]);
    }
    for (let i = 0; i < leaves.length; i++) {
      for (let j = 0; j < leaves.length; j++) {
        if (leaves[i] > leaves[j]) continue;
        const number = numberOf(marks, leaves[i], leaves[j]);
        marks.low[number] |= spread(bits[i] & 15, bits[j]);
        marks.high[number] |= spread(bits[i] >>> 4, bits[j]);
      }
    }
  }
  return packMarks(tree, marks);
}

/** The same with pairs of triangles that nobody asks about. Leaves must be small enough for masks. */
export function addLeftOut(tree: Tree, nodeOfLeaf: Uint32Array, adjacency: Adjacency, leftOut: LeftOut): Adjacency {
  const { slotStarts } = tree;
  const leafOfSlot = findLeavesOfSlots(tree, nodeOfLeaf);
  const marks = createMarks(tree);
  for (let leaf = 0; leaf + 1 < adjacency.starts.length; leaf++) {
    for (let k = adjacency.starts[leaf]; k < adjacency.starts[leaf + 1]; k++) {
      const number = numberOf(marks, leaf, adjacency.leaves[k]);
      marks.low[number] = adjacency.low[k];
      marks.high[number] = adjacency.high[k];
    }
  }
  for (let one = 0; one < leafOfSlot.length; one++) {
    const p = leafOfSlot[one];
    const row = one - slotStarts[nodeOfLeaf[p]];
    for (let k = leftOut.starts[one]; k < leftOut.starts[one + 1]; k++) {
      const other = leftOut.others[k];
      const q = leafOfSlot[other];
      if (p > q) continue; // comes the other way around too
      const number = numberOf(marks, p, q);
      const column = 1 << (other - slotStarts[nodeOfLeaf[q]]);
      if (row < 4) marks.low[number] |= spread(1 << row, column);
      else marks.high[number] |= spread(1 << (row - 4), column);
    }
  }
  return packMarks(tree, marks);
}

function findLeavesOfSlots({ slotStarts, slotEnds, leafCount }: Tree, nodeOfLeaf: Uint32Array): Uint32Array {
  const leafOfSlot = new Uint32Array(slotEnds[0]);
  for (let leaf = 0; leaf < leafCount; leaf++) {
    leafOfSlot.fill(leaf, slotStarts[nodeOfLeaf[leaf]], slotEnds[nodeOfLeaf[leaf]]);
  }
  return leafOfSlot;
}

/** What becomes an `Adjacency`: pairs of leaves in the order they are met, numbered by both leaves. */
interface Marks {
  leafCount: number;
  numbers: Map<number, number>;
  low: number[];
  high: number[];
}

function createMarks({ leafCount }: Tree): Marks {
  return { leafCount, numbers: new Map(), low: [], high: [] };
}

/** The number of a pair of leaves, the lower first; a new one if it has none yet. */
function numberOf({ leafCount, numbers, low, high }: Marks, lower: number, higher: number): number {
  const key = lower * leafCount + higher;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  high.push(0);
  const number = low.push(0) - 1;
  numbers.set(key, number);
  return number;
}

function packMarks(tree: Tree, { leafCount, numbers, low, high }: Marks): Adjacency {
  const keys = Float64Array.from(numbers.keys()).sort();
  const starts = new Uint32Array(leafCount + 1);
  for (const key of keys) starts[Math.floor(key / leafCount) + 1]++;
  for (let leaf = 0; leaf < leafCount; leaf++) starts[leaf + 1] += starts[leaf];
  const isMasked = hasMasks(tree);
  return {
    starts,
    leaves: Uint32Array.from(keys, key => key % leafCount),
    low: isMasked ? Int32Array.from(keys, key => low[numbers.get(key)!]) : new Int32Array(0),
    high: isMasked ? Int32Array.from(keys, key => high[numbers.get(key)!]) : new Int32Array(0),
  };
}

/** A copy of the 8 `columns` in each row of four that `rows` names. */
function spread(rows: number, columns: number): number {
  let mask = 0;
  for (let row = 0; row < 4; row++) if (rows & (1 << row)) mask |= (columns & 255) << (8 * row);
  return mask;
}

/** Where the pair of leaves is in the lists, the lower leaf first; -1 if no pair of theirs is marked. */
export function findAdjacent({ starts, leaves }: Adjacency, lower: number, higher: number): number {
  for (let k = starts[lower]; k < starts[lower + 1]; k++) if (leaves[k] === higher) return k;
  return -1;
}

/** Of a pair of leaves, by its place in the lists (-1: it is not there): the triangles of the second that are marked with one of the first, as bits. */
export function markedWith({ low, high }: Adjacency, adjacent: number, row: number): number {
  if (adjacent < 0) return 0;
  return row < 4 ? low[adjacent] >>> (8 * row) : high[adjacent] >>> (8 * row - 32);
}
