import { triangleNormal } from '../src/math/triangle-normal.ts';
import type { Mesh } from '../src/mesh/mesh.ts';
import { measureEdges, nextSide, previousSide } from './half-edges.ts';

/** The edge length wanted around a point, relative to the rest of the body: below 1 for a face or a hand. */
export type Sizing = (x: number, y: number, z: number) => number;

/** Puts vertex `v` back on the true surface after it moved. */
export type Settle = (v: number) => void;

/** Most neighbours a vertex may get: more make slivers that smoothing cannot mend. */
const MOST_NEIGHBOURS = 9;

/**
 * Merges the ends of short edges (relative to `sizing`), shortest first by growing limits, until `target` triangles are
 * left: exactly, when `target` is even, since each merge takes two. In place; `dead[t]` becomes 1 for the triangles that
 * went. A merge that would pinch the surface, fold it or make a sliver is not done, so a closed 2-manifold stays one.
 * Returns the number of triangles left: above `target` only if no edge can go any more.
 */
export function collapseEdges(
  mesh: Mesh,
  twins: Int32Array,
  target: number,
  sizing: Sizing,
  settle: Settle,
  dead: Uint8Array,
): number {
  const { positions: p, triangles } = mesh;
  const valence = new Int32Array(p.length / 3);
  for (let h = 0; h < triangles.length; h++) valence[triangles[h]]++;
  let left = triangles.length / 3;
  let limit = 0.4 * measureEdges(mesh);
  for (let pass = 0; pass < 60 && left > target; pass++) {
    const tooLong = limit * limit * (1 + 1e-9);
    for (let h = 0; h < triangles.length && left > target; h++) {
      if (dead[Math.floor(h / 3)] || twins[h] < h) continue;
      const a = 3 * triangles[h];
      const b = 3 * triangles[twins[h]];
      const x = p[a] - p[b];
      const y = p[a + 1] - p[b + 1];
      const z = p[a + 2] - p[b + 2];
      if (x * x + y * y + z * z > tooLong) continue; // most are: a root for each would take longer than all the rest
      const length = Math.hypot(x, y, z);
      if (length > limit) continue;
      const wanted = sizing((p[a] + p[b]) / 2, (p[a + 1] + p[b + 1]) / 2, (p[a + 2] + p[b + 2]) / 2);
      if (length > limit * wanted || !collapse(mesh, twins, h, valence, settle)) continue;
      dead[Math.floor(h / 3)] = dead[Math.floor(twins[h] / 3)] = 1;
      left -= 2;
    }
    limit *= 1.08;
  }
  return left;
}

/** Merges the end of half-edge `h` into its start, halfway; false, with nothing changed, if that would do harm. */
function collapse(mesh: Mesh, twins: Int32Array, h: number, valence: Int32Array, settle: Settle): boolean {
  const { positions: p, triangles } = mesh;
  const t = twins[h];
  const a = triangles[h];
  const b = triangles[t];
  const c = triangles[previousSide(h)];
  const d = triangles[previousSide(t)];
  if (valence[c] <= 4 || valence[d] <= 4 || valence[a] + valence[b] - 4 > MOST_NEIGHBOURS) return false;
  if (countShared(triangles, twins, h, t) !== 2) return false;
  const oldX = p[3 * a];
  const oldY = p[3 * a + 1];
  const oldZ = p[3 * a + 2];
  for (let k = 0; k < 3; k++) p[3 * a + k] = (p[3 * a + k] + p[3 * b + k]) / 2;
  settle(a);
  const x = p[3 * a];
  const y = p[3 * a + 1];
  const z = p[3 * a + 2];
  p[3 * a] = oldX;
  p[3 * a + 1] = oldY;
  p[3 * a + 2] = oldZ;
  if (!mayMove(mesh, twins, h, b, x, y, z) || !mayMove(mesh, twins, t, a, x, y, z)) return false;
  p[3 * a] = x;
  p[3 * a + 1] = y;
  p[3 * a + 2] = z;
  let side = t;
  do {
    triangles[side] = a;
    side = twins[previousSide(side)];
  } while (side !== t);
  pair(twins, twins[nextSide(h)], twins[previousSide(h)]);
  pair(twins, twins[nextSide(t)], twins[previousSide(t)]);
  valence[a] += valence[b] - 4;
  valence[c]--;
  valence[d]--;
  return true;
}

function pair(twins: Int32Array, g: number, h: number): void {
  twins[g] = h;
  twins[h] = g;
}

/** How many neighbours the start of `h` and the start of `t` share. Two is what a merge keeps a surface with. */
function countShared(triangles: Uint32Array, twins: Int32Array, h: number, t: number): number {
  let shared = 0;
  let u = h;
  do {
    const neighbour = triangles[nextSide(u)];
    let v = t;
    do {
      if (triangles[nextSide(v)] === neighbour) shared++;
      v = twins[previousSide(v)];
    } while (v !== t);
    u = twins[previousSide(u)];
  } while (u !== h);
  return shared;
}

/** Whether the triangles at the start of `h`, but for those with vertex `other`, stay sound when it moves to (x, y, z). */
function mayMove(mesh: Mesh, twins: Int32Array, h: number, other: number, x: number, y: number, z: number): boolean {
  const { positions: p, triangles } = mesh;
  const o = 3 * triangles[h];
  const corners = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, x, y, z); // of a side, where the vertex is, and where it goes
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  let side = h;
  do {
    const i = triangles[nextSide(side)];
    const j = triangles[previousSide(side)];
    if (i !== other && j !== other) {
      for (let k = 0; k < 3; k++) {
        corners[k] = p[3 * i + k];
        corners[3 + k] = p[3 * j + k];
        corners[6 + k] = p[o + k];
      }
      triangleNormal(corners, 0, 3, 6, before, 0);
      triangleNormal(corners, 0, 3, 9, after, 0);
      const area = Math.sqrt(dot(after, after));
      if (dot(before, after) < 0.6 * Math.sqrt(dot(before, before)) * area) return false;
      const longest = Math.max(squaredDistance(corners, 0, 3), squaredDistance(corners, 0, 9));
      if (area < 0.15 * longest) return false;
    }
    side = twins[previousSide(side)];
  } while (side !== h);
  return true;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function squaredDistance(points: Float64Array, i: number, j: number): number {
  const x = points[j] - points[i];
  const y = points[j + 1] - points[i + 1];
  const z = points[j + 2] - points[i + 2];
  return x * x + y * y + z * z;
}
