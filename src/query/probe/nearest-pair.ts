import { type Collider, checkCollider } from '../../collider.ts';
import { giveBack, type Search, takeWorkspace, type Workspace } from '../../workspace.ts';
import { checkDistance, checkOptions, checkTarget } from '../check-input.ts';
import { SQUARED, triangleDistance } from '../elementary/triangle-distance.ts';
import { addPair, copyPairs } from '../pairs/pair-list.ts';
import { settleOrder } from '../pairs/pair-order.ts';
import type { LimitedOptions, QueryOptions } from '../query-options.ts';
import { type Budget, createBudget } from '../walk/budget.ts';
import { walkNearPairs } from '../walk/walk-near-pairs.ts';

/** Where two surfaces are nearest: the distance, a point of each, and the triangles they are on. */
export interface NearestPair {
  distance: number;
  pointA: Float64Array;
  pointB: Float64Array;
  triangleA: number;
  triangleB: number;
}

export interface NearestPairOptions extends QueryOptions {
  /** Farther apart nothing is looked for. Infinity by default. */
  maxDistance?: number;
  into?: NearestPair;
}

/** What `findNearestPair` knows within a limit: the distance is `atLeast` this, and at most that of `nearest`. */
export interface PartialNearestPair {
  /** The nearest pair found; null if none was within `maxDistance`. */
  nearest: NearestPair | null;
  atLeast: number;
  /** Whether nothing is nearer than `nearest`, or nothing is within `maxDistance`. */
  isComplete: boolean;
}

/**
 * Room for an answer of `findNearestPair`, to be used again and again.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function createNearestPair(): NearestPair {
  return {
    distance: Infinity,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    triangleA: -1,
    triangleB: -1,
  };
}

/**
 * How far apart two posed surfaces are, and where; null if they are farther apart than `maxDistance`. 0 exactly if they
 * touch (`touches`); then the points are a common one, up to rounding, and which pair is named is not said. Else the
 * least distance of any two triangles, and of several pairs at that distance the one with the lowest numbers. Surfaces
 * only: one inside the other is as far away as it is from its skin. Fills `into`, and then makes no objects.
 *
 * With a `limit` it ends when that is reached, and the answer is another: the nearest pair so far, and how far apart they are at least.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function findNearestPair(
  a: Collider,
  b: Collider,
  options: NearestPairOptions & LimitedOptions,
): PartialNearestPair;
export function findNearestPair(a: Collider, b: Collider, options?: NearestPairOptions): NearestPair | null;
export function findNearestPair(
  a: Collider,
  b: Collider,
  options: NearestPairOptions & Partial<LimitedOptions> = {},
): NearestPair | null | PartialNearestPair {
  checkOptions(options, 'findNearestPair');
  const { maxDistance = Infinity, into: target = createNearestPair() } = options;
  checkCollider(a, 'a', 'findNearestPair');
  checkCollider(b, 'b', 'findNearestPair');
  checkDistance(maxDistance, 'maxDistance', 'findNearestPair');
  checkTarget(target?.pointA, 'findNearestPair');
  checkTarget(target.pointB, 'findNearestPair');
  const workspace = takeWorkspace(a);
  const { search, best } = workspace;
  search.wantsAll = false;
  search.far = maxDistance;
  search.slotA = search.slotB = -1;
  const budget = options.limit === undefined ? null : createBudget(a, b, options.limit);
  walkNearPairs(a, b, workspace, visitNearLeaves, budget);
  const isFound = search.slotA >= 0;
  if (isFound) {
    target.distance = search.far;
    target.triangleA = a.shape.triangleOrder[search.slotA];
    target.triangleB = b.shape.triangleOrder[search.slotB];
    for (let axis = 0; axis < 3; axis++) {
      target.pointA[axis] = best[axis];
      target.pointB[axis] = best[3 + axis];
    }
  }
  giveBack(a, workspace, options.stats);
  const nearest = isFound ? target : null;
  return budget === null ? nearest : sayDistance(nearest, maxDistance, budget);
}

/** A pair of nodes that was left open counts only if it may hold something nearer. */
function sayDistance(nearest: NearestPair | null, maxDistance: number, { distances }: Budget): PartialNearestPair {
  const atMost = nearest === null ? maxDistance : nearest.distance;
  let atLeast = atMost;
  for (const distance of distances) atLeast = Math.min(atLeast, distance);
  const isComplete = nearest === null ? distances.length === 0 : atLeast === atMost;
  return { nearest, atLeast, isComplete };
}

/**
 * All pairs of triangles at most `maxDistance` apart, in their current poses: [triangle of a, triangle of b, ...],
 * numbered as in the meshes given to `createShape`, each pair once, in no particular (but always the same) order. With
 * distance 0, the pairs that touch, as `findPairs` finds them.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function findPairsWithin(
  a: Collider,
  b: Collider,
  maxDistance: number,
  options: QueryOptions = {},
): Uint32Array {
  checkCollider(a, 'a', 'findPairsWithin');
  checkCollider(b, 'b', 'findPairsWithin');
  checkDistance(maxDistance, 'the distance', 'findPairsWithin');
  checkOptions(options, 'findPairsWithin');
  const workspace = takeWorkspace(a);
  workspace.search.wantsAll = true;
  workspace.search.far = maxDistance;
  workspace.pairs.length = 0;
  walkNearPairs(a, b, workspace, visitNearLeaves);
  settleOrder(a, b, workspace.pairs);
  const found = copyPairs(workspace.pairs);
  giveBack(a, workspace, options.stats);
  return found;
}

function visitNearLeaves(a: Collider, leafA: number, b: Collider, leafB: number, workspace: Workspace): boolean {
  const { search, pairs, candidate, best, counts } = workspace;
  const { triangleBoxes: boxesA } = a;
  const { triangleBoxes: boxesB, leafBoxes } = b;
  const { slotStarts, slotEnds } = a.shape.tree;
  const firstB = b.shape.tree.slotStarts[leafB];
  const endB = b.shape.tree.slotEnds[leafB];
  const leafBox = 6 * ~b.shape.tree.links[leafB];
  for (let slotA = slotStarts[leafA]; slotA < slotEnds[leafA]; slotA++) {
    if (areBoxesFarther(boxesA, 6 * slotA, leafBoxes, leafBox, search)) continue;
    for (let slotB = firstB; slotB < endB; slotB++) {
      if (areBoxesFarther(boxesA, 6 * slotA, boxesB, 6 * slotB, search)) continue;
      counts.triangleTests++;
      measureSlots(a, slotA, b, slotB, candidate);
      const found = Math.sqrt(candidate[SQUARED]);
      if (found > search.far) continue;
      if (search.wantsAll) {
        addPair(pairs, a.shape.triangleOrder[slotA], b.shape.triangleOrder[slotB]);
        continue;
      }
      if (found === search.far && !isLower(a, slotA, b, slotB, search)) continue;
      search.far = found;
      search.slotA = slotA;
      search.slotB = slotB;
      best.set(candidate);
      if (found === 0) return true;
    }
  }
  return false;
}

/** Whether the pair comes before the one found so far. */
function isLower(a: Collider, slotA: number, b: Collider, slotB: number, search: Search): boolean {
  if (search.slotA < 0) return true;
  const orderA = a.shape.triangleOrder;
  if (slotA !== search.slotA) return orderA[slotA] < orderA[search.slotA];
  const orderB = b.shape.triangleOrder;
  return orderB[slotB] < orderB[search.slotB];
}

/** Measures two posed triangles, as `triangleDistance` does. */
function measureSlots(a: Collider, slotA: number, b: Collider, slotB: number, nearest: Float64Array): void {
  const { triangles: cornersA } = a.shape.mesh;
  const { triangles: cornersB } = b.shape.mesh;
  triangleDistance(
    a.vertices,
    3 * cornersA[3 * slotA],
    3 * cornersA[3 * slotA + 1],
    3 * cornersA[3 * slotA + 2],
    b.vertices,
    3 * cornersB[3 * slotB],
    3 * cornersB[3 * slotB + 1],
    3 * cornersB[3 * slotB + 2],
    nearest,
  );
}

/**
 * Whether two closed boxes (low corner, high corner) are farther apart than the search looks. Boxes of triangles and leaves are wider
 * than what they hold by more than measuring may lose, so their distance is never above the one computed for what they hold.
 */
function areBoxesFarther(a: Float64Array, i: number, b: Float64Array, j: number, { far }: Search): boolean {
  const x = gapBetween(a[i], a[i + 3], b[j], b[j + 3]);
  const y = gapBetween(a[i + 1], a[i + 4], b[j + 1], b[j + 4]);
  const z = gapBetween(a[i + 2], a[i + 5], b[j + 2], b[j + 5]);
  return Math.sqrt(x * x + y * y + z * z) * (1 - 1e-14) > far;
}

function gapBetween(lowA: number, highA: number, lowB: number, highB: number): number {
  if (lowB > highA) return lowB - highA;
  return lowA > highB ? lowA - highB : 0;
}
