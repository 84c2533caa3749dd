import { checkShape, type Shape } from './shape.ts';
import type { Tree } from './tree/tree.ts';

export { freshVolumes, posedVolumes } from './query/bounds/posed-volumes.ts';
export { findPairsByBruteForce } from './query/pairs/brute-force.ts';
export {
  castRayByBruteForce,
  findNearestPairByBruteForce,
  findNearestPointByBruteForce,
  findPairsWithinByBruteForce,
  type PlainHit,
} from './query/probe/brute-force-queries.ts';
export { createStats } from './query/stats.ts';
export { findSelfPairsByBruteForce } from './self/brute-force.ts';
export { shapeBytes } from './shape.ts';
export { nodeLevels, type Tree } from './tree/tree.ts';
export { validateTree } from './tree/validate.ts';

/**
 * The tree of a shape, for drawing and measuring: of its own memory, not to be written.
 * @example
 * {@includeCode ../examples/api/shapes.ts#volumes}
 */
export function treeOf(shape: Shape): Tree {
  checkShape(shape, 'treeOf');
  return shape.tree;
}
