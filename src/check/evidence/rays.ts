import { loadCorners, type Snapshot } from '../measure/snapshot.ts';

/** What rays are computed with: corners of a triangle. */
export interface RayRoom {
  corners: Float64Array;
}

/**
 * Whether a ray from a point along a direction hits nothing of some bodies. In plain floats: what passes an edge within rounding may be
 * told either way, which no share of many rays shows. Cost: about 1 us for a body of 10,000 triangles.
 */
export function isOpen(bodies: readonly Snapshot[], from: Float64Array, along: Float64Array, room: RayRoom): boolean {
  for (const body of bodies) if (hitsBody(body, from, along, room)) return false;
  return true;
}

function hitsBody(body: Snapshot, from: Float64Array, along: Float64Array, { corners }: RayRoom): boolean {
  const { shape, boxes, stack } = body;
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const [x, y, z] = from;
  const [dx, dy, dz] = along;
  const [ix, iy, iz] = [1 / dx, 1 / dy, 1 / dz];
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    const [x1, x2] = [(boxes[o] - x) * ix, (boxes[o + 3] - x) * ix];
    const [y1, y2] = [(boxes[o + 1] - y) * iy, (boxes[o + 4] - y) * iy];
    const [z1, z2] = [(boxes[o + 2] - z) * iz, (boxes[o + 5] - z) * iz];
    const near = Math.max(Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2));
    const far = Math.min(Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2));
    if (far < 0 || near > far) continue;
    if (links[node] >= 0) {
      for (let child = links[node]; child < ends[node]; child++) stack[top++] = child;
      continue;
    }
    for (let slot = slotStarts[node]; slot < slotEnds[node]; slot++) {
      loadCorners(body, slot, corners, 0);
      if (hitsTriangle(corners, x, y, z, dx, dy, dz)) return true;
    }
  }
  return false;
}

/** The test of [Moller1997], of both sides of a triangle. */
function hitsTriangle(p: Float64Array, x: number, y: number, z: number, dx: number, dy: number, dz: number): boolean {
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]];
  const [vx, vy, vz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const scale = ux * px + uy * py + uz * pz;
  if (scale === 0) return false;
  const [sx, sy, sz] = [x - p[0], y - p[1], z - p[2]];
  const u = (sx * px + sy * py + sz * pz) / scale;
  if (!(u >= 0 && u <= 1)) return false;
  const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
  const v = (dx * qx + dy * qy + dz * qz) / scale;
  if (!(v >= 0 && u + v <= 1)) return false;
  return (vx * qx + vy * qy + vz * qz) / scale > 0;
}
