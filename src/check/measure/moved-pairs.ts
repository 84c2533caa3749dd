import { SEVERAL } from '../plan/checked-shape.ts';
import type { CheckPlan } from '../plan/plan.ts';
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

/** What pairs of two regions are walked with, of which the first is moved. */
export interface MovedPairs {
  entangled: Entangled;
  /** The uppermost nodes of either tree that are of the region alone, and leaves that are in part. */
  rootsA: readonly number[];
  rootsB: readonly number[];
  /** Slots of the first region and of the second in turn. */
  slots: number[];
  /** Nodes of the first tree and of the second in turn, still to be looked at. */
  stack: number[];
  /** Of a triangle, low and high corner. */
  box: Float64Array;
}

export function createMovedPairs(entangled: Entangled): MovedPairs {
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = entangled;
  return {
    entangled,
    rootsA: listRoots(a, regionA - plan.firstRegions[bodyA]),
    rootsB: listRoots(b, regionB - plan.firstRegions[bodyB]),
    slots: [],
    stack: [],
    box: new Float64Array(6),
  };
}

function listRoots({ shape }: Snapshot, region: number): number[] {
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

/**
 * The pairs of triangles of two regions whose boxes meet when the first is moved. Nothing that touches is missed: moving rounds corners and boxes alike.
 */
export function listMovedPairs(pairs: MovedPairs, by: readonly [number, number, number]): readonly number[] {
  const { slots, stack, box, rootsA, rootsB } = pairs;
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = pairs.entangled;
  const [treeA, treeB] = [a.shape.tree, b.shape.tree];
  const ownA = regionA - plan.firstRegions[bodyA];
  const ownB = regionB - plan.firstRegions[bodyB];
  slots.length = 0;
  stack.length = 0;
  for (const rootA of rootsA) for (const rootB of rootsB) stack.push(rootA, rootB);
  while (stack.length > 0) {
    const nodeB = stack.pop()!;
    const nodeA = stack.pop()!;
    if (!boxesMeet(a.boxes, 6 * nodeA, by, b.boxes, 6 * nodeB)) continue;
    const [linkA, linkB] = [treeA.links[nodeA], treeB.links[nodeB]];
    const countA = treeA.slotEnds[nodeA] - treeA.slotStarts[nodeA];
    const countB = treeB.slotEnds[nodeB] - treeB.slotStarts[nodeB];
    if (linkA >= 0 && (linkB < 0 || countA >= countB)) {
      for (let child = linkA; child < treeA.ends[nodeA]; child++) stack.push(child, nodeB);
    } else if (linkB >= 0) {
      for (let child = linkB; child < treeB.ends[nodeB]; child++) stack.push(nodeA, child);
    } else {
      for (let slotA = treeA.slotStarts[nodeA]; slotA < treeA.slotEnds[nodeA]; slotA++) {
        if (a.shape.regions.regionOfTriangle[slotA] !== ownA) continue;
        boxMoved(a, slotA, by, box);
        if (!boxesMeet(box, 0, NOWHERE, b.boxes, 6 * nodeB)) continue;
        for (let slotB = treeB.slotStarts[nodeB]; slotB < treeB.slotEnds[nodeB]; slotB++) {
          if (b.shape.regions.regionOfTriangle[slotB] !== ownB || isBeside(b, slotB, box)) continue;
          slots.push(slotA, slotB);
        }
      }
    }
  }
  return slots;
}

const NOWHERE = [0, 0, 0] as const;

/** The box of a triangle that is moved, low and high corner. */
function boxMoved(body: Snapshot, slot: number, by: readonly [number, number, number], box: Float64Array): void {
  const { triangles } = body.shape.mesh;
  const p = body.positions;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(p[a + k], p[b + k], p[c + k]) + by[k];
    box[k + 3] = Math.max(p[a + k], p[b + k], p[c + k]) + by[k];
  }
}

/** Whether a triangle is on one side of a box. */
function isBeside({ shape, positions: p }: Snapshot, slot: number, box: Float64Array): boolean {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  for (let k = 0; k < 3; k++) {
    const low = box[k];
    const high = box[k + 3];
    if (p[a + k] > high && p[b + k] > high && p[c + k] > high) return true;
    if (p[a + k] < low && p[b + k] < low && p[c + k] < low) return true;
  }
  return false;
}

/** Whether a box meets another when it is moved. */
function boxesMeet(
  moved: ArrayLike<number>,
  m: number,
  by: readonly [number, number, number],
  box: ArrayLike<number>,
  o: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    if (moved[m + k] + by[k] > box[o + 3 + k] || moved[m + 3 + k] + by[k] < box[o + k]) return false;
  }
  return true;
}
