import type { Mesh } from '../../mesh/mesh.ts';
import { buildBinaryTree } from '../../tree/build.ts';
import { createProxySplit } from './proxy-split.ts';

/**
 * The top of a tree over a mesh. Nodes at the level where it is cut, and leaves above it, are the *contact proxies*:
 * their spheres are all that contact ever sees of the mesh ([James2004], 3.4). Node 0 is the root, node 1 is unused and
 * the children of a node are 2f and 2f + 1, so that `node >> 1` numbers families. Children come after their parent.
 */
export interface ProxyTree {
  /** The first child of a node, or -1 for a proxy. */
  links: Int32Array;
  /** The proxies below each node, by number: `proxyStarts[node]..proxyEnds[node])`; a proxy has itself. */
  proxyStarts: Uint32Array;
  proxyEnds: Uint32Array;
  /** The node of each proxy. */
  proxyNodes: Uint32Array;
  /** The vertices of each proxy, each once: `vertices[vertexStarts[p]..vertexStarts[p + 1])`. */
  vertexStarts: Uint32Array;
  vertices: Uint32Array;
  /** Steps from the root to the deepest proxy: sizes stacks. */
  depth: number;
}

/**
 * Cuts a tree over the triangles of `mesh` at `level` (the root is at 0). Proxies come out of
 * nearly one size: half of the 1024 of a chair of half a metre are between 17 and 26 mm.
 */
export function buildProxyTree(mesh: Mesh, level: number): ProxyTree {
  const { positions, triangles } = mesh;
  const { tree, order } = buildBinaryTree(triangles.length / 3, 1, createProxySplit(mesh));
  const links: number[] = [-1, -1];
  const sources = [0, 0];
  const levels = [0, 0];
  const proxies: number[] = [];
  const open = [0];
  let depth = 0;
  while (open.length > 0) {
    const node = open.pop()!;
    const source = sources[node];
    if (tree.links[source] < 0 || levels[node] === level) {
      proxies.push(node);
      depth = Math.max(depth, levels[node]);
      continue;
    }
    const first = links.length;
    links[node] = first;
    for (let side = 0; side < 2; side++) {
      links.push(-1);
      sources.push(tree.links[source] + side);
      levels.push(levels[node] + 1);
    }
    open.push(first + 1, first);
  }

  const proxyStarts = new Uint32Array(links.length);
  const proxyEnds = new Uint32Array(links.length);
  proxies.forEach((node, p) => {
    proxyStarts[node] = p;
    proxyEnds[node] = p + 1;
  });
  for (let node = links.length - 1; node >= 0; node--) {
    if (links[node] < 0) continue;
    proxyStarts[node] = proxyStarts[links[node]];
    proxyEnds[node] = proxyEnds[links[node] + 1];
  }
  const vertexStarts = new Uint32Array(proxies.length + 1);
  const vertices: number[] = [];
  const met = new Uint32Array(positions.length / 3);
  proxies.forEach((node, p) => {
    for (let slot = tree.slotStarts[sources[node]]; slot < tree.slotEnds[sources[node]]; slot++) {
      for (let corner = 0; corner < 3; corner++) {
        const v = triangles[3 * order[slot] + corner];
        if (met[v] === p + 1) continue;
        met[v] = p + 1;
        vertices.push(v);
      }
    }
    vertexStarts[p + 1] = vertices.length;
  });
  return {
    links: Int32Array.from(links),
    proxyStarts,
    proxyEnds,
    proxyNodes: Uint32Array.from(proxies),
    vertexStarts,
    vertices: Uint32Array.from(vertices),
    depth,
  };
}
