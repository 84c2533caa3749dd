import { ARITY_BITS, ARITY_MASK } from '../records';
import { NodeDrift, SelfBox, SelfInstant } from '../self/records';
import { jointOf, listNearOfLeaves, listNearOfTwo } from './near-leaves';
import { findNearSteps } from './near-steps';
import { NearQuery, windowBox, windowNode } from './window-records';

/** The most pairs that two leaves can have, of up to 8 triangles: what the list must have room for. */
const MOST_LEAF_PAIRS: u32 = 64;

/**
 * Goes on with a walk of a body against itself, as `listNearPairs` of self/window.ts does: adds what is near of leaves that follow two joints, and lists the pairs of leaves that follow
 * one. Returns when there is no pair of nodes left (`top` is then `stack`), or when a list might have no room for the next two leaves. Whoever calls it empties the lists, and calls again.
 */
export function walkNear(query: NearQuery): void {
  const body = query.a;
  const plan = body.plan;
  const run = body.run;
  const count = body.count;
  const stack = query.stack;
  let top = query.top;
  while (top > stack) {
    const i = load<i32>(top - 12);
    const j = load<i32>(top - 12, 4);
    const above = load<i32>(top - 12, 8);
    const isOfOneJoint = jointOf(plan, i) == jointOf(plan, j);
    if (isOfOneJoint) {
      const gap = i == j ? gapsOf(plan, i).within : gapsOf(plan, above).across;
      if (driftOf(body.drifts, i) + driftOf(body.drifts, j) < gap) {
        top -= 12;
        continue;
      }
    }
    const linkI = linkOf(plan, i);
    const linkJ = linkOf(plan, j);
    if ((linkI & linkJ) < 0) {
      if (isOfOneJoint) {
        if (query.leafCount == query.leafCapacity) break;
        const leaves = query.leaves + (<usize>query.leafCount << 3);
        query.leafCount++;
        store<i32>(leaves, i);
        store<i32>(leaves, j, 4);
      } else {
        if (query.found + MOST_LEAF_PAIRS > query.capacity) break;
        listNearOfLeaves(query, i, j);
      }
      top -= 12;
      continue;
    }
    top -= 12;
    const startI = linkI < 0 ? i : linkI >> ARITY_BITS;
    const startJ = linkJ < 0 ? j : linkJ >> ARITY_BITS;
    const endI = startI + (linkI < 0 ? 1 : linkI & ARITY_MASK);
    const endJ = startJ + (linkJ < 0 ? 1 : linkJ & ARITY_MASK);
    if (i == j) {
      for (let c = startI; c < endI; c++) top = push(top, c, c, c);
    }
    const common = i == j ? i : above;
    for (let c = startI; c < endI; c++) {
      const box = windowBox(body, c);
      for (let d = i == j ? c + 1 : startJ; d < endJ; d++) {
        if (findNearSteps(box, windowBox(body, d), run, count) != 0) top = push(top, c, d, common);
      }
    }
  }
  query.top = top;
}

/** Adds what is near of listed pairs of leaves, from `nextLeaf` on, until there are no more or the list might have no room. */
export function listLeaves(query: NearQuery): void {
  while (query.nextLeaf < query.leafCount && query.found + MOST_LEAF_PAIRS <= query.capacity) {
    const leaves = query.leaves + (<usize>query.nextLeaf << 3);
    query.nextLeaf++;
    listNearOfLeaves(query, load<i32>(leaves), load<i32>(leaves, 4));
  }
}

/** Goes on with a walk of two bodies, as `findNearPairsOfTwo` of check/scan/near-pairs.ts does, until there are no pairs of nodes left or the list might have no room. */
export function walkNearOfTwo(query: NearQuery): void {
  const a = query.a;
  const b = query.b;
  const run = a.run;
  const count = a.count;
  const stack = query.stack;
  let top = query.top;
  while (top > stack && query.found + MOST_LEAF_PAIRS <= query.capacity) {
    top -= 8;
    const i = load<i32>(top);
    const j = load<i32>(top, 4);
    if (findNearSteps(windowBox(a, i), windowBox(b, j), run, count) == 0) continue;
    const nodeA = windowNode(a, i);
    const nodeB = windowNode(b, j);
    const firstA = nodeA.link;
    const firstB = nodeB.link;
    if (firstA >= 0 && (firstB < 0 || nodeA.slotEnd - nodeA.slotStart > nodeB.slotEnd - nodeB.slotStart)) {
      top = pushPair(pushPair(top, firstA, j), firstA + 1, j);
    } else if (firstB >= 0) {
      top = pushPair(pushPair(top, i, firstB), i, firstB + 1);
    } else {
      listNearOfTwo(query, i, ~firstA, j, ~firstB);
    }
  }
  query.top = top;
}

@inline
function pushPair(top: usize, i: i32, j: i32): usize {
  store<i32>(top, i);
  store<i32>(top, j, 4);
  return top + 8;
}

@inline
function push(top: usize, i: i32, j: i32, above: i32): usize {
  store<i32>(top, above, 8);
  return pushPair(top, i, j) + 4;
}

@inline
function linkOf(plan: SelfInstant, node: i32): i32 {
  return changetype<SelfBox>(plan.boxes + (<usize>node << 5)).link;
}

@inline
function gapsOf(plan: SelfInstant, node: i32): NodeDrift {
  return changetype<NodeDrift>(plan.drifts + <usize>node * offsetof<NodeDrift>());
}

@inline
function driftOf(drifts: usize, node: i32): f64 {
  return load<f64>(drifts + (<usize>node << 3));
}
