import { AT_REST, findSpherePairs } from '../../bounds/sphere-grid.ts';
import type { World } from '../world.ts';

/** Two bodies that nothing can move are no pair. */
const FIXED = 2;

/**
 * Finds all pairs of bodies whose root spheres overlap, at least one of them free and at least one not still, and lists them in
 * `world.grid`; `refreshBody` must have moved the roots.
 */
export function findBodyPairs({ grid, bodies }: World): void {
  const { count, roots, inverseMasses, still, exempt } = bodies;
  for (let b = 0; b < count; b++) exempt[b] = (still[b] === 1 ? AT_REST : 0) | (inverseMasses[b] === 0 ? FIXED : 0);
  findSpherePairs(grid, count, roots, exempt);
}
