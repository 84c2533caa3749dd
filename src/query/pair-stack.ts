import type { Collider } from '../collider.ts';

let stack = new Uint32Array(256);

/**
 * Room for the pairs of nodes a walk still has to look at: two numbers each. The same for all walks, of which there is
 * one at a time: making it anew would take longer than many a query.
 */
export function borrowPairStack(a: Collider, b: Collider): Uint32Array {
  // Every division takes one pair off and puts at most `arity` on, and goes one level down in one of the trees.
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  const size = 2 * (2 + treeA.depth * treeA.maxArity + treeB.depth * treeB.maxArity);
  if (size > stack.length) stack = new Uint32Array(size);
  return stack;
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
