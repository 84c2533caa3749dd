import { volumeDistance, volumeExtent, volumeGap } from '../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../collider.ts';
import { pairVolumes } from './pair-volumes.ts';
import type { Stats } from './stats.ts';

/** Looks into two posed leaves. Returns how near two others must be to be worth a look. */
export type VisitNearLeaves = (a: Collider, leafA: number, b: Collider, leafB: number, stats: Stats) => number;

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, are within `limit` of each other, nearest
 * first as far as the trees allow, so that the limit falls early; of pairs that overlap, the deepest. Volumes are
 * refitted when first met, a family at a time; of two nodes the larger is divided.
 */
export function walkNearPairs(a: Collider, b: Collider, limit: number, visit: VisitNearLeaves, stats: Stats): void {
  const pairing = pairVolumes(a, b);
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  let refits = refitRoot(a) + refitRoot(b);
  const { volumes: volumesA, volumeEpochs: epochsA } = a;
  const { volumes: volumesB, volumeEpochs: epochsB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const epochA = a.posed.epoch;
  const epochB = b.posed.epoch;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  const { pairs, reaches } = borrowStack(a, b);
  let volumeTests = 0;
  pairs[0] = pairs[1] = 0; // the pair of roots
  reaches[0] = -Infinity;
  let top = 1;
  while (top > 0) {
    const bottom = --top;
    if (reaches[top] > limit) continue;
    const i = pairs[2 * top];
    const j = pairs[2 * top + 1];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      stats.leafPairs++;
      limit = visit(a, i, b, j, stats);
      continue;
    }
    const dividesA =
      linkB < 0 || (linkA >= 0 && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j));
    const first = dividesA ? linkA : linkB;
    const end = dividesA ? endsA[i] : endsB[j];
    if (dividesA ? epochsA[first] !== epochA : epochsB[first] !== epochB) {
      refitFamily(dividesA ? a : b, first, end);
      refits += end - first;
    }
    volumeTests += end - first;
    for (let child = first; child < end; child++) {
      const nodeA = dividesA ? child : i;
      const nodeB = dividesA ? j : child;
      let reach = volumeGap(test, pairing, volumesA, sizeA * nodeA, volumesB, sizeB * nodeB);
      if (reach > 0) reach = volumeDistance(test, pairing, volumesA, sizeA * nodeA, volumesB, sizeB * nodeB);
      if (reach > limit) continue;
      let at = top++;
      for (; at > bottom && reaches[at - 1] < reach; at--) {
        pairs[2 * at] = pairs[2 * at - 2];
        pairs[2 * at + 1] = pairs[2 * at - 1];
        reaches[at] = reaches[at - 1];
      }
      pairs[2 * at] = nodeA;
      pairs[2 * at + 1] = nodeB;
      reaches[at] = reach;
    }
  }
  stats.volumeTests += volumeTests;
  stats.refits += refits;
  stats.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}

interface NearPairStack {
  pairs: Uint32Array;
  reaches: Float64Array;
}

/**
 * Room for the pairs a walk still has to look at, and how near each is: one for all walks, of which there is one at a
 * time.
 */
let stack: NearPairStack = { pairs: new Uint32Array(512), reaches: new Float64Array(256) };

/** Every division takes one pair off and puts at most `arity` on, and goes one level down in one of the trees. */
function borrowStack(a: Collider, b: Collider): NearPairStack {
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  const size = 2 + treeA.depth * treeA.maxArity + treeB.depth * treeB.maxArity;
  if (size > stack.reaches.length) stack = { pairs: new Uint32Array(2 * size), reaches: new Float64Array(size) };
  return stack;
}
