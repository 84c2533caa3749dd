import type { Collider } from '../../collider.ts';

/** The most pairs of nodes a walk of two trees ever has still to look at. */
export function mostPairs(a: Collider, b: Collider): number {
  // Every division takes one pair off and puts at most `arity` on, and goes one level down in one of the trees.
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  return 2 + treeA.depth * treeA.maxArity + treeB.depth * treeB.maxArity;
}

/** Two pairs just pushed change places, to keep the deepest on top. */
export function swapPairs(stack: Uint32Array, o: number): void {
  const i = stack[o];
  const j = stack[o + 1];
  stack[o] = stack[o + 2];
  stack[o + 1] = stack[o + 3];
  stack[o + 2] = i;
  stack[o + 3] = j;
}

/** Puts each node of `firstA .. endA)` with each of `firstB .. endB)` on a stack; returns how high it is then. */
export function pushPairs(
  stack: Int32Array | Uint32Array,
  top: number,
  firstA: number,
  endA: number,
  firstB: number,
  endB: number,
): number {
  for (let a = firstA; a < endA; a++) {
    for (let b = firstB; b < endB; b++) {
      stack[top++] = a;
      stack[top++] = b;
    }
  }
  return top;
}
