import { sayValue } from '../math/say-value.ts';

/**
 * A tree over the triangles of a mesh. Triangles are renumbered into *slots* so that every node owns a contiguous run of
 * them; each triangle lies wholly in one leaf. Node 0 is the root; the children of a node are adjacent and come after
 * it, so a scan from the last node to the first meets children before parents.
 */
export interface Tree {
  /** The first child of an inner node, or ~leaf for a leaf: `links[i] < 0` means leaf number `~links[i]`. */
  links: Int32Array;
  /** One past the last child of an inner node; 0 for a leaf. */
  ends: Uint32Array;
  /** The slots of node `i`: `slotStarts[i]..slotEnds[i])`. */
  slotStarts: Uint32Array;
  slotEnds: Uint32Array;
  leafCount: number;
  /** Inner nodes on the longest way from the root to a leaf, and the most children of a node: they size stacks. */
  depth: number;
  maxArity: number;
  /** The most triangles of a leaf. */
  maxLeafSize: number;
}

/** Refuses what is no tree at all. */
export function checkTree(tree: Tree, caller: string): void {
  if (tree?.links === undefined || tree.ends === undefined) {
    throw new Error(`${caller}: the tree is ${sayValue(tree)}; give the tree of a shape.`);
  }
}

export function nodeCount(tree: Tree): number {
  return tree.links.length;
}

/**
 * The level of every node; the root is on level 0.
 * @example
 * {@includeCode ../../examples/api/shapes.ts#volumes}
 */
export function nodeLevels(tree: Tree): Uint32Array {
  checkTree(tree, 'nodeLevels');
  const levels = new Uint32Array(tree.links.length);
  for (let i = 0; i < levels.length; i++) {
    for (let c = tree.links[i]; c >= 0 && c < tree.ends[i]; c++) levels[c] = levels[i] + 1;
  }
  return levels;
}
