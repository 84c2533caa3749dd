import { areNeighbours } from '../continuous/self/culling.ts';
import { NO_GROUP, type SelfTree } from '../continuous/self/self-tree.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { NEAREST_SIZE, triangleDistance } from '../query/elementary/triangle-distance.ts';
import { boxNodes, type LeafVertices } from './boxes.ts';

/**
 * A walk of each joint's followers against themselves, remembered: the pairs of nodes it meets, depth first, down to those that are
 * far enough apart at rest, or leaves. Most of a surface drifts less than it is apart (drift.ts): then one comparison rules a pair out, with
 * all that is below it.
 */
export interface RestWalk {
  ones: Uint32Array;
  others: Uint32Array;
  /** How far apart, at least, triangles of the two nodes are at rest; those that have a vertex in common do not count. */
  gaps: Float64Array;
  /** Where the walk goes on without what is below a pair. */
  skips: Uint32Array;
  /**
   * Of a pair of leaves that overlap at rest, number k, the pairs of triangles without a common vertex are those from `strangerStarts[k]` up
   * to `strangerStarts[k + 1]` of `strangers`, two slots each; and how far apart they are at rest.
   */
  strangerStarts: Uint32Array;
  strangers: Uint32Array;
  strangerGaps: Float64Array;
}

/** Pairs of nodes are looked into while they are nearer than this many times the mean length of a leaf. */
const FAR = 0.5;
/** For each leaf at most this many pairs are remembered: where more is near, as in a rest pose that is all in one place, it is walked anew. */
const MOST_PAIRS = 64;

interface Walker {
  mesh: Mesh;
  tree: SelfTree;
  /** Boxes at rest, as boxes.ts lays them out. */
  boxes: Float32Array;
  far: number;
  most: number;
  ones: number[];
  others: number[];
  gaps: number[];
  skips: number[];
  strangerStarts: number[];
  strangers: number[];
  strangerGaps: number[];
}

/** Cost: 5 us a triangle. */
export function rememberWalk(mesh: Mesh, tree: SelfTree, leafVertices: LeafVertices): RestWalk {
  const { rights, groups } = tree;
  const boxes = new Float32Array(6 * rights.length);
  boxNodes(tree, leafVertices, mesh.positions, boxes, 1, 0);
  const walker: Walker = {
    mesh,
    tree,
    boxes,
    far: 0,
    most: 0,
    ones: [],
    others: [],
    gaps: [],
    skips: [],
    strangerStarts: [],
    strangers: [],
    strangerGaps: [],
  };
  for (let node = 0; node < rights.length; node++) {
    // A node is the first of its group if what is above it, or before it, is not in it.
    if (groups[node] === NO_GROUP || (node > 0 && groups[node - 1] === groups[node])) continue;
    const end = endOf(tree, node);
    let leaves = 0;
    let lengths = 0;
    for (let n = node; n < end; n++) {
      if (rights[n] > 0) continue;
      leaves++;
      lengths += Math.hypot(...[0, 1, 2].map(axis => boxes[6 * n + 3 + axis] - boxes[6 * n + axis]));
    }
    walker.far = (FAR * lengths) / leaves;
    walker.most = walker.ones.length + MOST_PAIRS * leaves;
    walkPair(walker, node, node);
  }
  const { ones, others, gaps, skips, strangerStarts, strangers, strangerGaps } = walker;
  strangerStarts.push(strangerGaps.length);
  return {
    ones: Uint32Array.from(ones),
    others: Uint32Array.from(others),
    gaps: Float64Array.from(gaps),
    skips: Uint32Array.from(skips),
    strangerStarts: Uint32Array.from(strangerStarts),
    strangers: Uint32Array.from(strangers),
    strangerGaps: Float64Array.from(strangerGaps),
  };
}

/** The node after all that is below one: nodes are depth first. */
function endOf({ rights }: SelfTree, node: number): number {
  let last = node;
  while (rights[last] > 0) last = rights[last];
  return last + 1;
}

/** Remembers a pair and what is below it; returns its gap. */
function walkPair(walker: Walker, i: number, j: number): number {
  const { tree, ones, others, gaps, skips } = walker;
  const { rights } = tree;
  const at = ones.push(i) - 1;
  others.push(j);
  let gap = i === j ? 0 : gapOfBoxes(walker.boxes, 6 * i, 6 * j);
  gaps.push(gap);
  skips.push(0);
  walker.strangerStarts.push(walker.strangerGaps.length);
  const [p, q] = [rights[i], rights[j]];
  if (gap < walker.far && ones.length < walker.most) {
    if (p === 0 && q === 0) gap = gap > 0 ? gap : addStrangers(walker, i, j);
    else if (i === j) {
      gap = Math.min(walkPair(walker, i + 1, i + 1), walkPair(walker, p, p), walkPair(walker, i + 1, p));
    } else {
      gap = Infinity;
      for (const k of p > 0 ? [i + 1, p] : [i]) {
        for (const l of q > 0 ? [j + 1, q] : [j]) gap = Math.min(gap, walkPair(walker, k, l));
      }
    }
  }
  gaps[at] = gap;
  skips[at] = ones.length;
  return gap;
}

function gapOfBoxes(boxes: Float32Array, i: number, j: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(boxes[i + axis] - boxes[j + 3 + axis], boxes[j + axis] - boxes[i + 3 + axis]);
    if (gap > 0) squared += gap * gap;
  }
  return (1 - 1e-9) * Math.sqrt(squared);
}

/** Remembers the strangers of two leaves; returns the least of their gaps, Infinity if all are neighbours. */
function addStrangers({ mesh, tree, strangers, strangerGaps }: Walker, i: number, j: number): number {
  const { positions, triangles } = mesh;
  const { starts, ends } = tree;
  let least = Infinity;
  for (let one = starts[i]; one < ends[i]; one++) {
    for (let other = i === j ? one + 1 : starts[j]; other < ends[j]; other++) {
      if (areNeighbours(triangles, one, other)) continue;
      const [a, b, c] = [3 * triangles[3 * one], 3 * triangles[3 * one + 1], 3 * triangles[3 * one + 2]];
      const [d, e, f] = [3 * triangles[3 * other], 3 * triangles[3 * other + 1], 3 * triangles[3 * other + 2]];
      const gap = (1 - 1e-9) * Math.sqrt(triangleDistance(positions, a, b, c, positions, d, e, f, places));
      strangers.push(Math.min(one, other), Math.max(one, other));
      strangerGaps.push(gap);
      least = Math.min(least, gap);
    }
  }
  return least;
}

const places = new Float64Array(NEAREST_SIZE);
