import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import { AT_END, type Difference } from './difference.ts';

/** Error bounds as factors of products of extents: derived at `confirmContact`. */
const VOLUME_ERROR = 32 * UNIT_ROUNDOFF;
const AREA_ERROR = 64 * UNIT_ROUNDOFF;

/**
 * Whether the polygon certainly passes through 0 at some time in `part` of the step; `false` means unknown.
 *
 * Why: let 0, seen along a fixed direction n, be inside the polygon during all of that part, and let the signed volume
 * det(q0, q1, q2) change its sign. At some time in between the volume is 0; then 0 is in the plane of the polygon,
 * which is not seen edge-on, so inside along n means inside. "Inside along n" is n . (qi x qj) of one strict sign for
 * all sides ij; each is a quadratic in time, and its three Bernstein coefficients are checked. Any n is right; the
 * normal at the beginning is a good one.
 *
 * Bounds: a corner at a time is off by at most 6u of the larger of its sizes at both ends (1u from its subtraction, 2u
 * for the way to the end, 2u for the part of it, 1u for the sum). So a monomial of the volume is off by 3 * 6u, 2u for
 * products and 3u for sums, and all of them together are at most ex ey ez: 23u ex ey ez, taken as 32u. A monomial of a
 * side is off by 2 * 6u, 2u for products and 4u for sums, and those of one coefficient are together at most
 * 2 (|nx| ey ez + |ny| ez ex + |nz| ex ey) (2 for the middle one): 36u, taken as 64u. The rest covers underflow while
 * the bounds are above 1e-250, as in `isClearlyFree`.
 */
export function confirmContact(difference: Difference): boolean {
  const { corners, count, extent, part, window: q } = difference;
  const from = part[0];
  const to = part[1];
  for (let k = 0; k < 3 * count; k++) {
    const way = corners[AT_END + k] - corners[k];
    q[k] = corners[k] + from * way;
    q[AT_END + k] = corners[k] + to * way;
  }
  const error = VOLUME_ERROR * extent[0] * extent[1] * extent[2];
  if (!(error > 1e-250)) return false;
  const before = signedVolume(q, 0);
  const after = signedVolume(q, AT_END);
  if (!(before > error && after < -error) && !(before < -error && after > error)) return false;
  return holdsOrigin(difference);
}

function signedVolume(q: Float64Array, k: number): number {
  const x = q[k + 4] * q[k + 8] - q[k + 5] * q[k + 7];
  const y = q[k + 5] * q[k + 6] - q[k + 3] * q[k + 8];
  const z = q[k + 3] * q[k + 7] - q[k + 4] * q[k + 6];
  return q[k] * x + q[k + 1] * y + q[k + 2] * z;
}

/** Whether 0, seen along the polygon's first normal in the window, is inside the polygon during all of the window. */
function holdsOrigin({ count, extent, window: q }: Difference): boolean {
  const last = 3 * count - 3;
  const ux = q[3] - q[0];
  const uy = q[4] - q[1];
  const uz = q[5] - q[2];
  const vx = q[last] - q[0];
  const vy = q[last + 1] - q[1];
  const vz = q[last + 2] - q[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const error =
    AREA_ERROR *
    (Math.abs(nx) * extent[1] * extent[2] +
      Math.abs(ny) * extent[2] * extent[0] +
      Math.abs(nz) * extent[0] * extent[1]);
  if (!(error > 1e-250)) return false;
  for (let i = 0, j = last; i <= last; j = i, i += 3) {
    // n x (corner i), at both ends of the window: its products with corner j give the side's coefficients.
    const sx = ny * q[i + 2] - nz * q[i + 1];
    const sy = nz * q[i] - nx * q[i + 2];
    const sz = nx * q[i + 1] - ny * q[i];
    const ex = ny * q[AT_END + i + 2] - nz * q[AT_END + i + 1];
    const ey = nz * q[AT_END + i] - nx * q[AT_END + i + 2];
    const ez = nx * q[AT_END + i + 1] - ny * q[AT_END + i];
    const k = AT_END + j;
    const first = sx * q[j] + sy * q[j + 1] + sz * q[j + 2];
    const middle = sx * q[k] + sy * q[k + 1] + sz * q[k + 2] + (ex * q[j] + ey * q[j + 1] + ez * q[j + 2]);
    const end = ex * q[k] + ey * q[k + 1] + ez * q[k + 2];
    if (!(first < -error && middle < -error && end < -error)) return false;
  }
  return true;
}
