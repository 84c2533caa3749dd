import type { Mesh } from '../../src/mesh/mesh.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { boxTriangles } from './triangle-boxes.ts';

/** Lowest and highest corner of all boxes. */
function joinBoxes(boxes: Float64Array): number[] {
  const all = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let o = 0; o < boxes.length; o += 6) {
    for (let k = 0; k < 3; k++) {
      all[k] = Math.min(all[k], boxes[o + k]);
      all[k + 3] = Math.max(all[k + 3], boxes[o + k + 3]);
    }
  }
  return all;
}

function boxesMeet(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  for (let k = 0; k < 3; k++) if (a[i + k] > b[j + 3 + k] || b[j + k] > a[i + 3 + k]) return false;
  return true;
}

/** Up to `most` touching pairs of two meshes, by a sweep along x: slow, short, and independent of all trees. */
export function findTouching(a: Mesh, b: Mesh, most = Infinity): [number, number][] {
  const [boxesA, boxesB] = [boxTriangles(a.positions, a.triangles), boxTriangles(b.positions, b.triangles)];
  const [allA, allB] = [joinBoxes(boxesA), joinBoxes(boxesB)];
  const sorted = (boxes: Float64Array, others: number[]): number[] =>
    Array.from({ length: boxes.length / 6 }, (_, t) => t)
      .filter(t => boxesMeet(boxes, 6 * t, others, 0))
      .sort((s, t) => boxes[6 * s] - boxes[6 * t]);
  const [orderA, orderB] = [sorted(boxesA, allB), sorted(boxesB, allA)];
  let widest = 0;
  for (const u of orderB) widest = Math.max(widest, boxesB[6 * u + 3] - boxesB[6 * u]);
  const pairs: [number, number][] = [];
  let from = 0;
  for (const t of orderA) {
    while (from < orderB.length && boxesB[6 * orderB[from]] < boxesA[6 * t] - widest) from++;
    for (let k = from; k < orderB.length && boxesB[6 * orderB[k]] <= boxesA[6 * t + 3]; k++) {
      const u = orderB[k];
      if (!boxesMeet(boxesA, 6 * t, boxesB, 6 * u) || !touch(a, t, b, u)) continue;
      pairs.push([t, u]);
      if (pairs.length >= most) return pairs;
    }
  }
  return pairs;
}

function touch(a: Mesh, t: number, b: Mesh, u: number): boolean {
  const [a0, a1, a2] = a.triangles.subarray(3 * t, 3 * t + 3);
  const [b0, b1, b2] = b.triangles.subarray(3 * u, 3 * u + 3);
  return trianglesTouch(a.positions, 3 * a0, 3 * a1, 3 * a2, b.positions, 3 * b0, 3 * b1, 3 * b2);
}

/** The same by trying all pairs: what `findTouching` is checked by. */
export function findTouchingByBruteForce(a: Mesh, b: Mesh): [number, number][] {
  const pairs: [number, number][] = [];
  for (let t = 0; t < a.triangles.length / 3; t++) {
    for (let u = 0; u < b.triangles.length / 3; u++) if (touch(a, t, b, u)) pairs.push([t, u]);
  }
  return pairs;
}

/** The touching pairs of one mesh whose triangles have no vertex in common: none, if the surface does not cut itself. */
export function findSelfTouching(mesh: Mesh): [number, number][] {
  return findTouching(mesh, mesh).filter(([t, u]) => {
    if (t >= u) return false;
    const corners = mesh.triangles.subarray(3 * u, 3 * u + 3);
    return mesh.triangles.subarray(3 * t, 3 * t + 3).every(v => !corners.includes(v));
  });
}

/** How many of the first `count` vertices of `a` are inside the closed mesh `b`: those whose rays along x leave it oddly. */
export function countInside(a: Mesh, count: number, b: Mesh): number {
  const { positions: p, triangles } = b;
  let inside = 0;
  for (let v = 0; v < 3 * count; v += 3) {
    const [x, y, z] = a.positions.subarray(v, v + 3);
    let odd = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [i, j, k] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      const wi = (p[j + 1] - y) * (p[k + 2] - z) - (p[j + 2] - z) * (p[k + 1] - y);
      const wj = (p[k + 1] - y) * (p[i + 2] - z) - (p[k + 2] - z) * (p[i + 1] - y);
      const wk = (p[i + 1] - y) * (p[j + 2] - z) - (p[i + 2] - z) * (p[j + 1] - y);
      if (wi > 0 !== wj > 0 || wj > 0 !== wk > 0) continue;
      if ((wi * p[i] + wj * p[j] + wk * p[k]) / (wi + wj + wk) > x) odd ^= 1;
    }
    inside += odd;
  }
  return inside;
}
