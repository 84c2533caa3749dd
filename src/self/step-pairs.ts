import { addPair, type PairList } from '../query/pairs/pair-list.ts';
import type { SelfStep, StepCounts } from './step.ts';
import { walkStep } from './step-walk.ts';
import { visitUncertainPairs } from './uncertain-pairs.ts';

/**
 * Adds all pairs of triangles, by slot, the lower first and each once, that may share more than neighbours always share at
 * some time of the step. Whatever is not listed is ruled out for one of these reasons, each with its proof and its
 * margin for rounding:
 *
 * | reason | file | what it rules out |
 * |---|---|---|
 * | they drift less than they are apart at rest | reasons/drift-over-step.ts | pairs of nodes and leaves |
 * | their boxes stay apart | step-walk.ts, step-leaves.ts | pairs of nodes, leaves, triangles |
 * | one stays beyond the other along a direction | reasons/direction-over-step.ts | pairs of triangles |
 * | all around a vertex is seen from one side | reasons/flat-fans-over-step.ts | pairs of neighbours |
 * | it was so at rest, and has drifted little | reasons/kept-fans.ts | pairs of neighbours |
 * | one observer sees them alike | reasons/seen-alike-over-step.ts | all of these, but only for first contacts |
 *
 * Two features without a common vertex (a vertex and a triangle, two edges) that touch are of triangles that share more
 * than neighbours always share, whichever triangles around them are taken. So it is enough to test, for each pair listed,
 * what the two triangles own.
 */
export function listStepPairs(step: SelfStep, counts: StepCounts, out: PairList): void {
  listNeighbours(step, out);
  walkStep(step, counts, out);
}

/** Pairs of neighbours, each where its lowest common vertex is, unless the fan of some common vertex rules it out. */
function listNeighbours(step: SelfStep, out: PairList): void {
  const { triangles } = step.plan.shape.mesh;
  visitUncertainPairs(step, (v, one, other) => {
    if (!isDoneElsewhere(triangles, step.isFlat, v, one, other)) addPair(out, one, other);
    return false;
  });
}

/** Whether another common vertex rules the pair out or is where it is listed. */
function isDoneElsewhere(triangles: Uint32Array, isFlat: Uint8Array, v: number, s: number, t: number): boolean {
  for (let corner = 3 * s; corner < 3 * s + 3; corner++) {
    const w = triangles[corner];
    if (w === v || (w > v && isFlat[w] === 0)) continue;
    if (w === triangles[3 * t] || w === triangles[3 * t + 1] || w === triangles[3 * t + 2]) return true;
  }
  return false;
}
