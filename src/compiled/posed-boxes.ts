import type { Collider } from '../collider.ts';
import type { Arena } from './arena.ts';
import { packCollider } from './pack-collider.ts';
import { packShape } from './pack-shape.ts';

/**
 * All boxes that the compiled query keeps of a collider in its current pose, low corner and high corner by node, and all its
 * posed vertices, in the order of the shape: for testing and measuring. Null if it does not take this collider, or this pose.
 */
export function posedBoxes(arena: Arena, collider: Collider): { boxes: Float32Array; vertices: Float64Array } | null {
  arena.clock++;
  const shape = packShape(arena, collider.shape);
  const packed = shape && packCollider(arena, collider, shape);
  if (!packed) return null;
  arena.calls.refitTree(packed.block.start);
  const nodes = collider.shape.tree.links.length;
  const boxes = Float32Array.from({ length: 6 * nodes }, (_, k) => {
    const corner = k % 6 < 3 ? k % 3 : 4 + (k % 3);
    return arena.floats[packed.boxes + 8 * Math.floor(k / 6) + corner];
  });
  const { length } = collider.shape.mesh.positions;
  const vertices = Float64Array.from(
    { length },
    (_, k) => arena.numbers[packed.vertices + 4 * Math.floor(k / 3) + (k % 3)],
  );
  return { boxes, vertices };
}
