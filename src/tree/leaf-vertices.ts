import type { Tree } from './tree.ts';

/** The vertices of each leaf, each once: leaf `l` has `ids[starts[l]..starts[l+1])`. */
export interface LeafVertices {
  starts: Uint32Array;
  ids: Uint32Array;
}

/** `triangles` in slot order. A leaf of 8 triangles has about 9 vertices where its corners name 24. */
export function listLeafVertices(tree: Tree, triangles: Uint32Array, vertices: number): LeafVertices {
  const starts = new Uint32Array(tree.leafCount + 1);
  const ids = new Uint32Array(triangles.length);
  const met = new Uint32Array(vertices);
  let count = 0;
  const nodeOfLeaf = new Uint32Array(tree.leafCount);
  for (let node = 0; node < tree.links.length; node++) if (tree.links[node] < 0) nodeOfLeaf[~tree.links[node]] = node;
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    const node = nodeOfLeaf[leaf];
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      if (met[triangles[corner]] === leaf + 1) continue;
      met[triangles[corner]] = leaf + 1;
      ids[count++] = triangles[corner];
    }
    starts[leaf + 1] = count;
  }
  return { starts, ids: ids.slice(0, count) };
}

/**
 * Where the vertices of each node are in the list of its leaves' vertices, `ids[starts[node]..ends[node])`: one that several
 * leaves have is named as often. Leaves are numbered from left to right, and children come after their parents.
 */
export function listNodeVertices(
  { links, ends }: Pick<Tree, 'links' | 'ends'>,
  leafVertices: LeafVertices,
): NodeVertices {
  const listed = { ids: leafVertices.ids, starts: new Uint32Array(links.length), ends: new Uint32Array(links.length) };
  for (let node = links.length - 1; node >= 0; node--) {
    const leaf = ~links[node];
    listed.starts[node] = leaf >= 0 ? leafVertices.starts[leaf] : listed.starts[links[node]];
    listed.ends[node] = leaf >= 0 ? leafVertices.starts[leaf + 1] : listed.ends[ends[node] - 1];
  }
  return listed;
}

export interface NodeVertices {
  ids: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
}
