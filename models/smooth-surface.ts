import type { RawSurface } from './polygonise.ts';
import type { DistanceField } from './signed-distance.ts';
import { evaluateShape } from './signed-distance.ts';
import { BLOCK } from './surface-blocks.ts';

/**
 * Moves each vertex `pull` of the way to the mean of its neighbours, then back onto the zero surface: triangles even out
 * and the shape stays.
 */
export function smoothSurface(shape: DistanceField, surface: RawSurface, pull: number): void {
  const { positions, triangles } = surface.mesh;
  const vertices = positions.length / 3;
  const sum = new Float64Array(positions.length);
  const valence = new Int32Array(vertices);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let side = 0; side < 3; side++) {
      const a = triangles[t + side];
      const b = triangles[t + ((side + 1) % 3)];
      valence[a]++;
      for (let k = 0; k < 3; k++) sum[3 * a + k] += positions[3 * b + k];
    }
  }
  for (let v = 0; v < vertices; v++) {
    for (let k = 0; k < 3; k++) {
      positions[3 * v + k] += pull * (sum[3 * v + k] / valence[v] - positions[3 * v + k]);
    }
    projectVertex(shape, surface, v);
  }
}

/**
 * Newton steps along the gradient of the field, each at most half a cell long: a second one only if the first was longer
 * than a hundredth of a cell. Costs four to eight evaluations, with the parts of the block the vertex is in (or was in last, if
 * it is just now too far from the surface to be in any).
 */
export function projectVertex(shape: DistanceField, surface: RawSurface, v: number): void {
  const { positions } = surface.mesh;
  const { cell, partStarts, parts } = surface.blocks;
  const slot = findSlot(surface, v);
  const begin = partStarts[slot];
  const end = partStarts[slot + 1];
  const e = 1e-3 * cell;
  for (let step = 0; step < 2; step++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    const value = evaluateShape(shape, parts, begin, end, x, y, z);
    const gx = (evaluateShape(shape, parts, begin, end, x + e, y, z) - value) / e;
    const gy = (evaluateShape(shape, parts, begin, end, x, y + e, z) - value) / e;
    const gz = (evaluateShape(shape, parts, begin, end, x, y, z + e) - value) / e;
    const size2 = Math.max(0.04, gx * gx + gy * gy + gz * gz);
    const length = Math.max(-0.5 * cell, Math.min(0.5 * cell, value / Math.sqrt(size2))) / Math.sqrt(size2);
    positions[3 * v] = x - length * gx;
    positions[3 * v + 1] = y - length * gy;
    positions[3 * v + 2] = z - length * gz;
    if (Math.abs(value) < 0.01 * cell) return;
  }
}

function findSlot(surface: RawSurface, v: number): number {
  const { positions } = surface.mesh;
  const { cell, origin, size, slots } = surface.blocks;
  const side = BLOCK * cell;
  const bx = Math.floor((positions[3 * v] - origin[0]) / side);
  const by = Math.floor((positions[3 * v + 1] - origin[1]) / side);
  const bz = Math.floor((positions[3 * v + 2] - origin[2]) / side);
  const slot = slots[bx + size[0] * (by + size[1] * bz)];
  if (slot >= 0) surface.slotOfVertex[v] = slot;
  return surface.slotOfVertex[v];
}
