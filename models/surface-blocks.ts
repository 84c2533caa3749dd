import type { DistanceField } from './signed-distance.ts';
import { blendOf, boundPartBelow, boundShape, evaluateShape } from './signed-distance.ts';

/** Cells along each side of a block. */
export const BLOCK = 8;

/**
 * The blocks of a regular lattice that the surface may cross, each with the parts that matter inside it. Everything
 * else of the lattice is never looked at, so the cost follows the area of the surface, not the volume of its box.
 */
export interface SurfaceBlocks {
  cell: number;
  origin: number[];
  /** Blocks along x, y, z. */
  size: number[];
  /** Slot of each block of the lattice, -1 for those without surface. */
  slots: Int32Array;
  /** Place of each slot in the lattice. */
  places: number[];
  /** Parts of slot `s`: `parts[partStarts[s] .. partStarts[s + 1] - 1]`. */
  partStarts: number[];
  parts: Int32Array;
}

/**
 * A part counts in a block if it can lower the field near zero there: by itself (its blend) or through a part that comes
 * after it (at most `widestBlend`). Skipping is safe outside because `boundPartBelow` is a true bound and blending lowers the field by less than
 * `widestBlend`; inside because the field falls at most twice as fast as the distance for the flat factors in use (up to 2).
 */
export function findSurfaceBlocks(shape: DistanceField, cell: number): SurfaceBlocks {
  const { low, high } = boundShape(shape);
  const side = BLOCK * cell;
  const origin = low.map(l => l - 1.37 * cell);
  const size = [0, 1, 2].map(k => Math.ceil((high[k] + 2 * cell - origin[k]) / side) + 1);
  const slots = new Int32Array(size[0] * size[1] * size[2]).fill(-1);
  const places: number[] = [];
  const partStarts = [0];
  const parts: number[] = [];
  const all = Int32Array.from({ length: shape.count }, (_, i) => i);
  const visit = (bx: number, by: number, bz: number, span: number, candidates: Int32Array): void => {
    if (bx >= size[0] || by >= size[1] || bz >= size[2]) return;
    const x = origin[0] + (bx + span / 2) * side;
    const y = origin[1] + (by + span / 2) * side;
    const z = origin[2] + (bz + span / 2) * side;
    const radius = 0.8661 * span * side + 2 * cell;
    let nearest = Infinity;
    const near = candidates.filter(i => {
      const bound = boundPartBelow(shape, i, x, y, z, radius);
      nearest = Math.min(nearest, bound);
      return bound < blendOf(shape, i) + shape.widestBlend + 2 * cell;
    });
    if (nearest > shape.widestBlend) return;
    if (evaluateShape(shape, near, 0, near.length, x, y, z) < -2 * radius) return;
    if (span === 1) {
      const place = bx + size[0] * (by + size[1] * bz);
      slots[place] = places.length;
      places.push(place);
      for (const i of near) parts.push(i);
      partStarts.push(parts.length);
      return;
    }
    const half = span / 2;
    for (let c = 0; c < 8; c++) {
      visit(bx + (c & 1) * half, by + ((c >> 1) & 1) * half, bz + (c >> 2) * half, half, near);
    }
  };
  visit(0, 0, 0, 2 ** Math.ceil(Math.log2(Math.max(...size))), all);
  return { cell, origin, size, slots, places, partStarts, parts: Int32Array.from(parts) };
}
