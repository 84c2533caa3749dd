import type { CheckPlan } from './plan.ts';

/** Origins nearer to each other than this share of the height are one place. */
const ONE_PLACE = 0.01;

/**
 * Props of which a game shows one at a time: bodies that move as one piece, hang on the same joint of another, have their origin in the same place
 * and are in each other at rest, as swords in a hand. Their regions, ascending.
 */
export function findAlternates(
  plan: Pick<CheckPlan, 'shapes' | 'subject' | 'firstRegions' | 'tree' | 'rest' | 'height'>,
): number[] {
  const { shapes, subject, firstRegions, tree, rest, height } = plan;
  const found = new Set<number>();
  const isProp = (b: number): boolean =>
    subject.bodies[b].source.kind === 'rigid' && shapes[b].regions.joints.length === 1;
  for (const key of rest.keys()) {
    const [a, b] = [Math.floor(key / shapes.length), key % shapes.length];
    if (a === b || !isProp(a) || !isProp(b)) continue;
    const [p, q] = [tree.parents[tree.nodes[firstRegions[a]]], tree.parents[tree.nodes[firstRegions[b]]]];
    if (p !== q || p < 0) continue;
    const [one, other] = [subject.rest[a].jointMatrices, subject.rest[b].jointMatrices];
    const apart = Math.hypot(one[3] - other[3], one[7] - other[7], one[11] - other[11]);
    if (apart < ONE_PLACE * height) found.add(firstRegions[a]).add(firstRegions[b]);
  }
  return [...found].sort((p, q) => p - q);
}
