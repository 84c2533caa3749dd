import { openSnapshot } from '../compiled/pack-snapshot.ts';
import type { Snapshot } from '../measure/snapshot.ts';

/** A body that may be in the way; `seenThrough`: see `findSeenThrough`. */
export interface Obstacle {
  body: Snapshot;
  seenThrough: Uint8Array | null;
}

/** What was in the way of the last of several rays: the next one, if it is like it, mostly meets the same. */
export interface Blocker {
  /** Of the obstacles; -1: nothing yet. */
  number: number;
  slot: number;
}

export function createBlocker(): Blocker {
  return { number: -1, slot: -1 };
}

/** What a ray meets: a slot and how far along it is, in lengths of its direction. */
export interface Hit {
  slot: number;
  distance: number;
}

/**
 * Whether a ray from a point along a direction hits nothing that hides. In plain floats: what passes an edge within rounding may be
 * told either way, which no share of many rays shows. What is known to be in the way of a like ray is tried first: of ten rays that hit something
 * three need no more. Cost of the others: about 0.5 us for a body of 10,000 triangles.
 */
export function isOpen(
  obstacles: readonly Obstacle[],
  from: Float64Array,
  along: Float64Array,
  blocker: Blocker = createBlocker(),
): boolean {
  if (blocker.number >= 0 && distanceTo(obstacles[blocker.number].body, blocker.slot, from, along) < Infinity) {
    return false;
  }
  for (let n = 0; n < obstacles.length; n++) {
    const slot = findBlocker(obstacles[n], from, along);
    if (slot < 0) continue;
    blocker.number = n;
    blocker.slot = slot;
    return false;
  }
  return true;
}

/** A slot that a ray hits, or -1. */
export function findBlocker(obstacle: Obstacle, from: Float64Array, along: Float64Array): number {
  const { body, seenThrough } = obstacle;
  const packed = openSnapshot(body, seenThrough);
  if (packed === null) return castRay(obstacle, from, along, 'any').slot;
  const { calls, at } = packed;
  return calls.castRay(at, from[0], from[1], from[2], along[0], along[1], along[2], +(seenThrough !== null));
}

/** The nearest slot that a ray hits, or any of them; -1, infinitely far, if none. */
export function castRay(
  { body, seenThrough }: Obstacle,
  from: Float64Array,
  along: Float64Array,
  takes: 'any' | 'nearest',
): Hit {
  const { shape, boxes, stack } = body;
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const ix = 1 / along[0];
  const iy = 1 / along[1];
  const iz = 1 / along[2];
  const hit = { slot: -1, distance: Infinity };
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const o = 6 * node;
    const x1 = (boxes[o] - x) * ix;
    const x2 = (boxes[o + 3] - x) * ix;
    const y1 = (boxes[o + 1] - y) * iy;
    const y2 = (boxes[o + 4] - y) * iy;
    const z1 = (boxes[o + 2] - z) * iz;
    const z2 = (boxes[o + 5] - z) * iz;
    const near = Math.max(Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2));
    const far = Math.min(Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2));
    if (far < 0 || near > far || near > hit.distance) continue;
    if (links[node] >= 0) {
      for (let child = links[node]; child < ends[node]; child++) stack[top++] = child;
      continue;
    }
    for (let slot = slotStarts[node]; slot < slotEnds[node]; slot++) {
      if (seenThrough?.[slot] === 1) continue;
      const distance = distanceTo(body, slot, from, along);
      if (distance >= hit.distance) continue;
      hit.slot = slot;
      hit.distance = distance;
      if (takes === 'any') return hit;
    }
  }
  return hit;
}

/** How far along a ray a triangle is, of either side, by the test of [Moller1997]; Infinity if it is missed. */
function distanceTo({ shape, positions: p }: Snapshot, slot: number, from: Float64Array, along: Float64Array): number {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  const dx = along[0];
  const dy = along[1];
  const dz = along[2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const scale = ux * px + uy * py + uz * pz;
  if (scale === 0) return Infinity;
  const sx = from[0] - p[a];
  const sy = from[1] - p[a + 1];
  const sz = from[2] - p[a + 2];
  const u = (sx * px + sy * py + sz * pz) / scale;
  if (!(u >= 0 && u <= 1)) return Infinity;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = (dx * qx + dy * qy + dz * qz) / scale;
  if (!(v >= 0 && u + v <= 1)) return Infinity;
  const distance = (vx * qx + vy * qy + vz * qz) / scale;
  return distance > 0 ? distance : Infinity;
}
