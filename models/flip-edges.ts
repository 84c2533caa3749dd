import { triangleNormal } from '../src/math/triangle-normal.ts';
import type { Mesh } from '../src/mesh/mesh.ts';
import { nextSide, previousSide } from './half-edges.ts';

/**
 * One pass of edge flips, in place, keeping `twins` right; returns how many edges changed. An edge is flipped when that
 * brings its four vertices nearer to six neighbours each (`even`), or else when its opposite angles sum to more than
 * 180 degrees (Delaunay). Never when it would double an edge, fold the surface by more than about 45 degrees or make a
 * sliver: so a closed 2-manifold stays one.
 */
export function flipEdges(mesh: Mesh, twins: Int32Array, even: boolean): number {
  const { positions, triangles } = mesh;
  const valence = new Int32Array(positions.length / 3);
  for (let h = 0; h < triangles.length; h++) valence[triangles[h]]++;
  let flips = 0;
  for (let h = 0; h < triangles.length; h++) {
    const t = twins[h];
    if (t < h) continue;
    const a = triangles[h];
    const b = triangles[t];
    const c = triangles[previousSide(h)];
    const d = triangles[previousSide(t)];
    if (valence[a] <= 4 || valence[b] <= 4) continue;
    const wanted = even
      ? excess(valence[a] - 1, valence[b] - 1, valence[c] + 1, valence[d] + 1) <
        excess(valence[a], valence[b], valence[c], valence[d])
      : cosineAt(positions, c, a, b) + cosineAt(positions, d, a, b) < -1e-3;
    if (!wanted || !isFlipSound(positions, a, b, c, d) || areJoined(triangles, twins, previousSide(h), d)) continue;
    flip(triangles, twins, h, t);
    valence[a]--;
    valence[b]--;
    valence[c]++;
    valence[d]++;
    flips++;
  }
  return flips;
}

function excess(a: number, b: number, c: number, d: number): number {
  return (a - 6) ** 2 + (b - 6) ** 2 + (c - 6) ** 2 + (d - 6) ** 2;
}

/** Cosine of the angle at `at` in the triangle (at, a, b). Two angles sum to more than 180 degrees iff these sum below 0. */
function cosineAt(p: Float64Array, at: number, a: number, b: number): number {
  const [ux, uy, uz] = subtract(p, a, at);
  const [vx, vy, vz] = subtract(p, b, at);
  return (ux * vx + uy * vy + uz * vz) / Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
}

/** From vertex b to vertex a. */
function subtract(p: Float64Array, a: number, b: number): [x: number, y: number, z: number] {
  return [p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]];
}

const normals = new Float64Array(12);

function writeNormal(p: Float64Array, a: number, b: number, c: number, o: number): void {
  triangleNormal(p, 3 * a, 3 * b, 3 * c, normals, o);
  const [x, y, z] = normals.subarray(o, o + 3);
  const size = Math.sqrt(x * x + y * y + z * z) + 1e-300;
  for (let axis = o; axis < o + 3; axis++) normals[axis] /= size;
}

function isFlipSound(p: Float64Array, a: number, b: number, c: number, d: number): boolean {
  writeNormal(p, a, b, c, 0);
  writeNormal(p, b, a, d, 3);
  writeNormal(p, c, d, b, 6);
  writeNormal(p, d, c, a, 9);
  for (let before = 0; before < 6; before += 3) {
    for (let after = 6; after < 12; after += 3) {
      const cosine =
        normals[before] * normals[after] +
        normals[before + 1] * normals[after + 1] +
        normals[before + 2] * normals[after + 2];
      if (cosine < 0.7) return false;
    }
  }
  const limit = 0.97;
  return (
    cosineAt(p, b, c, d) < limit &&
    cosineAt(p, a, c, d) < limit &&
    cosineAt(p, c, b, d) < limit &&
    cosineAt(p, d, b, c) < limit &&
    cosineAt(p, c, a, d) < limit &&
    cosineAt(p, d, a, c) < limit
  );
}

/** Whether the vertex that `side` leaves has an edge to `other`. */
function areJoined(triangles: Uint32Array, twins: Int32Array, side: number, other: number): boolean {
  let h = side;
  do {
    if (triangles[nextSide(h)] === other) return true;
    h = twins[previousSide(h)];
  } while (h !== side);
  return false;
}

/** Triangles (a b c) and (b a d) become (c d b) and (d c a); `h` and `t` stay twins of each other. */
function flip(triangles: Uint32Array, twins: Int32Array, h: number, t: number): void {
  const h1 = nextSide(h);
  const h2 = previousSide(h);
  const t1 = nextSide(t);
  const t2 = previousSide(t);
  const a = triangles[h];
  const b = triangles[t];
  const c = triangles[h2];
  const d = triangles[t2];
  const bc = twins[h1];
  const ca = twins[h2];
  const ad = twins[t1];
  const db = twins[t2];
  triangles[h] = c;
  triangles[h1] = d;
  triangles[h2] = b;
  triangles[t] = d;
  triangles[t1] = c;
  triangles[t2] = a;
  pair(twins, h1, db);
  pair(twins, h2, bc);
  pair(twins, t1, ca);
  pair(twins, t2, ad);
}

function pair(twins: Int32Array, g: number, h: number): void {
  twins[g] = h;
  twins[h] = g;
}
