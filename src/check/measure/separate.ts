import { areNeighbours } from '../../mesh/neighbours.ts';
import { trianglesTouch } from '../../query/elementary/triangle-triangle.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { isKnownAtRest } from '../plan/rest-contacts.ts';
import { loadCorners, type Snapshot } from './snapshot.ts';
import { createTouchSpan, findTouchSpan, type TouchSpan } from './touch-span.ts';

/** Two regions in each other: what is looked at to part them. */
export interface Entangled {
  plan: CheckPlan;
  bodyA: number;
  bodyB: number;
  /** Numbered over all bodies. */
  regionA: number;
  regionB: number;
  a: Snapshot;
  b: Snapshot;
}

/** Directions along which a plane parts both this many times later than the best way found are not followed. */
const PROMISING = 3;
/** How often directions around the best are tried, each time half as far from it. */
const ROUNDS = 1;
/** What is added to a way so that rounding does not leave surfaces touching: as a share of the way and of the largest extent. */
const MARGINS = [1e-9, 1e-6, 1e-3];

/**
 * A translation of the first region after which no triangle of it touches one of the second (but those that do at rest): checked by the
 * exact test. Short, but not always the shortest: the shortest of some directions, each followed to the first free place. Null if
 * none was found. Cost: some ms for regions of 500 triangles, as much as a few poses.
 */
export function findSeparation(entangled: Entangled): [number, number, number] | null {
  const search = createSearch(entangled);
  const directions = DIRECTIONS.map(([x, y, z]) => ({ x, y, z, length: measurePlaneWay(search, x, y, z) }));
  // The way to where a plane parts both is never too short, so nothing longer is looked at.
  for (const { x, y, z, length } of directions.sort((p, q) => p.length - q.length)) {
    if (search.length === Infinity) takeWay(search, x, y, z, length);
    if (length > PROMISING * search.length) break;
    tryDirection(search, x, y, z);
  }
  for (let round = 0, step = 0.4; round < ROUNDS && search.best; round++, step /= 2) {
    const [x, y, z] = search.best.map(part => part / search.length);
    for (const [u, v, w] of DIRECTIONS.slice(0, 6)) tryDirection(search, x + step * u, y + step * v, z + step * w);
  }
  return search.best;
}

/** Along the axes first, then between two and three of them. */
const DIRECTIONS = Array.from({ length: 27 }, (_, k) => [
  (k % 3) - 1,
  (Math.floor(k / 3) % 3) - 1,
  Math.floor(k / 9) - 1,
])
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0)
  .sort((p, q) => Math.hypot(...p) - Math.hypot(...q));

interface Search {
  entangled: Entangled;
  slotsA: number[];
  slotsB: number[];
  /** The box of the second region, low and high corner, and the largest extent of both bodies. */
  box: Float32Array;
  extent: number;
  /** Beginnings and ends of what is in the way. */
  spans: [from: number, to: number][];
  span: TouchSpan;
  stack: number[];
  best: [number, number, number] | null;
  length: number;
}

function createSearch(entangled: Entangled): Search {
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = entangled;
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (const { boxes } of [a, b]) extent = Math.max(extent, boxes[3 + axis] - boxes[axis]);
  }
  const slotsB = listSlots(b, regionB - plan.firstRegions[bodyB]);
  return {
    entangled,
    slotsA: listSlots(a, regionA - plan.firstRegions[bodyA]),
    slotsB,
    box: boxSlots(b, slotsB),
    extent,
    spans: [],
    span: createTouchSpan(),
    stack: [],
    best: null,
    length: Infinity,
  };
}

function listSlots({ shape }: Snapshot, region: number): number[] {
  const slots: number[] = [];
  shape.regions.regionOfTriangle.forEach((r, slot) => {
    if (r === region) slots.push(slot);
  });
  return slots;
}

/** The box around some triangles, rounded outward as boxes of nodes are: a leaf that holds one of them is not beside less than this. */
function boxSlots({ shape, boxes }: Snapshot, slots: readonly number[]): Float32Array {
  const { links, slotStarts, slotEnds } = shape.tree;
  const isIn = new Uint8Array(shape.order.length);
  for (const slot of slots) isIn[slot] = 1;
  const box = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let node = 0; node < links.length; node++) {
    if (links[node] >= 0 || !isIn.subarray(slotStarts[node], slotEnds[node]).includes(1)) continue;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], boxes[6 * node + axis]);
      box[3 + axis] = Math.max(box[3 + axis], boxes[6 * node + 3 + axis]);
    }
  }
  return box;
}

/** How far the first region must go for all of it to be beyond all of the second. */
function measurePlaneWay({ entangled, slotsA, slotsB }: Search, x: number, y: number, z: number): number {
  const size = Math.hypot(x, y, z);
  const farthest = ({ shape, positions: p }: Snapshot, slots: readonly number[], sign: number): number => {
    let most = -Infinity;
    for (const slot of slots) {
      for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
        const o = 3 * shape.mesh.triangles[corner];
        const height = sign * (x * p[o] + y * p[o + 1] + z * p[o + 2]);
        if (height > most) most = height;
      }
    }
    return most / size;
  };
  return Math.max(0, farthest(entangled.b, slotsB, 1) + farthest(entangled.a, slotsA, -1));
}

/** Takes a direction if it leads out sooner than the best so far. */
function tryDirection(search: Search, x: number, y: number, z: number): void {
  const size = Math.hypot(x, y, z);
  if (size > 0) takeWay(search, x, y, z, findFirstFree(search, x / size, y / size, z / size));
}

/** Takes a way if it is shorter than the best so far and leads out, with the least margin that is enough. */
function takeWay(search: Search, x: number, y: number, z: number, way: number): void {
  const size = Math.hypot(x, y, z);
  for (const margin of MARGINS) {
    const length = way + margin * (way + search.extent);
    if (!(length < search.length)) return;
    const by: [number, number, number] = [(x / size) * length, (y / size) * length, (z / size) * length];
    if (walkPairs(search, by, true)) continue;
    search.best = by;
    search.length = length;
    return;
  }
}

/** How far the first region goes along a direction until none of it touches the second: the end of what is in the way without a gap. */
function findFirstFree(search: Search, dx: number, dy: number, dz: number): number {
  const most = Math.min(search.length, 4 * search.extent);
  search.spans.length = 0;
  walkPairs(search, [dx * most, dy * most, dz * most], false);
  let way = 0;
  for (const [from, to] of search.spans.sort((p, q) => p[0] - q[0])) {
    if (from > way) break;
    way = Math.max(way, to);
  }
  return way;
}

/**
 * Meets the pairs of triangles whose boxes meet while the first region goes a way, and lists when they touch; or at its end only, and tells
 * whether any touch there. Those that touch at rest, and neighbours, do not count.
 */
function walkPairs(search: Search, by: readonly [number, number, number], isAtEnd: boolean): boolean {
  const { entangled, slotsA, stack, span } = search;
  const { plan, bodyA, bodyB, regionB, a, b } = entangled;
  const { links, ends, slotStarts, slotEnds } = b.shape.tree;
  const { regionOfNode } = b.shape;
  const { regionOfTriangle } = b.shape.regions;
  const region = regionB - plan.firstRegions[bodyB];
  const { corners } = span;
  const [x, y, z] = by;
  const length = Math.hypot(x, y, z);
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  for (const slotA of slotsA) {
    loadCorners(a, slotA, corners, 0);
    for (let k = 0; k < 3; k++) {
      if (isAtEnd) for (let o = k; o < 9; o += 3) corners[o] += by[k];
      low[k] = Math.min(corners[k], corners[k + 3], corners[k + 6]) + (isAtEnd ? 0 : Math.min(0, by[k]));
      high[k] = Math.max(corners[k], corners[k + 3], corners[k + 6]) + (isAtEnd ? 0 : Math.max(0, by[k]));
    }
    if (isBeside(search.box, 0, low, high)) continue;
    stack.length = 0;
    stack.push(0);
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (regionOfNode[node] >= 0 && regionOfNode[node] !== region) continue;
      if (isBeside(b.boxes, 6 * node, low, high)) continue;
      if (links[node] >= 0) {
        for (let child = links[node]; child < ends[node]; child++) stack.push(child);
        continue;
      }
      for (let slotB = slotStarts[node]; slotB < slotEnds[node]; slotB++) {
        if (regionOfTriangle[slotB] !== region) continue;
        loadCorners(b, slotB, corners, 9);
        if (areBeside(corners, low, high)) continue;
        if (isAtEnd) {
          if (!trianglesTouch(corners, 0, 3, 6, corners, 9, 12, 15)) continue;
          if (!isLeftOut(plan, bodyA, slotA, bodyB, slotB)) return true;
          continue;
        }
        findTouchSpan(span, x / length, y / length, z / length);
        if (!(span.from <= span.to && span.to >= 0) || isLeftOut(plan, bodyA, slotA, bodyB, slotB)) continue;
        search.spans.push([span.from, span.to]);
      }
    }
  }
  return false;
}

function isBeside(nodes: Float32Array, o: number, low: readonly number[], high: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) if (nodes[o + k] > high[k] || nodes[o + 3 + k] < low[k]) return true;
  return false;
}

/** Whether the second triangle is beside a box. */
function areBeside(corners: Float64Array, low: readonly number[], high: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) {
    const a = corners[9 + k];
    const b = corners[12 + k];
    const c = corners[15 + k];
    if ((a > high[k] && b > high[k] && c > high[k]) || (a < low[k] && b < low[k] && c < low[k])) return true;
  }
  return false;
}

function isLeftOut(plan: CheckPlan, bodyA: number, slotA: number, bodyB: number, slotB: number): boolean {
  if (isKnownAtRest(plan, bodyA, slotA, bodyB, slotB)) return true;
  return bodyA === bodyB && areNeighbours(plan.shapes[bodyA].mesh.triangles, slotA, slotB);
}
