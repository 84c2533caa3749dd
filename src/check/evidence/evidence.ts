import { isFlawed } from '../measure/inside.ts';
import { measureOverlaps, type Overlap } from '../measure/measure.ts';
import { findSeparation } from '../measure/separate.ts';
import { momentOf, type Snapshot, snapshotAt } from '../measure/snapshot.ts';
import { bodyOfRegion } from '../plan/named-plan.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import { type BodyPose, type CheckClip, copyPoses } from '../plan/subject.ts';
import { type BodyMotion, createBodyMotion, poseBody } from '../scan/body-motion.ts';
import type { RegionPair } from '../scan/search-step.ts';
import { areaOfCurve, traceCurve } from './curve.ts';
import { isFold } from './fold.ts';
import { measureReach } from './reach.ts';
import { measureRestGap } from './rest-gap.ts';
import { lookAtCurve, type Sight } from './seen.ts';

/** What there is to say of two regions that touch, besides how deep: what it looks like, and how they came there. Lengths in units of the model. */
export interface Evidence extends Sight {
  /** How long the curve is in which their surfaces cross. */
  curve: number;
  /** How far apart at rest what touches is, and whether it is near along the surface. */
  gap: number;
  isFold: boolean;
  /** How far what touches is from the farthest joint between the two; null if that is not known. */
  reach: number | null;
  /** Of an open surface in which vertices of the other are: how deep, how sure that is, and where. */
  inside?: Pick<Overlap, 'depth' | 'sureness' | 'point'>;
  /** How the first region would have to move to be free of the second. */
  separation?: [number, number, number];
}

/** Two regions that touch at a time, and the pairs of triangles that do. */
export interface Exhibit {
  time: number;
  regionA: number;
  regionB: number;
  depth: number;
  depthBy: Overlap['depthBy'];
  isCrease: boolean;
  touching: readonly number[];
}

/**
 * Gathers the evidence of some contacts of a clip, in their order. Cost: posing all bodies for each time, and for each contact 1 to 3 ms, for
 * 10,000 triangles.
 */
export function gatherEvidence(plan: CheckPlan, clip: CheckClip, exhibits: readonly Exhibit[]): Evidence[] {
  if (exhibits.length === 0) return [];
  const motions = plan.shapes.map(shape => createBodyMotion(shape, 1, false));
  const bodies = motions.map(motion => snapshotAt(motion, 0));
  const poses = copyPoses(plan.subject.rest);
  const found = new Map<Exhibit, Evidence>();
  let time = Number.NaN;
  for (const exhibit of [...exhibits].sort((p, q) => p.time - q.time)) {
    if (exhibit.time !== time) {
      time = exhibit.time;
      clip.poseAt(time, poses);
      poseAll(motions, poses);
    }
    found.set(exhibit, examine(plan, bodies, poses, exhibit));
  }
  return exhibits.map(exhibit => found.get(exhibit)!);
}

function poseAll(motions: readonly BodyMotion[], poses: CheckPlan['subject']['rest']): void {
  motions.forEach((motion, b) => {
    poseBody(motion, 0, poses[b]);
  });
}

function examine(plan: CheckPlan, bodies: readonly Snapshot[], poses: readonly BodyPose[], exhibit: Exhibit): Evidence {
  const { regionA, regionB, touching } = exhibit;
  const [bodyA, bodyB] = [bodyOfRegion(plan, regionA), bodyOfRegion(plan, regionB)];
  const [a, b] = [bodies[bodyA], bodies[bodyB]];
  const inside = lookInside(plan, bodies, exhibit, bodyA, bodyB);
  const curve = traceCurve(a, b, touching);
  const sight = lookAtCurve(curve, a, b, bodies, plan.height, exhibit.isCrease);
  const gap = measureRestGap(plan, bodyA, bodyB, touching);
  const separation = canPart(plan, exhibit)
    ? findSeparation({ plan, bodyA, bodyB, regionA, regionB, a, b }, areaOfCurve(curve))
    : null;
  const folds = bodyA === bodyB && isFold(plan, bodyA, regionA, regionB, touching);
  return {
    ...sight,
    curve: curve.length,
    gap,
    isFold: folds,
    reach: measureReach(plan, bodies, poses, { bodyA, bodyB, regionA, regionB, touching }),
    ...(inside && { inside }),
    ...(separation && { separation }),
  };
}

/** Whether one of two regions may be moved to be free of the other. Parts that hang together never are. */
function canPart(plan: CheckPlan, { isCrease, regionA, regionB }: Exhibit): boolean {
  return !isCrease && regionA !== regionB && !plan.borders.has(keyOf(plan, regionA, regionB));
}

/**
 * What is inside of open surfaces is not looked for at every sample, but at the worst, as triangles tell it: asking each vertex takes as long as the rest of a
 * sample.
 */
function lookInside(
  plan: CheckPlan,
  bodies: readonly Snapshot[],
  { regionA, regionB, touching, isCrease, depth: known, depthBy: knownBy }: Exhibit,
  bodyA: number,
  bodyB: number,
): Evidence['inside'] {
  if (isCrease || !(isFlawed(plan, bodyA) || isFlawed(plan, bodyB))) return undefined;
  const pair: RegionPair = { bodyA, bodyB, regionA, regionB, touching: [...touching], open: [] };
  const key = keyOf(plan, regionA, regionB);
  const found = measureOverlaps(momentOf(plan, bodies, [pair], 'open'), new Map([[key, pair]]), new Set());
  const { depth, depthBy, sureness, point } = found.get(key)!;
  const isDeeper = depthBy === 'vertices' && !(knownBy === 'vertices' && known >= depth);
  return isDeeper ? { depth, sureness, point } : undefined;
}
