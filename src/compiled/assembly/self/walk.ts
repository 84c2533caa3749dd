import { areApart } from '../boxes';
import { ARITY_BITS, ARITY_MASK } from '../records';
import { boxNodes } from './box-nodes';
import { certifyFans } from './certify-fans';
import { measureDrift } from './measure-drift';
import { NodeDrift, SelfBox, SelfInstant, SelfQuery } from './records';
import { MOST_LEAF_PAIRS, testLeaves } from './test-leaves';

/** Takes over a pose whose vertices are narrow: `poseInstant` of self/instant.ts. */
export function poseSelf(instant: SelfInstant): void {
  measureDrift(instant);
  certifyFans(instant);
  boxNodes(instant);
}

/** Begins a walk of the tree against itself. */
export function beginSelf(query: SelfQuery): void {
  store<i32>(query.stack, 0);
  store<i32>(query.stack, 0, 4);
  store<i32>(query.stack, 0, 8);
  query.top = query.stack + 12;
  query.found = 0;
  query.volumeTests = 0;
  query.leafPairs = 0;
  query.triangleTests = 0;
}

/**
 * Goes on with a walk of the tree against itself, as self/walk.ts does: what drifts less than it was apart at rest is dropped, and what has boxes that
 * are apart. Returns when there is no pair left (`top` is then `stack`), when the list might have no room for the next two leaves, or when one pair is enough
 * and there is one. Whoever calls it empties the list, and calls again.
 */
export function walkSelf(query: SelfQuery): void {
  const instant = query.instant;
  const boxes = instant.boxes;
  const stack = query.stack;
  let top = query.top;
  let volumeTests: u32 = 0;
  while (top > stack) {
    top -= 12;
    const i = load<i32>(top);
    const j = load<i32>(top, 4);
    const above = load<i32>(top, 8);
    const boxI = changetype<SelfBox>(boxes + (<usize>i << 5));
    const boxJ = changetype<SelfBox>(boxes + (<usize>j << 5));
    if (boxI.joint == boxJ.joint) {
      const gap = i == j ? driftOf(instant, i).within : driftOf(instant, above).across;
      if (driftOf(instant, i).drift + driftOf(instant, j).drift < gap) continue;
    }
    const linkI = boxI.link;
    const linkJ = boxJ.link;
    if ((linkI & linkJ) < 0) {
      if (query.found + MOST_LEAF_PAIRS > query.capacity) {
        top += 12;
        break;
      }
      testLeaves(query, i, j);
      if (query.found > 0 && !query.wantsAll) break;
      continue;
    }
    const startI = linkI < 0 ? i : linkI >> ARITY_BITS;
    const startJ = linkJ < 0 ? j : linkJ >> ARITY_BITS;
    const endI = startI + (linkI < 0 ? 1 : linkI & ARITY_MASK);
    const endJ = startJ + (linkJ < 0 ? 1 : linkJ & ARITY_MASK);
    if (i == j) {
      for (let c = startI; c < endI; c++) top = push(top, c, c, c);
    }
    const common = i == j ? i : above;
    for (let c = startI; c < endI; c++) {
      const box = boxes + (<usize>c << 5);
      const low = v128.load(box);
      const high = v128.load(box, 16);
      for (let d = i == j ? c + 1 : startJ; d < endJ; d++) {
        const other = boxes + (<usize>d << 5);
        volumeTests++;
        const next = push(top, c, d, common);
        top = areApart(low, high, v128.load(other), v128.load(other, 16)) ? top : next;
      }
    }
  }
  query.volumeTests += volumeTests;
  query.top = top;
}

@inline
function push(top: usize, i: i32, j: i32, above: i32): usize {
  store<i32>(top, i);
  store<i32>(top, j, 4);
  store<i32>(top, above, 8);
  return top + 12;
}

@inline
function driftOf(instant: SelfInstant, node: i32): NodeDrift {
  return changetype<NodeDrift>(instant.drifts + <usize>node * offsetof<NodeDrift>());
}
