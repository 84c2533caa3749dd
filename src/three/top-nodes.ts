import { type Collider, createCollider, openCollider, refitNode } from '../collider.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import type { Shape } from '../shape.ts';

/** Finer than the root alone, which says little of a sphere; four times as many make it smaller by 5 % and take four times as long. */
const NODES = 24;

/** The last division may add a few too many, in trees of up to eight children a node. */
export const MOST_TOP_NODES = NODES + 8;

const known = new WeakMap<Shape, readonly number[]>();

/**
 * Some nodes of a tree that together hold all its triangles, of about the same size in the rest pose: a coarse picture of
 * the body. Found by dividing the largest node until there are enough; once for each shape.
 */
export function topNodes(shape: Shape): readonly number[] {
  const before = known.get(shape);
  if (before) return before;
  const chosen = chooseNodes(createCollider(shape));
  known.set(shape, chosen);
  return chosen;
}

function chooseNodes(collider: Collider): number[] {
  const { links, ends } = collider.shape.tree;
  openCollider(collider);
  let nodes = [{ node: 0, size: Infinity }];
  while (nodes.length < NODES) {
    const inner = nodes.filter(({ node }) => links[node] >= 0);
    if (inner.length === 0) break;
    const { node } = inner.reduce((largest, other) => (other.size > largest.size ? other : largest));
    nodes = nodes.filter(other => other.node !== node);
    for (let child = links[node]; child < ends[node]; child++)
      nodes.push({ node: child, size: sizeOf(collider, child) });
  }
  return nodes.map(({ node }) => node);
}

function sizeOf(collider: Collider, node: number): number {
  const box = new Float64Array(6);
  refitNode(collider, node);
  boxNode(collider, node, box);
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}
