import type { CheckPlan } from '../plan/plan.ts';
import { listSampleTimes } from '../plan/sample-times.ts';
import { type CheckClip, copyPoses } from '../plan/subject.ts';
import { poseBody } from '../scan/body-motion.ts';
import { createScanWindow, gatherNear, searchStep } from '../scan/search-step.ts';
import { isCrease } from './creases.ts';
import { listInside } from './inside.ts';
import { measureOverlaps } from './measure.ts';
import { createMoment, type Moment } from './snapshot.ts';
import { measureVolume } from './volume.ts';

/** How two bodies are in each other at one sample of a clip, or one in itself. In units of the model. */
export interface Frame {
  time: number;
  bodyA: number;
  bodyB: number;
  /** The depth of the deepest of their regions that are no creases, how sure it is, and the pairs of triangles that touch. */
  depth: number;
  sureness: number;
  pairs: number;
  /** The area of what of either surface is inside, by corners; and the share of all vertices of both that are. */
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
        volume: measureVolume(moment, a, b),
      });
    }
  }
  return frames;
}

function measureInside(moment: Moment, a: number, b: number): Pick<Frame, 'area' | 'vertices'> {
  const pairs = moment.regionPairs.filter(pair => pair.bodyA === a && pair.bodyB === b);
  let area = 0;
  let count = 0;
  let total = 0;
  for (const [body, other] of a === b
    ? [[a, b]]
    : [
        [a, b],
        [b, a],
      ]) {
    // biome-ignore format: both ways
    const { shape, positions } = moment.bodies[body];
    const inside = new Uint8Array(positions.length / 3);
    const list = listInside(moment, pairs, body, other);
    for (let k = 0; k < list.length; k += 2) inside[list[k]] = 1;
    count += list.length / 2;
    total += inside.length;
    area += areaInside(positions, shape.mesh.triangles, inside);
  }
  return { area, vertices: count / total };
}

/** Triangles count by the share of their corners that are inside. */
function areaInside(x: Float64Array, triangles: Uint32Array, inside: Uint8Array): number {
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = inside[triangles[k]] + inside[triangles[k + 1]] + inside[triangles[k + 2]];
    if (corners === 0) continue;
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    area += (corners / 6) * Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
  return area;
}
