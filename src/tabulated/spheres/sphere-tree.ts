import { encloseTwoSpheres } from '../../bounds/sphere.ts';
import { addPair, type PairList } from '../../query/pairs/pair-list.ts';
import { pushPairs } from '../../query/walk/pair-stack.ts';

/**
 * A binary tree over spheres, its volumes spheres too. Leaves are single spheres; the children of node i are `links[i]`
 * and the one after it, and come after it.
 */
export interface SphereTree {
  /** The first child of an inner node, or ~sphere for a leaf. */
  links: Int32Array;
  /** Inner nodes on the longest way down: it sizes stacks. */
  depth: number;
  /** Centre and radius of every node, as of the last refit. */
  volumes: Float64Array;
}

/** Halves the spheres at the median along the longest side of their centres' box, over and over. Deterministic. */
export function buildSphereTree(centers: Float64Array): SphereTree {
  const count = centers.length / 3;
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  const links = new Int32Array(Math.max(0, 2 * count - 1));
  let nodes = 1;
  let depth = 0;
  const divide = (node: number, from: number, to: number, level: number): void => {
    depth = Math.max(depth, level);
    if (to - from === 1) {
      links[node] = ~ids[from];
      return;
    }
    const axis = findLongestAxis(centers, ids, from, to);
    ids.subarray(from, to).sort((s, t) => centers[3 * s + axis] - centers[3 * t + axis] || s - t);
    const middle = (from + to) >> 1;
    const first = nodes;
    links[node] = first;
    nodes += 2;
    divide(first, from, middle, level + 1);
    divide(first + 1, middle, to, level + 1);
  };
  if (count > 0) divide(0, 0, count, 0);
  return { links, depth, volumes: new Float64Array(4 * links.length) };
}

function findLongestAxis(centers: Float64Array, ids: Uint32Array, from: number, to: number): number {
  let longest = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < to; k++) {
      low = Math.min(low, centers[3 * ids[k] + axis]);
      high = Math.max(high, centers[3 * ids[k] + axis]);
    }
    if (high - low > widest) {
      widest = high - low;
      longest = axis;
    }
  }
  return longest;
}

/** Bounds all nodes anew, children before parents. Cost: some 20 ns a node. */
export function refitSphereTree(tree: SphereTree, centers: Float64Array, radii: Float64Array): void {
  const { links, volumes } = tree;
  for (let node = links.length - 1; node >= 0; node--) {
    const link = links[node];
    if (link >= 0) {
      encloseTwoSpheres(volumes, 4 * link, volumes, 4 * node);
      volumes[4 * node + 3] *= 1 + 2 ** -48; // the parent is placed by a few roundings
      continue;
    }
    const sphere = ~link;
    volumes[4 * node] = centers[3 * sphere];
    volumes[4 * node + 1] = centers[3 * sphere + 1];
    volumes[4 * node + 2] = centers[3 * sphere + 2];
    volumes[4 * node + 3] = radii[sphere];
  }
}

/**
 * Adds all pairs of spheres that overlap, as of the last refit of both trees, to `out`. Returns how many pairs of nodes
 * it tested.
 */
export function walkSphereTrees(a: SphereTree, b: SphereTree, out: PairList): number {
  const { links: linksA, volumes: volumesA } = a;
  const { links: linksB, volumes: volumesB } = b;
  if (linksA.length === 0 || linksB.length === 0) return 0;
  const stack = new Uint32Array(2 * (a.depth + b.depth + 2)); // a split leaves one pair behind, one level down
  let top = 2; // the pair of roots is on it
  let tests = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    tests++;
    const x = volumesA[4 * i] - volumesB[4 * j];
    const y = volumesA[4 * i + 1] - volumesB[4 * j + 1];
    const z = volumesA[4 * i + 2] - volumesB[4 * j + 2];
    const r = volumesA[4 * i + 3] + volumesB[4 * j + 3];
    if (x * x + y * y + z * z > r * r) continue;
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      addPair(out, ~linkA, ~linkB);
    } else if (linkB < 0 || (linkA >= 0 && volumesA[4 * i + 3] >= volumesB[4 * j + 3])) {
      top = pushPairs(stack, top, linkA, linkA + 2, j, j + 1);
    } else {
      top = pushPairs(stack, top, i, i + 1, linkB, linkB + 2);
    }
  }
  return tests;
}
