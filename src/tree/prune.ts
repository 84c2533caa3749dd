import type { Tree } from './tree.ts';

/**
 * Leaves out every inner node whose volume is nearly as large as that of the node it hangs under: its children move up,
 * so the tree gets nodes with more than two children ([KavanZara2005a]). A node is left out if its radius is at least
 * `ratio` times its (remaining) parent's. Leaves, their order and all slots stay.
 */
export function pruneTree(tree: Tree, radii: Float64Array, ratio: number): Tree {
  const { links } = tree;
  const keptLinks: number[] = [0];
  const keptEnds: number[] = [0];
  const sources: number[] = [0]; // the node of `tree` each kept node was
  const levels: number[] = [0];
  let depth = 0;
  let maxArity = 0;
  const open = [0];
  const family: number[] = [];
  while (open.length > 0) {
    const kept = open.pop()!;
    const source = sources[kept];
    if (links[source] < 0) {
      keptLinks[kept] = links[source];
      continue;
    }
    family.length = 0;
    gatherChildren(tree, radii, ratio * radii[source], source, family);
    const first = sources.length;
    keptLinks[kept] = first;
    keptEnds[kept] = first + family.length;
    maxArity = Math.max(maxArity, family.length);
    depth = Math.max(depth, levels[kept] + 1);
    for (const child of family) {
      sources.push(child);
      levels.push(levels[kept] + 1);
      keptLinks.push(0);
      keptEnds.push(0);
    }
    for (let c = first + family.length - 1; c >= first; c--) open.push(c);
  }
  return {
    links: Int32Array.from(keptLinks),
    ends: Uint32Array.from(keptEnds),
    slotStarts: Uint32Array.from(sources, node => tree.slotStarts[node]),
    slotEnds: Uint32Array.from(sources, node => tree.slotEnds[node]),
    leafCount: tree.leafCount,
    depth,
    maxArity,
    maxLeafSize: tree.maxLeafSize,
  };
}

/** The nearest descendants of `node`, in order, that are leaves or smaller than `limit`. */
function gatherChildren(tree: Tree, radii: Float64Array, limit: number, node: number, family: number[]): void {
  const open: number[] = [];
  for (let c = tree.ends[node] - 1; c >= tree.links[node]; c--) open.push(c);
  while (open.length > 0) {
    const child = open.pop()!;
    if (tree.links[child] < 0 || radii[child] < limit) family.push(child);
    else for (let c = tree.ends[child] - 1; c >= tree.links[child]; c--) open.push(c);
  }
}
