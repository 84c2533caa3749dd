import type { LinearMotion } from '../../continuous/elementary/linear-motion.ts';
import type { TwoTriangles } from '../../query/elementary/triangle-triangle.ts';

/** What the difference of two projections may lose to rounding, as a share of the sizes multiplied: 9 roundings, and more. */
const ROUNDING = 2 ** -49;

/** How many directions are tried. */
export const DIRECTIONS = 9;

/**
 * Which direction tells that two triangles certainly stay apart during a step in which their corners move evenly and straight, from
 * 0 to `DIRECTIONS` - 1; -1 if none does, which says nothing. Each of a0 .. b2 is the offset of a corner's x; no coordinate is
 * beyond `reach`. `first` is tried first: what told in the step before mostly tells again.
 *
 * Why: if along some direction all corners of one are beyond all of the other both at the start and at the end, then so they
 * are in between, since differences of corners move evenly too. Directions are, as they are half-way, the line between the
 * middles, then both normals and those across the sides in each plane. Cost: 30 ns for each tried.
 */
export const findSeparatingDirection: (
  ...of: [...moving: TwoTriangles<LinearMotion>, reach: number, first: number]
) => number = (a, a0, a1, a2, b, b0, b1, b2, reach, first) => {
  const margin = marginOf(reach);
  if (isSeparatedBy(first, a, a0, a1, a2, b, b0, b1, b2, margin)) return first;
  for (let k = 0; k < DIRECTIONS; k++) {
    if (k !== first && isSeparatedBy(k, a, a0, a1, a2, b, b0, b1, b2, margin)) return k;
  }
  return -1;
};

/** What is kept free for rounding if no coordinate is beyond `reach`. */
export function marginOf(reach: number): number {
  return ROUNDING * reach;
}

type IsSeparated = (k: number, ...of: [...moving: TwoTriangles<LinearMotion>, margin: number]) => boolean;

const isSeparatedBy: IsSeparated = (k, a, a0, a1, a2, b, b0, b1, b2, margin) => {
  if (k === 0) {
    const p = a.start;
    const q = a.end;
    const r = b.start;
    const s = b.end;
    const x = p[a0] + p[a1] + p[a2] + q[a0] + q[a1] + q[a2] - (r[b0] + r[b1] + r[b2] + s[b0] + s[b1] + s[b2]);
    const y =
      p[a0 + 1] +
      p[a1 + 1] +
      p[a2 + 1] +
      q[a0 + 1] +
      q[a1 + 1] +
      q[a2 + 1] -
      (r[b0 + 1] + r[b1 + 1] + r[b2 + 1] + s[b0 + 1] + s[b1 + 1] + s[b2 + 1]);
    const z =
      p[a0 + 2] +
      p[a1 + 2] +
      p[a2 + 2] +
      q[a0 + 2] +
      q[a1 + 2] +
      q[a2 + 2] -
      (r[b0 + 2] + r[b1 + 2] + r[b2 + 2] + s[b0 + 2] + s[b1 + 2] + s[b2 + 2]);
    return (
      isBeyond(p, a0, a1, a2, r, b0, b1, b2, x, y, z, margin) && isBeyond(q, a0, a1, a2, s, b0, b1, b2, x, y, z, margin)
    );
  }
  if (k < 5) return isApartByPlane(a, a0, a1, a2, b, b0, b1, b2, a, a0, a1, a2, k - 1, margin);
  return isApartByPlane(a, a0, a1, a2, b, b0, b1, b2, b, b0, b1, b2, k - 5, margin);
};

/** Whether all corners of a are beyond all of b along a direction, at one instant. */
export const isBeyond: (
  ...of: [...TwoTriangles, ...along: [x: number, y: number, z: number], margin: number]
) => boolean = (p, a0, a1, a2, r, b0, b1, b2, x, y, z, margin) => {
  let low = x * p[a0] + y * p[a0 + 1] + z * p[a0 + 2];
  const second = x * p[a1] + y * p[a1 + 1] + z * p[a1 + 2];
  const third = x * p[a2] + y * p[a2 + 1] + z * p[a2 + 2];
  if (second < low) low = second;
  if (third < low) low = third;
  low -= margin * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  return (
    x * r[b0] + y * r[b0 + 1] + z * r[b0 + 2] < low &&
    x * r[b1] + y * r[b1 + 1] + z * r[b1 + 2] < low &&
    x * r[b2] + y * r[b2 + 1] + z * r[b2 + 2] < low
  );
};

/** Tries the normal of a triangle c (one of the two) half-way, side 0, or the direction across one of its sides, 1 to 3. */
function isApartByPlane(
  a: LinearMotion,
  a0: number,
  a1: number,
  a2: number,
  b: LinearMotion,
  b0: number,
  b1: number,
  b2: number,
  { start: f, end: g }: LinearMotion,
  c0: number,
  c1: number,
  c2: number,
  side: number,
  margin: number,
): boolean {
  const px = f[c0] + g[c0];
  const py = f[c0 + 1] + g[c0 + 1];
  const pz = f[c0 + 2] + g[c0 + 2];
  const ux = f[c1] + g[c1] - px;
  const uy = f[c1 + 1] + g[c1 + 1] - py;
  const uz = f[c1 + 2] + g[c1 + 2] - pz;
  const vx = f[c2] + g[c2] - px;
  const vy = f[c2 + 1] + g[c2 + 1] - py;
  const vz = f[c2 + 2] + g[c2 + 2] - pz;
  let x = uy * vz - uz * vy;
  let y = uz * vx - ux * vz;
  let z = ux * vy - uy * vx;
  if (side > 0) {
    const sx = side === 1 ? ux : side === 2 ? vx : ux - vx;
    const sy = side === 1 ? uy : side === 2 ? vy : uy - vy;
    const sz = side === 1 ? uz : side === 2 ? vz : uz - vz;
    const nx = x;
    const ny = y;
    x = ny * sz - z * sy;
    y = z * sx - nx * sz;
    z = nx * sy - ny * sx;
  }
  const { start: p, end: q } = a;
  const { start: r, end: s } = b;
  if (isBeyond(p, a0, a1, a2, r, b0, b1, b2, x, y, z, margin)) {
    return isBeyond(q, a0, a1, a2, s, b0, b1, b2, x, y, z, margin);
  }
  return (
    isBeyond(r, b0, b1, b2, p, a0, a1, a2, x, y, z, margin) && isBeyond(s, b0, b1, b2, q, a0, a1, a2, x, y, z, margin)
  );
}
