import type { CheckPlan } from '../plan/plan.ts';
import { listSampleTimes } from '../plan/sample-times.ts';
import { type CheckClip, copyPoses } from '../plan/subject.ts';
import { poseBody } from '../scan/body-motion.ts';
import { createScanWindow, gatherNear, searchStep } from '../scan/search-step.ts';
import { isCrease } from './creases.ts';
import { isFlawed } from './inside.ts';
import { measureInsidePart } from './inside-part.ts';
import { measureOverlaps } from './measure.ts';
import { createMoment, type Moment } from './snapshot.ts';

/** How two bodies are in each other at one sample of a clip, or one in itself. In units of the model. */
export interface Frame {
  time: number;
  bodyA: number;
  bodyB: number;
  /** The depth of the deepest of their regions that are no creases, how sure it is, and the pairs of triangles that touch. */
  depth: number;
  sureness: number;
  pairs: number;
  /** The area of what of either surface is inside the other; and the share of all vertices of both that are. */
  area: number;
  vertices: number;
  /** Null if one of them is open. */
  volume: number | null;
}

/** Measures every sample of a clip at which bodies touch. What touches at rest, and creases, do not count. Cost: about that of checking the samples. */
export function measureFrames(plan: CheckPlan, clip: CheckClip): Frame[] {
  const { times } = listSampleTimes(clip, plan.options.fps, plan.options.maxSamples);
  const scan = createScanWindow(plan, 1, plan.options.rest);
  const poses = copyPoses(plan.subject.rest);
  const frames: Frame[] = [];
  for (const time of times) {
    clip.poseAt(time, poses);
    scan.motions.forEach((motion, b) => {
      poseBody(motion, 0, poses[b]);
    });
    gatherNear(scan, 1);
    const touching = new Map(
      [...searchStep(scan, { from: 0, to: 0 })].filter(([, pair]) => pair.touching.length > 0 && !isCrease(plan, pair)),
    );
    if (touching.size === 0) continue;
    const moment = createMoment(scan, 0, [...touching.values()], 'both');
    const overlaps = measureOverlaps(moment, touching, new Set());
    for (const [a, b] of plan.encounters) {
      const keys = [...touching].flatMap(([key, pair]) => (pair.bodyA === a && pair.bodyB === b ? [key] : []));
      if (keys.length === 0) continue;
      const own = keys.map(key => overlaps.get(key)!);
      const deepest = own.reduce((p, q) => (q.depth > p.depth ? q : p));
      frames.push({
        time,
        bodyA: a,
        bodyB: b,
        depth: deepest.depth,
        sureness: deepest.sureness,
        pairs: own.reduce((sum, { pairs }) => sum + pairs, 0),
        ...measureInside(moment, a, b),
      });
    }
  }
  return frames;
}

function measureInside(moment: Moment, a: number, b: number): Pick<Frame, 'area' | 'vertices' | 'volume'> {
  const starts = moment.regionPairs.filter(pair => pair.bodyA === a && pair.bodyB === b);
  const both = [a, b].map((body, k) => ({ body, other: k === 0 ? b : a })).slice(0, a === b ? 1 : 2);
  const from = moment.bodies[a].positions.slice(0, 3);
  const parts = both.map(({ body, other }) =>
    measureInsidePart(moment, { body, other, region: -1, starts, from: [from[0], from[1], from[2]] }),
  );
  const total = both.reduce((sum, { body }) => sum + moment.bodies[body].positions.length / 3, 0);
  const isOpen = isFlawed(moment.plan, a) || isFlawed(moment.plan, b);
  return {
    area: parts.reduce((sum, { area }) => sum + area, 0),
    vertices: parts.reduce((sum, { vertices }) => sum + vertices, 0) / total,
    volume: isOpen
      ? null
      : Math.max(
          0,
          parts.reduce((sum, { volume }) => sum + volume, 0),
        ),
  };
}
