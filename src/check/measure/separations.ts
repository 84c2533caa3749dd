import { listWorstContacts } from '../findings/gather-findings.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import { type CheckClip, copyPoses } from '../plan/subject.ts';
import { type BodyMotion, createBodyMotion, poseBody } from '../scan/body-motion.ts';
import type { Observations, SeenContact } from '../scan/observe-clip.ts';
import { findSeparation } from './separate.ts';
import { snapshotAt } from './snapshot.ts';

/**
 * No vertex is deeper in a thing than half its thickness. Depths above this share of that may be those of something that went right through; of
 * parts of one body all of it, as their thickness is a mean and few of them are plates.
 */
const SATURATED = 0.8;
const SATURATED_WITHIN = 1;

/** Adds to the worst contacts of a stretch, where depth tells little, how far one side would have to move to be free. */
export function addSeparations(plan: CheckPlan, clip: CheckClip, seen: Observations): void {
  const contacts = [...listWorstContacts(seen)].filter(contact => isSaturated(plan, contact));
  if (contacts.length === 0) return;
  const motions = new Map<number, { motion: BodyMotion; time: number }>();
  const poses = copyPoses(plan.subject.rest);
  for (const contact of contacts.sort((p, q) => p.time - q.time)) {
    clip.poseAt(contact.time, poses);
    const motionOf = (body: number): BodyMotion => {
      let entry = motions.get(body);
      if (!entry) motions.set(body, (entry = { motion: createBodyMotion(plan.shapes[body], 1, false), time: NaN }));
      if (entry.time !== contact.time) poseBody(entry.motion, 0, poses[body]);
      entry.time = contact.time;
      return entry.motion;
    };
    const { regionA, regionB } = contact;
    const [bodyA, bodyB] = [bodyOf(plan, regionA), bodyOf(plan, regionB)];
    const [a, b] = [snapshotAt(motionOf(bodyA), 0), snapshotAt(motionOf(bodyB), 0)];
    const found = findSeparation({ plan, bodyA, bodyB, regionA, regionB, a, b });
    if (found) contact.separation = found;
  }
}

/** Parts that hang together are never free of each other. */
function isSaturated(plan: CheckPlan, { isCrease, regionA, regionB, depth }: SeenContact): boolean {
  if (isCrease || regionA === regionB || plan.borders.has(keyOf(plan, regionA, regionB))) return false;
  const share = bodyOf(plan, regionA) === bodyOf(plan, regionB) ? SATURATED_WITHIN : SATURATED;
  return !(depth < share * Math.min(radiusOf(plan, regionA), radiusOf(plan, regionB)));
}

function bodyOf({ firstRegions, shapes }: CheckPlan, region: number): number {
  let b = 0;
  while (b + 1 < shapes.length && firstRegions[b + 1] <= region) b++;
  return b;
}

function radiusOf(plan: CheckPlan, region: number): number {
  const b = bodyOf(plan, region);
  return plan.shapes[b].regions.radii[region - plan.firstRegions[b]];
}
