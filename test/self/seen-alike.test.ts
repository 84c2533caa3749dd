import { describe, expect, it } from 'vitest';
import { planOf } from '../../src/self/plan.ts';
import type * as SeenAlike from '../../src/self/reasons/seen-alike-over-step.ts';
import { createSeenParts, isSeenAlike, joinSeenParts } from '../../src/self/reasons/seen-alike-over-step.ts';
import { createShape } from '../../src/shape.ts';
import { createBall } from '../support/closed-meshes.ts';
import { createLoader } from '../support/load-changed.ts';

const AWAY = 1;

/** How many nodes and vertices are seen alike on a ball of two clusters whose views have one place, `common` or not. */
function countAlike(
  join: typeof joinSeenParts,
  areCommon: boolean,
): { nodes: number; mixedNodes: number; fans: number } {
  const shape = createShape(createBall(6, 8), { kind: 'rigid' });
  const { triangles, positions } = shape.mesh;
  const count = triangles.length / 3;
  const clusterOfTriangle = Uint32Array.from({ length: count }, (_, t) =>
    positions[3 * triangles[3 * t]] > 0 ? 1 : 0,
  );
  const parts = createSeenParts(planOf(shape), Int32Array.of(1, areCommon ? 1 : 0, areCommon ? 1 : 0, 1), 2);
  join(shape, new Int32Array(count).fill(AWAY), clusterOfTriangle, parts);
  const { slotStarts, slotEnds } = shape.tree;
  const alike = Array.from(parts.nodes.keys()).filter(node => isSeenAlike(parts.nodes[node], 1));
  const isMixed = (node: number): boolean =>
    new Set(clusterOfTriangle.subarray(slotStarts[node], slotEnds[node])).size > 1;
  const isMixedFan = (v: number): boolean =>
    new Set(Array.from(clusterOfTriangle).filter((_, t) => triangles.subarray(3 * t, 3 * t + 3).includes(v))).size > 1;
  const mixedFans = Array.from(parts.fans.keys()).filter(isMixedFan);
  return {
    nodes: alike.length,
    mixedNodes: alike.filter(isMixed).length,
    fans: mixedFans.filter(v => isSeenAlike(parts.fans[v], 1)).length,
  };
}

describe('what views see of nodes and fans', () => {
  it('counts as seen alike across clusters only where they have one view', () => {
    const apart = countAlike(joinSeenParts, false);
    expect(apart.nodes).toBeGreaterThan(0);
    expect(apart).toMatchObject({ mixedNodes: 0, fans: 0 });
    const together = countAlike(joinSeenParts, true);
    expect(together.mixedNodes).toBeGreaterThan(0);
    expect(together.fans).toBeGreaterThan(0);
  });

  it.each([
    ['fans', 'if (clusterOfVertex[v] !== cluster) fans[v] |=', 'if (clusterOfVertex[v] < 0) fans[v] |='],
    ['nodes', 'if (clustersBelow[k] !== cluster) code |=', 'if (clustersBelow[k] < 0) code |='],
  ])('this notices if %s forget which views are common', (_, from, to) => {
    const file = 'self/reasons/seen-alike-over-step.ts';
    const { joinSeenParts: changed } = createLoader({ file, from, to })<typeof SeenAlike>(file);
    const { mixedNodes, fans } = countAlike(changed, false);
    expect(mixedNodes + fans).toBeGreaterThan(0);
  });
});
