/**
 * A numbering of the nodes that keeps neighbours close, so that the factors of a matrix over them stay narrow: Cuthill
 * and McKee's breadth-first order from the far end of the structure, reversed (George), which never fills more and
 * mostly less. `elements` lists the nodes of each element, `arity` at a time. Nodes with `fixed` set, and those without
 * element, get -1. Linear but for sorting neighbours by their degree.
 */
export function orderNodes(
  nodeCount: number,
  elements: ArrayLike<number>,
  arity: number,
  fixed?: Uint8Array,
): Int32Array {
  const { starts, neighbours } = findNeighbours(nodeCount, elements, arity, fixed);
  const degree = (node: number): number => starts[node + 1] - starts[node];
  const rank = new Int32Array(nodeCount).fill(-1);
  const queue = new Int32Array(nodeCount);
  const level = new Int32Array(nodeCount);
  let ordered = 0;

  /** Breadth first from `seed`, neighbours of low degree first; the queue holds the order, `level` the distance. */
  const flood = (seed: number): number => {
    level.fill(-1);
    level[seed] = 0;
    let end = ordered + 1;
    queue[ordered] = seed;
    for (let at = ordered; at < end; at++) {
      const node = queue[at];
      const next = neighbours.slice(starts[node], starts[node + 1]).filter(n => level[n] < 0);
      next.sort((a, b) => degree(a) - degree(b) || a - b);
      for (const n of next) {
        level[n] = level[node] + 1;
        queue[end++] = n;
      }
    }
    return end;
  };

  for (let node = 0; node < nodeCount; node++) {
    if (rank[node] >= 0 || degree(node) === 0) continue;
    let seed = node;
    let end = flood(seed);
    for (let farthest = -1; level[queue[end - 1]] > farthest; ) {
      farthest = level[queue[end - 1]];
      seed = queue[end - 1];
      end = flood(seed);
    }
    for (let at = ordered; at < end; at++) rank[queue[at]] = at;
    ordered = end;
  }
  for (let node = 0; node < nodeCount; node++) if (rank[node] >= 0) rank[node] = ordered - 1 - rank[node];
  return rank;
}

/** The nodes that share an element with each node, itself included, each once. */
function findNeighbours(
  nodeCount: number,
  elements: ArrayLike<number>,
  arity: number,
  fixed: Uint8Array | undefined,
): { starts: Int32Array; neighbours: Int32Array } {
  const sets: Set<number>[] = Array.from({ length: nodeCount }, () => new Set());
  for (let e = 0; e < elements.length; e += arity) {
    for (let a = e; a < e + arity; a++) {
      if (fixed?.[elements[a]]) continue;
      for (let b = e; b < e + arity; b++) if (!fixed?.[elements[b]]) sets[elements[a]].add(elements[b]);
    }
  }
  const starts = new Int32Array(nodeCount + 1);
  for (let n = 0; n < nodeCount; n++) starts[n + 1] = starts[n] + sets[n].size;
  const neighbours = new Int32Array(starts[nodeCount]);
  sets.forEach((set, n) => {
    neighbours.set([...set], starts[n]);
  });
  return { starts, neighbours };
}
