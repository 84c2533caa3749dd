import { volumeDistance, volumeExtent, volumeGap } from '../../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import { reserveStack, type Workspace } from '../../workspace.ts';
import { mostPairs } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';

/** Looks into two posed leaves. Returns how near two others must be to be worth a look. */
export type VisitNearLeaves = (a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace) => number;

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, are within `limit` of each other, nearest
 * first as far as the trees allow, so that the limit falls early; of pairs that overlap, the deepest. Volumes are
 * refitted when first met, a family at a time; of two nodes the larger is divided.
 */
export function walkNearPairs(
  a: Collider,
  b: Collider,
  workspace: Workspace,
  limit: number,
  visit: VisitNearLeaves,
): void {
  const pairing = pairVolumes(a, b, workspace.pairing);
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  let refits = refitRoot(a) + refitRoot(b);
  const { volumes: volumesA, volumeEpochs: epochsA } = a;
  const { volumes: volumesB, volumeEpochs: epochsB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const epochA = a.posed.epoch;
  const epochB = b.posed.epoch;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  const most = mostPairs(a, b);
  reserveStack(workspace, 2 * most, most);
  const { stack: pairs, distances, counts } = workspace;
  let volumeTests = 0;
  pairs[0] = pairs[1] = 0; // the pair of roots
  distances[0] = -Infinity;
  let top = 1;
  while (top > 0) {
    const bottom = --top;
    if (distances[top] > limit) continue;
    const i = pairs[2 * top];
    const j = pairs[2 * top + 1];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      counts.leafPairs++;
      limit = visit(a, i, b, j, workspace);
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
      let distance = volumeGap(test, pairing, volumesA, sizeA * nodeA, volumesB, sizeB * nodeB);
      if (distance > 0) distance = volumeDistance(test, pairing, volumesA, sizeA * nodeA, volumesB, sizeB * nodeB);
      if (distance > limit) continue;
      let at = top++;
      for (; at > bottom && distances[at - 1] < distance; at--) {
        pairs[2 * at] = pairs[2 * at - 2];
        pairs[2 * at + 1] = pairs[2 * at - 1];
        distances[at] = distances[at - 1];
      }
      pairs[2 * at] = nodeA;
      pairs[2 * at + 1] = nodeB;
      distances[at] = distance;
    }
  }
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}
