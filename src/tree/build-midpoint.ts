import type { BuiltTree } from './build.ts';

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
  const { order } = parts;
  const links = [0];
  const ends = [0];
  const slotStarts = [0];
  const slotEnds = [order.length];
  const levels = [0];
  const open = [0]; // nodes still to be divided, the next one last
  let leafCount = 0;
  let depth = 0;
  let maxArity = 0;
  let maxLeafSize = 0;
  while (open.length > 0) {
    const node = open.pop()!;
    const from = slotStarts[node];
    const to = slotEnds[node];
    if (to - from <= leafSize) {
      links[node] = ~leafCount++;
      maxLeafSize = Math.max(maxLeafSize, to - from);
      continue;
    }
    const sizes = dividePart(parts, from, to);
    links[node] = links.length;
    ends[node] = links.length + sizes.length;
    maxArity = Math.max(maxArity, sizes.length);
    depth = Math.max(depth, levels[node] + 1);
    let start = from;
    for (const size of sizes) {
      links.push(0);
      ends.push(0);
      levels.push(levels[node] + 1);
      slotStarts.push(start);
      start += size;
      slotEnds.push(start);
    }
    for (let child = ends[node] - 1; child >= links[node]; child--) open.push(child);
  }
  return {
    order,
    tree: {
      links: Int32Array.from(links),
      ends: Uint32Array.from(ends),
      slotStarts: Uint32Array.from(slotStarts),
      slotEnds: Uint32Array.from(slotEnds),
      leafCount,
      depth,
      maxArity,
      maxLeafSize,
    },
  };
}

/** The triangles as they are sorted into parts, what is asked about each, and room to sort. */
interface Parts {
  order: Uint32Array;
  sorted: Uint32Array;
  octants: Uint8Array;
  /** 9 numbers for each triangle: its low corner, its high corner, its centroid. */
  extents: Float64Array;
}

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
  return {
    order: Uint32Array.from({ length: count }, (_, t) => t),
    sorted: new Uint32Array(count),
    octants: new Uint8Array(count),
    extents,
  };
}

/** Sorts the slots `from..to)` into two parts or more, and returns how many triangles each has. */
function dividePart(parts: Parts, from: number, to: number): number[] {
  const byExtents = divideAt(parts, from, to, findMiddle(parts, from, to, LOW, HIGH));
  if (byExtents.length > 1) return byExtents;
  const byCentroids = divideAt(parts, from, to, findMiddle(parts, from, to, CENTROID, CENTROID));
  if (byCentroids.length > 1) return byCentroids;
  const half = (to - from) >>> 1;
  return [half, to - from - half];
}

function findMiddle({ order, extents }: Parts, from: number, to: number, lowAt: number, highAt: number): number[] {
  return [0, 1, 2].map(axis => {
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < to; k++) {
      const o = STRIDE * order[k] + axis;
      low = Math.min(low, extents[o + lowAt]);
      high = Math.max(high, extents[o + highAt]);
    }
    return 0.5 * (low + high);
  });
}

/** Sorts by octant about `middle`; within an octant the order stays. */
function divideAt(parts: Parts, from: number, to: number, middle: readonly number[]): number[] {
  const { order, sorted, octants, extents } = parts;
  const counts = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = from; k < to; k++) {
    const o = STRIDE * order[k] + CENTROID;
    let octant = 0;
    for (let axis = 0; axis < 3; axis++) if (extents[o + axis] > middle[axis]) octant |= 1 << axis;
    octants[k] = octant;
    counts[octant]++;
  }
  let at = from;
  const next = counts.map(count => (at += count) - count);
  for (let k = from; k < to; k++) sorted[next[octants[k]]++] = order[k];
  for (let k = from; k < to; k++) order[k] = sorted[k];
  return counts.filter(count => count > 0);
}
