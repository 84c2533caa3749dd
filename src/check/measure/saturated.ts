import { bodyOfRegion } from '../plan/named-plan.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import type { SeenContact } from '../scan/observe-clip.ts';

/**
 * No vertex is deeper in a thing than half its thickness. Depths above this share of that may be those of something that went right through; of
 * parts of one body all of it, as their thickness is a mean and few of them are plates.
 */
const SATURATED = 0.8;
const SATURATED_WITHIN = 1;

/** Whether depth tells little, and how far one side would have to move tells more. Parts that hang together are never free of each other. */
export function isSaturated(
  plan: CheckPlan,
  { isCrease, regionA, regionB, depth }: Pick<SeenContact, 'isCrease' | 'regionA' | 'regionB' | 'depth'>,
): boolean {
  if (isCrease || regionA === regionB || plan.borders.has(keyOf(plan, regionA, regionB))) return false;
  const isWithin = bodyOfRegion(plan, regionA) === bodyOfRegion(plan, regionB);
  const thinner = Math.min(plan.radii[regionA], plan.radii[regionB]);
  return !(depth < (isWithin ? SATURATED_WITHIN : SATURATED) * thinner);
}
