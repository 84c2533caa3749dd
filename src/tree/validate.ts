import { sayValue } from '../math/say-value.ts';
import { checkTree, type Tree } from './tree.ts';

/**
 * Checks that the tree is one: every node but the root has one parent that comes before it, the children of a node share
 * out its slots without gap or overlap, leaves are numbered once each. Throws what is wrong. Cost: one pass over the nodes.
 * @example
 * {@includeCode ../../examples/api/shapes.ts#volumes}
 */
export function validateTree(tree: Tree, triangles: number, caller = 'validateTree'): void {
  checkTree(tree, caller);
  const { links, ends, slotStarts, slotEnds } = tree;
  const nodes = links.length;
  const fail = (message: string): never => {
    throw new Error(`${caller}: ${message}; the tree is damaged, build it again.`);
  };
  if (nodes === 0 || ends.length !== nodes || slotStarts.length !== nodes || slotEnds.length !== nodes) {
    fail(
      `${nodes} links, ${ends.length} ends, ${slotStarts.length} and ${slotEnds.length} slot bounds do not fit together`,
    );
  }
  if (slotStarts[0] !== 0 || slotEnds[0] !== triangles) {
    fail(`the root holds slots ${slotStarts[0]}..${slotEnds[0]} of ${sayValue(triangles)}`);
  }
  const leafSeen = new Uint8Array(tree.leafCount);
  const levels = new Uint32Array(nodes);
  let leaves = 0;
  let placed = 1;
  let depth = 0;
  let maxArity = 0;
  let maxLeafSize = 0;
  const hasParent = new Uint8Array(nodes);
  for (let i = 0; i < nodes; i++) {
    if (slotStarts[i] >= slotEnds[i]) fail(`node ${i} holds no triangle`);
    if (links[i] < 0) {
      const leaf = ~links[i];
      if (leaf >= tree.leafCount || leafSeen[leaf] === 1)
        fail(`node ${i} is leaf ${leaf} of ${tree.leafCount}, again or out of range`);
      leafSeen[leaf] = 1;
      leaves++;
      maxLeafSize = Math.max(maxLeafSize, slotEnds[i] - slotStarts[i]);
      continue;
    }
    const first = links[i];
    const end = ends[i];
    if (first <= i || end - first < 2 || end > nodes)
      fail(`node ${i} has the children ${first}..${end} of ${nodes} nodes`);
    maxArity = Math.max(maxArity, end - first);
    depth = Math.max(depth, levels[i] + 1);
    let slot = slotStarts[i];
    for (let c = first; c < end; c++) {
      if (hasParent[c] === 1) fail(`node ${c} has two parents`);
      hasParent[c] = 1;
      placed++;
      levels[c] = levels[i] + 1;
      if (slotStarts[c] !== slot) fail(`node ${c} begins at slot ${slotStarts[c]}, not at ${slot}`);
      slot = slotEnds[c];
    }
    if (slot !== slotEnds[i]) fail(`the children of node ${i} end at slot ${slot}, not at ${slotEnds[i]}`);
  }
  if (placed !== nodes) fail(`${nodes - placed} nodes have no parent`);
  if (leaves !== tree.leafCount) fail(`${leaves} leaves are there, ${tree.leafCount} are said`);
  if (depth !== tree.depth || maxArity !== tree.maxArity || maxLeafSize !== tree.maxLeafSize) {
    fail(
      `depth ${depth}, arity ${maxArity} and leaf size ${maxLeafSize} are there, ` +
        `${tree.depth}, ${tree.maxArity} and ${tree.maxLeafSize} are said`,
    );
  }
}
