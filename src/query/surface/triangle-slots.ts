import type { Shape } from '../../shape.ts';
import { checkTriangle } from '../check-input.ts';

const slotsOf = new WeakMap<Shape, Uint32Array>();

/**
 * Where the shape keeps a triangle, by its number in the mesh given to `createShape`. Cost: the first time for a shape,
 * one pass over its triangles and 4 bytes for each.
 */
export function slotOfTriangle(shape: Shape, triangle: number, caller: string): number {
  const { triangleOrder } = shape;
  checkTriangle(triangle, triangleOrder.length, caller);
  let slots = slotsOf.get(shape);
  if (!slots) {
    slots = new Uint32Array(triangleOrder.length);
    for (let slot = 0; slot < slots.length; slot++) slots[triangleOrder[slot]] = slot;
    slotsOf.set(shape, slots);
  }
  return slots[triangle];
}
