import type { PairList } from '../query/pairs/pair-list.ts';
import { isSeenAlike } from './reasons/seen-alike-over-step.ts';
import type { SelfStep, StepCounts } from './step.ts';
import { listLeaves } from './step-leaves.ts';

/**
 * Walks the tree against itself and adds the pairs of triangles without a common vertex that none of the reasons rules
 * out. As `walkOn` (walk.ts), with boxes that move: two are apart during the whole step if the one is above the other
 * along an axis at both ends, as sides move evenly. Unlike boxes around the whole way, this does not grow with the
 * motion that both have in common.
 */
export function walkStep(step: SelfStep, counts: StepCounts, out: PairList): void {
  const { plan, start, end, stack, drift, seen } = step;
  const { across, within } = plan.restGaps;
  const { ofNodes: jointOf } = plan.mainJoints;
  const { ofNodes: driftOf } = drift;
  const { links, ends } = plan.shape.tree;
  const { ofNodes: b } = start.boxes;
  const { ofNodes: e } = end.boxes;
  let volumeTests = 0;
  stack[0] = stack[1] = stack[2] = 0;
  let top = 3;
  while (top > 0) {
    const above = stack[--top];
    const j = stack[--top];
    const i = stack[--top];
    if (jointOf[i] === jointOf[j] && driftOf[i] + driftOf[j] < (i === j ? within[i] : across[above])) continue;
    if (seen !== null) {
      const common = seen.common[seen.clusters * seen.clusterOfNode[i] + seen.clusterOfNode[j]];
      if (isSeenAlike(seen.nodes[i] | seen.nodes[j], common)) continue;
    }
    const linkI = links[i];
    const linkJ = links[j];
    if (linkI < 0 && linkJ < 0) {
      listLeaves(step, i, j, out);
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
      const laterLowX = e[o];
      const laterLowY = e[o + 1];
      const laterLowZ = e[o + 2];
      const laterHighX = e[o + 3];
      const laterHighY = e[o + 4];
      const laterHighZ = e[o + 5];
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
          (+(b[q] > highX) & +(e[q] > laterHighX)) |
          (+(lowX > b[q + 3]) & +(laterLowX > e[q + 3])) |
          (+(b[q + 1] > highY) & +(e[q + 1] > laterHighY)) |
          (+(lowY > b[q + 4]) & +(laterLowY > e[q + 4])) |
          (+(b[q + 2] > highZ) & +(e[q + 2] > laterHighZ)) |
          (+(lowZ > b[q + 5]) & +(laterLowZ > e[q + 5]));
        if (isApart !== 0) continue;
        stack[top++] = c;
        stack[top++] = d;
        stack[top++] = i === j ? i : above;
      }
    }
  }
  counts.volumeTests += volumeTests;
}
