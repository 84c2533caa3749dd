import { nearestOfTriangle } from '../query/elementary/point-triangle.ts';
import type { BodyMotion } from './body-motion.ts';

/** Where on a surface a point is nearest to: the slot and the place on it. */
export interface Nearest {
  slot: number;
  squared: number;
  barycentrics: Float64Array;
}

export function createNearest(): Nearest {
  return { slot: -1, squared: Infinity, barycentrics: new Float64Array(3) };
}

/** The nearest place of a surface at an instant, but for one region (-1: for none). About 3 us. */
export function findNearest(
  { shape, positions, nodes }: BodyMotion,
  instant: number,
  butRegion: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
): void {
  const { rights, starts, ends, groups } = shape.tree;
  const { triangles } = shape.mesh;
  const boxes = nodes[instant];
  out.slot = -1;
  out.squared = Infinity;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const next = stack[--top];
    if (groups[next] === butRegion || squaredGap(boxes, 6 * next, x, y, z) >= out.squared) continue;
    const right = rights[next];
    if (right > 0) {
      const left = next + 1;
      const isLeftNearer = squaredGap(boxes, 6 * left, x, y, z) < squaredGap(boxes, 6 * right, x, y, z);
      if (top + 2 > stack.length) stack.push(0, 0);
      stack[top++] = isLeftNearer ? right : left;
      stack[top++] = isLeftNearer ? left : right;
      continue;
    }
    for (let slot = starts[next]; slot < ends[next]; slot++)
      tryTriangle(triangles, positions[instant], slot, x, y, z, out);
  }
}

/** Takes the nearest place of some triangles, but those with a corner at vertex `but`, if it is nearer than what was found. */
export function findNearer(
  { shape, positions }: BodyMotion,
  instant: number,
  slots: Iterable<number>,
  but: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
): void {
  const { triangles } = shape.mesh;
  for (const slot of slots) {
    const k = 3 * slot;
    if (triangles[k] === but || triangles[k + 1] === but || triangles[k + 2] === but) continue;
    tryTriangle(triangles, positions[instant], slot, x, y, z, out);
  }
}

const stack: number[] = new Array(64).fill(0);
const place = new Float64Array(3);

function tryTriangle(
  triangles: Uint32Array,
  positions: Float64Array,
  slot: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
): void {
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  const squared = nearestOfTriangle(x, y, z, positions, a, b, c, place, 0);
  if (!(squared < out.squared)) return;
  out.squared = squared;
  out.slot = slot;
  out.barycentrics.set(place);
}

function squaredGap(boxes: Float32Array, o: number, x: number, y: number, z: number): number {
  const dx = x < boxes[o] ? boxes[o] - x : x > boxes[o + 3] ? x - boxes[o + 3] : 0;
  const dy = y < boxes[o + 1] ? boxes[o + 1] - y : y > boxes[o + 4] ? y - boxes[o + 4] : 0;
  const dz = z < boxes[o + 2] ? boxes[o + 2] - z : z > boxes[o + 5] ? z - boxes[o + 5] : 0;
  return dx * dx + dy * dy + dz * dz;
}
