import type { PairList } from '../query/pairs/pair-list.ts';
import type { Stats } from '../query/stats.ts';
import type { SelfInstant } from './instant.ts';
import { testLeaves } from './test-leaves.ts';

/**
 * Walks the tree against itself and adds the pairs of triangles without a common vertex that touch, by slot, the lower
 * first. Returns whether it stopped at the first. A pair of nodes waits with the node that both are below: what is
 * across that one is what is between them. Each pair of leaves is met at most once: two nodes split together, the one
 * that is a leaf waits for the other.
 */
export function walkSelf(instant: SelfInstant, onlyFirst: boolean, stats: Stats, out: PairList): boolean {
  const { plan, boxes, stack, drift } = instant;
  const { across, within } = plan.restGaps;
  const { ofNodes: jointOf } = plan.mainJoints;
  const { ofNodes: driftOf } = drift;
  const { links, ends } = plan.shape.tree;
  const { ofNodes: b } = boxes;
  let volumeTests = 0;
  let isDone = false;
  stack[0] = stack[1] = stack[2] = 0;
  let top = 3;
  while (top > 0 && !isDone) {
    const above = stack[--top];
    const j = stack[--top];
    const i = stack[--top];
    if (jointOf[i] === jointOf[j] && driftOf[i] + driftOf[j] < (i === j ? within[i] : across[above])) continue;
    const linkI = links[i];
    const linkJ = links[j];
    if (linkI < 0 && linkJ < 0) {
      isDone = testLeaves(instant, i, j, onlyFirst, stats, out);
      continue;
    }
    const firstI = linkI < 0 ? i : linkI;
    const endI = linkI < 0 ? i + 1 : ends[i];
    const endJ = linkJ < 0 ? j + 1 : ends[j];
    for (let c = firstI; c < endI; c++) {
      const o = 6 * c;
      const lowX = b[o];
      const lowY = b[o + 1];
      const lowZ = b[o + 2];
      const highX = b[o + 3];
      const highY = b[o + 4];
      const highZ = b[o + 5];
      let d = linkJ < 0 ? j : linkJ;
      if (i === j) {
        stack[top++] = c;
        stack[top++] = c;
        stack[top++] = c;
        d = c + 1;
      }
      volumeTests += endJ - d;
      for (let q = 6 * d; d < endJ; d++, q += 6) {
        // Without branches, which would go either way.
        const isApart =
          +(b[q] > highX) |
          +(lowX > b[q + 3]) |
          +(b[q + 1] > highY) |
          +(lowY > b[q + 4]) |
          +(b[q + 2] > highZ) |
          +(lowZ > b[q + 5]);
        if (isApart !== 0) continue;
        stack[top++] = c;
        stack[top++] = d;
        stack[top++] = i === j ? i : above;
      }
    }
  }
  stats.volumeTests += volumeTests;
  return isDone;
}
