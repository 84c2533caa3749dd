/** Spheres as (x, y, z, radius) on (array, offset): closed balls, four numbers each. */
export const SPHERE_SIZE = 4;

/**
 * How far apart two spheres are, as a number to sort by: above 0 only if they do not touch, the lower the deeper they
 * overlap (squared distance of the centres less the squared sum of the radii). NaN, if there is one, is not above 0,
 * so nothing is ever culled by accident.
 */
export function sphereGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  const r = a[i + 3] + b[j + 3];
  return x * x + y * y + z * z - r * r;
}

/** The distance of two spheres; below 0 if they overlap. */
export function sphereDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return Math.sqrt(x * x + y * y + z * z) * (1 - 1e-14) - (a[i + 3] + b[j + 3]);
}

/** The smallest sphere around the two spheres at `i` and `i + 4` of `from`. */
export function encloseTwoSpheres(from: Float64Array, i: number, out: Float64Array, o: number): void {
  const dx = from[i + 4] - from[i];
  const dy = from[i + 5] - from[i + 1];
  const dz = from[i + 6] - from[i + 2];
  const r0 = from[i + 3];
  const r1 = from[i + 7];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const inner = distance + r1 <= r0 ? i : distance + r0 <= r1 ? i + 4 : -1; // one holds the other
  if (inner >= 0) {
    out[o] = from[inner];
    out[o + 1] = from[inner + 1];
    out[o + 2] = from[inner + 2];
    out[o + 3] = from[inner + 3];
    return;
  }
  const radius = 0.5 * (distance + r0 + r1);
  const t = (radius - r0) / distance;
  out[o] = from[i] + t * dx;
  out[o + 1] = from[i + 1] + t * dy;
  out[o + 2] = from[i + 2] + t * dz;
  out[o + 3] = radius;
}

/**
 * A nearly smallest sphere around `count` spheres that lie one after the other in `from`. The centre starts in the
 * middle of their box and moves toward the farthest sphere by ever smaller steps ([BadoiuClarkson2003]); the best centre
 * is kept. Any centre is sound, because the radius is measured from it. A NaN makes the radius NaN. Cost: STEPS + 2 passes.
 */
export function encloseSpheres(from: Float64Array, count: number, out: Float64Array, o: number): void {
  const end = 4 * count;
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let i = 0; i < end; i += 4) {
    const r = from[i + 3];
    if (from[i] - r < lowX) lowX = from[i] - r;
    if (from[i] + r > highX) highX = from[i] + r;
    if (from[i + 1] - r < lowY) lowY = from[i + 1] - r;
    if (from[i + 1] + r > highY) highY = from[i + 1] + r;
    if (from[i + 2] - r < lowZ) lowZ = from[i + 2] - r;
    if (from[i + 2] + r > highZ) highZ = from[i + 2] + r;
  }
  let x = 0.5 * (lowX + highX);
  let y = 0.5 * (lowY + highY);
  let z = 0.5 * (lowZ + highZ);
  let best = Infinity;
  let sum = 0;
  for (let step = 0; ; step++) {
    let radius = 0;
    let farthest = 0;
    for (let i = 0; i < end; i += 4) {
      const dx = from[i] - x;
      const dy = from[i + 1] - y;
      const dz = from[i + 2] - z;
      const reach = Math.sqrt(dx * dx + dy * dy + dz * dz) + from[i + 3];
      sum += reach;
      if (reach > radius) {
        radius = reach;
        farthest = i;
      }
    }
    if (radius < best) {
      best = radius;
      out[o] = x;
      out[o + 1] = y;
      out[o + 2] = z;
      out[o + 3] = radius;
    }
    if (step === STEPS) break;
    const t = 1 / (4 + 2 * step);
    x += t * (from[farthest] - x);
    y += t * (from[farthest + 1] - y);
    z += t * (from[farthest + 2] - z);
  }
  out[o + 3] += 0 * sum;
}

/** More steps make spheres tighter, and take more time (docs/decisions/0004). */
const STEPS = 2;
