import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import { AT_END, type Difference } from './difference.ts';

/** Error bound of the volumes as a factor of the product of the extents: derived at `isClearlyFree`. */
export const VOLUME_ERROR = 16 * UNIT_ROUNDOFF;

/**
 * Whether the polygon certainly never meets 0, by two quick filters; `false` means unknown. If unknown, the extents and
 * volumes of the difference are set.
 *
 * 1. It stays on one side of a coordinate plane. A corner's coordinate is linear in time, so its signs at both ends
 *    decide, and these are exact. This parts all that swept boxes part, and more: only places at equal times are
 *    compared.
 * 2. Its first three corners are never in one plane with 0. Their signed volume is a cubic in time; if its four
 *    Bernstein coefficients have one sign, so has the cubic on [0, 1] [Tang2010].
 *
 * Bound of 2: coefficients 1 and 2 (taken three times) are sums of 18 monomials, the others of 6; all are different
 * terms of the product of the extents. A monomial meets at most 10 roundings: 3 in corners, 2 in products, 2 in the
 * (mixed) cross product, 2 in the dot product, 1 in the last sum. So the error is below 10.01u times that product. 16u
 * leaves room for underflow, which adds at most 2^-1073 (sx + sy + sz + 2): negligible while the bound is above 1e-250
 * and the extents are below 1e60, which also excludes overflow. NaN and infinity fail these comparisons, for the first
 * filter too.
 *
 * Plain locals, because almost all candidates end here: about 45 ns.
 */
export function isClearlyFree({ corners: q, count, extent, volumes }: Difference): boolean {
  const ax = q[0];
  const ay = q[1];
  const az = q[2];
  const bx = q[3];
  const by = q[4];
  const bz = q[5];
  const cx = q[6];
  const cy = q[7];
  const cz = q[8];
  const dx = q[AT_END];
  const dy = q[AT_END + 1];
  const dz = q[AT_END + 2];
  const ex = q[AT_END + 3];
  const ey = q[AT_END + 4];
  const ez = q[AT_END + 5];
  const fx = q[AT_END + 6];
  const fy = q[AT_END + 7];
  const fz = q[AT_END + 8];
  let sx = Math.abs(ax) + Math.abs(bx) + Math.abs(cx) + Math.abs(dx) + Math.abs(ex) + Math.abs(fx);
  let sy = Math.abs(ay) + Math.abs(by) + Math.abs(cy) + Math.abs(dy) + Math.abs(ey) + Math.abs(fy);
  let sz = Math.abs(az) + Math.abs(bz) + Math.abs(cz) + Math.abs(dz) + Math.abs(ez) + Math.abs(fz);
  if (count === 4) {
    sx += Math.abs(q[9]) + Math.abs(q[AT_END + 9]);
    sy += Math.abs(q[10]) + Math.abs(q[AT_END + 10]);
    sz += Math.abs(q[11]) + Math.abs(q[AT_END + 11]);
  }
  extent[0] = sx;
  extent[1] = sy;
  extent[2] = sz;
  if (sx + sy + sz < 1e60) {
    // The fourth corner must have the sign of the first; for a triangle this asks the third again.
    const g = 3 * count - 3;
    const h = AT_END + g;
    if (haveOneSign(ax, bx, cx, dx, ex, fx) && ax * q[g] > 0 && ax * q[h] > 0) return true;
    if (haveOneSign(ay, by, cy, dy, ey, fy) && ay * q[g + 1] > 0 && ay * q[h + 1] > 0) return true;
    if (haveOneSign(az, bz, cz, dz, ez, fz) && az * q[g + 2] > 0 && az * q[h + 2] > 0) return true;
  }

  const bound = VOLUME_ERROR * sx * sy * sz;
  if (!(bound > 1e-250 && sx + sy + sz < 1e60)) {
    volumes.fill(0);
    return false;
  }
  return findVolumeSign(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz, ex, ey, ez, fx, fy, fz, bound, volumes) !== 0;
}

/**
 * The sign (-1 or 1) that the signed volume of three corners and 0 certainly has throughout the step, in which they move
 * from a, b, c to d, e, f; else 0, and its Bernstein coefficients are written to `volumes`. If these have one sign, so has
 * the cubic on [0, 1] [Tang2010]. `bound` is what rounding may add (see `isClearlyFree`).
 */
export function findVolumeSign(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
  ex: number,
  ey: number,
  ez: number,
  fx: number,
  fy: number,
  fz: number,
  bound: number,
  volumes: Float64Array,
): number {
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const ox = ey * fz - ez * fy;
  const oy = ez * fx - ex * fz;
  const oz = ex * fy - ey * fx;
  const mx = by * fz - bz * fy + (ey * cz - ez * cy);
  const my = bz * fx - bx * fz + (ez * cx - ex * cz);
  const mz = bx * fy - by * fx + (ex * cy - ey * cx);
  const first = ax * nx + ay * ny + az * nz;
  const second = dx * nx + dy * ny + dz * nz + (ax * mx + ay * my + az * mz);
  const third = dx * mx + dy * my + dz * mz + (ax * ox + ay * oy + az * oz);
  const last = dx * ox + dy * oy + dz * oz;
  if (first > bound && second > bound && third > bound && last > bound) return 1;
  if (first < -bound && second < -bound && third < -bound && last < -bound) return -1;
  volumes[0] = first;
  volumes[1] = second / 3;
  volumes[2] = third / 3;
  volumes[3] = last;
  return 0;
}

function haveOneSign(a: number, b: number, c: number, d: number, e: number, f: number): boolean {
  return a > 0 ? b > 0 && c > 0 && d > 0 && e > 0 && f > 0 : a < 0 && b < 0 && c < 0 && d < 0 && e < 0 && f < 0;
}
