import { type Mesh, triangleCount } from '../../mesh/mesh.ts';
import { checksumSide, type Side } from '../motion/side.ts';
import { createPointGrid, findNearest, type PointGrid } from './point-grid.ts';
import type { SphereSet } from './sphere-set.ts';

export interface VolumetricOptions {
  kind: 'volumetric';
  /** How far a growing sphere moves at a time. */
  step: number;
  /** Spheres grow no larger than this: small spheres follow thin places. */
  maxRadius: number;
  /**
   * A triangle whose middle is this near to a sphere gets none of its own; below 0 (and unless given): each gets one.
   */
  spacing?: number;
}

/**
 * Spheres inside a closed mesh, by the growing-radius heuristic of [NavarroNewball2009], Fig. 1f to 1i: from the middle
 * of a triangle inward until the middle of a second triangle is met; then away from the point between them until a
 * third is, and away from the middle of the three until a fourth is, or the largest radius is reached. Needs no test of
 * inside or outside.
 *
 * Spheres contain no middle of a triangle. They do not cover the mesh, and may stick out between middles: a table of
 * them is approximate. Cost: some microseconds a sphere.
 */
export function generateVolumetricSpheres(side: Side, options: VolumetricOptions): SphereSet {
  const { step, maxRadius, spacing = -1 } = options;
  checkLength(step, 'step');
  checkLength(maxRadius, 'maxRadius');
  if (side.source.kind !== 'rigid') {
    throw new Error(
      `generateSpheres: spheres inside a mesh that deforms by '${side.source.kind}' do not follow it; use 'surface' or 'covering'.`,
    );
  }
  const { middles, inward } = findMiddles(side.mesh);
  const grid = createPointGrid(middles, maxRadius);
  const spheres: number[] = [];
  for (let t = 0; t < triangleCount(side.mesh); t++) {
    if (spacing >= 0 && isNear(spheres, middles[3 * t], middles[3 * t + 1], middles[3 * t + 2], spacing)) continue;
    growSphere(grid, inward, t, step, maxRadius, spheres);
  }
  const count = spheres.length / 4;
  return {
    kind: 'volumetric',
    centers: Float64Array.from({ length: 3 * count }, (_, k) => spheres[4 * Math.floor(k / 3) + (k % 3)]),
    radii: Float64Array.from({ length: count }, (_, i) => spheres[4 * i + 3]),
    source: { kind: 'rigid' },
    checksum: checksumSide(side),
    motion: null,
  };
}

function checkLength(value: number, name: string): void {
  if (value > 0 && value < Infinity) return;
  throw new Error(`generateSpheres: ${name} is ${value}; give a length above 0, in the units of the mesh.`);
}

function isNear(spheres: readonly number[], x: number, y: number, z: number, spacing: number): boolean {
  for (let o = 0; o < spheres.length; o += 4) {
    const reach = spheres[o + 3] + spacing;
    if ((spheres[o] - x) ** 2 + (spheres[o + 1] - y) ** 2 + (spheres[o + 2] - z) ** 2 < reach * reach) return true;
  }
  return false;
}

/** Adds the sphere that starts at the middle of triangle `t`; none if the triangle has no inside. */
function growSphere(
  grid: PointGrid,
  inward: Float64Array,
  t: number,
  step: number,
  maxRadius: number,
  spheres: number[],
): void {
  const { points } = grid;
  const met = [t];
  const from = points.slice(3 * t, 3 * t + 3);
  const direction = inward.slice(3 * t, 3 * t + 3);
  const center = from.slice();
  let along = 0;
  let radius = 0;
  if (Math.hypot(...direction) === 0) return;
  for (const last = 3; ; ) {
    along += step;
    for (let k = 0; k < 3; k++) center[k] = from[k] + along * direction[k];
    radius = Math.min(maxRadius, distanceToNearest(points, met, center));
    const next = findNearest(grid, center[0], center[1], center[2], radius, met);
    if (next < 0 && radius === maxRadius) break;
    if (next < 0) continue;
    radius = Math.hypot(
      points[3 * next] - center[0],
      points[3 * next + 1] - center[1],
      points[3 * next + 2] - center[2],
    );
    met.push(next);
    if (met.length > last) break;
    for (let k = 0; k < 3; k++) from[k] = met.reduce((sum, m) => sum + points[3 * m + k], 0) / met.length;
    along = Math.hypot(center[0] - from[0], center[1] - from[1], center[2] - from[2]);
    if (!(along > 1e-3 * step)) break; // between opposite walls there is no way on
    for (let k = 0; k < 3; k++) direction[k] = (center[k] - from[k]) / along;
  }
  if (radius > 0) spheres.push(center[0], center[1], center[2], radius);
}

function distanceToNearest(points: Float64Array, met: readonly number[], center: Float64Array): number {
  let least = Infinity;
  for (const m of met) {
    least = Math.min(
      least,
      Math.hypot(points[3 * m] - center[0], points[3 * m + 1] - center[1], points[3 * m + 2] - center[2]),
    );
  }
  return least;
}

/** The middle of each triangle, and the direction opposite to its normal: 0 for a triangle without area. */
function findMiddles({ positions, triangles }: Mesh): { middles: Float64Array; inward: Float64Array } {
  const middles = new Float64Array(triangles.length);
  const inward = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      middles[t + k] = (positions[p + k] + positions[q + k] + positions[r + k]) / 3;
      inward[t + k] =
        (positions[q + v] - positions[p + v]) * (positions[r + u] - positions[p + u]) -
        (positions[q + u] - positions[p + u]) * (positions[r + v] - positions[p + v]);
    }
    const length = Math.hypot(inward[t], inward[t + 1], inward[t + 2]);
    for (let k = 0; k < 3; k++) inward[t + k] = length > 0 ? inward[t + k] / length : 0;
  }
  return { middles, inward };
}
