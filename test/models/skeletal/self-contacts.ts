import type { Mesh } from '../../../src/mesh/mesh.ts';
import { trianglesTouch } from '../../../src/query/elementary/triangle-triangle.ts';
import { boxTriangles } from '../triangle-boxes.ts';

/**
 * Up to `most` pairs of triangles of one surface that touch where they should not: pairs without a common vertex that
 * touch at all, and pairs with one common vertex that meet elsewhere too. Pairs with a common edge are left out: they do
 * only when folded flat. Exact triangle tests after a lattice of cubes; some tenths of a second for 48000 triangles.
 */
export function findSelfContacts({ positions, triangles }: Mesh, most = Infinity): [number, number][] {
  const count = triangles.length / 3;
  const boxes = boxTriangles(positions, triangles);
  let side = 0;
  for (let o = 0; o < boxes.length; o++) side += o % 6 < 3 ? -boxes[o] : boxes[o];
  side *= 0.8 / count;
  const cubes = new Map<number, number[]>();
  const found: [number, number][] = [];
  const seen = new Int32Array(count).fill(-1);
  for (let t = 0; t < count; t++) {
    const place = (k: number): number => Math.floor(boxes[6 * t + k] / side);
    for (let x = place(0); x <= place(3); x++) {
      for (let y = place(1); y <= place(4); y++) {
        for (let z = place(2); z <= place(5); z++) {
          const cube = (x & 4095) | ((y & 4095) << 12) | ((z & 127) << 24);
          const others = cubes.get(cube) ?? [];
          if (others.length === 0) cubes.set(cube, others);
          for (const u of others) {
            if (seen[u] === t || !boxesMeet(boxes, 6 * t, 6 * u)) continue;
            seen[u] = t;
            if (isContact(positions, triangles, t, u)) found.push([u, t]);
            if (found.length >= most) return found;
          }
          if (others[others.length - 1] !== t) others.push(t);
        }
      }
    }
  }
  return found;
}

/** The same by trying all pairs: what `findSelfContacts` is checked by. */
export function findSelfContactsByBruteForce({ positions, triangles }: Mesh): [number, number][] {
  const found: [number, number][] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let u = 0; u < t; u++) if (isContact(positions, triangles, t, u)) found.push([u, t]);
  }
  return found;
}

function boxesMeet(boxes: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (boxes[i + k] > boxes[j + 3 + k] || boxes[j + k] > boxes[i + 3 + k]) return false;
  return true;
}

function isContact(p: Float64Array, triangles: Uint32Array, t: number, u: number): boolean {
  const a = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
  const b = [triangles[3 * u], triangles[3 * u + 1], triangles[3 * u + 2]];
  const freeA = a.filter(v => !b.includes(v));
  const freeB = b.filter(v => !a.includes(v));
  if (freeA.length < 2) return false;
  // With a common vertex: does the side across from it reach the other triangle? A side is a triangle without area.
  if (freeA.length === 2) return touch(p, [...freeA, freeA[1]], b) || touch(p, [...freeB, freeB[1]], a);
  return touch(p, a, b);
}

function touch(p: Float64Array, a: number[], b: number[]): boolean {
  return trianglesTouch(p, 3 * a[0], 3 * a[1], 3 * a[2], p, 3 * b[0], 3 * b[1], 3 * b[2]);
}
