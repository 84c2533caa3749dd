import type { Collider } from '../../collider.ts';
import type { Workspace } from '../../workspace.ts';
import { boxNode } from '../bounds/outermost.ts';
import { type Budget, createBudget, type QueryLimit } from '../walk/budget.ts';
import { walkNearPairs } from '../walk/walk-near-pairs.ts';
import { findLeafPairs } from './leaf-pairs.ts';
import { copyPairs } from './pair-list.ts';
import { settleOrder } from './pair-order.ts';

/** What a query within a limit knows: pairs that touch for certain, and where there may be others. */
export interface PartialPairs {
  /** [triangle of a, triangle of b, ...], each of which touches. */
  pairs: Uint32Array;
  /** Whether these are all. */
  isComplete: boolean;
  /**
   * Boxes of the world (low corner, high corner: six numbers each). Whatever two triangles that touch and are not among `pairs` have in
   * common lies in one of them; where they are small enough, they may be taken for contacts.
   */
  open: Float64Array;
}

/**
 * Pairs that touch: as many as are found within the limit or, unless `search.wantsAll`, the first. The deepest overlap of
 * volumes is looked into first. Nodes that may overlap and were not looked into are told as boxes: a common point of two
 * triangles lies in the volumes of both nodes, so in the common part of their boxes. Ending early is what [James2004] propose
 * in section 5 for time-critical contact; that nothing is passed over unsaid is ours.
 */
export function findPairsWithinLimit(a: Collider, b: Collider, limit: QueryLimit, workspace: Workspace): PartialPairs {
  const budget = createBudget(a, b, limit);
  workspace.search.far = 0;
  walkNearPairs(a, b, workspace, visitLeaves, budget);
  settleOrder(a, b, workspace.pairs);
  const pairs = copyPairs(workspace.pairs);
  const isEnough = !workspace.search.wantsAll && pairs.length > 0;
  const open = isEnough ? new Float64Array(0) : listOpenBoxes(a, b, budget);
  return { pairs, isComplete: open.length === 0, open };
}

function visitLeaves(a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace): boolean {
  workspace.counts.leafPairs--; // both the walk and the leaves count it
  return findLeafPairs(a, leafA, b, leafB, workspace);
}

function listOpenBoxes(a: Collider, b: Collider, { open }: Budget): Float64Array {
  const boxes = new Float64Array(3 * open.length);
  const box = new Float64Array(12);
  let end = 0;
  for (let k = 0; k < open.length; k += 2) {
    boxNode(a, open[k], box, 0);
    boxNode(b, open[k + 1], box, 6);
    let isApart = false;
    for (let axis = 0; axis < 3; axis++) {
      const low = Math.max(box[axis], box[6 + axis]);
      const high = Math.min(box[3 + axis], box[9 + axis]);
      isApart ||= low > high;
      boxes[end + axis] = low;
      boxes[end + 3 + axis] = high;
    }
    if (!isApart) end += 6;
  }
  return boxes.slice(0, end);
}
