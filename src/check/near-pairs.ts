import { areNeighbours } from '../continuous/self/culling.ts';
import { addPair, type PairList } from '../query/pair-list.ts';
import type { BodyMotion } from './body-motion.ts';
import { twinsStayApart } from './twin-boxes.ts';

/**
 * Adds all pairs of triangles of a body, neighbours excepted, whose boxes do not stay apart during the step; by slot, the
 * lower first. What follows one joint alone, which keeps its shape, is left out.
 */
export function findNearPairs(motion: BodyMotion, out: PairList): void {
  const { shape, nodes, keepsApart } = motion;
  const { tree, jointOfNode } = shape;
  const { rights } = tree;
  reserve(12 * (tree.depth + 8));
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    const joint = jointOfNode[i];
    if (joint >= 0 && joint === jointOfNode[j] && keepsApart[joint]) continue;
    if (i === j) {
      const right = rights[i];
      if (right === 0) addNearOfLeaves(motion, i, i, out);
      else {
        stack[top++] = i + 1;
        stack[top++] = i + 1;
        stack[top++] = right;
        stack[top++] = right;
        stack[top++] = i + 1;
        stack[top++] = right;
      }
      continue;
    }
    if (twinsStayApart(nodes, 12 * i, nodes, 12 * j)) continue;
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
    } else addNearOfLeaves(motion, i, j, out);
  }
}

/** The same for two bodies: slots of `a` first. */
export function findNearPairsOfTwo(a: BodyMotion, b: BodyMotion, out: PairList): void {
  const { rights: rightsA, starts: startsA, ends: endsA, depth: depthA } = a.shape.tree;
  const { rights: rightsB, starts: startsB, ends: endsB, depth: depthB } = b.shape.tree;
  reserve(4 * (depthA + depthB + 8));
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (twinsStayApart(a.nodes, 12 * i, b.nodes, 12 * j)) continue;
    if (rightsA[i] === 0 && rightsB[j] === 0) {
      for (let one = startsA[i]; one < endsA[i]; one++) {
        for (let other = startsB[j]; other < endsB[j]; other++) {
          if (!twinsStayApart(a.triangles, 12 * one, b.triangles, 12 * other)) addPair(out, one, other);
        }
      }
    } else if (rightsB[j] === 0 || (rightsA[i] > 0 && sizeOf(a.nodes, 12 * i) > sizeOf(b.nodes, 12 * j))) {
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

function sizeOf(boxes: Float32Array, o: number): number {
  return boxes[o + 3] - boxes[o] + (boxes[o + 4] - boxes[o + 1]) + (boxes[o + 5] - boxes[o + 2]);
}

function addNearOfLeaves(motion: BodyMotion, i: number, j: number, out: PairList): void {
  const { shape, triangles: boxes, nodes, keepsApart } = motion;
  const { starts, ends } = shape.tree;
  const { jointOfTriangle } = shape;
  const { triangles } = shape.mesh;
  for (let one = starts[i]; one < ends[i]; one++) {
    if (i !== j && twinsStayApart(boxes, 12 * one, nodes, 12 * j)) continue;
    const joint = jointOfTriangle[one];
    for (let other = i === j ? one + 1 : starts[j]; other < ends[j]; other++) {
      if (twinsStayApart(boxes, 12 * one, boxes, 12 * other)) continue;
      if (joint >= 0 && joint === jointOfTriangle[other] && keepsApart[joint]) continue;
      if (areNeighbours(triangles, one, other)) continue;
      if (one < other) addPair(out, one, other);
      else addPair(out, other, one);
    }
  }
}
