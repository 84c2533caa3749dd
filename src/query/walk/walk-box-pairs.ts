import { boxGap } from '../../bounds/box.ts';
import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import type { Workspace } from '../../workspace.ts';
import { swapPairs } from './pair-stack.ts';
import type { VisitLeaves } from './walk-pairs.ts';

/**
 * The walk of walk-pairs.ts for two colliders with boxes in world space, which most are: the same steps with the box test
 * written out, so that the box that stays is read once for all children of the other. A tenth faster on whole queries.
 */
export function walkBoxPairs(a: Collider, b: Collider, workspace: Workspace, visit: VisitLeaves): void {
  const { stack, counts } = workspace;
  let refits = refitRoot(a) + refitRoot(b);
  const { volumes: boxesA, volumeEpochs: epochsA } = a;
  const { volumes: boxesB, volumeEpochs: epochsB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const epochA = a.posed.epoch;
  const epochB = b.posed.epoch;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  let volumeTests = 1;
  stack[0] = stack[1] = 0; // the pair of roots
  let top = boxGap(boxesA, 0, boxesB, 0) > 0 ? 0 : 2;

  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      if (visit(a, i, b, j, workspace)) break;
      continue;
    }
    const ax = boxesA[6 * i + 3];
    const ay = boxesA[6 * i + 4];
    const az = boxesA[6 * i + 5];
    const bx = boxesB[6 * j + 3];
    const by = boxesB[6 * j + 4];
    const bz = boxesB[6 * j + 5];
    let deepest = Infinity;
    if (linkB < 0 || (linkA >= 0 && ax + ay + az >= bx + by + bz)) {
      const end = endsA[i];
      if (epochsA[linkA] !== epochA) {
        refitFamily(a, linkA, end);
        refits += end - linkA;
      }
      volumeTests += end - linkA;
      const centerX = boxesB[6 * j];
      const centerY = boxesB[6 * j + 1];
      const centerZ = boxesB[6 * j + 2];
      for (let child = linkA; child < end; child++) {
        const x = Math.abs(boxesA[6 * child] - centerX) - (boxesA[6 * child + 3] + bx);
        if (x > 0) continue;
        const y = Math.abs(boxesA[6 * child + 1] - centerY) - (boxesA[6 * child + 4] + by);
        if (y > 0) continue;
        const z = Math.abs(boxesA[6 * child + 2] - centerZ) - (boxesA[6 * child + 5] + bz);
        if (z > 0) continue;
        const gap = x + y + z;
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
      const centerX = boxesA[6 * i];
      const centerY = boxesA[6 * i + 1];
      const centerZ = boxesA[6 * i + 2];
      for (let child = linkB; child < end; child++) {
        const x = Math.abs(boxesB[6 * child] - centerX) - (boxesB[6 * child + 3] + ax);
        if (x > 0) continue;
        const y = Math.abs(boxesB[6 * child + 1] - centerY) - (boxesB[6 * child + 4] + ay);
        if (y > 0) continue;
        const z = Math.abs(boxesB[6 * child + 2] - centerZ) - (boxesB[6 * child + 5] + az);
        if (z > 0) continue;
        const gap = x + y + z;
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
