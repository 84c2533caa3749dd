import type { TriangleBoxes } from './triangle-boxes.ts';

/** What a part costs, by its box in each pose, low corner then high corner; times its number of triangles. */
export type PartCost = (box: Float32Array | Float64Array) => number;

/** How triangles are divided, and what `splitByBins` writes to while it does so. */
export interface Splitter {
  boxes: TriangleBoxes;
  costOf: PartCost;
  /** Parts with more triangles than this are judged by a sample of at least half as many. */
  sampled: number;
  /** Into how many bins the centres are sorted along each axis. */
  binCount: number;
  /** For each axis and bin its box in each pose, and how many triangles it has. */
  bins: Float32Array | Float64Array;
  counts: Uint32Array;
  /** Cost of everything right of each bin boundary, and the running box of a sweep. */
  costs: Float64Array;
  sweep: Float32Array | Float64Array;
  /** By axis the least and the greatest sum of the two corners of a triangle's box at rest; then bins per unit of it. */
  centers: Float64Array;
  scales: Float64Array;
}

export function createSplitter(
  boxes: TriangleBoxes,
  costOf: PartCost,
  { bins, sampled }: { bins: number; sampled: number },
): Splitter {
  const Numbers = boxes.data instanceof Float32Array ? Float32Array : Float64Array;
  return {
    boxes,
    costOf,
    sampled,
    binCount: bins,
    bins: new Numbers(3 * bins * 6 * boxes.poses),
    counts: new Uint32Array(3 * bins),
    costs: new Float64Array(bins),
    sweep: new Numbers(6 * boxes.poses),
    centers: new Float64Array(6),
    scales: new Float64Array(3),
  };
}

/**
 * Divides `ids[from..to)` in two and returns where the second part begins; box k is that of triangle `ids[k]`, and stays so.
 * The division is the cheapest over three axes and the bins of rest-pose centres, where each part costs `costOf` its box
 * times its number of triangles. Falls back to halving where the centres coincide. Deterministic. Cost: about 15 ns per
 * triangle that is judged and pose.
 *
 * What is done for every triangle is a function of its own: V8 compiles a small function as soon as it has seen what it
 * does. A long loop it compiles in the midst of its first run, knowing nothing of what comes after it, and discards when
 * that is reached: a third of the time of a first build.
 */
export function splitByBins(splitter: Splitter, ids: Uint32Array, from: number, to: number): number {
  const { boxes, binCount, counts, costs, centers, scales } = splitter;
  const { data, poses } = boxes;
  const stride = 6 * poses;
  const step = to - from > splitter.sampled ? stride * Math.floor((2 * (to - from)) / splitter.sampled) : stride;
  clearBoxes(centers, 6);
  for (let o = from * stride; o < to * stride; o += stride) addCenter(centers, data, o);
  for (let axis = 0; axis < 3; axis++) {
    scales[axis] = centers[3 + axis] > centers[axis] ? binCount / (centers[3 + axis] - centers[axis]) : 0;
  }
  counts.fill(0);
  for (let o = from * stride; o < to * stride; o += step) addToBins(splitter, data, o);
  let bestCost = Infinity;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (scales[axis] === 0) continue;
    const bin = sweepAxis(splitter, axis);
    const cost = costs[bin];
    if (bin > 0 && cost < bestCost) {
      bestCost = cost;
      bestAxis = axis;
      bestBin = bin;
    }
  }
  if (bestAxis < 0) return (from + to) >>> 1;

  let left = from;
  let right = to - 1;
  while (left <= right) {
    if (findBin(splitter, data, left * stride, bestAxis) < bestBin) left++;
    else swapTriangles(data, stride, ids, left, right--);
  }
  return left;
}

function clearBoxes(boxes: Float32Array | Float64Array, length: number): void {
  for (let o = 0; o < length; o += 6) {
    boxes[o] = boxes[o + 1] = boxes[o + 2] = Infinity;
    boxes[o + 3] = boxes[o + 4] = boxes[o + 5] = -Infinity;
  }
}

function addCenter(centers: Float64Array, data: Float32Array | Float64Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const center = data[o + axis] + data[o + 3 + axis];
    if (center < centers[axis]) centers[axis] = center;
    if (center > centers[3 + axis]) centers[3 + axis] = center;
  }
}

/** The bin of the triangle whose box is at `o`. `| 0` rounds down, as nothing here is negative, and makes 0 of NaN. */
function findBin(
  { binCount, centers, scales }: Splitter,
  data: Float32Array | Float64Array,
  o: number,
  axis: number,
): number {
  const bin = ((data[o + axis] + data[o + 3 + axis] - centers[axis]) * scales[axis]) | 0;
  return bin < binCount ? bin : binCount - 1;
}

/** Counts one triangle in, whose box is at `o`: it grows the boxes of three bins. */
function addToBins(splitter: Splitter, data: Float32Array | Float64Array, o: number): void {
  const { bins, binCount, counts, boxes } = splitter;
  const stride = 6 * boxes.poses;
  for (let axis = 0; axis < 3; axis++) {
    if (splitter.scales[axis] === 0) continue;
    const bin = axis * binCount + findBin(splitter, data, o, axis);
    if (counts[bin]++ === 0) for (let k = 0; k < stride; k++) bins[bin * stride + k] = data[o + k];
    else for (let k = 0; k < stride; k += 6) growBox(bins, bin * stride + k, data, o + k);
  }
}

function growBox(box: Float32Array | Float64Array, b: number, by: Float32Array | Float64Array, o: number): void {
  if (by[o] < box[b]) box[b] = by[o];
  if (by[o + 1] < box[b + 1]) box[b + 1] = by[o + 1];
  if (by[o + 2] < box[b + 2]) box[b + 2] = by[o + 2];
  if (by[o + 3] > box[b + 3]) box[b + 3] = by[o + 3];
  if (by[o + 4] > box[b + 4]) box[b + 4] = by[o + 4];
  if (by[o + 5] > box[b + 5]) box[b + 5] = by[o + 5];
}

function swapTriangles(
  data: Float32Array | Float64Array,
  stride: number,
  ids: Uint32Array,
  i: number,
  j: number,
): void {
  const id = ids[i];
  ids[i] = ids[j];
  ids[j] = id;
  for (let k = 0, a = i * stride, b = j * stride; k < stride; k++, a++, b++) {
    const number = data[a];
    data[a] = data[b];
    data[b] = number;
  }
}

/**
 * The best boundary on an axis: bins below it go left. Its cost is left in `costs[bin]`; 0 means there is none. A bin with
 * no triangles changes nothing: the boundaries on both sides of it cost the same, and the first is taken.
 */
function sweepAxis(splitter: Splitter, axis: number): number {
  const { bins, binCount, counts, costs, sweep, costOf } = splitter;
  const first = axis * binCount;
  clearBoxes(sweep, sweep.length);
  let count = 0;
  let cost = Infinity;
  for (let bin = binCount - 1; bin > 0; bin--) {
    if (counts[first + bin] > 0) {
      addBin(sweep, bins, first + bin);
      count += counts[first + bin];
      cost = count * costOf(sweep);
    }
    costs[bin] = cost;
  }
  clearBoxes(sweep, sweep.length);
  count = 0;
  let best = 0;
  for (let bin = 1; bin < binCount; bin++) {
    if (counts[first + bin - 1] === 0) continue;
    addBin(sweep, bins, first + bin - 1);
    count += counts[first + bin - 1];
    costs[bin] += count * costOf(sweep);
    if (costs[bin] < Infinity && (best === 0 || costs[bin] < costs[best])) best = bin;
  }
  return best;
}

function addBin(sweep: Float32Array | Float64Array, bins: Float32Array | Float64Array, bin: number): void {
  for (let k = 0, b = bin * sweep.length; k < sweep.length; k += 6, b += 6) {
    growBox(sweep, k, bins, b);
  }
}

/**
 * The surface-area heuristic ([MacDonaldBooth1990]), with areas summed over all poses: the sum keeps together what stays
 * together when the model moves.
 */
export function summedArea(box: Float32Array | Float64Array): number {
  let area = 0;
  for (let k = 0; k < box.length; k += 6) {
    const x = box[k + 3] - box[k];
    const y = box[k + 4] - box[k + 1];
    const z = box[k + 5] - box[k + 2];
    area += x * y + y * z + z * x;
  }
  return area;
}

/** The same for spheres: the surface of the sphere around each box, up to a factor. Flat and long parts cost more than by their own area. */
export function summedSphereArea(box: Float32Array | Float64Array): number {
  let area = 0;
  for (let k = 0; k < box.length; k += 6) {
    const x = box[k + 3] - box[k];
    const y = box[k + 4] - box[k + 1];
    const z = box[k + 5] - box[k + 2];
    area += x * x + y * y + z * z;
  }
  return area;
}
