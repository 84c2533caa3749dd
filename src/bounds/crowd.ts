import { createSphereGrid, findSpherePairs, type SphereGrid } from './sphere-grid.ts';

/** Boxes of many bodies, and what is needed to find which of them are near each other. */
export interface Crowd {
  /** Low corner and high corner of each. */
  boxes: Float64Array;
  /** Centre and radius of each. */
  spheres: Float64Array;
  /** Nobody is exempt: zeros. */
  exempt: Uint8Array;
  grid: SphereGrid;
}

/** Room for `count` bodies; what there is, if that is enough. */
export function reserveCrowd(crowd: Crowd | null, count: number): Crowd {
  if (crowd !== null && crowd.exempt.length >= count) return crowd;
  const room = Math.ceil(1.5 * count);
  return {
    boxes: new Float64Array(6 * room),
    spheres: new Float64Array(4 * room),
    exempt: new Uint8Array(room),
    grid: crowd?.grid ?? createSphereGrid(),
  };
}

/**
 * All pairs of the first `count` boxes that are at most `maxDistance` apart: the lower number of a pair first, pairs in ascending
 * order. Cost: O(count + pairs), as long as boxes do not crowd one cell of the grid, and sorting the pairs.
 */
export function findCrowdPairs(crowd: Crowd, count: number, maxDistance: number): Uint32Array {
  const { boxes, spheres, grid, exempt } = crowd;
  for (let k = 0; k < count; k++) writeSphere(boxes, k, maxDistance, spheres);
  findSpherePairs(grid, count, spheres, exempt);
  const { pairs, pairCount } = grid;
  const keys = new Float64Array(pairCount);
  let kept = 0;
  for (let k = 0; k < pairCount; k++) {
    const a = Math.min(pairs[2 * k], pairs[2 * k + 1]);
    const b = Math.max(pairs[2 * k], pairs[2 * k + 1]);
    if (areNear(boxes, 6 * a, 6 * b, maxDistance)) keys[kept++] = a * count + b; // below 2^44: exact
  }
  const sorted = keys.subarray(0, kept).sort();
  const found = new Uint32Array(2 * kept);
  for (let k = 0; k < kept; k++) {
    found[2 * k] = Math.floor(sorted[k] / count);
    found[2 * k + 1] = sorted[k] % count;
  }
  return found;
}

/**
 * The sphere about box `k`, wider by half of the distance: two boxes as near as that have points p and q, within the radii of
 * their centres and at most the distance apart, so the centres are at most the sum of the wider radii apart. A little wider still,
 * for what rounding takes from the comparison.
 */
function writeSphere(boxes: Float64Array, k: number, maxDistance: number, spheres: Float64Array): void {
  const o = 4 * k;
  let squared = 0;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[6 * k + axis];
    const high = boxes[6 * k + 3 + axis];
    const half = 0.5 * (high - low);
    spheres[o + axis] = 0.5 * (low + high);
    squared += half * half;
    size += Math.abs(low) + Math.abs(high);
  }
  spheres[o + 3] = (Math.sqrt(squared) + 0.5 * maxDistance + size * 2 ** -40) * (1 + 2 ** -40);
}

/** Whether two boxes are at most so far apart; in doubt they are. */
function areNear(boxes: Float64Array, i: number, j: number, maxDistance: number): boolean {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(boxes[i + axis] - boxes[j + 3 + axis], boxes[j + axis] - boxes[i + 3 + axis]);
    if (gap > 0) squared += gap * gap;
  }
  return !(Math.sqrt(squared) * (1 - 1e-14) > maxDistance);
}
