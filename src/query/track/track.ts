import { giveBack, takeWorkspace } from '../../workspace.ts';
import { checkOptions } from '../check-input.ts';
import { findLeafPairs } from '../pairs/leaf-pairs.ts';
import { copyPairs } from '../pairs/pair-list.ts';
import type { QueryOptions } from '../query-options.ts';
import { walkPairs } from '../walk/walk-pairs.ts';
import { checkFront, refreshNode, type Tracker, walkFront } from './tracker.ts';

/**
 * The same pairs as `findPairs(front.a, front.b)`, in another order, found from where the last query of `front` ended.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#tracking}
 */
export function trackPairs(front: Tracker, options: QueryOptions = {}): Uint32Array {
  checkFront(front, 'trackPairs');
  checkOptions(options, 'trackPairs');
  const workspace = takeWorkspace(front.a);
  workspace.search.wantsAll = true;
  workspace.pairs.length = 0;
  walkFront(front, workspace, findLeafPairs);
  const found = copyPairs(workspace.pairs);
  giveBack(front.a, workspace, options.stats);
  return found;
}

/**
 * The same answer as `touches(front.a, front.b)`. Looks first where the two touched last; then, if they did, everywhere,
 * deepest overlap first; else where the last query ended.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#tracking}
 */
export function trackTouch(front: Tracker, options: QueryOptions = {}): boolean {
  checkFront(front, 'trackTouch');
  checkOptions(options, 'trackTouch');
  const { a, b, hitA, hitB, mustRestart } = front;
  const workspace = takeWorkspace(a);
  const { search, counts, pairs } = workspace;
  search.wantsAll = false;
  search.leafA = search.leafB = -1;
  pairs.length = 0;
  if (hitA >= 0) {
    front.hitA = front.hitB = -1;
    front.mustRestart = true;
    const verticesBefore = a.verticesDeformed + b.verticesDeformed;
    counts.refits += refreshNode(a, front.nodesA, hitA) + refreshNode(b, front.nodesB, hitB);
    counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
    if (findLeafPairs(a, hitA, b, hitB, workspace)) front.mustRestart = mustRestart;
    else walkPairs(a, b, workspace, findLeafPairs);
  } else walkFront(front, workspace, findLeafPairs);
  front.hitA = search.leafA;
  front.hitB = search.leafB;
  giveBack(a, workspace, options.stats);
  return front.hitA >= 0;
}
