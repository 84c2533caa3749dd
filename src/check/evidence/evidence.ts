import { areaOfCurve, traceCurve } from '../measure/curve.ts';
import { isFlawed } from '../measure/inside.ts';
import { measureInsidePart } from '../measure/inside-part.ts';
import { measureOverlaps, type Overlap } from '../measure/measure.ts';
import { findSeparation } from '../measure/separate.ts';
import { type Moment, momentOf, snapshotAt, withPairs } from '../measure/snapshot.ts';
import { placeJoints } from '../plan/joint-places.ts';
import { bodyOfRegion } from '../plan/named-plan.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import { type CheckClip, copyPoses } from '../plan/subject.ts';
import { type BodyMotion, createBodyMotion, poseBody } from '../scan/body-motion.ts';
import type { RegionPair } from '../scan/search-step.ts';
import { isFold } from './fold.ts';
import type { Obstacle } from './rays.ts';
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
  /** Of what does not crease: the area of what of both is inside the other, and the volume they have in common, null if one of them is open. */
  overlap?: { area: number; volume: number | null };
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
  point: [number, number, number];
  /** All that touches at the time. */
  regionPairs: readonly RegionPair[];
}

/**
 * Gathers the evidence of some contacts of a clip, in their order. Cost: posing all bodies for each time, and for each contact 1 to 3 ms, for
 * 10,000 triangles. `motions`: of all bodies, to be posed.
 */
export function gatherEvidence(
  plan: CheckPlan,
  clip: CheckClip,
  exhibits: readonly Exhibit[],
  motions: readonly BodyMotion[] = plan.shapes.map(shape => createBodyMotion(shape, 1, false)),
): Evidence[] {
  const poses = copyPoses(plan.subject.rest);
  const found = new Map<Exhibit, Evidence>();
  let time = Number.NaN;
  let scene: Scene | null = null;
  for (const exhibit of [...exhibits].sort((p, q) => p.time - q.time)) {
    if (scene === null || exhibit.time !== time) {
      time = exhibit.time;
      clip.poseAt(time, poses);
      poseAll(motions, poses);
      const bodies = motions.map(motion => snapshotAt(motion, 0));
      scene = {
        moment: momentOf(plan, bodies, [], 'both'),
        obstacles: bodies.map((body, k) => ({ body, seenThrough: plan.seenThrough[k] })),
        joints: placeJoints(plan, poses),
      };
    }
    found.set(exhibit, examine(scene, exhibit));
  }
  return exhibits.map(exhibit => found.get(exhibit)!);
}

function poseAll(motions: readonly BodyMotion[], poses: CheckPlan['subject']['rest']): void {
  motions.forEach((motion, b) => {
    poseBody(motion, 0, poses[b]);
  });
}

/** All bodies at the time of some exhibits: to be measured, and as what hides; and where the joints of the region tree are. */
interface Scene {
  moment: Moment;
  obstacles: Obstacle[];
  joints: readonly (Float64Array | null)[];
}

function examine({ moment, obstacles, joints }: Scene, exhibit: Exhibit): Evidence {
  const { plan, bodies } = moment;
  const { regionA, regionB, touching } = exhibit;
  const [bodyA, bodyB] = [bodyOfRegion(plan, regionA), bodyOfRegion(plan, regionB)];
  const [a, b] = [bodies[bodyA], bodies[bodyB]];
  const { inside, overlap } = exhibit.isCrease ? {} : lookInside(moment, exhibit, bodyA, bodyB);
  const curve = traceCurve(a, b, touching);
  const sight = lookAtCurve(curve, a, b, obstacles, plan.height, exhibit.isCrease);
  const gap = measureRestGap(plan, bodyA, bodyB, touching);
  const way = canPart(plan, exhibit)
    ? findSeparation({ plan, bodyA, bodyB, regionA, regionB, a, b }, touching, areaOfCurve(curve))
    : null;
  const depth = Math.max(inside?.depth ?? 0, exhibit.depthBy === 'vertices' ? exhibit.depth : 0);
  const separation = way && Math.hypot(...way) >= depth ? way : null; // a shorter way leads further in, where no surfaces cross
  const folds = bodyA === bodyB && isFold(plan, bodyA, regionA, regionB, touching);
  return {
    ...sight,
    curve: curve.length,
    gap,
    isFold: folds,
    reach: measureReach(plan, bodies, joints, { bodyA, bodyB, regionA, regionB, touching }),
    ...(inside && { inside }),
    ...(separation && { separation }),
    ...(overlap && { overlap }),
  };
}

/** Whether one of two regions may be moved to be free of the other. Parts that hang together never are. */
function canPart(plan: CheckPlan, { isCrease, regionA, regionB }: Exhibit): boolean {
  return !isCrease && regionA !== regionB && !plan.borders.has(keyOf(plan, regionA, regionB));
}

/**
 * How much of both is inside the other; of open surfaces also how deep. That is not looked for at every sample, but at the worst, as triangles tell it: asking each
 * vertex takes as long as the rest of a sample.
 */
function lookInside(
  moment: Moment,
  exhibit: Exhibit,
  bodyA: number,
  bodyB: number,
): Pick<Evidence, 'inside' | 'overlap'> {
  const { regionA, regionB, touching, regionPairs, point } = exhibit;
  const pair: RegionPair = { bodyA, bodyB, regionA, regionB, touching: [...touching], open: [] };
  const { plan } = moment;
  const [open, closed] = [withPairs(moment, [pair], 'open'), withPairs(moment, regionPairs, 'closed')];
  const isOpen = isFlawed(plan, bodyA) || isFlawed(plan, bodyB);
  const parts = [
    { body: bodyA, other: bodyB, region: regionA },
    { body: bodyB, other: bodyA, region: regionB },
  ]
    .slice(0, regionA === regionB ? 1 : 2)
    .map(side => {
      return measureInsidePart(isFlawed(plan, side.other) ? open : closed, { ...side, starts: [pair], from: point });
    });
  const area = parts.reduce((sum, part) => sum + part.area, 0);
  const volume = isOpen ? null : Math.max(0, parts.reduce((sum, part) => sum + part.volume, 0)); // biome-ignore format: one sum
  return { overlap: { area, volume }, ...(isOpen && lookDeeper(open, pair, exhibit)) };
}

function lookDeeper(
  open: Moment,
  pair: RegionPair,
  { depth: known, depthBy: knownBy }: Exhibit,
): Pick<Evidence, 'inside'> {
  const key = keyOf(open.plan, pair.regionA, pair.regionB);
  const least = new Map(knownBy === 'vertices' ? [[key, known]] : []);
  const found = measureOverlaps(open, new Map([[key, pair]]), new Set(), least).get(key);
  const isDeeper = found?.depthBy === 'vertices' && !(knownBy === 'vertices' && known >= found.depth);
  return isDeeper ? { inside: { depth: found.depth, sureness: found.sureness, point: found.point } } : {};
}
