import { createSplitter, type PartCost, splitByBins } from './split.ts';
import type { Tree } from './tree.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/** A tree, and which triangle is in each of its slots. */
export interface BuiltTree {
  tree: Tree;
  order: Uint32Array;
}

/** Tells how far a long build is: a share from 0 to 1. */
export type Progress = (share: number) => void;

/**
 * The default tree: divided in two, top-down, by the surface-area heuristic over several poses, until a part has at most
 * `leafSize` triangles. `costOf` is the surface of the volumes that the tree is for. Deterministic. Cost: O(triangles * depth).
 */
export function buildSurfaceAreaTree(
  boxes: TriangleBoxes,
  leafSize: number,
  costOf: PartCost,
  progress?: Progress,
): BuiltTree {
  const splitter = createSplitter(boxes, costOf, { bins: 24, sampled: 2048 });
  const triangles = boxes.data.length / (6 * boxes.poses);
  return buildBinaryTree(triangles, leafSize, (ids, from, to) => splitByBins(splitter, ids, from, to), progress);
}

/**
 * Divides all triangles in two, top-down, with `split`, which parts `ids[from..to)` in place and returns where the second
 * part begins.
 */
export function buildBinaryTree(
  triangles: number,
  leafSize: number,
  split: (ids: Uint32Array, from: number, to: number) => number,
  progress?: Progress,
): BuiltTree {
  return buildTree(triangles, leafSize, (ids, from, to) => [split(ids, from, to)], progress);
}

/**
 * Divides all triangles top-down with `divide`, which parts `ids[from..to)` in place, in two or more, and returns where
 * each part but the first begins. Children are laid side by side and left subtrees come first.
 */
export function buildTree(
  triangles: number,
  leafSize: number,
  divide: (ids: Uint32Array, from: number, to: number) => readonly number[],
  progress?: Progress,
): BuiltTree {
  const order = new Uint32Array(triangles);
  for (let t = 0; t < triangles; t++) order[t] = t;
  const most = Math.max(1, 2 * triangles - 1);
  const links = new Int32Array(most);
  const ends = new Uint32Array(most);
  const slotStarts = new Uint32Array(most);
  const slotEnds = new Uint32Array(most);
  const levels = new Uint32Array(most);
  const open = [0]; // nodes still to be divided, the next one last
  slotEnds[0] = triangles;
  let nodes = 1;
  let leafCount = 0;
  let depth = 0;
  let maxArity = 0;
  let maxLeafSize = 0;
  let reported = 0;
  while (open.length > 0) {
    const node = open.pop()!;
    const from = slotStarts[node];
    const to = slotEnds[node];
    if (to - from <= leafSize) {
      links[node] = ~leafCount++;
      maxLeafSize = Math.max(maxLeafSize, to - from);
      if (progress && to / triangles >= reported + 0.02) progress((reported = to / triangles));
      continue;
    }
    const starts = divide(order, from, to);
    links[node] = nodes;
    ends[node] = nodes + starts.length + 1;
    maxArity = Math.max(maxArity, starts.length + 1);
    depth = Math.max(depth, levels[node] + 1);
    for (let k = 0; k <= starts.length; k++, nodes++) {
      slotStarts[nodes] = k === 0 ? from : starts[k - 1];
      slotEnds[nodes] = k < starts.length ? starts[k] : to;
      levels[nodes] = levels[node] + 1;
    }
    for (let child = nodes - 1; child >= links[node]; child--) open.push(child);
  }
  return {
    order,
    tree: {
      links: links.slice(0, nodes),
      ends: ends.slice(0, nodes),
      slotStarts: slotStarts.slice(0, nodes),
      slotEnds: slotEnds.slice(0, nodes),
      leafCount,
      depth,
      maxArity,
      maxLeafSize,
    },
  };
}
