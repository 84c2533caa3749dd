import { type Collider, checkCollider } from '../../collider.ts';
import { findPairsCompiled } from '../../compiled/find-pairs.ts';
import { giveBack, takeWorkspace } from '../../workspace.ts';
import { checkOptions } from '../check-input.ts';
import type { LimitedOptions, QueryOptions } from '../query-options.ts';
import { walkPairs } from '../walk/walk-pairs.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { findPairsWithinLimit, type PartialPairs } from './limited-pairs.ts';
import { copyPairs } from './pair-list.ts';
import { settleOrder } from './pair-order.ts';

/**
 * All pairs of triangles that touch, in their current poses: [triangle of a, triangle of b, ...], numbered as in the
 * meshes given to `createShape`, each pair once, in no particular (but always the same) order. Exactly the pairs that
 * `findPairsByBruteForce` finds, touching ones included. Whatever the deformers of the two.
 *
 * With a `limit` it ends when that is reached, and the answer is another: pairs that touch for certain, and where others may be.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#limit}
 */
export function findPairs(a: Collider, b: Collider, options: LimitedOptions): PartialPairs;
export function findPairs(a: Collider, b: Collider, options?: QueryOptions): Uint32Array;
export function findPairs(
  a: Collider,
  b: Collider,
  options: QueryOptions & Partial<LimitedOptions> = {},
): Uint32Array | PartialPairs {
  checkCollider(a, 'a', 'findPairs');
  checkCollider(b, 'b', 'findPairs');
  checkOptions(options, 'findPairs');
  const workspace = takeWorkspace(a);
  workspace.search.wantsAll = true;
  workspace.search.leafA = workspace.search.leafB = -1;
  workspace.pairs.length = 0;
  if (options.limit !== undefined) {
    const known = findPairsWithinLimit(a, b, options.limit, workspace);
    giveBack(a, workspace, options.stats);
    return known;
  }
  if (options.compiled === false || !findPairsCompiled(a, b, workspace)) {
    walkPairs(a, b, workspace, findLeafPairs);
    settleOrder(a, b, workspace.pairs);
  }
  const found = copyPairs(workspace.pairs);
  giveBack(a, workspace, options.stats);
  return found;
}
