import type { RegionName } from '../../src/check/index.ts';
import { traceCurve } from '../../src/check/measure/curve.ts';
import { snapshotAt } from '../../src/check/measure/snapshot.ts';
import { bodyOfRegion, nameRegion } from '../../src/check/plan/named-plan.ts';
import type { CheckPlan } from '../../src/check/plan/plan.ts';
import { type BodyPose, type CheckClip, copyPoses } from '../../src/check/plan/subject.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { gatherNear, type ScanWindow, searchStep } from '../../src/check/scan/search-step.ts';

/** All bodies at the time of a contact of two regions, and where their surfaces cross. Vertices and triangles are those of the plan's shapes. */
export interface StagedContact {
  positions: readonly Float64Array[];
  poses: readonly BodyPose[];
  /** Segments, six numbers each; none if only points touch. */
  curve: Float64Array;
  /** For each triangle of each body, which of the two regions it is of: 1 or 2; 0 for neither. */
  parts: readonly Uint8Array[];
}

/** Poses the bodies of a plan at a time, and finds again what of the two regions touches then. */
export function stageContact(
  scan: ScanWindow,
  clip: CheckClip,
  time: number,
  a: RegionName,
  b: RegionName,
): StagedContact {
  const { plan, motions } = scan;
  const poses = copyPoses(plan.subject.rest);
  clip.poseAt(time, poses);
  motions.forEach((motion, body) => {
    poseBody(motion, 0, poses[body]);
  });
  gatherNear(scan, 1);
  const parts = Uint8Array.from({ length: plan.regionCount }, (_, r) => partOfRegion(plan, r, a, b));
  const snapshots = motions.map(motion => snapshotAt(motion, 0));
  const ends: number[] = [];
  for (const { regionA, regionB, touching } of searchStep(scan, { from: 0, to: 0 }).values()) {
    const isOfBoth = (parts[regionA] | parts[regionB]) === BOTH || (parts[regionA] & parts[regionB]) === BOTH;
    if (!isOfBoth) continue;
    const [one, other] = [regionA, regionB].map(region => snapshots[bodyOfRegion(plan, region)]);
    ends.push(...traceCurve(one, other, touching).ends);
  }
  return {
    positions: snapshots.map(({ positions }) => positions),
    poses,
    curve: Float64Array.from(ends),
    parts: plan.shapes.map(({ regions }, body) =>
      Uint8Array.from(regions.regionOfTriangle, region => Math.min(2, parts[plan.firstRegions[body] + region])),
    ),
  };
}

const BOTH = 3;

/** 1 for the first, 2 for the second, 3 for what both are called. */
function partOfRegion(plan: CheckPlan, region: number, a: RegionName, b: RegionName): number {
  const { body, joint } = nameRegion(plan, region);
  const isCalled = (name: RegionName): boolean => name.body === body && name.joint === joint;
  return Number(isCalled(a)) + 2 * Number(isCalled(b));
}
