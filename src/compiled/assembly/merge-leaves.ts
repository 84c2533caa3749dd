import { isLeaf } from './pack-shape';
import { ShapeSource, wordAt } from './shape-source';

/**
 * Leaves out all nodes below those that are taken for leaves: more than half of them. Those that stay keep their order and are numbered anew, in the arrays of the source; `nodes` tells
 * the number that each had. A node moves to where it or one before it was, so nothing is overwritten that is still to be read.
 */
export function mergeLeaves(source: ShapeSource): void {
  const nodes = source.nodes;
  const links = source.links;
  const ends = source.ends;
  let count: u32 = 0;
  put(nodes, 0, 1);
  for (let node: u32 = 0; node < source.nodeCount; node++) {
    if (wordAt(nodes, node) == 0) continue;
    put(nodes, node, ++count); // its new number, and 1 more: 0 is for those that go
    if (isLeaf(source, node)) continue;
    for (let child = wordAt(links, node); child < wordAt(ends, node); child++) put(nodes, child, 1);
  }
  for (let node: u32 = 0; node < source.nodeCount; node++) {
    if (wordAt(nodes, node) == 0) continue;
    const to = wordAt(nodes, node) - 1;
    let first = wordAt(links, node);
    const children = wordAt(ends, node) - first;
    if (!isLeaf(source, node)) first = wordAt(nodes, first) - 1;
    put(links, to, first);
    put(ends, to, first + children);
    put(source.slotStarts, to, wordAt(source.slotStarts, node));
    put(source.slotEnds, to, wordAt(source.slotEnds, node));
    put(source.recordStarts, to, wordAt(source.recordStarts, node));
    put(nodes, to, node);
  }
  source.nodeCount = count;
}

@inline
function put(array: usize, k: u32, word: u32): void {
  store<u32>(array + (<usize>k << 2), word);
}
