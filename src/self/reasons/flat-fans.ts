import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { Fans } from '../fans.ts';

/*
 * The reason: no two triangles of a fan share more than neighbours always share if all of it is seen from one side.
 *
 * Statement. Let a fan have the vertex v, the ring w0 .. wn and the triangles (v, w_i, w_i+1) with normals N_i = (w_i -
 * v) x (w_i+1 - v), and let d and r be any vectors. If
 *   (1) d . N_i > 0 for all i, and
 *   (2) the numbers s_k = (d x r) . (wk - v), k = 0 .. n - 1 of a closed fan, 0 .. n of an open one, are not 0, the
 *       first is above 0, and they change their sign at most twice if the fan is closed, at most once if it is open,
 * then two triangles of the fan share v, and their common edge if they have one, and nothing else.
 *
 * Proof. Look along d, and measure angles around v from r. By (1) each step of the ring turns forward, by an angle
 * above 0 and below pi. s_k has the sign of the sine of the angle at wk; w0 is in (0, pi), at a, say. Steps below pi
 * that never end on a multiple of pi enter each of the intervals (0, pi), (pi, 2 pi) .. in turn, and the sign changes
 * from each to the next. A closed fan ends at a + 2 pi W for a whole number W of turns; the last step began above a + 2
 * pi W - pi, so after at least 2 W - 1 changes: at most two means W = 1. An open one with at most one change ends below
 * 2 pi, and began above 0, so it turns by less than 2 pi. In both cases the triangles are seen as sectors that share v
 * and the edge between two that follow each other, nothing else; and since by (1) no triangle is seen edge-on, what
 * lies behind v is v, and behind an edge that edge.
 *
 * (2) needs no looking at for closed fans of at most 4 triangles and open ones of at most 2: they turn by less than 4
 * pi, and 2 pi.
 *
 * Rounding (u = 2^-53, |d|1 the sum of the sizes of d's coordinates, L the longest side (b - a) or (c - a) of any
 * triangle (a, b, c)). A coordinate of a normal is a difference of two products of differences: each product has 3
 * roundings, their difference one more, and by Cauchy the products sum to at most L^2: it is off by at most 4 u L^2. d
 * . N adds a product and two sums: off by at most (4 + 3) u |d|1 L^2. Of s_k each of the six products d_i r_j g_k has
 * one rounding of the difference g, 2 of its products and 3 of sums, 6 in all; r is at most 2.74 L long, g at most 2 L,
 * so by Cauchy it is off by at most 6 u |d|1 5.48 L^2 < 33 u |d|1 L^2. Signs are believed above 128 u |d|1 L^2; the
 * rest covers that L itself is rounded. Underflow adds at most 2^-1073 (|d|1 + 1). Where the margin is above 1e-280
 * that is far below it: |d|1 is at most a few times the larger of 1 and L^2, so L^2 is above 1e-266. Below 1e60 nothing
 * overflows. Comparisons are written so that NaN certifies nothing.
 */

const MARGIN = 128 * UNIT_ROUNDOFF;
export const BEFORE = 0.37;

/**
 * Normals of all triangles, not of length 1. Returns the square of L, above; a NaN does not count, as its triangle
 * faces nothing. 10 ns a triangle.
 */
export function measureNormals(triangles: Uint32Array, x: Float64Array, normals: Float64Array): number {
  let longest = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ax = x[a];
    const ay = x[a + 1];
    const az = x[a + 2];
    const ex = x[b] - ax;
    const ey = x[b + 1] - ay;
    const ez = x[b + 2] - az;
    const fx = x[c] - ax;
    const fy = x[c + 1] - ay;
    const fz = x[c + 2] - az;
    normals[k] = ey * fz - ez * fy;
    normals[k + 1] = ez * fx - ex * fz;
    normals[k + 2] = ex * fy - ey * fx;
    const e = ex * ex + ey * ey + ez * ez;
    const f = fx * fx + fy * fy + fz * fz;
    if (e > longest) longest = e;
    if (f > longest) longest = f;
  }
  return longest;
}

/** What d . N and s_k must be above, as a factor of |d|1, to be certain of their signs; NaN if floats cannot tell. */
export function marginOfFans(squaredLongest: number): number {
  const margin = MARGIN * squaredLongest;
  return margin < 1e60 ? margin : Number.NaN;
}

/**
 * Whether the fan of v is certainly flat: seen along the sum of its normals; if that does not tell, of its normals made
 * equally long, turned by up to six steps away from the triangle that faces it least. 40 ns mostly.
 */
export function isFanFlat(fans: Fans, normals: Float64Array, x: Float64Array, v: number, margin: number): boolean {
  const { starts, slots } = fans;
  const from = starts[v];
  const to = starts[v + 1] - 1;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let i = from; i < to; i++) {
    const t = 3 * slots[i];
    dx += normals[t];
    dy += normals[t + 1];
    dz += normals[t + 2];
  }
  if (facesAlong(fans, normals, x, v, margin, dx, dy, dz)) return true;
  dx = dy = dz = 0;
  for (let i = from; i < to; i++) {
    const t = 3 * slots[i];
    const scale = inverseLength(normals[t], normals[t + 1], normals[t + 2]);
    dx += scale * normals[t];
    dy += scale * normals[t + 1];
    dz += scale * normals[t + 2];
  }
  for (let step = 0; step < 6; step++) {
    let least = Infinity;
    let worst = 3 * slots[from];
    for (let i = from; i < to; i++) {
      const t = 3 * slots[i];
      const scale = inverseLength(normals[t], normals[t + 1], normals[t + 2]);
      const facing = scale * (normals[t] * dx + normals[t + 1] * dy + normals[t + 2] * dz);
      if (facing < least) {
        least = facing;
        worst = t;
      }
    }
    if (least > 0) return facesAlong(fans, normals, x, v, margin, dx, dy, dz);
    const length = inverseLength(dx, dy, dz);
    const scale = (0.2 - 1.2 * least * length) * inverseLength(normals[worst], normals[worst + 1], normals[worst + 2]);
    dx = dx * length + scale * normals[worst];
    dy = dy * length + scale * normals[worst + 1];
    dz = dz * length + scale * normals[worst + 2];
  }
  return false;
}

/** About; of no length at all a large number. */
export function inverseLength(x: number, y: number, z: number): number {
  return 1 / Math.sqrt(x * x + y * y + z * z + 1e-300);
}

/** Conditions (1) and (2) for the direction d. Any d will do: one that was badly chosen certifies nothing. */
export function facesAlong(
  { starts, rings, slots }: Fans,
  normals: Float64Array,
  x: Float64Array,
  v: number,
  margin: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const from = starts[v];
  const to = starts[v + 1] - 1;
  const least = margin * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  if (!(least > 1e-280)) return false;
  for (let i = from; i < to; i++) {
    const t = 3 * slots[i];
    if (!(dx * normals[t] + dy * normals[t + 1] + dz * normals[t + 2] > least)) return false;
  }
  const isOpen = rings[from] !== rings[to];
  if (to - from <= (isOpen ? 2 : 4)) return true;
  const vx = x[3 * v];
  const vy = x[3 * v + 1];
  const vz = x[3 * v + 2];
  // A little before the first edge, by an angle that edges in one line, as in a grid, seldom have.
  const p = 3 * rings[from];
  const q = 3 * rings[from + 1];
  const rx = x[p] - vx - BEFORE * (x[q] - vx);
  const ry = x[p + 1] - vy - BEFORE * (x[q + 1] - vy);
  const rz = x[p + 2] - vz - BEFORE * (x[q + 2] - vz);
  const mx = dy * rz - dz * ry;
  const my = dz * rx - dx * rz;
  const mz = dx * ry - dy * rx;
  const last = isOpen ? to : to - 1;
  let wasUp = 1;
  let changes = 0;
  for (let i = from; i <= last; i++) {
    const w = 3 * rings[i];
    const side = mx * (x[w] - vx) + my * (x[w + 1] - vy) + mz * (x[w + 2] - vz);
    if (!(side > least || side < -least)) return false;
    const isUp = side > 0 ? 1 : 0;
    if (i === from && isUp === 0) return false;
    changes += isUp ^ wasUp;
    wasUp = isUp;
  }
  return changes <= (isOpen ? 1 : 2);
}
