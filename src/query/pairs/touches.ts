import { type Collider, checkCollider } from '../../collider.ts';
import { findPairsCompiled } from '../../compiled/find-pairs.ts';
import { giveBack, takeWorkspace } from '../../workspace.ts';
import { checkOptions } from '../check-input.ts';
import type { QueryOptions } from '../query-options.ts';
import { walkPairs } from '../walk/walk-pairs.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { copyPairs } from './pair-list.ts';

/**
 * Whether any triangle of `a` touches any triangle of `b` in their current poses. Stops at the first pair found.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 */
export function touches(a: Collider, b: Collider, options: QueryOptions = {}): boolean {
  return findOne(a, b, options, 'touches') !== null;
}

/**
 * One pair of triangles that touch (of `a`, of `b`), or null if there is none. Which pair is not said.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 */
export function firstPair(a: Collider, b: Collider, options: QueryOptions = {}): Uint32Array | null {
  return findOne(a, b, options, 'firstPair');
}

function findOne(a: Collider, b: Collider, options: QueryOptions, caller: string): Uint32Array | null {
  checkCollider(a, 'a', caller);
  checkCollider(b, 'b', caller);
  checkOptions(options, caller);
  const workspace = takeWorkspace(a);
  workspace.search.wantsAll = false;
  workspace.search.leafA = workspace.search.leafB = -1;
  workspace.pairs.length = 0;
  if (options.compiled === false || !findPairsCompiled(a, b, workspace)) walkPairs(a, b, workspace, findLeafPairs);
  const found = workspace.pairs.length > 0 ? copyPairs(workspace.pairs) : null;
  giveBack(a, workspace, options.stats);
  return found;
}
