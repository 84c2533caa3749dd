import { findCrowdPairs, reserveCrowd } from '../../bounds/crowd.ts';
import { MAX_SPHERES } from '../../bounds/sphere-grid.ts';
import { type Collider, checkCollider, refitRoot } from '../../collider.ts';
import { sayValue } from '../../math/say-value.ts';
import { giveBack, takeWorkspace } from '../../workspace.ts';
import { boxNode } from '../bounds/outermost.ts';
import { checkDistance, checkOptions } from '../check-input.ts';
import type { QueryOptions } from '../query-options.ts';

export interface ClosePairsOptions extends QueryOptions {
  /** How far apart the bounds of two may be. 0 by default: they touch. */
  maxDistance?: number;
}

/**
 * Which of many colliders may touch, in their current poses: [place in the list, place in the list, ...], the lower of a pair first,
 * pairs in ascending order. None is left out that `touches` another (or, with `maxDistance`, that is as near to it); some that are
 * only close are listed too, for it is their bounds (`boundsOf`) that are compared. To be asked each frame, before asking pairs.
 *
 * Cost: that of `boundsOf` for each collider in a new pose, then some 0.3 us for each, as long as they do not all stand in one place.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#crowd}
 */
export function findClosePairs(colliders: readonly Collider[], options: ClosePairsOptions = {}): Uint32Array {
  checkColliders(colliders);
  checkOptions(options, 'findClosePairs');
  const { maxDistance = 0, stats } = options;
  checkDistance(maxDistance, 'maxDistance', 'findClosePairs');
  if (colliders.length < 2) return new Uint32Array(0);
  const workspace = takeWorkspace(colliders[0]);
  const crowd = reserveCrowd(workspace.crowd, colliders.length);
  workspace.crowd = crowd;
  for (let k = 0; k < colliders.length; k++) {
    workspace.counts.refits += refitRoot(colliders[k]);
    boxNode(colliders[k], 0, crowd.boxes, 6 * k);
  }
  const found = findCrowdPairs(crowd, colliders.length, maxDistance);
  workspace.counts.volumeTests += crowd.grid.pairCount;
  giveBack(colliders[0], workspace, stats);
  return found;
}

function checkColliders(colliders: readonly Collider[]): void {
  if (!Array.isArray(colliders)) {
    throw new Error(`findClosePairs: colliders is ${sayValue(colliders)}; give a list of colliders.`);
  }
  if (colliders.length > MAX_SPHERES) {
    throw new Error(`findClosePairs: there are ${colliders.length} colliders; give at most ${MAX_SPHERES}.`);
  }
  for (let k = 0; k < colliders.length; k++) checkCollider(colliders[k], `collider ${k}`, 'findClosePairs');
}
