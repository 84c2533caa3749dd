import type { Topology } from '../mesh/topology.ts';
import type { Tree } from '../tree/tree.ts';

/**
 * Which leaves have a vertex in common, and which of their triangles: those are left to the fans of their common
 * vertices (reasons/flat-fans.ts), so a pair of leaves only looks at the others.
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
  const { slotStarts, slotEnds, leafCount } = tree;
  const { vertexStarts, trianglesOfVertex } = topology;
  const leafOfSlot = new Uint32Array(slotEnds[0]);
  for (let leaf = 0; leaf < leafCount; leaf++) {
    leafOfSlot.fill(leaf, slotStarts[nodeOfLeaf[leaf]], slotEnds[nodeOfLeaf[leaf]]);
  }
  const numbers = new Map<number, number>();
  const low: number[] = [];
  const high: number[] = [];
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
        const key = leaves[i] * leafCount + leaves[j];
        let number = numbers.get(key);
        if (number === undefined) {
          number = low.push(0) - 1;
          high.push(0);
          numbers.set(key, number);
        }
        low[number] |= spread(bits[i] & 15, bits[j]);
        high[number] |= spread(bits[i] >>> 4, bits[j]);
      }
    }
  }
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

/** Where the pair of leaves is in the lists, the lower leaf first; -1 if they have no vertex in common. */
export function findAdjacent({ starts, leaves }: Adjacency, lower: number, higher: number): number {
  for (let k = starts[lower]; k < starts[lower + 1]; k++) if (leaves[k] === higher) return k;
  return -1;
}
