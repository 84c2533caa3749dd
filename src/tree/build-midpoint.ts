import { type BuiltTree, buildTree } from './build.ts';

/** What is asked about each triangle, and room to sort. */
interface Parts {
  extents: Float64Array;
  sorted: Uint32Array;
  octants: Uint8Array;
}

/**
 * The tree of [Larsson2003]: each part is divided in up to eight at the middle of its extents along all three axes,
 * triangles going where their centroids are, until it has at most `leafSize` of them. Where the middle divides nothing
 * (one long triangle among many small ones), that of the centroids is tried, and then the list is halved: the paper does
 * not say. Deterministic. Cost: O(triangles * depth).
 */
export function buildMidpointTree(
  mesh: { positions: Float64Array; triangles: Uint32Array },
  leafSize: number,
): BuiltTree {
  const parts = createParts(mesh);
  return buildTree(mesh.triangles.length / 3, leafSize, (ids, from, to) => dividePart(parts, ids, from, to));
}

/** Where the numbers of a triangle are in `Parts.extents`: its low corner, its high corner, its centroid. */
const LOW = 0;
const HIGH = 3;
const CENTROID = 6;
const STRIDE = 9;

function createParts({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): Parts {
  const count = triangles.length / 3;
  const extents = new Float64Array(STRIDE * count);
  for (let t = 0; t < count; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const p = positions[3 * triangles[3 * t] + axis];
      const q = positions[3 * triangles[3 * t + 1] + axis];
      const r = positions[3 * triangles[3 * t + 2] + axis];
      extents[STRIDE * t + LOW + axis] = Math.min(p, q, r);
      extents[STRIDE * t + HIGH + axis] = Math.max(p, q, r);
      extents[STRIDE * t + CENTROID + axis] = (p + q + r) / 3;
    }
  }
  return { extents, sorted: new Uint32Array(count), octants: new Uint8Array(count) };
}

/** Sorts `ids[from..to)` into two parts or more, and returns where each but the first begins. */
function dividePart(parts: Parts, ids: Uint32Array, from: number, to: number): number[] {
  const byExtents = divideAt(parts, ids, from, to, findMiddle(parts, ids, from, to, LOW, HIGH));
  if (byExtents.length > 0) return byExtents;
  const byCentroids = divideAt(parts, ids, from, to, findMiddle(parts, ids, from, to, CENTROID, CENTROID));
  if (byCentroids.length > 0) return byCentroids;
  return [(from + to) >>> 1];
}

function findMiddle(
  { extents }: Parts,
  ids: Uint32Array,
  from: number,
  to: number,
  lowAt: number,
  highAt: number,
): number[] {
  return [0, 1, 2].map(axis => {
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < to; k++) {
      const o = STRIDE * ids[k] + axis;
      low = Math.min(low, extents[o + lowAt]);
      high = Math.max(high, extents[o + highAt]);
    }
    return 0.5 * (low + high);
  });
}

/** Sorts by octant about `middle`; within an octant the order stays. */
function divideAt(parts: Parts, ids: Uint32Array, from: number, to: number, middle: readonly number[]): number[] {
  const { sorted, octants, extents } = parts;
  const counts = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = from; k < to; k++) {
    const o = STRIDE * ids[k] + CENTROID;
    let octant = 0;
    for (let axis = 0; axis < 3; axis++) if (extents[o + axis] > middle[axis]) octant |= 1 << axis;
    octants[k] = octant;
    counts[octant]++;
  }
  let at = from;
  const next = counts.map(count => (at += count) - count);
  const starts = next.filter((start, octant) => start > from && counts[octant] > 0);
  for (let k = from; k < to; k++) sorted[next[octants[k]]++] = ids[k];
  for (let k = from; k < to; k++) ids[k] = sorted[k];
  return starts;
}
