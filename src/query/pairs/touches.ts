import { type Collider, checkCollider } from '../../collider.ts';
import { findPairAgain, findPairsCompiled } from '../../compiled/find-pairs.ts';
import { giveBack, type LastHit, takeWorkspace } from '../../workspace.ts';
import { checkOptions } from '../check-input.ts';
import type { LimitedOptions, QueryOptions } from '../query-options.ts';
import { walkPairs } from '../walk/walk-pairs.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { findPairsWithinLimit } from './limited-pairs.ts';
import { copyPairs, type PairList } from './pair-list.ts';

/**
 * Whether any triangle of `a` touches any triangle of `b` in their current poses. Stops at the first pair found.
 *
 * With a `limit` it may end before it knows, and says so: `'unknown'`, which counts as true where only true and false are told apart.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 */
export function touches(a: Collider, b: Collider, options: LimitedOptions): boolean | 'unknown';
export function touches(a: Collider, b: Collider, options?: QueryOptions): boolean;
export function touches(a: Collider, b: Collider, options: AnyOptions = {}): boolean | 'unknown' {
  return findOne(a, b, options, 'touches', isThere) ?? false;
}

/** As `touches`, looking first where the same two shapes touched last. */
export function touchesAgain(a: Collider, b: Collider, hit: LastHit): boolean {
  const workspace = takeWorkspace(a);
  const { search, pairs } = workspace;
  search.wantsAll = false;
  pairs.length = 0;
  if (!findPairAgain(a, b, hit, workspace)) walkPairs(a, b, workspace, findLeafPairs);
  const isFound = pairs.length > 0;
  giveBack(a, workspace, undefined);
  return isFound;
}

const isThere = (): true => true;

/**
 * One pair of triangles that touch (of `a`, of `b`), or null if there is none. Which pair is not said. With a `limit` it may be
 * `'unknown'` whether there is one.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 */
export function firstPair(a: Collider, b: Collider, options: LimitedOptions): Uint32Array | null | 'unknown';
export function firstPair(a: Collider, b: Collider, options?: QueryOptions): Uint32Array | null;
export function firstPair(a: Collider, b: Collider, options: AnyOptions = {}): Uint32Array | null | 'unknown' {
  return findOne(a, b, options, 'firstPair', copyPairs);
}

type AnyOptions = QueryOptions & Partial<LimitedOptions>;

/** What `take` makes of the pair; null: there is none. */
function findOne<Found>(
  a: Collider,
  b: Collider,
  options: AnyOptions,
  caller: string,
  take: (pairs: PairList) => Found,
): Found | null | 'unknown' {
  checkCollider(a, 'a', caller);
  checkCollider(b, 'b', caller);
  checkOptions(options, caller);
  const workspace = takeWorkspace(a);
  workspace.search.wantsAll = false;
  workspace.search.leafA = workspace.search.leafB = -1;
  workspace.pairs.length = 0;
  let isKnown = true;
  if (options.limit !== undefined) isKnown = findPairsWithinLimit(a, b, options.limit, workspace).isComplete;
  else if (options.compiled === false || !findPairsCompiled(a, b, workspace)) walkPairs(a, b, workspace, findLeafPairs);
  const found = workspace.pairs.length > 0 ? take(workspace.pairs) : null;
  giveBack(a, workspace, options.stats);
  return found === null && !isKnown ? 'unknown' : found;
}
