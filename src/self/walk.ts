import type { Tree } from '../tree/tree.ts';
import type { SelfPlan } from './plan.ts';
import { boxesStayApart } from './reasons/boxes-over-window.ts';
import type { Drift } from './reasons/drift.ts';

/**
 * A walk of a tree against itself, and where it has got to. A pair of nodes waits with the node that both are below:
 * what is across that one is what is between them.
 */
export interface SelfWalk {
  /** Three numbers for each pair of nodes that waits. */
  stack: Int32Array;
  top: number;
  /** The pairs of leaves met last, by node, two numbers each. */
  leaves: Int32Array;
  length: number;
  volumeTests: number;
}

/** So many pairs of leaves are met at once: few enough for who needs but one, enough not to go to and fro. */
const BATCH = 128;

export function createWalk({ depth, maxArity }: Tree): SelfWalk {
  return {
    // Each step down, of at most depth + 1, leaves at most all pairs of two families waiting.
    stack: new Int32Array(3 * (depth + 2) * (maxArity * maxArity + 1)),
    top: 0,
    leaves: new Int32Array(2 * (BATCH + 1)),
    length: 0,
    volumeTests: 0,
  };
}

export function beginWalk(walk: SelfWalk): void {
  walk.stack.fill(0, 0, 3);
  walk.top = 3;
  walk.volumeTests = 0;
}

/**
 * Goes on to the next pairs of leaves that may meet; false when there are none left. Boxes of nodes are 6 numbers each, or
 * as many for each instant (boxes-over-window.ts); what is apart over the first `count` instants is left out. Each pair
 * of leaves is met at most once: two nodes split together, the one that is a leaf waits for the other.
 */
export function walkOn(
  walk: SelfWalk,
  plan: SelfPlan,
  drift: Drift,
  boxes: Float64Array | Float32Array,
  instants: number,
  count: number,
): boolean {
  const { stack, leaves } = walk;
  const { across, within } = plan.restGaps;
  const { ofNodes: jointOf } = plan.mainJoints;
  const { ofNodes: driftOf } = drift;
  const { links, ends } = plan.shape.tree;
  const stride = 6 * instants;
  let { top } = walk;
  let length = 0;
  while (top > 0 && length < 2 * BATCH) {
    const above = stack[--top];
    const j = stack[--top];
    const i = stack[--top];
    if (jointOf[i] === jointOf[j] && driftOf[i] + driftOf[j] < (i === j ? within[i] : across[above])) continue;
    const linkI = links[i];
    const linkJ = links[j];
    if (linkI < 0 && linkJ < 0) {
      leaves[length++] = i;
      leaves[length++] = j;
      continue;
    }
    const endI = linkI < 0 ? i + 1 : ends[i];
    const endJ = linkJ < 0 ? j + 1 : ends[j];
    for (let c = linkI; i === j && c < endI; c++) {
      stack[top++] = c;
      stack[top++] = c;
      stack[top++] = c;
    }
    for (let c = linkI < 0 ? i : linkI; c < endI; c++) {
      let d = i === j ? c + 1 : linkJ < 0 ? j : linkJ;
      walk.volumeTests += endJ - d;
      for (; d < endJ; d++) {
        if (boxesStayApart(boxes, stride * c, boxes, stride * d, instants, 0, count - 1)) continue;
        stack[top++] = c;
        stack[top++] = d;
        stack[top++] = i === j ? i : above;
      }
    }
  }
  walk.top = top;
  walk.length = length;
  return length > 0;
}
