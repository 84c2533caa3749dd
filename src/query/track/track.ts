import { findPairAgain, findPairsCompiled } from '../../compiled/find-pairs.ts';
import { giveBack, takeWorkspace } from '../../workspace.ts';
import { checkOptions } from '../check-input.ts';
import { findLeafPairs } from '../pairs/leaf-pairs.ts';
import { copyPairs } from '../pairs/pair-list.ts';
import type { QueryOptions } from '../query-options.ts';
import { walkPairs } from '../walk/walk-pairs.ts';
import { checkTracker, refreshNode, type Tracker, walkFront } from './tracker.ts';

/**
 * The same pairs as `findPairs(tracker.a, tracker.b)`, in another order, found from where the last query of the tracker ended; or, where
 * the compiled query knows the shapes, by that: it is faster than following a front (docs/decisions/0031).
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#tracking}
 */
export function trackPairs(tracker: Tracker, options: QueryOptions = {}): Uint32Array {
  checkTracker(tracker, 'trackPairs');
  checkOptions(options, 'trackPairs');
  const workspace = takeWorkspace(tracker.a);
  workspace.search.wantsAll = true;
  workspace.search.leafA = workspace.search.leafB = -1;
  workspace.pairs.length = 0;
  if (options.compiled === false || !findPairsCompiled(tracker.a, tracker.b, workspace)) {
    walkFront(tracker, workspace, findLeafPairs);
  }
  const found = copyPairs(workspace.pairs);
  giveBack(tracker.a, workspace, options.stats);
  return found;
}

/**
 * The same answer as `touches(tracker.a, tracker.b)`. Looks first where the two touched last; then, if they did, everywhere,
 * deepest overlap first; else where the last query ended.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#tracking}
 */
export function trackTouch(tracker: Tracker, options: QueryOptions = {}): boolean {
  checkTracker(tracker, 'trackTouch');
  checkOptions(options, 'trackTouch');
  const { a, b, hitA, hitB, mustRestart } = tracker;
  const workspace = takeWorkspace(a);
  const { search, counts, pairs } = workspace;
  search.wantsAll = false;
  pairs.length = 0;
  if (options.compiled !== false && findPairAgain(a, b, tracker.compiledHit, workspace)) {
    giveBack(a, workspace, options.stats);
    return pairs.length > 0;
  }
  search.leafA = search.leafB = -1;
  if (hitA >= 0) {
    tracker.hitA = tracker.hitB = -1;
    tracker.mustRestart = true;
    const verticesBefore = a.verticesDeformed + b.verticesDeformed;
    counts.refits += refreshNode(a, tracker.nodesA, hitA) + refreshNode(b, tracker.nodesB, hitB);
    counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
    if (findLeafPairs(a, hitA, b, hitB, workspace)) tracker.mustRestart = mustRestart;
    else walkPairs(a, b, workspace, findLeafPairs);
  } else walkFront(tracker, workspace, findLeafPairs);
  tracker.hitA = search.leafA;
  tracker.hitB = search.leafB;
  giveBack(a, workspace, options.stats);
  return tracker.hitA >= 0;
}
