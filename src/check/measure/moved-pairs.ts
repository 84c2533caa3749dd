import { areNeighbours } from '../../mesh/neighbours.ts';
import { pushPairs } from '../../query/walk/pair-stack.ts';
import { SEVERAL } from '../plan/checked-shape.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { isKnownAtRest } from '../plan/rest-contacts.ts';
import type { Snapshot } from './snapshot.ts';

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

/** A walk over pairs of two regions, of which the first is moved, and where it has got to. */
export interface MovedPairs {
  entangled: Entangled;
  /** The uppermost nodes of either tree that are of the region alone, and leaves that are in part. */
  rootsA: readonly number[];
  rootsB: readonly number[];
  /** Nodes of the first tree and of the second in turn, still to be looked at. */
  stack: Int32Array;
  top: number;
  /** How the first region is moved now, and the direction along which it goes on. */
  by: Float64Array;
  along: Float64Array;
  /** Pairs of boxes that are clear of each other from this far on are of no interest. */
  leastTo: number;
  /** What is added to how far boxes must go, for rounding. */
  margin: number;
  /** The pairs of triangles met last: slots of the first region and of the second in turn. */
  slots: Int32Array;
  length: number;
  /** Boxes of the triangles of either region, low and high corner, by slot less the first of the region. */
  boxesA: SlotBoxes;
  boxesB: SlotBoxes;
  /** Of a triangle that is moved, low and high corner. */
  box: Float64Array;
}

/** Boxes of the slots from the first to the last of a region, six numbers each. */
export interface SlotBoxes {
  first: number;
  boxes: Float64Array;
}

/** Whether two triangles may touch wherever the first region is: they are neighbours, or do at rest. */
export function isLeftOut({ plan, bodyA, bodyB }: Entangled, slotA: number, slotB: number): boolean {
  if (isKnownAtRest(plan, bodyA, slotA, bodyB, slotB)) return true;
  return bodyA === bodyB && areNeighbours(plan.shapes[bodyA].mesh.triangles, slotA, slotB);
}

export function createMovedPairs(entangled: Entangled, margin: number): MovedPairs {
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = entangled;
  const rootsA = listRoots(a, regionA - plan.firstRegions[bodyA]);
  const rootsB = listRoots(b, regionB - plan.firstRegions[bodyB]);
  return {
    entangled,
    rootsA,
    rootsB,
    stack: new Int32Array(2 * (rootsA.length * rootsB.length + mostWaiting(entangled))),
    top: 0,
    by: new Float64Array(3),
    along: new Float64Array(3),
    leastTo: 0,
    margin,
    slots: new Int32Array(2 * mostSlots(a) * mostSlots(b)),
    length: 0,
    boxesA: boxSlots(a, rootsA, regionA - plan.firstRegions[bodyA]),
    boxesB: boxSlots(b, rootsB, regionB - plan.firstRegions[bodyB]),
    box: new Float64Array(6),
  };
}

/** The most pairs of nodes that wait, besides the roots. */
export function mostWaiting({ a, b }: Entangled): number {
  const [treeA, treeB] = [a.shape.tree, b.shape.tree];
  return (treeA.depth + 1) * treeA.maxArity + (treeB.depth + 1) * treeB.maxArity;
}

/** Boxes of the slots of a region, which are below `roots`. */
function boxSlots({ shape, positions: p }: Snapshot, roots: readonly number[], region: number): SlotBoxes {
  const { slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const { regionOfTriangle } = shape.regions;
  const first = roots.reduce((least, root) => Math.min(least, slotStarts[root]), Infinity);
  const end = roots.reduce((most, root) => Math.max(most, slotEnds[root]), 0);
  const boxes = new Float64Array(6 * Math.max(0, end - first));
  for (const root of roots) {
    for (let slot = slotStarts[root]; slot < slotEnds[root]; slot++) {
      if (regionOfTriangle[slot] !== region) continue;
      const a = 3 * triangles[3 * slot];
      const b = 3 * triangles[3 * slot + 1];
      const c = 3 * triangles[3 * slot + 2];
      const o = 6 * (slot - first);
      for (let k = 0; k < 3; k++) {
        boxes[o + k] = Math.min(p[a + k], p[b + k], p[c + k]);
        boxes[o + k + 3] = Math.max(p[a + k], p[b + k], p[c + k]);
      }
    }
  }
  return { first, boxes };
}

function mostSlots({ shape }: Snapshot): number {
  const { links, slotStarts, slotEnds } = shape.tree;
  let most = 0;
  for (let node = 0; node < links.length; node++) {
    if (links[node] < 0) most = Math.max(most, slotEnds[node] - slotStarts[node]);
  }
  return most;
}

/** The uppermost nodes that are of a region alone, and leaves that are in part. */
export function listRoots({ shape }: Snapshot, region: number): number[] {
  const { links, ends } = shape.tree;
  const roots: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (shape.regionOfNode[node] === region || (links[node] < 0 && shape.regionOfNode[node] === SEVERAL)) {
      roots.push(node);
    } else if (shape.regionOfNode[node] === SEVERAL) {
      for (let child = links[node]; child < ends[node]; child++) stack.push(child);
    }
  }
  return roots;
}

/** Moves the first region by `way` along a direction of length 1, and begins anew; until `leastTo` is set, all pairs are of interest. */
export function beginMoved(pairs: MovedPairs, direction: readonly [number, number, number], way: number): void {
  const { by, along, stack, rootsA, rootsB } = pairs;
  turnTo(pairs, direction);
  for (let k = 0; k < 3; k++) by[k] = along[k] * way;
  pairs.leastTo = -Infinity;
  pairs.top = 0;
  for (const rootA of rootsA) {
    for (const rootB of rootsB) {
      stack[pairs.top++] = rootA;
      stack[pairs.top++] = rootB;
    }
  }
}

export function turnTo({ along }: MovedPairs, [x, y, z]: readonly [number, number, number]): void {
  along[0] = x;
  along[1] = y;
  along[2] = z;
}

/**
 * Goes on to the next pairs of triangles of the two regions whose boxes meet where the first is moved to, those of two leaves at once; false when there are none left. Nothing that touches is
 * missed: moving rounds corners and boxes alike.
 */
export function walkMoved(pairs: MovedPairs): boolean {
  const { stack, by, along } = pairs;
  const { a, b } = pairs.entangled;
  const [treeA, treeB] = [a.shape.tree, b.shape.tree];
  pairs.length = 0;
  let { top } = pairs;
  while (top > 0 && pairs.length === 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    if (!boxesMeet(a.boxes, 6 * nodeA, by, b.boxes, 6 * nodeB)) continue;
    if (clearAfter(a.boxes, 6 * nodeA, along, b.boxes, 6 * nodeB) + pairs.margin <= pairs.leastTo) continue;
    const linkA = treeA.links[nodeA];
    const linkB = treeB.links[nodeB];
    const countA = treeA.slotEnds[nodeA] - treeA.slotStarts[nodeA];
    const countB = treeB.slotEnds[nodeB] - treeB.slotStarts[nodeB];
    if (linkA >= 0 && (linkB < 0 || countA >= countB)) {
      top = pushPairs(stack, top, linkA, treeA.ends[nodeA], nodeB, nodeB + 1);
    } else if (linkB >= 0) {
      top = pushPairs(stack, top, nodeA, nodeA + 1, linkB, treeB.ends[nodeB]);
    } else {
      listTriangles(pairs, nodeA, nodeB);
    }
  }
  pairs.top = top;
  return pairs.length > 0;
}

function listTriangles(pairs: MovedPairs, nodeA: number, nodeB: number): void {
  const { slots, box, by } = pairs;
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = pairs.entangled;
  const { boxes: boxesA, first: firstA } = pairs.boxesA;
  const { boxes: boxesB, first: firstB } = pairs.boxesB;
  const [treeA, treeB] = [a.shape.tree, b.shape.tree];
  const { regionOfTriangle: regionsA } = a.shape.regions;
  const { regionOfTriangle: regionsB } = b.shape.regions;
  const ownA = regionA - plan.firstRegions[bodyA];
  const ownB = regionB - plan.firstRegions[bodyB];
  for (let slotA = treeA.slotStarts[nodeA]; slotA < treeA.slotEnds[nodeA]; slotA++) {
    if (regionsA[slotA] !== ownA) continue;
    for (let k = 0; k < 6; k++) box[k] = boxesA[6 * (slotA - firstA) + k] + by[k % 3];
    if (isBoxBeside(b.boxes, 6 * nodeB, box)) continue;
    for (let slotB = treeB.slotStarts[nodeB]; slotB < treeB.slotEnds[nodeB]; slotB++) {
      if (regionsB[slotB] !== ownB || isSlotBeside(boxesB, 6 * (slotB - firstB), box)) continue;
      slots[pairs.length++] = slotA;
      slots[pairs.length++] = slotB;
    }
  }
}

/** As `isBoxBeside`, of a triangle. */
function isSlotBeside(boxes: Float64Array, o: number, box: Float64Array): boolean {
  return (
    boxes[o] > box[3] ||
    boxes[o + 3] < box[0] ||
    boxes[o + 1] > box[4] ||
    boxes[o + 4] < box[1] ||
    boxes[o + 2] > box[5] ||
    boxes[o + 5] < box[2]
  );
}

/** How far the first of two triangles goes along the direction, from where it is without being moved, until their boxes are clear of each other, and so they are. */
export function clearAfterSlots({ boxesA, boxesB, along }: MovedPairs, slotA: number, slotB: number): number {
  const moved = boxesA.boxes;
  const { boxes } = boxesB;
  const m = 6 * (slotA - boxesA.first);
  const o = 6 * (slotB - boxesB.first);
  let way = Infinity;
  for (let k = 0; k < 3; k++) {
    way = Math.min(way, clearOnAxis(along[k], moved[m + k], moved[m + 3 + k], boxes[o + k], boxes[o + 3 + k]));
  }
  return way;
}

/** Whether the box of a node is on one side of another. */
function isBoxBeside(boxes: Float32Array, o: number, box: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (box[k] > boxes[o + 3 + k] || box[k + 3] < boxes[o + k]) return true;
  return false;
}

/** Whether the box of a node meets another when it is moved. */
function boxesMeet(moved: Float32Array, m: number, by: Float64Array, boxes: Float32Array, o: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (moved[m + k] + by[k] > boxes[o + 3 + k] || moved[m + 3 + k] + by[k] < boxes[o + k]) return false;
  }
  return true;
}

/** How far a box that meets another goes along a direction, from where it is without being moved, until it is clear of it. */
function clearAfter(moved: Float32Array, m: number, along: Float64Array, boxes: Float32Array, o: number): number {
  let way = Infinity;
  for (let k = 0; k < 3; k++) {
    way = Math.min(way, clearOnAxis(along[k], moved[m + k], moved[m + 3 + k], boxes[o + k], boxes[o + 3 + k]));
  }
  return way;
}

/** The same on one axis, of which the box goes a part of each length; Infinity if it stays. */
function clearOnAxis(part: number, movedLow: number, movedHigh: number, low: number, high: number): number {
  if (part > 0) return (high - movedLow) / part;
  return part < 0 ? (low - movedHigh) / part : Infinity;
}
