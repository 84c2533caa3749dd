import type { Mesh } from '../../mesh/mesh.ts';
import { areNeighbours } from '../../mesh/neighbours.ts';
import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import type { Surface } from '../../shape.ts';
import type { Tree } from '../../tree/tree.ts';
import { type Adjacency, findAdjacent } from '../adjacency.ts';
import { isLeftOut, type LeftOut } from '../left-out.ts';
import type { MainJoints } from '../main-joints.ts';

/*
 * How far apart triangles without a common vertex are at rest, at least: what drift.ts compares drifts with.
 *
 * A gap is certain whatever led to it. Along any direction n the corners of one triangle end before those of the other
 * begin, at a distance no two of their points can be below: (least n . corner of the one - most n . corner of the
 * other) / |n|. Along the line between two nearest points that is the distance itself; `triangleDistance` gives such
 * points, but nothing depends on how well.
 *
 * Rounding. Corners are taken relative to one of them. The product of n with a vector of length R has 4 roundings and
 * is off by at most 4 u |n| R, the difference of two by 8 u |n| R, so a gap by 8 u R, with R at most twice the reach of
 * the mesh, plus a part in 1e-14. drift.ts covers both. Below |n| = 1e-100, where squares would underflow, the gap is
 * 0. Gaps of boxes are differences of coordinates: exact but for a part in 1e-15.
 */

export interface RestGaps {
  /** Of the pairs of leaves that `Adjacency` lists, if they follow one joint; 0: unknown. */
  ofAdjacent: Float64Array;
  /**
   * Of triangles below different children of each node, as far as their leaves follow one joint; for a leaf, of those
   * within.
   */
  across: Float64Array;
  /** Of all triangles below each node, likewise. */
  within: Float64Array;
  /** The box of each leaf at rest: low and high corner. */
  boxes: Float64Array;
}

/**
 * Pairs of leaves this much of the mean diagonal of a leaf apart are far enough: more is seldom asked for (0.5: 7 %
 * fewer pairs of leaves, twice the time).
 */
const FAR = 0.3;
/**
 * So many pairs of leaves are looked at for each leaf, at most: where more are near, as if all were in one place at
 * rest, the rest is unknown.
 */
const MOST_PAIRS = 48;

interface GapSearch {
  shape: Surface;
  adjacency: Adjacency;
  leftOut: LeftOut | null;
  mainJoints: MainJoints;
  gaps: RestGaps;
  /** Boxes of nodes at rest. */
  boxes: Float64Array;
  far: number;
  pairsLeft: number;
  /** Boxes of triangles at rest; their middles point from one to the other. */
  triangles: Float64Array;
  /** Room for pairs of triangles of two leaves, two slots each, what is known of their gaps, and for two points. */
  pairs: Uint32Array;
  gapsOfPairs: Float64Array;
  places: Float64Array;
}

/** Of a surface of which no gaps are known: all may touch. */
export function createUnknownGaps({ links, leafCount }: Tree, adjacency: Adjacency): RestGaps {
  return {
    ofAdjacent: new Float64Array(adjacency.leaves.length),
    across: new Float64Array(links.length),
    within: new Float64Array(links.length),
    boxes: new Float64Array(6 * leafCount),
  };
}

/** Gaps of all pairs without a common vertex, but for those that nobody asks about. Cost: 10 us a triangle. */
export function findRestGaps(
  shape: Surface,
  adjacency: Adjacency,
  mainJoints: MainJoints,
  leftOut: LeftOut | null = null,
): RestGaps {
  const { tree } = shape;
  const { links, ends, leafCount } = tree;
  const boxes = boxNodesAtRest(shape);
  const leafBoxes = new Float64Array(6 * leafCount);
  let lengths = 0;
  for (let node = 0; node < links.length; node++) {
    if (links[node] >= 0) continue;
    const box = boxes.subarray(6 * node, 6 * node + 6);
    leafBoxes.set(box, 6 * ~links[node]);
    lengths += Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  }
  const far = (FAR * lengths) / leafCount;
  const gaps = {
    ofAdjacent: new Float64Array(adjacency.leaves.length),
    across: new Float64Array(links.length).fill(far),
    within: new Float64Array(links.length),
    boxes: leafBoxes,
  };
  const search: GapSearch = {
    shape,
    adjacency,
    leftOut,
    mainJoints,
    gaps,
    boxes,
    far,
    pairsLeft: MOST_PAIRS * leafCount,
    triangles: boxTrianglesAtRest(shape.mesh),
    pairs: new Uint32Array(2 * tree.maxLeafSize ** 2),
    gapsOfPairs: new Float64Array(tree.maxLeafSize ** 2),
    places: new Float64Array(NEAREST_SIZE),
  };
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    if (first < 0) searchPair(search, node, node, node);
    for (let one = first; first >= 0 && one < ends[node]; one++) {
      for (let other = one + 1; other < ends[node]; other++) searchPair(search, one, other, node);
    }
    gaps.within[node] = gaps.across[node];
    for (let child = first; first >= 0 && child < ends[node]; child++) {
      if (gaps.within[child] < gaps.within[node]) gaps.within[node] = gaps.within[child];
    }
  }
  return gaps;
}

/** Lowers the gap of the node `above` to that of triangles below i and below j. */
function searchPair(search: GapSearch, i: number, j: number, above: number): void {
  const { shape, mainJoints, gaps, boxes, far, adjacency } = search;
  const { links, ends } = shape.tree;
  const joint = mainJoints.ofNodes[i];
  if (joint >= 0 && mainJoints.ofNodes[j] >= 0 && mainJoints.ofNodes[j] !== joint) return;
  if (i !== j && boxGap(boxes, 6 * i, boxes, 6 * j) >= far) return;
  if (search.pairsLeft <= 0) {
    gaps.across[above] = 0;
    return;
  }
  if (links[i] >= 0) {
    for (let child = links[i]; child < ends[i]; child++) searchPair(search, child, j, above);
  } else if (links[j] >= 0) {
    for (let child = links[j]; child < ends[j]; child++) searchPair(search, i, child, above);
  } else {
    search.pairsLeft--;
    const gap = gapOfLeaves(search, i, j);
    if (gap < gaps.across[above]) gaps.across[above] = gap;
    const [p, q] = [~links[i], ~links[j]];
    const adjacent = findAdjacent(adjacency, Math.min(p, q), Math.max(p, q));
    if (adjacent >= 0) gaps.ofAdjacent[adjacent] = gap;
  }
}

/** How far apart boxes are, low and high corners at p and q; at least, but for a part in 1e-15. */
export function boxGap(a: Float64Array, p: number, b: Float64Array, q: number): number {
  const x = gapOnAxis(a[p], a[p + 3], b[q], b[q + 3]);
  const y = gapOnAxis(a[p + 1], a[p + 4], b[q + 1], b[q + 4]);
  const z = gapOnAxis(a[p + 2], a[p + 5], b[q + 2], b[q + 5]);
  return Math.sqrt(x * x + y * y + z * z);
}

function gapOnAxis(lowA: number, highA: number, lowB: number, highB: number): number {
  return lowA > highB ? lowA - highB : lowB > highA ? lowB - highA : 0;
}

function boxNodesAtRest({ tree, mesh }: Surface): Float64Array {
  const { links, slotStarts, slotEnds } = tree;
  const { positions, triangles } = mesh;
  const boxes = createEmptyBoxes(links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    if (links[node] < 0) {
      for (let corner = 3 * slotStarts[node]; corner < 3 * slotEnds[node]; corner++) {
        takeIn(boxes, 6 * node, positions, 3 * triangles[corner], 3 * triangles[corner]);
      }
    } else {
      for (let o = 6 * links[node]; o < 6 * tree.ends[node]; o += 6) takeIn(boxes, 6 * node, boxes, o, o + 3);
    }
  }
  return boxes;
}

function boxTrianglesAtRest({ positions, triangles }: Mesh): Float64Array {
  const boxes = createEmptyBoxes(triangles.length / 3);
  for (let k = 0; k < triangles.length; k++) {
    takeIn(boxes, 6 * Math.floor(k / 3), positions, 3 * triangles[k], 3 * triangles[k]);
  }
  return boxes;
}

function createEmptyBoxes(count: number): Float64Array {
  const boxes = new Float64Array(6 * count).fill(Infinity);
  for (let o = 0; o < boxes.length; o += 6) boxes.fill(-Infinity, o + 3, o + 6);
  return boxes;
}

/** Makes the box at o hold the one from `low` to `high`. */
function takeIn(boxes: Float64Array, o: number, from: Float64Array, low: number, high: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[o + axis] = Math.min(boxes[o + axis], from[low + axis]);
    boxes[o + 3 + axis] = Math.max(boxes[o + 3 + axis], from[high + axis]);
  }
}

/** What is quickly known is good enough if it is this much of the nearest distance known. */
const GOOD_ENOUGH = 0.8;

/**
 * First what is quickly known of each pair, then the truth about the nearest, until what is known of the others is
 * about as much.
 */
function gapOfLeaves(search: GapSearch, i: number, j: number): number {
  const { far, gapsOfPairs, pairs } = search;
  const count = listNearPairs(search, i, j);
  let least = far;
  for (;;) {
    let next = 0;
    for (let k = 1; k < count; k++) if (gapsOfPairs[k] < gapsOfPairs[next]) next = k;
    if (count === 0) return far;
    if (!(gapsOfPairs[next] < GOOD_ENOUGH * least)) return Math.min(least, gapsOfPairs[next]);
    const gap = trueGap(search, pairs[2 * next], pairs[2 * next + 1]);
    least = Math.min(least, Math.max(gap, gapsOfPairs[next]));
    gapsOfPairs[next] = Infinity;
  }
}

/** Lists the pairs of two leaves that are not far apart for all that is quickly known; returns how many. */
function listNearPairs(search: GapSearch, i: number, j: number): number {
  const { slotStarts, slotEnds } = search.shape.tree;
  const { far, boxes, triangles, gapsOfPairs, pairs } = search;
  let count = 0;
  for (let one = slotStarts[i]; one < slotEnds[i]; one++) {
    if (i !== j && boxGap(triangles, 6 * one, boxes, 6 * j) >= far) continue;
    for (let other = i === j ? one + 1 : slotStarts[j]; other < slotEnds[j]; other++) {
      if (boxGap(triangles, 6 * one, triangles, 6 * other) >= far) continue;
      const gap = quickGap(search, one, other);
      if (gap >= far) continue;
      pairs[2 * count] = one;
      pairs[2 * count + 1] = other;
      gapsOfPairs[count++] = gap;
    }
  }
  return count;
}

/**
 * A lower bound of the distance of two triangles: by their boxes, and from the middle of one box to that of the other.
 * Infinity for neighbours and for what nobody asks about.
 */
function quickGap({ shape, triangles: boxes, leftOut }: GapSearch, one: number, other: number): number {
  if (areNeighbours(shape.mesh.triangles, one, other)) return Infinity;
  if (leftOut && isLeftOut(leftOut, one, other)) return Infinity;
  const p = 6 * one;
  const q = 6 * other;
  const x = boxes[q] + boxes[q + 3] - boxes[p] - boxes[p + 3];
  const y = boxes[q + 1] + boxes[q + 4] - boxes[p + 1] - boxes[p + 4];
  const z = boxes[q + 2] + boxes[q + 5] - boxes[p + 2] - boxes[p + 5];
  return Math.max(boxGap(boxes, p, boxes, q), gapAlong(shape.mesh, one, other, x, y, z));
}

/** A lower bound of the distance of two triangles, from the middle of one to that of the other. */
export function quickRestGap(mesh: Mesh, one: number, other: number): number {
  const x = sumOfCorners(mesh, other, 0) - sumOfCorners(mesh, one, 0);
  const y = sumOfCorners(mesh, other, 1) - sumOfCorners(mesh, one, 1);
  const z = sumOfCorners(mesh, other, 2) - sumOfCorners(mesh, one, 2);
  return gapAlong(mesh, one, other, x, y, z);
}

function sumOfCorners({ positions: x, triangles: t }: Mesh, slot: number, axis: number): number {
  return x[3 * t[3 * slot] + axis] + x[3 * t[3 * slot + 1] + axis] + x[3 * t[3 * slot + 2] + axis];
}

/** A lower bound of the distance that is the distance, but for rounding. */
function trueGap({ shape, places }: GapSearch, one: number, other: number): number {
  const { positions: x, triangles: t } = shape.mesh;
  const s = 3 * one;
  const o = 3 * other;
  triangleDistance(x, 3 * t[s], 3 * t[s + 1], 3 * t[s + 2], x, 3 * t[o], 3 * t[o + 1], 3 * t[o + 2], places);
  if (!(places[SQUARED] > 0)) return 0;
  return gapAlong(shape.mesh, one, other, places[3] - places[0], places[4] - places[1], places[5] - places[2]);
}

/** How far the second triangle begins beyond the end of the first along n, but for rounding; 0 if it does not. */
export function gapAlong(mesh: Mesh, one: number, other: number, nx: number, ny: number, nz: number): number {
  const { positions: x, triangles } = mesh;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 1e-100)) return 0;
  const a = 3 * triangles[3 * one];
  let end = 0;
  let begin = Infinity;
  for (let corner = 3 * one + 1; corner < 3 * one + 3; corner++) {
    const v = 3 * triangles[corner];
    const dx = x[v] - x[a];
    const dy = x[v + 1] - x[a + 1];
    const dz = x[v + 2] - x[a + 2];
    const along = nx * dx + ny * dy + nz * dz;
    if (along > end) end = along;
  }
  for (let corner = 3 * other; corner < 3 * other + 3; corner++) {
    const v = 3 * triangles[corner];
    const dx = x[v] - x[a];
    const dy = x[v + 1] - x[a + 1];
    const dz = x[v + 2] - x[a + 2];
    const along = nx * dx + ny * dy + nz * dz;
    if (along < begin) begin = along;
  }
  return begin > end ? (begin - end) / length : 0;
}
