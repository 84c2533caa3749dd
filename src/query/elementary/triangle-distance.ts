import { triangleNormal } from '../../math/triangle-normal.ts';
import { type FromPoint, nearestOfTriangle, type Triangle } from './point-triangle.ts';
import { type TwoTriangles, trianglesTouch } from './triangle-triangle.ts';

/**
 * Two points, one of each triangle, and their squared distance; then room: for a point, for its nearest point (barycentric coordinates and
 * the squared distance), or for a normal.
 */
export const NEAREST_SIZE = 14;
export const SQUARED = 6;
const POINT = 7;
const ROOM = 10;

type Distance = (...of: [...TwoTriangles, out: Float64Array]) => void;

/**
 * Measures two closed triangles, each given by the offsets of its corners: their squared distance is written to `out[SQUARED]`, two
 * nearest points, of a and of b, to `out[0..5]` (which needs room for `NEAREST_SIZE` numbers). 0 exactly if they touch (`trianglesTouch`); then both points are a common one, up to
 * rounding. A triangle may be a segment or a point.
 *
 * Nearest points of triangles apart are a corner and a point of the other triangle, or points of two edges
 * ([Ericson2005] 5.1.10); the ends of edges are corners, so pairs of edges are only looked at within. As in
 * `nearestOfTriangle`, candidates are measured as the points they are. Cost: 0.3 us.
 */
export const triangleDistance: Distance = (a, a0, a1, a2, b, b0, b1, b2, out) => {
  out[SQUARED] = Infinity;
  nearestToPoint(a, a0, b, b0, b1, b2, out, 0);
  nearestToPoint(a, a1, b, b0, b1, b2, out, 0);
  nearestToPoint(a, a2, b, b0, b1, b2, out, 0);
  nearestToPoint(b, b0, a, a0, a1, a2, out, 3);
  nearestToPoint(b, b1, a, a0, a1, a2, out, 3);
  nearestToPoint(b, b2, a, a0, a1, a2, out, 3);
  for (let i = 0; i < 3; i++) {
    const p = i === 0 ? a0 : i === 1 ? a1 : a2;
    const q = i === 0 ? a1 : i === 1 ? a2 : a0;
    nearestOfEdges(a, p, q, b, b0, b1, out);
    nearestOfEdges(a, p, q, b, b1, b2, out);
    nearestOfEdges(a, p, q, b, b2, b0, out);
  }
  if (!trianglesTouch(a, a0, a1, a2, b, b0, b1, b2)) {
    if (!(out[SQUARED] > 0)) out[SQUARED] = Number.MIN_VALUE;
    return;
  }
  // Where an edge pierces the other triangle may be far from its corners and edges.
  nearestOfPiercing(a, a0, a1, b, b0, b1, b2, out, 0);
  nearestOfPiercing(a, a1, a2, b, b0, b1, b2, out, 0);
  nearestOfPiercing(a, a2, a0, b, b0, b1, b2, out, 0);
  nearestOfPiercing(b, b0, b1, a, a0, a1, a2, out, 3);
  nearestOfPiercing(b, b1, b2, a, a0, a1, a2, out, 3);
  nearestOfPiercing(b, b2, b0, a, a0, a1, a2, out, 3);
  out[SQUARED] = 0;
};

/**
 * Of a point, or an edge, and a triangle, given what was found so far and where its nearest points stand: each of these writes the
 * points of its candidates, and their squared distance, if that is below the one so far.
 */
type FromEdge = (...of: [a: Float64Array, p: number, q: number, ...Triangle, out: Float64Array, o: number]) => void;

const nearestToPoint: FromPoint = (points, p, t, t0, t1, t2, out, o) => {
  nearestOfTriangle(points, p, t, t0, t1, t2, out, ROOM);
  if (!(out[ROOM + 3] < out[SQUARED])) return;
  for (let axis = 0; axis < 3; axis++) {
    out[o + axis] = points[p + axis];
    out[3 - o + axis] = out[ROOM] * t[t0 + axis] + out[ROOM + 1] * t[t1 + axis] + out[ROOM + 2] * t[t2 + axis];
  }
  out[SQUARED] = out[ROOM + 3];
};

/**
 * The nearest points of the lines through two edges, if both are within their edges: found by cross products, then once
 * more from where that led, so that they are right for edges that are all but parallel.
 */
function nearestOfEdges(
  a: Float64Array,
  p: number,
  q: number,
  b: Float64Array,
  r: number,
  s: number,
  out: Float64Array,
): void {
  const ux = a[q] - a[p];
  const uy = a[q + 1] - a[p + 1];
  const uz = a[q + 2] - a[p + 2];
  const vx = b[s] - b[r];
  const vy = b[s + 1] - b[r + 1];
  const vz = b[s + 2] - b[r + 2];
  const dx = b[r] - a[p];
  const dy = b[r + 1] - a[p + 1];
  const dz = b[r + 2] - a[p + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = nx * nx + ny * ny + nz * nz;
  let i = (nx * (dy * vz - dz * vy) + ny * (dz * vx - dx * vz) + nz * (dx * vy - dy * vx)) / size;
  let j = (nx * (dy * uz - dz * uy) + ny * (dz * ux - dx * uz) + nz * (dx * uy - dy * ux)) / size;
  if (!(i > -1 && i < 2 && j > -1 && j < 2)) return; // NaN, of parallel edges, is not
  let x = dx + j * vx - i * ux;
  let y = dy + j * vy - i * uy;
  let z = dz + j * vz - i * uz;
  i += (nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx)) / size;
  j += (nx * (y * uz - z * uy) + ny * (z * ux - x * uz) + nz * (x * uy - y * ux)) / size;
  if (!(i > 0 && i < 1 && j > 0 && j < 1)) return;
  x = dx + j * vx - i * ux;
  y = dy + j * vy - i * uy;
  z = dz + j * vz - i * uz;
  const squared = x * x + y * y + z * z;
  if (!(squared < out[SQUARED])) return;
  out[0] = a[p] + i * ux;
  out[1] = a[p + 1] + i * uy;
  out[2] = a[p + 2] + i * uz;
  out[3] = b[r] + j * vx;
  out[4] = b[r + 1] + j * vy;
  out[5] = b[r + 2] + j * vz;
  out[SQUARED] = squared;
}

/** The point where the edge pq of a crosses the plane of t, and the point of t nearest to that. */
const nearestOfPiercing: FromEdge = (a, p, q, t, t0, t1, t2, out, o) => {
  triangleNormal(t, t0, t1, t2, out, ROOM);
  const nx = out[ROOM];
  const ny = out[ROOM + 1];
  const nz = out[ROOM + 2];
  const above = nx * (a[p] - t[t0]) + ny * (a[p + 1] - t[t0 + 1]) + nz * (a[p + 2] - t[t0 + 2]);
  const below = nx * (a[q] - t[t0]) + ny * (a[q + 1] - t[t0 + 1]) + nz * (a[q + 2] - t[t0 + 2]);
  const share = above / (above - below);
  if (!(share >= 0 && share <= 1)) return;
  for (let axis = 0; axis < 3; axis++) out[POINT + axis] = a[p + axis] + share * (a[q + axis] - a[p + axis]);
  nearestToPoint(out, POINT, t, t0, t1, t2, out, o);
};
