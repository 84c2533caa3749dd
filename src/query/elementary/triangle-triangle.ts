import { findProjection, sideOf, turn } from '../../math/predicates.ts';

/** Two triangles, each given by vertices and the offsets of the x of its corners among them. */
export type TwoTriangles<Vertices = Float64Array> = [
  ...a: [a: Vertices, a0: number, a1: number, a2: number],
  ...b: [b: Vertices, b0: number, b1: number, b2: number],
];

/** Error bound of the float filter, 128u as a factor of sx * sy * sz: derived at `trianglesTouch`. */
const FILTER = 2 ** -46;

/**
 * Do the closed triangles a and b share a point? Each of a0..b2 is the offset of a vertex's x in its array.
 *
 * `true`: they share a point (one common point is enough), or some coordinate is NaN or infinite: unknown is reported,
 * never dropped. `false`: they share none. Both are exact for the float64 inputs as given, over the whole finite range:
 * coplanar, touching and degenerate triangles (segments, points) are decided, not guessed.
 *
 * How: (1) all of a strictly on one side of b's plane, or the reverse: no. (2) If all six plane sides are strict, each
 * triangle has one vertex alone on its side; with these turned to the front, both triangles cut the common line of the
 * planes in an interval, and two orientation signs say whether the intervals meet (Guigue & Devillers 2003, "Fast and
 * robust triangle-triangle overlap test using orientation predicates"). Floats decide all signs whose size is above
 * `bound`; anything else goes to `touchExactly` (signs by Shewchuk 1997).
 *
 * Why `bound` holds (IEEE float64, rounding to nearest, u = 2^-53): sx is the sum of |x - x of b2| over the other five
 * vertices, so any x-difference of two vertices is at most sx (up to a factor 1 + 6u). A difference here is rounded
 * twice at most (p, q, r, e, f are relative to b2, and plane a subtracts them again): absolute error <= 2u sx. Each of
 * the six monomials of a determinant is at most sx sy sz, and picks up 3 * 2u from its differences, 2u from its products
 * and 3u from the sums: 11u, so the determinant is off by at most 6 * 11u sx sy sz = 66u sx sy sz (1 + O(u)), well below
 * 128u. The rest of the bound (at least 1/3 of it) covers underflow: that adds at most 2^-1073 (sx + sy + sz + 2), below
 * 1e-262 if the sums are below 1e60, against bound / 3 > 3e-251. Sums below 1e60 also exclude overflow, and NaN or
 * infinity in any coordinate makes one of the two comparisons fail.
 *
 * Offsets must be below 2^31 (they pass through 32-bit masks). Cost: about 37 ns for a miss whose boxes overlap, 51 ns
 * for a hit; no allocation. Pairs with a sign in doubt cost 0.1 us (a common vertex) to 1 us (coplanar).
 */
export const trianglesTouch: (...triangles: TwoTriangles) => boolean = (a, a0, a1, a2, b, b0, b1, b2) => {
  const cx = b[b2];
  const cy = b[b2 + 1];
  const cz = b[b2 + 2];
  const ex = b[b0] - cx;
  const ey = b[b0 + 1] - cy;
  const ez = b[b0 + 2] - cz;
  const fx = b[b1] - cx;
  const fy = b[b1 + 1] - cy;
  const fz = b[b1 + 2] - cz;
  const px = a[a0] - cx;
  const py = a[a0 + 1] - cy;
  const pz = a[a0 + 2] - cz;
  const qx = a[a1] - cx;
  const qy = a[a1 + 1] - cy;
  const qz = a[a1 + 2] - cz;
  const rx = a[a2] - cx;
  const ry = a[a2 + 1] - cy;
  const rz = a[a2 + 2] - cz;
  const sx = Math.abs(ex) + Math.abs(fx) + Math.abs(px) + Math.abs(qx) + Math.abs(rx);
  const sy = Math.abs(ey) + Math.abs(fy) + Math.abs(py) + Math.abs(qy) + Math.abs(ry);
  const sz = Math.abs(ez) + Math.abs(fz) + Math.abs(pz) + Math.abs(qz) + Math.abs(rz);
  const bound = FILTER * sx * sy * sz;
  if (!(bound > 1e-250 && sx + sy + sz < 1e60)) return touchExactly(a, a0, a1, a2, b, b0, b1, b2);

  // The sides of a's vertices of the plane of b.
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const da0 = px * nx + py * ny + pz * nz;
  const da1 = qx * nx + qy * ny + qz * nz;
  const da2 = rx * nx + ry * ny + rz * nz;

  // The sides of b's vertices of the plane of a; b2 is the origin here.
  const gx = qx - px;
  const gy = qy - py;
  const gz = qz - pz;
  const hx = rx - px;
  const hy = ry - py;
  const hz = rz - pz;
  const mx = gy * hz - gz * hy;
  const my = gz * hx - gx * hz;
  const mz = gx * hy - gy * hx;
  const db0 = (ex - px) * mx + (ey - py) * my + (ez - pz) * mz;
  const db1 = (fx - px) * mx + (fy - py) * my + (fz - pz) * mz;
  const db2 = -(px * mx + py * my + pz * mz);
  if (
    !(
      Math.abs(da0) > bound &&
      Math.abs(da1) > bound &&
      Math.abs(da2) > bound &&
      Math.abs(db0) > bound &&
      Math.abs(db1) > bound &&
      Math.abs(db2) > bound
    )
  ) {
    // Some sign is in doubt, but one plane alone may still part the triangles.
    if (da0 > bound && da1 > bound && da2 > bound) return false;
    if (da0 < -bound && da1 < -bound && da2 < -bound) return false;
    if (db0 > bound && db1 > bound && db2 > bound) return false;
    if (db0 < -bound && db1 < -bound && db2 < -bound) return false;
    return touchExactly(a, a0, a1, a2, b, b0, b1, b2);
  }

  // From here all six sides are certain and strict. Their pattern is as good as random, so it is worked on in bits: a
  // wrongly predicted branch costs more than the arithmetic it saves (measured: 62 -> 37 ns a miss, 94 -> 51 ns a hit).
  const i0 = +(da0 > 0);
  const i1 = +(da1 > 0);
  const i2 = +(da2 > 0);
  const j0 = +(db0 > 0);
  const j1 = +(db1 > 0);
  const j2 = +(db2 > 0);
  if ((((i0 ^ i1) | (i1 ^ i2)) & ((j0 ^ j1) | (j1 ^ j2))) === 0) return false;

  // Turn the vertex that is alone on its side to the front (p). Its mask is -1, the other two are 0.
  const k0 = (i1 ^ i2) - 1;
  const k1 = (i0 ^ i2) - 1;
  const k2 = (i0 ^ i1) - 1;
  const l0 = (j1 ^ j2) - 1;
  const l1 = (j0 ^ j2) - 1;
  const l2 = (j0 ^ j1) - 1;
  const p1 = (a0 & k0) | (a1 & k1) | (a2 & k2);
  const q1 = (a1 & k0) | (a2 & k1) | (a0 & k2);
  const r1 = (a2 & k0) | (a0 & k1) | (a1 & k2);
  const p2 = (b0 & l0) | (b1 & l1) | (b2 & l2);
  const q2 = (b1 & l0) | (b2 & l1) | (b0 & l2);
  const r2 = (b2 & l0) | (b0 & l1) | (b1 & l2);

  // Look at each triangle from the side of the other's p: swap its q and r where that p lies below the plane.
  const swapA = (q1 ^ r1) & (((j0 & l0) | (j1 & l1) | (j2 & l2)) - 1);
  const swapB = (q2 ^ r2) & (((i0 & k0) | (i1 & k1) | (i2 & k2)) - 1);
  const first = volume(a, p1, q1 ^ swapA, b, p2, q2 ^ swapB);
  const second = volume(a, p1, r1 ^ swapA, b, p2, r2 ^ swapB);
  if ((+(first < -bound) | +(second > bound)) !== 0) return false;
  if (first > bound && second < -bound) return true;
  return touchExactly(a, a0, a1, a2, b, b0, b1, b2);
};

/** det [s - p, q - p, t - p] in floats: on which side of each other the segments pq and st pass. */
function volume(a: Float64Array, p: number, q: number, b: Float64Array, s: number, t: number): number {
  const x = a[p];
  const y = a[p + 1];
  const z = a[p + 2];
  const ux = b[s] - x;
  const uy = b[s + 1] - y;
  const uz = b[s + 2] - z;
  const vx = a[q] - x;
  const vy = a[q + 1] - y;
  const vz = a[q + 2] - z;
  const wx = b[t] - x;
  const wy = b[t + 1] - y;
  const wz = b[t + 2] - z;
  return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

/**
 * The same question by exact signs only, for every finite input. The triangles meet exactly if an edge of one meets the
 * other (as a set): an extreme point of the convex set a ∩ b lies on the rim of a or of b, and a triangle that is only a
 * segment or a point is the union of its edges.
 */
const touchExactly: (...triangles: TwoTriangles) => boolean = (a, a0, a1, a2, b, b0, b1, b2) => {
  for (let k = 0; k < 3; k++) {
    // x - x is 0 for finite x only.
    if (a[a0 + k] - a[a0 + k] + (a[a1 + k] - a[a1 + k]) + (a[a2 + k] - a[a2 + k]) !== 0) return true;
    if (b[b0 + k] - b[b0 + k] + (b[b1 + k] - b[b1 + k]) + (b[b2 + k] - b[b2 + k]) !== 0) return true;
  }
  for (let k = 0; k < 3; k++) {
    if (Math.max(a[a0 + k], a[a1 + k], a[a2 + k]) < Math.min(b[b0 + k], b[b1 + k], b[b2 + k])) return false;
    if (Math.max(b[b0 + k], b[b1 + k], b[b2 + k]) < Math.min(a[a0 + k], a[a1 + k], a[a2 + k])) return false;
  }
  if (isSame(a, a0, b, b0) || isSame(a, a0, b, b1) || isSame(a, a0, b, b2)) return true;
  if (isSame(a, a1, b, b0) || isSame(a, a1, b, b1) || isSame(a, a1, b, b2)) return true;
  if (isSame(a, a2, b, b0) || isSame(a, a2, b, b1) || isSame(a, a2, b, b2)) return true;

  const sa0 = sideOf(b, b0, b, b1, b, b2, a, a0);
  const sa1 = sideOf(b, b0, b, b1, b, b2, a, a1);
  const sa2 = sideOf(b, b0, b, b1, b, b2, a, a2);
  if (sa0 !== 0 && sa0 === sa1 && sa0 === sa2) return false;
  const sb0 = sideOf(a, a0, a, a1, a, a2, b, b0);
  const sb1 = sideOf(a, a0, a, a1, a, a2, b, b1);
  const sb2 = sideOf(a, a0, a, a1, a, a2, b, b2);
  if (sb0 !== 0 && sb0 === sb1 && sb0 === sb2) return false;
  if (sa0 === 0 && sa1 === 0 && sa2 === 0 && sb0 === 0 && sb1 === 0 && sb2 === 0) {
    const axis = findProjection(a, a0, a, a1, a, a2);
    if (axis >= 0 && turn(b, b0, b, b1, b, b2, axis) !== 0) {
      return !doesEdgePart(a, a0, a1, a2, b, b0, b1, b2, axis) && !doesEdgePart(b, b0, b1, b2, a, a0, a1, a2, axis);
    }
  }
  return (
    segmentMeetsTriangle(a, a0, a1, sa0, sa1, b, b0, b1, b2) ||
    segmentMeetsTriangle(a, a1, a2, sa1, sa2, b, b0, b1, b2) ||
    segmentMeetsTriangle(a, a2, a0, sa2, sa0, b, b0, b1, b2) ||
    segmentMeetsTriangle(b, b0, b1, sb0, sb1, a, a0, a1, a2) ||
    segmentMeetsTriangle(b, b1, b2, sb1, sb2, a, a0, a1, a2) ||
    segmentMeetsTriangle(b, b2, b0, sb2, sb0, a, a0, a1, a2)
  );
};

/** -0 equals 0 here, as it does as a coordinate. */
function isSame(a: Float64Array, p: number, b: Float64Array, q: number): boolean {
  return a[p] === b[q] && a[p + 1] === b[q + 1] && a[p + 2] === b[q + 2];
}

/**
 * Of two coplanar triangles with area, seen along an axis that keeps it: does an edge line of a have all of b strictly
 * outside? Two convex polygons are disjoint exactly if an edge line of one of them does.
 */
const doesEdgePart: (...seen: [...TwoTriangles, axis: number]) => boolean = (a, a0, a1, a2, b, b0, b1, b2, axis) => {
  const outside = -turn(a, a0, a, a1, a, a2, axis);
  for (let k = 0; k < 3; k++) {
    const p = k === 0 ? a0 : k === 1 ? a1 : a2;
    const q = k === 0 ? a1 : k === 1 ? a2 : a0;
    if (turn(a, p, a, q, b, b0, axis) !== outside || turn(a, p, a, q, b, b1, axis) !== outside) continue;
    if (turn(a, p, a, q, b, b2, axis) === outside) return true;
  }
  return false;
};

/**
 * Does the segment pq meet the triangle t? `sp` and `sq` are the sides of p and q of t's plane, both 0 if t has none.
 * If they are not both 0, the line pq crosses the plane in one point, and it is in t exactly if it passes t's three
 * edges on the same side.
 */
function segmentMeetsTriangle(
  a: Float64Array,
  p: number,
  q: number,
  sp: number,
  sq: number,
  t: Float64Array,
  t0: number,
  t1: number,
  t2: number,
): boolean {
  if (sp * sq > 0) return false;
  if (sp === 0 && sq === 0) {
    const axis = findProjection(t, t0, t, t1, t, t2);
    if (axis >= 0 && (isInside(a, p, t, t0, t1, t2, axis) || isInside(a, q, t, t0, t1, t2, axis))) return true;
    return segmentsMeet(a, p, q, t, t0, t1) || segmentsMeet(a, p, q, t, t1, t2) || segmentsMeet(a, p, q, t, t2, t0);
  }
  const s0 = sideOf(a, p, a, q, t, t0, t, t1);
  const s1 = sideOf(a, p, a, q, t, t1, t, t2);
  if (s0 * s1 < 0) return false;
  const s2 = sideOf(a, p, a, q, t, t2, t, t0);
  return s0 * s2 >= 0 && s1 * s2 >= 0;
}

/** Is p, a point of t's plane, in t? `axis` is one along which t does not collapse. */
function isInside(
  a: Float64Array,
  p: number,
  t: Float64Array,
  t0: number,
  t1: number,
  t2: number,
  axis: number,
): boolean {
  const s0 = turn(t, t0, t, t1, a, p, axis);
  const s1 = turn(t, t1, t, t2, a, p, axis);
  const s2 = turn(t, t2, t, t0, a, p, axis);
  return s0 * s1 >= 0 && s1 * s2 >= 0 && s0 * s2 >= 0;
}

/**
 * Do the segments pq and st share a point? Either may be a single point. Four points that are coplanar but not collinear
 * have a projection along an axis that is one-to-one on their plane; there, overlapping boxes and "each line separates
 * the ends of the other segment, weakly" is exact. If all are collinear, overlapping boxes is.
 */
function segmentsMeet(a: Float64Array, p: number, q: number, b: Float64Array, s: number, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.max(a[p + k], a[q + k]) < Math.min(b[s + k], b[t + k])) return false;
    if (Math.max(b[s + k], b[t + k]) < Math.min(a[p + k], a[q + k])) return false;
  }
  if (sideOf(a, p, a, q, b, s, b, t) !== 0) return false;
  let axis = findProjection(a, p, a, q, b, s);
  if (axis < 0) axis = findProjection(a, p, a, q, b, t);
  if (axis < 0) axis = findProjection(b, s, b, t, a, p);
  if (axis < 0) axis = findProjection(b, s, b, t, a, q);
  if (axis < 0) return true;
  if (turn(a, p, a, q, b, s, axis) * turn(a, p, a, q, b, t, axis) > 0) return false;
  return turn(b, s, b, t, a, p, axis) * turn(b, s, b, t, a, q, axis) <= 0;
}
