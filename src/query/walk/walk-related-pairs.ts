import { type Collider, refitFamily, refitRoot } from '../../collider.ts';
import type { Workspace } from '../../workspace.ts';
import { swapPairs } from './pair-stack.ts';
import type { VisitLeaves } from './walk-pairs.ts';

/**
 * The walk of walk-pairs.ts for boxes in two frames (`relatedGap` of bounds/relation.ts): the same steps, but the box that
 * stays is seen along the axes of the other frame once for all children of the other. Twice as fast on whole queries.
 */
export function walkRelatedPairs(a: Collider, b: Collider, workspace: Workspace, visit: VisitLeaves): void {
  const { stack, counts, box: seen } = workspace;
  const { toA, toB, reachA, reachB, slackA, slackB } = workspace.pairing.relation;
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
  seeBox(boxesB, 0, toA, reachA, slackA, seen);
  let top = gapToSeen(boxesA, 0, boxesB, 0, toB, reachB, slackB, seen) > 0 ? 0 : 2;

  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const linkA = linksA[i];
    const linkB = linksB[j];
    if (linkA < 0 && linkB < 0) {
      if (visit(a, i, b, j, workspace)) break;
      continue;
    }
    const sizeA = boxesA[6 * i + 3] + boxesA[6 * i + 4] + boxesA[6 * i + 5];
    const sizeB = boxesB[6 * j + 3] + boxesB[6 * j + 4] + boxesB[6 * j + 5];
    let deepest = Infinity;
    if (linkB < 0 || (linkA >= 0 && sizeA >= sizeB)) {
      const end = endsA[i];
      if (epochsA[linkA] !== epochA) {
        refitFamily(a, linkA, end);
        refits += end - linkA;
      }
      volumeTests += end - linkA;
      seeBox(boxesB, 6 * j, toA, reachA, slackA, seen);
      for (let child = linkA; child < end; child++) {
        const gap = gapToSeen(boxesA, 6 * child, boxesB, 6 * j, toB, reachB, slackB, seen);
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
      seeBox(boxesA, 6 * i, toB, reachB, slackB, seen);
      for (let child = linkB; child < end; child++) {
        const gap = gapToSeen(boxesB, 6 * child, boxesA, 6 * i, toA, reachA, slackA, seen);
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

/** The box that stays, seen along the axes of the other frame: centre, half extents, slack included. */
function seeBox(
  from: Float64Array,
  i: number,
  m: Float64Array,
  reach: Float64Array,
  slack: number,
  seen: Float64Array,
): void {
  const x = from[i];
  const y = from[i + 1];
  const z = from[i + 2];
  const ex = from[i + 3];
  const ey = from[i + 4];
  const ez = from[i + 5];
  seen[0] = m[0] * x + m[1] * y + m[2] * z + m[3];
  seen[1] = m[4] * x + m[5] * y + m[6] * z + m[7];
  seen[2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  seen[3] = reach[0] * ex + reach[1] * ey + reach[2] * ez + slack;
  seen[4] = reach[4] * ex + reach[5] * ey + reach[6] * ez + slack;
  seen[5] = reach[8] * ex + reach[9] * ey + reach[10] * ez + slack;
}

/**
 * How far box `i` of `own` is from the box that stays, `j` of `other`: along its own axes, where that one is `seen`, then
 * along the other's, to which `m` maps. Above 0 only if they do not touch; NaN slack (a frame that flattens) never is.
 */
function gapToSeen(
  own: Float64Array,
  i: number,
  other: Float64Array,
  j: number,
  m: Float64Array,
  reach: Float64Array,
  slack: number,
  seen: Float64Array,
): number {
  const x = own[i];
  const y = own[i + 1];
  const z = own[i + 2];
  const ex = own[i + 3];
  const ey = own[i + 4];
  const ez = own[i + 5];
  const gapX = Math.abs(x - seen[0]) - (ex + seen[3]);
  if (gapX > 0) return gapX;
  const gapY = Math.abs(y - seen[1]) - (ey + seen[4]);
  if (gapY > 0) return gapY;
  const gapZ = Math.abs(z - seen[2]) - (ez + seen[5]);
  if (gapZ > 0) return gapZ;
  const backX =
    Math.abs(m[0] * x + m[1] * y + m[2] * z + m[3] - other[j]) -
    (reach[0] * ex + reach[1] * ey + reach[2] * ez + other[j + 3] + slack);
  if (backX > 0) return backX;
  const backY =
    Math.abs(m[4] * x + m[5] * y + m[6] * z + m[7] - other[j + 1]) -
    (reach[4] * ex + reach[5] * ey + reach[6] * ez + other[j + 4] + slack);
  if (backY > 0) return backY;
  const backZ =
    Math.abs(m[8] * x + m[9] * y + m[10] * z + m[11] - other[j + 2]) -
    (reach[8] * ex + reach[9] * ey + reach[10] * ez + other[j + 5] + slack);
  return backZ > 0 ? backZ : gapX + gapY + gapZ;
}
