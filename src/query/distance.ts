import type { Collider } from '../collider.ts';
import { checkDistance } from './check-input.ts';
import { NEAREST_SIZE, triangleDistance } from './elementary/triangle-distance.ts';
import { addPair, createPairList, type PairList } from './pair-list.ts';
import { createStats, type Stats } from './stats.ts';
import { walkNearPairs } from './walk-near-pairs.ts';

/** Where two surfaces are nearest: the distance, a point of each, and the triangles they are on. */
export interface Distance {
  distance: number;
  pointA: Float64Array;
  pointB: Float64Array;
  triangleA: number;
  triangleB: number;
}

/**
 * Room for an answer of `distance`, to be used again and again.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#nearness}
 */
export function createDistance(): Distance {
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
 * only: one inside the other is as far away as it is from its skin. Fills `target`, and then makes no objects.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#rays}
 */
export function distance(
  a: Collider,
  b: Collider,
  maxDistance = Infinity,
  target: Distance = createDistance(),
  stats: Stats = uncounted,
): Distance | null {
  checkDistance(maxDistance, 'maxDistance', 'distance');
  search.distance = maxDistance;
  search.slotA = search.slotB = -1;
  walkNearPairs(a, b, maxDistance, visitNearLeaves, stats);
  if (search.slotA < 0) return null;
  target.distance = search.distance;
  target.triangleA = a.shape.triangleOrder[search.slotA];
  target.triangleB = b.shape.triangleOrder[search.slotB];
  for (let axis = 0; axis < 3; axis++) {
    target.pointA[axis] = search.points[axis];
    target.pointB[axis] = search.points[3 + axis];
  }
  return target;
}

/**
 * All pairs of triangles at most `maxDistance` apart, in their current poses: [triangle of a, triangle of b, ...],
 * numbered as in the meshes given to `createShape`, each pair once, in no particular (but always the same) order. With
 * distance 0, the pairs that touch, as `findPairs` finds them.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#nearness}
 */
export function within(a: Collider, b: Collider, maxDistance: number, stats: Stats = uncounted): Uint32Array {
  checkDistance(maxDistance, 'the distance', 'within');
  const pairs = createPairList();
  search.distance = maxDistance;
  search.pairs = pairs;
  walkNearPairs(a, b, maxDistance, visitNearLeaves, stats);
  search.pairs = null;
  return pairs.data.slice(0, pairs.length);
}

/**
 * What is being looked for, and found so far: the nearest pair, or all `pairs` within the distance. One for all
 * queries, of which there is one at a time.
 */
const search = {
  distance: 0,
  pairs: null as PairList | null,
  slotA: -1,
  slotB: -1,
  points: new Float64Array(NEAREST_SIZE),
};
const nearest = new Float64Array(NEAREST_SIZE);
const uncounted = createStats();

function visitNearLeaves(a: Collider, leafA: number, b: Collider, leafB: number, stats: Stats): number {
  const { triangleBoxes: boxesA } = a;
  const { triangleBoxes: boxesB, leafBoxes } = b;
  const { slotStarts, slotEnds } = a.shape.tree;
  const firstB = b.shape.tree.slotStarts[leafB];
  const endB = b.shape.tree.slotEnds[leafB];
  const leafBox = 6 * ~b.shape.tree.links[leafB];
  for (let slotA = slotStarts[leafA]; slotA < slotEnds[leafA]; slotA++) {
    if (boxDistance(boxesA, 6 * slotA, leafBoxes, leafBox) > search.distance) continue;
    for (let slotB = firstB; slotB < endB; slotB++) {
      if (boxDistance(boxesA, 6 * slotA, boxesB, 6 * slotB) > search.distance) continue;
      stats.triangleTests++;
      const found = slotDistance(a, slotA, b, slotB);
      if (found > search.distance) continue;
      if (search.pairs) {
        addPair(search.pairs, a.shape.triangleOrder[slotA], b.shape.triangleOrder[slotB]);
        continue;
      }
      if (found === search.distance && !isLower(a, slotA, b, slotB)) continue;
      search.distance = found;
      search.slotA = slotA;
      search.slotB = slotB;
      search.points.set(nearest);
      if (found === 0) return -Infinity;
    }
  }
  return search.distance;
}

/** Whether the pair comes before the one found so far. */
function isLower(a: Collider, slotA: number, b: Collider, slotB: number): boolean {
  if (search.slotA < 0) return true;
  const orderA = a.shape.triangleOrder;
  if (slotA !== search.slotA) return orderA[slotA] < orderA[search.slotA];
  const orderB = b.shape.triangleOrder;
  return orderB[slotB] < orderB[search.slotB];
}

/** The distance of two posed triangles; two nearest points are written to `nearest`. */
function slotDistance(a: Collider, slotA: number, b: Collider, slotB: number): number {
  const { triangles: cornersA } = a.shape.mesh;
  const { triangles: cornersB } = b.shape.mesh;
  const squared = triangleDistance(
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
  return Math.sqrt(squared);
}

/**
 * The distance of two closed boxes (low corner, high corner); 0 if they touch. Boxes of triangles and leaves are wider
 * than what they hold by more than measuring may lose, so this is never above the distance computed for what they hold.
 */
function boxDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = gapBetween(a[i], a[i + 3], b[j], b[j + 3]);
  const y = gapBetween(a[i + 1], a[i + 4], b[j + 1], b[j + 4]);
  const z = gapBetween(a[i + 2], a[i + 5], b[j + 2], b[j + 5]);
  return Math.sqrt(x * x + y * y + z * z) * (1 - 1e-14);
}

function gapBetween(lowA: number, highA: number, lowB: number, highB: number): number {
  if (lowB > highA) return lowB - highA;
  return lowA > highB ? lowA - highB : 0;
}
