import type { Collider } from '../collider.ts';
import { openEngine } from './engine.ts';
import { packCollider } from './pack-collider.ts';
import { packShape } from './pack-shape.ts';

/** Rounding the sum of an origin and a coordinate, and widening it, each take less than half of this share of it. */
const ROUNDED = 2 ** -51;

/**
 * Writes the box of the world (low corner, high corner) around all posed vertices that the compiled query has of a collider to `out[o..o+5]`. False if none has asked it about this
 * one yet, or it has lost its room: for the box alone it is not worth the memory. It may be tighter than `boxNode`, as roots are joined from their children, and
 * it is what pairs begin with, so it costs nothing where they are asked for next. Which of the two boxes there is depends on what was asked before: nothing that is
 * told to users may.
 */
export function writeRootBox(collider: Collider, out: Float64Array, o: number): boolean {
  const arena = openEngine();
  const block = arena?.colliders.get(collider)?.block;
  if (!arena || !block || block.used < 0) return false;
  const { used } = block;
  arena.clock++;
  const shape = packShape(arena, collider.shape);
  const packed = shape && packCollider(arena, collider, shape, null);
  if (!packed) return false;
  if (packed.block === block) block.used = used; // whoever is only boxed is the first to lose its room
  arena.calls.refitRoot(packed.block.start);
  const { floats } = arena;
  const { boxes, origin } = packed;
  const { pad } = collider.posed;
  for (let axis = 0; axis < 3; axis++) {
    const low = origin[axis] + floats[boxes + axis];
    const high = origin[axis] + floats[boxes + 4 + axis];
    out[o + axis] = low - Math.abs(low) * ROUNDED - pad;
    out[o + 3 + axis] = high + Math.abs(high) * ROUNDED + pad;
  }
  return true;
}
