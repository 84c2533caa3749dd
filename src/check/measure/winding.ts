import { openSnapshot } from '../compiled/pack-snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** A point is on a triangle if it is no farther along the axis than this share of the extent. */
const ON_SURFACE = 1e-9;

/**
 * How often a closed surface winds around a point: 0 outside, 1 inside, 2 where it overlaps itself. Counts the triangles that a
 * ray from the point passes, those it leaves by as +1, those it enters by as -1; slot `but` does not count, so that for a point of
 * that triangle the answer is that just beyond it, if the ray goes outward there. `areClosed`: of the surface only slots marked with 1 count, and if the point
 * is on one of these but for rounding, the answer is NaN. The ray goes along an axis, up or down it. In plain
 * floats, but triangles agree on which side of a common edge it passes.
 */
export function countWindings(
  body: Snapshot,
  axis: number,
  isUp: boolean,
  at: ArrayLike<number>,
  but: number,
  areClosed: Uint8Array | null = null,
): number {
  const packed = openSnapshot(body, areClosed);
  if (packed === null) return countWindingsHere(body, axis, isUp, at, but, areClosed);
  return packed.calls.countWindings(packed.at, axis, +isUp, at[0], at[1], at[2], but, +(areClosed !== null));
}

/** The same in JavaScript. */
export const countWindingsHere: typeof countWindings = (
  { shape, positions: x, boxes, stack },
  axis,
  isUp,
  at,
  but,
  areClosed = null,
) => {
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const atU = at[u];
  const atV = at[v];
  const atAxis = at[axis];
  const nearby = ON_SURFACE * (boxes[axis + 3] - boxes[axis]);
  let windings = 0;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const low = 6 * node;
    const high = low + 3;
    if (atU < boxes[low + u] || atU > boxes[high + u]) continue;
    if (atV < boxes[low + v] || atV > boxes[high + v]) continue;
    if (isUp ? atAxis > boxes[high + axis] : atAxis < boxes[low + axis]) continue;
    if (links[node] >= 0) {
      for (let child = links[node]; child < ends[node]; child++) stack[top++] = child;
      continue;
    }
    for (let slot = slotStarts[node]; slot < slotEnds[node]; slot++) {
      if (slot === but || areClosed?.[slot] === 0) continue;
      const a = triangles[3 * slot];
      const b = triangles[3 * slot + 1];
      const c = triangles[3 * slot + 2];
      const wa = sideOfEdge(x, b, c, u, v, at);
      const wb = sideOfEdge(x, c, a, u, v, at);
      const wc = sideOfEdge(x, a, b, u, v, at);
      const isCounter = wa >= 0 && wb >= 0 && wc >= 0; // -0 stands for the other side, see below
      const isClockwise = wa <= 0 && wb <= 0 && wc <= 0;
      if (isCounter === isClockwise) continue;
      const height = (wa * x[3 * a + axis] + wb * x[3 * b + axis] + wc * x[3 * c + axis]) / (wa + wb + wc);
      if (areClosed && Math.abs(height - atAxis) <= nearby) return Number.NaN;
      if (isUp ? height > atAxis : height < atAxis) windings += isCounter === isUp ? 1 : -1;
    }
  }
  return windings;
};

/**
 * Twice the area of the triangle of a directed edge and the point, seen along an axis; the same number, but for its sign, for both
 * triangles at the edge. A point on the line of an edge counts as beside it, on the side where its first coordinate is
 * lower: the smallest number there is stands for that.
 */
export function sideOfEdge(x: Float64Array, p: number, q: number, u: number, v: number, at: ArrayLike<number>): number {
  const isTurned = p > q;
  const a = 3 * (isTurned ? q : p);
  const b = 3 * (isTurned ? p : q);
  const du = x[b + u] - x[a + u];
  const dv = x[b + v] - x[a + v];
  let area = du * (at[v] - x[a + v]) - dv * (at[u] - x[a + u]);
  if (area === 0) area = dv > 0 || (dv === 0 && du > 0) ? Number.MIN_VALUE : -Number.MIN_VALUE;
  return isTurned ? -area : area;
}

/**
 * Whether the normals of a closed surface point outward at an instant: its volume, as they tell it, is not negative. The sum of the prisms
 * between each triangle and a plane across z.
 */
export function facesOutward({ shape, positions: x }: Snapshot): boolean {
  const { triangles } = shape.mesh;
  const level = 3 * x[3 * triangles[0] + 2];
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const shadow = (x[b] - x[a]) * (x[c + 1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (x[c] - x[a]);
    volume += shadow * (x[a + 2] + x[b + 2] + x[c + 2] - level);
  }
  return volume >= 0;
}
