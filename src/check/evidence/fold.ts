import { searchSurface } from '../measure/creases.ts';
import type { CheckPlan } from '../plan/plan.ts';

/** Pairs of triangles that are asked, evenly chosen. */
const MOST_PAIRS = 5;
/** What is no farther along the surface than this many radii of the thicker part is flesh that folds: a thigh against the belly it hangs on. */
const RADII = 1.5;

/**
 * Whether most of what touches of two regions is near on the surface at rest, as thick as the thicker of them is. A crease is measured by the thinner: this
 * tells what slides over the part it hangs on from what comes from elsewhere. Of one body only.
 */
export function isFold(
  { shapes, firstRegions }: CheckPlan,
  body: number,
  regionA: number,
  regionB: number,
  touching: readonly number[],
): boolean {
  const shape = shapes[body];
  const { radii } = shape.regions;
  const most = RADII * Math.max(radii[regionA - firstRegions[body]], radii[regionB - firstRegions[body]]);
  const count = touching.length / 2;
  const chosen = Math.min(MOST_PAIRS, count);
  let near = 0;
  for (let n = 0; n < chosen; n++) {
    const k = 2 * Math.floor(((n + 0.5) * count) / chosen);
    if (searchSurface(shape, touching[k], touching[k + 1], most)) near++;
  }
  return 2 * near > chosen;
}
