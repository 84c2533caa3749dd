import { type VolumePairing, volumeExtent, volumeGap } from '../bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../collider.ts';
import { borrowPairStack, swapPairs } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';
import type { Stats } from './stats.ts';
import { walkBoxPairs } from './walk-box-pairs.ts';
import { walkRelatedPairs } from './walk-related-pairs.ts';

/**
 * Meets every pair of leaves whose volumes, and whose ancestors' volumes, touch. Volumes are refitted when first met, a
 * family at a time. Of two nodes the larger is divided; the child that overlaps deepest is followed first, so that a search
 * that stops at the first hit finds it sooner. `visit` returns true to stop.
 */
export function walkPairs(a: Collider, b: Collider, visit: VisitLeaves, stats: Stats): void {
  const pairing = pairVolumes(a, b);
  const { test, kindA, kindB, relation } = pairing;
  if (test === 'box') walkBoxPairs(a, b, visit, stats);
  else if (test === 'related' && kindA === 'box' && kindB === 'box') walkRelatedPairs(a, b, relation, visit, stats);
  else walkAnyPairs(a, b, pairing, visit, stats);
}

export type VisitLeaves = (leafA: number, leafB: number) => boolean;

function walkAnyPairs(a: Collider, b: Collider, pairing: VolumePairing, visit: VisitLeaves, stats: Stats): void {
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
  const stack = borrowPairStack(a, b);
  stack[0] = stack[1] = 0; // the pair of roots
  let top = volumeGap(test, pairing, volumesA, 0, volumesB, 0) > 0 ? 0 : 2;

  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const linkA = linksA[i];
    const linkB = linksB[j];
    let deepest = Infinity;
    if (linkA < 0 && linkB < 0) {
      if (visit(i, j)) break;
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
  stats.volumeTests += volumeTests;
  stats.refits += refits;
  stats.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
}
