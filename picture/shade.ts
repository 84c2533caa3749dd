/** Red, green, blue in 0..1. */
export type Color = readonly [number, number, number];

/** Where the light comes from: high, from the front and the side. A unit vector. */
export const LIGHT = [0.42, 0.63, 0.65] as const;

/** Warm light, cool sky, a weak shine and a bright rim; (n) is the normal, (v) points to the eye, neither needs unit length. */
export function shadePoint(
  rgb: Float32Array,
  pixel: number,
  color: Color,
  nx: number,
  ny: number,
  nz: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  const n = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + 1e-300);
  const v = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
  const facing = (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) * n;
  const sky = 0.5 + 0.5 * ny * n;
  const toward = Math.abs(nx * vx + ny * vy + nz * vz) * n * v;
  const half = [LIGHT[0] + vx * v, LIGHT[1] + vy * v, LIGHT[2] + vz * v];
  const shine = ((nx * half[0] + ny * half[1] + nz * half[2]) * n) / Math.hypot(half[0], half[1], half[2]);
  const glint = 0.12 * Math.max(0, shine) ** 24;
  const rim = 0.12 * (1 - toward) ** 3;
  const key = 0.72 * Math.max(0, facing) + 0.06 * Math.max(0, -facing);
  rgb[3 * pixel] = color[0] * (key * 1.04 + 0.2 + 0.18 * sky) + glint + rim;
  rgb[3 * pixel + 1] = color[1] * (key + 0.21 + 0.2 * sky) + glint + rim;
  rgb[3 * pixel + 2] = color[2] * (key * 0.94 + 0.24 + 0.24 * sky) + glint + rim;
}
