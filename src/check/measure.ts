import { NEAREST_SIZE, triangleDistance } from '../query/elementary/triangle-distance.ts';
import type { BodyMotion } from './body-motion.ts';
import { type Buried, isBuried } from './buried.ts';
import { createNearest, findNearer, findNearest } from './nearest.ts';
import { keyOf } from './plan.ts';
import type { Meeting, Stage } from './search-step.ts';

/** How two regions lie in each other at one instant. */
export interface Overlap {
  /** Pairs of triangles that touch. */
  pairs: number;
  depth: number;
  /** What the depth is measured by: see `measureOverlap`. */
  depthBy: 'vertices' | 'triangles';
  /** The sum of the areas of the triangles that touch, of both sides. */
  area: number;
  point: [number, number, number];
}

/** Looking for vertices inside ends here: more do not make a finding worse to look at. */
const MOST_VERTICES = 4000;

/**
 * Measures what touches at an instant, meeting by meeting.
 *
 * Depth: how far a vertex that is inside another region is from the nearest point of the surface it is inside of; it counts for
 * the region that point is of, and the deepest vertex of either region for their meeting. Such vertices are looked for from
 * the touching triangles on, over the surface, as long as they are inside: what is inside is told by how often the surface
 * winds around them, so only of closed ones. Where none is inside (coarse meshes, open ones), and in `creases` (by key): the most
 * by which one of two crossing triangles would have to move along the normal of the other to be clear of it, which is more than
 * is needed to part the surfaces there. `point` is that vertex, or a place where those triangles meet.
 */
export function measureOverlaps(
  buried: Buried,
  meetings: ReadonlyMap<number, Meeting>,
  creases: ReadonlySet<number>,
): Map<number, Overlap> {
  const { stage, instant } = buried;
  const overlaps = new Map<number, Overlap>();
  for (const [key, { bodyA, bodyB, touching }] of meetings) {
    const slotsA = new Set(touching.filter((_, k) => k % 2 === 0));
    const slotsB = new Set(touching.filter((_, k) => k % 2 === 1));
    if (bodyA === bodyB) for (const slot of slotsA) slotsB.delete(slot);
    const area = areaOf(stage.motions[bodyA], instant, slotsA) + areaOf(stage.motions[bodyB], instant, slotsB);
    overlaps.set(key, { pairs: touching.length / 2, depth: 0, depthBy: 'vertices', area, point: [0, 0, 0] });
  }
  for (const [a, b] of stage.plan.encounters) {
    const ofThese = [...meetings].flatMap(([key, meeting]) =>
      meeting.bodyA === a && meeting.bodyB === b && !creases.has(key) ? [meeting] : [],
    );
    if (ofThese.length === 0) continue;
    findDeepest(buried, ofThese, a, b, overlaps);
    if (a !== b) findDeepest(buried, ofThese, b, a, overlaps);
  }
  for (const [key, overlap] of overlaps) {
    if (overlap.depth === 0) measureByTriangles(stage, meetings.get(key)!, instant, overlap);
  }
  return overlaps;
}

/** Looks for the deepest vertices of a body within the other, or within other parts of itself. */
function findDeepest(
  buried: Buried,
  meetings: readonly Meeting[],
  body: number,
  other: number,
  overlaps: ReadonlyMap<number, Overlap>,
): void {
  const { stage, instant } = buried;
  const { plan, motions } = stage;
  if (plan.components[other].some(({ flaw }) => flaw !== null)) return;
  const { shape, positions } = motions[body];
  const { triangles } = shape.mesh;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const { regionOfTriangle } = shape.regions;
  const x = positions[instant];
  const met = new Set<number>();
  const ownContacts = new Map<number, number[]>(); // of a region with itself: its touching slots
  for (const { bodyA, bodyB, regionA, regionB, touching } of meetings) {
    for (let k = 0; k < touching.length; k++) {
      if ((k % 2 === 0 ? bodyA : bodyB) !== body) continue;
      for (let corner = 3 * touching[k]; corner < 3 * touching[k] + 3; corner++) met.add(triangles[corner]);
    }
    if (regionA === regionB) ownContacts.set(regionA, touching);
  }
  for (const v of met) {
    // A set may grow while it is gone through: what is new comes last.
    if (!isBuried(buried, body, v, other)) continue;
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1] && met.size < MOST_VERTICES; k++) {
      const t = trianglesOfVertex[k];
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) met.add(triangles[corner]);
    }
    const region = regionOfTriangle[trianglesOfVertex[vertexStarts[v]]];
    const ownRegion = plan.firstRegions[body] + region;
    const [px, py, pz] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
    findNearest(motions[other], instant, body === other ? region : -1, px, py, pz, nearest);
    if (body === other) findNearer(motions[other], instant, ownContacts.get(ownRegion) ?? [], v, px, py, pz, nearest);
    if (nearest.slot < 0) continue;
    const nearRegion = plan.firstRegions[other] + motions[other].shape.regions.regionOfTriangle[nearest.slot];
    const overlap = overlaps.get(keyOf(plan, ownRegion, nearRegion));
    const depth = Math.sqrt(nearest.squared);
    if (!overlap || depth <= overlap.depth) continue;
    overlap.depth = depth;
    overlap.point = [px, py, pz];
  }
}

const nearest = createNearest();

function measureByTriangles({ motions }: Stage, meeting: Meeting, instant: number, overlap: Overlap): void {
  const { touching } = meeting;
  const a = motions[meeting.bodyA];
  const b = motions[meeting.bodyB];
  let deepest = 0;
  overlap.depthBy = 'triangles';
  for (let k = 0; k < touching.length; k += 2) {
    const depth = Math.min(
      pushAlong(a, touching[k], b, touching[k + 1], instant),
      pushAlong(b, touching[k + 1], a, touching[k], instant),
    );
    if (depth > overlap.depth) {
      overlap.depth = depth;
      deepest = k;
    }
  }
  const [p, q] = [cornersOf(a, touching[deepest]), cornersOf(b, touching[deepest + 1])];
  triangleDistance(a.positions[instant], p[0], p[1], p[2], b.positions[instant], q[0], q[1], q[2], common);
  overlap.point = [common[0], common[1], common[2]];
}

const common = new Float64Array(NEAREST_SIZE);

/** How far one triangle must move along the normal of another, whichever way is shorter, to be on one side of it. */
function pushAlong(own: BodyMotion, slot: number, other: BodyMotion, otherSlot: number, instant: number): number {
  const p = other.positions[instant];
  const x = own.positions[instant];
  const [a, b, c] = cornersOf(other, otherSlot);
  const n = [0, 1, 2].map(axis => {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    return (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
  });
  const length = Math.hypot(n[0], n[1], n[2]);
  if (!(length > 0)) return 0;
  const heights = cornersOf(own, slot).map(
    v => (n[0] * (x[v] - p[a]) + n[1] * (x[v + 1] - p[a + 1]) + n[2] * (x[v + 2] - p[a + 2])) / length,
  );
  return Math.max(0, Math.min(Math.max(...heights), -Math.min(...heights)));
}

function cornersOf({ shape }: BodyMotion, slot: number): [number, number, number] {
  const { triangles } = shape.mesh;
  return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
}

function areaOf(motion: BodyMotion, instant: number, slots: Iterable<number>): number {
  const x = motion.positions[instant];
  let area = 0;
  for (const slot of slots) {
    const [a, b, c] = cornersOf(motion, slot);
    const n = [0, 1, 2].map(axis => {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      return (x[b + u] - x[a + u]) * (x[c + v] - x[a + v]) - (x[b + v] - x[a + v]) * (x[c + u] - x[a + u]);
    });
    area += 0.5 * Math.hypot(n[0], n[1], n[2]);
  }
  return area;
}
