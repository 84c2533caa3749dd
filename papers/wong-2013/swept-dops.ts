import type { LinearMotion } from '../../src/continuous/elementary/linear-motion.ts';
import type { GroupTree } from '../../src/tree/group-tree.ts';

/** 16-DOPs: eight slabs, along x, y, z, x + y, x + z, y + z, x - y and x - z. The low sides, then the high ones. */
const DOP_SIZE = 16;

/** Room for the slabs of all vertices at the ends of a step, and for the swept volumes of all nodes. */
export interface SweptDops {
  start: Float64Array;
  end: Float64Array;
  nodes: Float64Array;
}

export function createSweptDops(vertices: number, nodes: number): SweptDops {
  return {
    start: new Float64Array(8 * vertices),
    end: new Float64Array(8 * vertices),
    nodes: new Float64Array(DOP_SIZE * nodes),
  };
}

/** Writes where each vertex is along the eight directions. A difference or sum is off by u of itself: see `padOf`. */
export function projectVertices(positions: Float64Array, out: Float64Array): void {
  for (let v = 0, o = 0; v < positions.length; v += 3, o += 8) {
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = x + y;
    out[o + 4] = x + z;
    out[o + 5] = y + z;
    out[o + 6] = x - y;
    out[o + 7] = x - z;
  }
}

/** Sweeps the volumes of all nodes over the step, from the leaves up. */
export function sweepNodes(tree: GroupTree, triangles: Uint32Array, { start, end, nodes }: SweptDops): void {
  const { rights, starts, ends } = tree;
  for (let node = rights.length - 1; node >= 0; node--) {
    const o = DOP_SIZE * node;
    const right = DOP_SIZE * rights[node];
    if (right > 0) {
      const left = o + DOP_SIZE;
      for (let k = 0; k < 8; k++) {
        nodes[o + k] = nodes[left + k] < nodes[right + k] ? nodes[left + k] : nodes[right + k];
        nodes[o + 8 + k] = nodes[left + 8 + k] > nodes[right + 8 + k] ? nodes[left + 8 + k] : nodes[right + 8 + k];
      }
      continue;
    }
    const first = 3 * starts[node];
    const last = 3 * ends[node];
    for (let k = 0; k < 8; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let corner = first; corner < last; corner++) {
        const v = 8 * triangles[corner] + k;
        if (start[v] < low) low = start[v];
        if (start[v] > high) high = start[v];
        if (end[v] < low) low = end[v];
        if (end[v] > high) high = end[v];
      }
      nodes[o + k] = low;
      nodes[o + 8 + k] = high;
    }
  }
}

/**
 * How far swept volumes have to be apart to be apart for certain. The sums and differences of coordinates are rounded, by
 * 2^-53 of them at most, which monotonicity does not forgive: two vertices that touch may round to different values
 * along one direction.
 */
export function padOf({ start, end }: LinearMotion): number {
  let largest = 0;
  for (let k = 0; k < start.length; k++) {
    const size = Math.max(Math.abs(start[k]), Math.abs(end[k]));
    if (size > largest) largest = size;
  }
  return 2 ** -50 * largest;
}

export function dopsOverlap(nodes: Float64Array, i: number, j: number, pad: number): boolean {
  const p = DOP_SIZE * i;
  const q = DOP_SIZE * j;
  for (let k = 0; k < 8; k++) {
    if (nodes[p + k] > nodes[q + 8 + k] + pad || nodes[q + k] > nodes[p + 8 + k] + pad) return false;
  }
  return true;
}
