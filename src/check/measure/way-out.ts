import { triangleNormal } from '../../math/triangle-normal.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * How far one triangle must move along the normal of another, whichever way is shorter, to be on one side of it. `normal`: room for
 * that normal.
 */
export function wayOut(own: Snapshot, slot: number, other: Snapshot, otherSlot: number, normal: Float64Array): number {
  const { positions: x } = own;
  const { positions: p } = other;
  const { triangles: ofOther } = other.shape.mesh;
  const { triangles: ofOwn } = own.shape.mesh;
  const a = 3 * ofOther[3 * otherSlot];
  const b = 3 * ofOther[3 * otherSlot + 1];
  const c = 3 * ofOther[3 * otherSlot + 2];
  triangleNormal(p, a, b, c, normal, 0);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const length = Math.hypot(nx, ny, nz);
  if (!(length > 0)) return 0;
  let highest = -Infinity;
  let lowest = Infinity;
  for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
    const o = 3 * ofOwn[corner];
    const height = (nx * (x[o] - p[a]) + ny * (x[o + 1] - p[a + 1]) + nz * (x[o + 2] - p[a + 2])) / length;
    if (height > highest) highest = height;
    if (height < lowest) lowest = height;
  }
  return Math.max(0, Math.min(highest, -lowest));
}
