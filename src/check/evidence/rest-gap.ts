import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import type { CheckPlan } from '../plan/plan.ts';

/** Pairs of triangles that are looked at, evenly chosen: enough for a median. */
const MOST_PAIRS = 32;

/**
 * How far apart at rest what touches is: the median over the pairs that touch. Of one body the larger of what its mesh was made with and of the resting
 * scene, as either may have been posed. Parts that lie on each other have next to nothing, a hand and a thigh have much.
 */
export function measureRestGap(
  { shapes, atRest }: CheckPlan,
  bodyA: number,
  bodyB: number,
  touching: readonly number[],
): number {
  const { positions, scales } = atRest;
  const out = new Float64Array(NEAREST_SIZE);
  const count = touching.length / 2;
  const chosen = Math.min(MOST_PAIRS, count);
  const gaps = Array.from({ length: chosen }, (_, n) => {
    const k = 2 * Math.floor(((n + 0.5) * count) / chosen);
    const a = cornersOf(shapes[bodyA].mesh.triangles, touching[k]);
    const b = cornersOf(shapes[bodyB].mesh.triangles, touching[k + 1]);
    triangleDistance(positions[bodyA], ...a, positions[bodyB], ...b, out);
    const gap = Math.sqrt(out[SQUARED]);
    if (bodyA !== bodyB) return gap;
    const made = shapes[bodyA].mesh.positions;
    triangleDistance(made, ...a, made, ...b, out);
    return Math.max(gap, scales[bodyA] * Math.sqrt(out[SQUARED]));
  });
  return gaps.sort((p, q) => p - q)[chosen >> 1] ?? 0;
}

function cornersOf(triangles: Uint32Array, slot: number): [number, number, number] {
  return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
}
