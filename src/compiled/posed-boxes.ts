import type { Collider } from '../collider.ts';
import type { Arena } from './arena.ts';
import { packCollider } from './pack-collider.ts';
import { packShape } from './pack-shape.ts';

/**
 * All boxes that the compiled query keeps of a collider in its current pose, low corner and high corner by node,
 * relative to an origin, and all its
 * posed vertices, in the order of the shape: for testing and measuring. Nodes that it does not have, being parts of one of its
 * leaves, have the box of that. Null if it does not take this collider, or this pose.
 */
export function posedBoxes(
  arena: Arena,
  collider: Collider,
  origin: Float64Array | null = null,
): { boxes: Float32Array; vertices: Float64Array; origin: Float64Array } | null {
  arena.clock++;
  const shape = packShape(arena, collider.shape);
  const packed = shape && packCollider(arena, collider, shape, origin);
  if (!packed) return null;
  arena.calls.refitTree(packed.block.start);
  const { links, ends } = collider.shape.tree;
  const boxes = new Float32Array(6 * links.length);
  let k = 0;
  for (let node = 0; node < links.length; node++) {
    if (k < shape.nodeCount && arena.words[shape.nodes + k] === node) {
      const o = packed.boxes + 8 * k++;
      boxes.set(arena.floats.subarray(o, o + 3), 6 * node);
      boxes.set(arena.floats.subarray(o + 4, o + 7), 6 * node + 3);
    }
    for (let child = links[node]; child >= 0 && child < ends[node]; child++) {
      boxes.copyWithin(6 * child, 6 * node, 6 * node + 6); // it has that of its parent, or it gets its own
    }
  }
  const { length } = collider.shape.mesh.positions;
  const vertices = Float64Array.from(
    { length },
    (_, k) => arena.numbers[packed.vertices + 4 * Math.floor(k / 3) + (k % 3)],
  );
  return { boxes, vertices, origin: packed.origin };
}
