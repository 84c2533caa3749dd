import type { Mesh } from '../../mesh/mesh.ts';
import type { BuiltTree } from '../../tree/build.ts';
import { buildGroupTree } from '../../tree/group-tree.ts';

const LEAF_SIZE = 8;

/**
 * A tree in which all triangles that follow one joint most are one subtree: so what a joint carries, and what is of one
 * region, is looked at or left out as a whole.
 */
export function buildTreeByJoint({ positions, triangles }: Mesh, mainJoints: Uint32Array): BuiltTree {
  const built = buildGroupTree(triangles, positions, mainJoints, LEAF_SIZE);
  const { rights, starts, ends: slots, order, depth: levels } = built;
  const count = rights.length;
  const links = new Int32Array(count);
  const ends = new Uint32Array(count);
  const slotStarts = new Uint32Array(count);
  const slotEnds = new Uint32Array(count);
  const given = new Uint32Array(count); // which node of the tree that was built each node is
  let nodes = 1;
  const leaves: number[] = [];
  let maxLeafSize = 0;
  for (let node = 0; node < nodes; node++) {
    const old = given[node];
    slotStarts[node] = starts[old];
    slotEnds[node] = slots[old];
    if (rights[old] === 0) {
      leaves.push(node);
      maxLeafSize = Math.max(maxLeafSize, slotEnds[node] - slotStarts[node]);
      continue;
    }
    links[node] = nodes;
    given[nodes++] = old + 1;
    given[nodes++] = rights[old];
    ends[node] = nodes;
  }
  leaves.sort((p, q) => slotStarts[p] - slotStarts[q]);
  leaves.forEach((node, leaf) => {
    links[node] = ~leaf;
  });
  const leafCount = leaves.length;
  const extent = { depth: levels - 1, maxArity: count > 1 ? 2 : 0, maxLeafSize };
  return { tree: { links, ends, slotStarts, slotEnds, leafCount, ...extent }, order };
}
