import { AT_END, type Difference } from './difference.ts';

/**
 * Writes the direction in which the polygon lies away from 0 at `moment`, as well as floats can: its normal if 0 is
 * above or below its inside, else the vector to the nearest point of its border (always that if `onBorder`). Also
 * writes the place of that point. Nothing relies on it: whoever uses the direction checks that it separates.
 *
 * The nearest point of the border is on a side that faces 0, so only these are looked at; all of them if the polygon
 * has no area.
 */
export function aimAtNearestPoint(difference: Difference, onBorder: boolean): void {
  const { corners: q, count, moment, direction, place } = difference;
  const time = moment[0];
  const last = 3 * count - 3;
  const x0 = q[0] + time * (q[AT_END] - q[0]);
  const y0 = q[1] + time * (q[AT_END + 1] - q[1]);
  const z0 = q[2] + time * (q[AT_END + 2] - q[2]);
  const ux = q[3] + time * (q[AT_END + 3] - q[3]) - x0;
  const uy = q[4] + time * (q[AT_END + 4] - q[4]) - y0;
  const uz = q[5] + time * (q[AT_END + 5] - q[5]) - z0;
  const vx = q[last] + time * (q[AT_END + last] - q[last]) - x0;
  const vy = q[last + 1] + time * (q[AT_END + last + 1] - q[last + 1]) - y0;
  const vz = q[last + 2] + time * (q[AT_END + last + 2] - q[last + 2]) - z0;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  // 0, dropped onto the plane of the polygon, is at corner 0 + u * (side to corner 1) + v * (side to the last corner).
  const area = nx * nx + ny * ny + nz * nz;
  const u = (nx * (vy * z0 - vz * y0) + ny * (vz * x0 - vx * z0) + nz * (vx * y0 - vy * x0)) / area;
  const v = (nx * (y0 * uz - z0 * uy) + ny * (z0 * ux - x0 * uz) + nz * (x0 * uy - y0 * ux)) / area;

  const facing = onBorder || !(area > 0) ? 15 : facingSides(count, u, v);
  if (facing === 0) {
    const side = nx * x0 + ny * y0 + nz * z0 < 0 ? -1 : 1;
    direction[0] = side * nx;
    direction[1] = side * ny;
    direction[2] = side * nz;
    place[0] = u;
    place[1] = v;
    return;
  }

  let least = Infinity;
  for (let i = 0; i < count; i++) {
    if ((facing & (1 << i)) === 0) continue;
    const k = 3 * i;
    const l = i + 1 < count ? k + 3 : 0;
    const x = q[k] + time * (q[AT_END + k] - q[k]);
    const y = q[k + 1] + time * (q[AT_END + k + 1] - q[k + 1]);
    const z = q[k + 2] + time * (q[AT_END + k + 2] - q[k + 2]);
    const dx = q[l] + time * (q[AT_END + l] - q[l]) - x;
    const dy = q[l + 1] + time * (q[AT_END + l + 1] - q[l + 1]) - y;
    const dz = q[l + 2] + time * (q[AT_END + l + 2] - q[l + 2]) - z;
    const along = -(x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz);
    const part = along > 0 ? (along < 1 ? along : 1) : 0;
    const wx = x + part * dx;
    const wy = y + part * dy;
    const wz = z + part * dz;
    const distance = wx * wx + wy * wy + wz * wz;
    if (distance < least) {
      least = distance;
      direction[0] = wx;
      direction[1] = wy;
      direction[2] = wz;
      // The places of the corners in order: (0, 0), (1, 0), then (0, 1) or (1, 1), (0, 1).
      place[0] = i === 0 ? part : i === 1 ? (count === 3 ? 1 - part : 1) : i === 2 && count === 4 ? 1 - part : 0;
      place[1] = i === 0 ? 0 : i === 1 ? part : i === 2 && count === 4 ? 1 : 1 - part;
    }
  }
}

/** A bit for each side, from corner i to corner i + 1, that the place (u, v) is beyond. */
function facingSides(count: number, u: number, v: number): number {
  if (count === 3) return (v < 0 ? 1 : 0) | (u + v > 1 ? 2 : 0) | (u < 0 ? 4 : 0);
  return (v < 0 ? 1 : 0) | (u > 1 ? 2 : 0) | (v > 1 ? 4 : 0) | (u < 0 ? 8 : 0);
}
