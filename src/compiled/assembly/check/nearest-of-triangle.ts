import { greaterOf, lesserOf } from './records';

/** What is written: three barycentric coordinates, then the squared distance, in float64. */
export const SQUARED: usize = 24;

/**
 * `nearestOfTriangle` of query/elementary/point-triangle.ts, by the same operations: to the last bit the same numbers. `a`, `b`, `c` are the places of the corners.
 */
export function nearestOfTriangle(x: f64, y: f64, z: f64, a: usize, b: usize, c: usize, out: usize): void {
  const ax = load<f64>(a) - x, ay = load<f64>(a, 8) - y, az = load<f64>(a, 16) - z;
  const bx = load<f64>(b) - x, by = load<f64>(b, 8) - y, bz = load<f64>(b, 16) - z;
  const cx = load<f64>(c) - x, cy = load<f64>(c, 8) - y, cz = load<f64>(c, 16) - z;
  const ux = between(a, b), uy = between(a + 8, b + 8), uz = between(a + 16, b + 16);
  const vx = between(b, c), vy = between(b + 8, c + 8), vz = between(b + 16, c + 16);
  const wx = between(c, a), wy = between(c + 8, a + 8), wz = between(c + 16, a + 16);

  const alongU = shareAlong(ax, ay, az, ux, uy, uz);
  const alongV = shareAlong(bx, by, bz, vx, vy, vz);
  const alongW = shareAlong(cx, cy, cz, wx, wy, wz);
  let best = squaredLength(ax + alongU * ux, ay + alongU * uy, az + alongU * uz);
  let shareA = 1 - alongU;
  let shareB = alongU;
  let shareC: f64 = 0;
  let squared = squaredLength(bx + alongV * vx, by + alongV * vy, bz + alongV * vz);
  if (squared < best) {
    best = squared;
    shareA = 0;
    shareB = 1 - alongV;
    shareC = alongV;
  }
  squared = squaredLength(cx + alongW * wx, cy + alongW * wy, cz + alongW * wz);
  if (squared < best) {
    best = squared;
    shareA = alongW;
    shareB = 0;
    shareC = 1 - alongW;
  }

  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = nx * nx + ny * ny + nz * nz;
  if (size > 0) {
    let footB = (nx * (cy * wz - cz * wy) + ny * (cz * wx - cx * wz) + nz * (cx * wy - cy * wx)) / size;
    let footC = (nx * (ay * uz - az * uy) + ny * (az * ux - ax * uz) + nz * (ax * uy - ay * ux)) / size;
    let footX = ax + footB * ux - footC * wx;
    let footY = ay + footB * uy - footC * wy;
    let footZ = az + footB * uz - footC * wz;
    footB += (nx * (footY * wz - footZ * wy) + ny * (footZ * wx - footX * wz) + nz * (footX * wy - footY * wx)) / size;
    footC += (nx * (footY * uz - footZ * uy) + ny * (footZ * ux - footX * uz) + nz * (footX * uy - footY * ux)) / size;
    const footA = 1 - footB - footC;
    if (footA >= 0 && footB >= 0 && footC >= 0) {
      footX = ax + footB * ux - footC * wx;
      footY = ay + footB * uy - footC * wy;
      footZ = az + footB * uz - footC * wz;
      squared = squaredLength(footX, footY, footZ);
      if (squared < best) {
        best = squared;
        shareA = footA;
        shareB = footB;
        shareC = footC;
      }
    }
  }
  store<f64>(out, shareA);
  store<f64>(out, shareB, 8);
  store<f64>(out, shareC, 16);
  store<f64>(out, best, SQUARED);
}

@inline
function between(from: usize, to: usize): f64 {
  return load<f64>(to) - load<f64>(from);
}

@inline
function shareAlong(px: f64, py: f64, pz: f64, ux: f64, uy: f64, uz: f64): f64 {
  const share = -(px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz);
  return lesserOf(1, greaterOf(0, share)); // NaN, of an edge without length, is 0
}

@inline
function squaredLength(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}
