import { NO_GROUP } from '../../continuous/self/self-tree.ts';
import { areNeighbours } from '../../mesh/neighbours.ts';
import { addPair, type PairList } from '../../query/pairs/pair-list.ts';
import { type BodyMotion, boxSlot } from './body-motion.ts';
import { boxesStayApart } from './boxes.ts';

/**
 * Adds all pairs of triangles of a body, neighbours excepted, whose boxes do not stay apart over its first `count` instants; by slot,
 * the lower first. What follows one joint alone, which keeps its shape, is left out, and so is what drifts too little to meet.
 */
export function findNearPairs(motion: BodyMotion, count: number, out: PairList): void {
  const { tree, restWalk } = motion.shape;
  const { ones, others, gaps, skips, strangerStarts } = restWalk;
  const { ofNodes } = motion.drift;
  reserve(12 * (tree.depth + 8));
  if (tree.groups[0] === NO_GROUP) walk(motion, 0, 0, count, out);
  for (let k = 0; k < ones.length; ) {
    const i = ones[k];
    const j = others[k];
    if (ofNodes[i] + ofNodes[j] < gaps[k]) {
      k = skips[k];
      continue;
    }
    // With nothing below it a pair is one of leaves whose strangers are known, or was not looked into at rest.
    if (strangerStarts[k] < strangerStarts[k + 1]) addNearStrangers(motion, k, count, out);
    else if (skips[k] === k + 1) walk(motion, i, j, count, out);
    k++;
  }
}

/** Adds those strangers of a remembered pair of leaves that drift enough to meet, and whose boxes do not stay apart. */
function addNearStrangers(motion: BodyMotion, pair: number, count: number, out: PairList): void {
  const { shape, triangles: boxes, instants, keepsApart, closable, drift } = motion;
  const { jointOfTriangle, restWalk } = shape;
  const { strangerStarts, strangers, strangerGaps } = restWalk;
  const { ofTriangles } = drift;
  for (let n = strangerStarts[pair]; n < strangerStarts[pair + 1]; n++) {
    const one = strangers[2 * n];
    const other = strangers[2 * n + 1];
    const gap = strangerGaps[n];
    if (ofTriangles[one] + ofTriangles[other] < gap) continue;
    const joint = jointOfTriangle[one];
    const isKept = joint >= 0 && joint === jointOfTriangle[other] && keepsApart[joint] === 1;
    if (isKept && (gap === 0 || gap > closable)) continue; // it touches at rest, or no rounding makes it
    boxSlot(motion, one, count);
    boxSlot(motion, other, count);
    if (boxesStayApart(boxes, 6 * instants * one, boxes, 6 * instants * other, instants, 0, count - 1)) continue;
    addPair(out, one, other);
  }
}

/** Walks one node against another, or itself: then only against those of its own group, if it has one. */
function walk(motion: BodyMotion, one: number, other: number, count: number, out: PairList): void {
  const { shape, keepsApart, nodes, instants } = motion;
  const stride = 6 * instants;
  const { tree, jointOfNode } = shape;
  const { rights, groups } = tree;
  const last = count - 1;
  let top = 0;
  stack[top++] = one;
  stack[top++] = other;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const joint = jointOfNode[i];
    if (joint >= 0 && joint === jointOfNode[j] && keepsApart[joint]) continue;
    if (i === j) {
      const right = rights[i];
      if (right === 0) addNearOfLeaves(motion, i, i, last, out);
      else {
        // The followers of one joint are left to the remembered walk.
        if (groups[i + 1] === groups[i]) {
          stack[top++] = i + 1;
          stack[top++] = i + 1;
        }
        if (groups[right] === groups[i]) {
          stack[top++] = right;
          stack[top++] = right;
        }
        stack[top++] = i + 1;
        stack[top++] = right;
      }
      continue;
    }
    if (boxesStayApart(nodes, stride * i, nodes, stride * j, instants, 0, last)) continue;
    const p = rights[i];
    const q = rights[j];
    if (p > 0 && q > 0) {
      stack[top++] = i + 1;
      stack[top++] = j + 1;
      stack[top++] = i + 1;
      stack[top++] = q;
      stack[top++] = p;
      stack[top++] = j + 1;
      stack[top++] = p;
      stack[top++] = q;
    } else if (p > 0) {
      stack[top++] = i + 1;
      stack[top++] = j;
      stack[top++] = p;
      stack[top++] = j;
    } else if (q > 0) {
      stack[top++] = i;
      stack[top++] = j + 1;
      stack[top++] = i;
      stack[top++] = q;
    } else addNearOfLeaves(motion, i, j, last, out);
  }
}

/** The same for two bodies: slots of `a` first. Which node is split does not depend on the pose, so neither does the order of the pairs. */
export function findNearPairsOfTwo(a: BodyMotion, b: BodyMotion, count: number, out: PairList): void {
  const { rights: rightsA, starts: startsA, ends: endsA, depth: depthA } = a.shape.tree;
  const { rights: rightsB, starts: startsB, ends: endsB, depth: depthB } = b.shape.tree;
  const last = count - 1;
  const { instants, nodes: nodesA, triangles: boxesA } = a;
  const { nodes: nodesB, triangles: boxesB } = b;
  const stride = 6 * instants;
  reserve(4 * (depthA + depthB + 8));
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (boxesStayApart(nodesA, stride * i, nodesB, stride * j, instants, 0, last)) continue;
    if (rightsA[i] === 0 && rightsB[j] === 0) {
      for (let other = startsB[j]; other < endsB[j]; other++) boxSlot(b, other, count);
      for (let one = startsA[i]; one < endsA[i]; one++) {
        boxSlot(a, one, count);
        if (boxesStayApart(boxesA, stride * one, nodesB, stride * j, instants, 0, last)) continue;
        for (let other = startsB[j]; other < endsB[j]; other++) {
          if (boxesStayApart(boxesA, stride * one, boxesB, stride * other, instants, 0, last)) continue;
          addPair(out, one, other);
        }
      }
    } else if (rightsB[j] === 0 || (rightsA[i] > 0 && endsA[i] - startsA[i] > endsB[j] - startsB[j])) {
      stack[top++] = i + 1;
      stack[top++] = j;
      stack[top++] = rightsA[i];
      stack[top++] = j;
    } else {
      stack[top++] = i;
      stack[top++] = j + 1;
      stack[top++] = i;
      stack[top++] = rightsB[j];
    }
  }
}

let stack = new Int32Array(512);

function reserve(room: number): void {
  if (stack.length < room) stack = new Int32Array(room);
}

function addNearOfLeaves(motion: BodyMotion, i: number, j: number, last: number, out: PairList): void {
  const { shape, nodes, triangles: boxes, instants, keepsApart } = motion;
  const stride = 6 * instants;
  const { starts, ends } = shape.tree;
  const { jointOfTriangle } = shape;
  const { triangles } = shape.mesh;
  for (let other = starts[j]; other < ends[j]; other++) boxSlot(motion, other, last + 1);
  for (let one = starts[i]; one < ends[i]; one++) {
    boxSlot(motion, one, last + 1);
    if (i !== j && boxesStayApart(boxes, stride * one, nodes, stride * j, instants, 0, last)) continue;
    const joint = jointOfTriangle[one];
    for (let other = i === j ? one + 1 : starts[j]; other < ends[j]; other++) {
      if (boxesStayApart(boxes, stride * one, boxes, stride * other, instants, 0, last)) continue;
      if (joint >= 0 && joint === jointOfTriangle[other] && keepsApart[joint]) continue;
      if (areNeighbours(triangles, one, other)) continue;
      if (one < other) addPair(out, one, other);
      else addPair(out, other, one);
    }
  }
}
