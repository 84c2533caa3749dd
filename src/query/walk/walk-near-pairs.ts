import { familyDistances } from '../../bounds/family-gaps.ts';
import { volumeExtent } from '../../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import { reserveGaps, reserveStack, type Workspace } from '../../workspace.ts';
import { type Budget, isUsedUp, leaveOpen, leaveRest } from './budget.ts';
import { mostPairs } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';

/** Looks into two posed leaves; may lower `search.far`. true: that is enough. */
export type VisitNearLeaves = (a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace) => boolean;

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, are within `search.far` of each other, nearest
 * first as far as the trees allow, so that this falls early; of pairs that overlap, the deepest. Volumes are
 * refitted when first met, a family at a time; of two nodes the larger is divided.
 *
 * With a `budget` it ends when that is used up, and notes there what it has not looked into: the pairs of nodes that were still to come,
 * and those it was not to divide. Every pair of leaves within the limit was either met or is below one of these.
 */
export function walkNearPairs(
  a: Collider,
  b: Collider,
  workspace: Workspace,
  visit: VisitNearLeaves,
  budget: Budget | null = null,
): void {
  const pairing = pairVolumes(a, b, workspace.pairing);
  const { kindA, kindB, sizeA, sizeB } = pairing;
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
  reserveGaps(workspace, Math.max(a.shape.tree.maxArity, b.shape.tree.maxArity));
  const { stack: pairs, distances, gaps, counts, search } = workspace;
  let volumeTests = 0;
  pairs[0] = pairs[1] = 0; // the pair of roots
  distances[0] = -Infinity;
  if (budget !== null) {
    volumeTests++;
    familyDistances(pairing, true, volumesA, 0, 1, volumesB, 0, distances);
  }
  let top = 1;
  while (top > 0) {
    if (budget !== null && isUsedUp(budget, volumeTests)) break;
    const bottom = --top;
    if (distances[top] > search.far) continue;
    const i = pairs[2 * top];
    const j = pairs[2 * top + 1];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      counts.leafPairs++;
      if (visit(a, i, b, j, workspace)) break;
      continue;
    }
    let isEndA = linkA < 0;
    let isEndB = linkB < 0;
    if (budget !== null && budget.depth < Infinity) {
      isEndA ||= budget.levelsA[i] >= budget.depth;
      isEndB ||= budget.levelsB[j] >= budget.depth;
      if (isEndA && isEndB) {
        leaveOpen(budget, i, j, distances[top]);
        continue;
      }
    }
    const dividesA =
      isEndB || (!isEndA && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j));
    const first = dividesA ? linkA : linkB;
    const end = dividesA ? endsA[i] : endsB[j];
    if (dividesA ? epochsA[first] !== epochA : epochsB[first] !== epochB) {
      refitFamily(dividesA ? a : b, first, end);
      refits += end - first;
    }
    volumeTests += end - first;
    if (dividesA) familyDistances(pairing, true, volumesA, first, end, volumesB, j, gaps);
    else familyDistances(pairing, false, volumesB, first, end, volumesA, i, gaps);
    for (let child = first; child < end; child++) {
      const nodeA = dividesA ? child : i;
      const nodeB = dividesA ? j : child;
      const distance = gaps[child - first];
      if (distance > search.far) continue;
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
  if (budget !== null) leaveRest(budget, pairs, distances, top, search.far);
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}
