import type { SelfPlan } from './plan.ts';

/** The vertices around which two triangles may cross: `uncertain`, the first `uncertainCount` of it. */
interface UncertainFans {
  plan: SelfPlan;
  uncertain: Uint32Array;
  uncertainCount: number;
}

/**
 * Visits all pairs of triangles around each uncertain vertex v, the lower slot first; a pair with several such vertices at each
 * of them. Stops when `visit` returns true, and then returns true.
 */
export function visitUncertainPairs(
  { plan, uncertain, uncertainCount }: UncertainFans,
  visit: (v: number, one: number, other: number) => boolean,
): boolean {
  const { vertexStarts, trianglesOfVertex } = plan.topology;
  for (let n = 0; n < uncertainCount; n++) {
    const v = uncertain[n];
    for (let i = vertexStarts[v]; i < vertexStarts[v + 1]; i++) {
      for (let j = i + 1; j < vertexStarts[v + 1]; j++) {
        if (visit(v, trianglesOfVertex[i], trianglesOfVertex[j])) return true; // slots ascend around a vertex
      }
    }
  }
  return false;
}
