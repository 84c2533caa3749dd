import { familyGaps } from '../../bounds/family-gaps.ts';
import { volumeExtent, volumeGap } from '../../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import { reserveGaps, reserveStack, type Workspace } from '../../workspace.ts';
import { mostPairs, swapPairs } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';

/** Looks into two posed leaves; true: that is enough. */
export type VisitLeaves = (a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace) => boolean;

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, touch. Volumes are refitted when first met, a
 * family at a time. Of two nodes the larger is divided; the child that overlaps deepest is followed first, so that a search
 * that stops at the first hit finds it sooner. `visit` returns true to stop.
 */
export function walkPairs(a: Collider, b: Collider, workspace: Workspace, visit: VisitLeaves): void {
  const pairing = pairVolumes(a, b, workspace.pairing);
  reserveStack(workspace, 2 * mostPairs(a, b), 0);
  reserveGaps(workspace, Math.max(a.shape.tree.maxArity, b.shape.tree.maxArity));
  const { stack, gaps, counts } = workspace;
  const { kindA, kindB, sizeA, sizeB } = pairing;
  let refits = refitRoot(a) + refitRoot(b);
  const { volumes: volumesA, volumeEpochs: epochsA } = a;
  const { volumes: volumesB, volumeEpochs: epochsB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const epochA = a.posed.epoch;
  const epochB = b.posed.epoch;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  let volumeTests = 1;
  stack[0] = stack[1] = 0; // the pair of roots
  let top = volumeGap(pairing.test, pairing, volumesA, 0, volumesB, 0) > 0 ? 0 : 2;

  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      if (visit(a, i, b, j, workspace)) break;
      continue;
    }
    // Written out for either side: one branch that goes either way, not one for each choice.
    let first = linkA;
    let end = 0;
    let side = 0; // of the stack's two places, the one of the node that is divided
    if (
      linkB < 0 ||
      (linkA >= 0 && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j))
    ) {
      end = endsA[i];
      if (epochsA[first] !== epochA) {
        refitFamily(a, first, end);
        refits += end - first;
      }
      familyGaps(pairing, true, volumesA, first, end, volumesB, j, gaps);
    } else {
      first = linkB;
      end = endsB[j];
      side = 1;
      if (epochsB[first] !== epochB) {
        refitFamily(b, first, end);
        refits += end - first;
      }
      familyGaps(pairing, false, volumesB, first, end, volumesA, i, gaps);
    }
    volumeTests += end - first;
    const stays = side === 0 ? j : i;
    let deepest = Infinity;
    for (let child = first; child < end; child++) {
      const gap = gaps[child - first];
      if (gap > 0) continue;
      stack[top + side] = child;
      stack[top + 1 - side] = stays;
      top += 2;
      if (gap < deepest) deepest = gap;
      else if (deepest < Infinity) swapPairs(stack, top - 4);
    }
  }
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}
