import { volumeExtent, volumeGap } from '../../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import { reserveStack, type Workspace } from '../../workspace.ts';
import { mostPairs, swapPairs } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';
import { walkBoxPairs } from './walk-box-pairs.ts';
import { walkRelatedPairs } from './walk-related-pairs.ts';

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, touch. Volumes are refitted when first met, a
 * family at a time. Of two nodes the larger is divided; the child that overlaps deepest is followed first, so that a search
 * that stops at the first hit finds it sooner. `visit` returns true to stop.
 */
export function walkPairs(a: Collider, b: Collider, workspace: Workspace, visit: VisitLeaves): void {
  const { test, kindA, kindB } = pairVolumes(a, b, workspace.pairing);
  reserveStack(workspace, 2 * mostPairs(a, b), 0);
  if (test === 'box') walkBoxPairs(a, b, workspace, visit);
  else if (test === 'related' && kindA === 'box' && kindB === 'box') walkRelatedPairs(a, b, workspace, visit);
  else walkAnyPairs(a, b, workspace, visit);
}

/** Looks into two posed leaves; true: that is enough. */
export type VisitLeaves = (a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace) => boolean;

function walkAnyPairs(a: Collider, b: Collider, workspace: Workspace, visit: VisitLeaves): void {
  const { pairing, stack, counts } = workspace;
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
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
  let top = volumeGap(test, pairing, volumesA, 0, volumesB, 0) > 0 ? 0 : 2;

  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const linkA = linksA[i];
    const linkB = linksB[j];
    let deepest = Infinity;
    if (linkA < 0 && linkB < 0) {
      if (visit(a, i, b, j, workspace)) break;
    } else if (
      linkB < 0 ||
      (linkA >= 0 && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j))
    ) {
      const end = endsA[i];
      if (epochsA[linkA] !== epochA) {
        refitFamily(a, linkA, end);
        refits += end - linkA;
      }
      volumeTests += end - linkA;
      for (let child = linkA; child < end; child++) {
        const gap = volumeGap(test, pairing, volumesA, sizeA * child, volumesB, sizeB * j);
        if (gap > 0) continue;
        stack[top] = child;
        stack[top + 1] = j;
        top += 2;
        if (gap < deepest) deepest = gap;
        else if (deepest < Infinity) swapPairs(stack, top - 4);
      }
    } else {
      const end = endsB[j];
      if (epochsB[linkB] !== epochB) {
        refitFamily(b, linkB, end);
        refits += end - linkB;
      }
      volumeTests += end - linkB;
      for (let child = linkB; child < end; child++) {
        const gap = volumeGap(test, pairing, volumesA, sizeA * i, volumesB, sizeB * child);
        if (gap > 0) continue;
        stack[top] = i;
        stack[top + 1] = child;
        top += 2;
        if (gap < deepest) deepest = gap;
        else if (deepest < Infinity) swapPairs(stack, top - 4);
      }
    }
  }
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}
