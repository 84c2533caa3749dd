import { NO_GROUP, type SelfTree } from '../../continuous/self/self-tree.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { areNeighbours } from '../../mesh/neighbours.ts';
import { NEAREST_SIZE, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import { boxNodes, type LeafVertices } from '../scan/boxes.ts';

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
   * to `strangerStarts[k + 1]` of `strangers`, two slots each; and how far apart they are at rest, at least.
   */
  strangerStarts: Uint32Array;
  strangers: Uint32Array;
  strangerGaps: Float64Array;
}

/** Pairs of nodes are looked into while they are nearer than this many times the mean length of a leaf. */
const FAR = 0.5;
/** So much is remembered at most, for each leaf and each triangle. Where more is near, as if all were in one place at rest, it is walked anew. */
const MOST_PAIRS = 128;
const MOST_STRANGERS = 64;

interface Walker {
  mesh: Mesh;
  tree: SelfTree;
  /** Boxes at rest, as boxes.ts lays them out. */
  boxes: Float32Array;
  balls: Float64Array;
  far: number;
  mostPairs: number;
  mostStrangers: number;
  ones: number[];
  others: number[];
  gaps: number[];
  skips: number[];
  strangerStarts: number[];
  strangers: number[];
  strangerGaps: number[];
}

/** Cost: 15 us a triangle. */
export function rememberWalk(mesh: Mesh, tree: SelfTree, leafVertices: LeafVertices): RestWalk {
  const { rights, groups } = tree;
  const boxes = new Float32Array(6 * rights.length);
  boxNodes(tree, leafVertices, mesh.positions, boxes, 1, 0);
  const walker: Walker = {
    mesh,
    tree,
    boxes,
    balls: enclose(mesh),
    far: 0,
    mostPairs: 0,
    mostStrangers: 0,
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
    walker.mostPairs = walker.ones.length + MOST_PAIRS * leaves;
    walker.mostStrangers = walker.strangerGaps.length + MOST_STRANGERS * (tree.ends[node] - tree.starts[node]);
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
  if (p === 0 && q === 0) {
    if (gap === 0 && walker.strangerGaps.length < walker.mostStrangers) gap = addStrangers(walker, i, j);
  } else if (gap < walker.far && ones.length < walker.mostPairs) {
    if (i === j) {
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
function addStrangers(walker: Walker, i: number, j: number): number {
  const { mesh, tree, strangers, strangerGaps } = walker;
  const { starts, ends } = tree;
  let least = Infinity;
  for (let one = starts[i]; one < ends[i]; one++) {
    for (let other = i === j ? one + 1 : starts[j]; other < ends[j]; other++) {
      if (areNeighbours(mesh.triangles, one, other)) continue;
      const gap = (1 - 1e-9) * gapOfTriangles(walker, one, other);
      strangers.push(Math.min(one, other), Math.max(one, other));
      strangerGaps.push(gap);
      if (gap < least) least = gap;
    }
  }
  return least;
}

/**
 * A lower bound: if the balls around them are apart, how far they are apart along the line of their middles; else their distance, which
 * takes ten times as long.
 */
function gapOfTriangles({ mesh, balls }: Walker, one: number, other: number): number {
  const { positions: p, triangles } = mesh;
  const [a, b, c] = [3 * triangles[3 * one], 3 * triangles[3 * one + 1], 3 * triangles[3 * one + 2]];
  const [d, e, f] = [3 * triangles[3 * other], 3 * triangles[3 * other + 1], 3 * triangles[3 * other + 2]];
  const i = 4 * one;
  const j = 4 * other;
  const x = balls[j] - balls[i];
  const y = balls[j + 1] - balls[i + 1];
  const z = balls[j + 2] - balls[i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > balls[i + 3] + balls[j + 3]) {
    const high = Math.max(along(p, a, x, y, z), along(p, b, x, y, z), along(p, c, x, y, z));
    const low = Math.min(along(p, d, x, y, z), along(p, e, x, y, z), along(p, f, x, y, z));
    return (low - high) / length;
  }
  return Math.sqrt(triangleDistance(p, a, b, c, p, d, e, f, places));
}

function along(p: Float64Array, v: number, x: number, y: number, z: number): number {
  return p[v] * x + p[v + 1] * y + p[v + 2] * z;
}

const places = new Float64Array(NEAREST_SIZE);

/** A ball around each triangle: its middle, and the distance to the farthest corner. */
function enclose({ positions, triangles }: Mesh): Float64Array {
  const balls = new Float64Array((4 * triangles.length) / 3);
  for (let slot = 0; slot < triangles.length / 3; slot++) {
    const corners = [0, 1, 2].map(k => 3 * triangles[3 * slot + k]);
    for (let axis = 0; axis < 3; axis++) {
      for (const v of corners) balls[4 * slot + axis] += positions[v + axis] / 3;
    }
    const [x, y, z] = balls.subarray(4 * slot, 4 * slot + 3);
    const farthest = corners.map(v => Math.hypot(positions[v] - x, positions[v + 1] - y, positions[v + 2] - z));
    balls[4 * slot + 3] = (1 + 1e-9) * Math.max(...farthest);
  }
  return balls;
}
