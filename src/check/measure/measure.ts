import { triangleNormal } from '../../math/triangle-normal.ts';
import { NEAREST_SIZE, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import type { RegionPair } from '../scan/search-step.ts';
import { isFlawed, listInside, measureSureness } from './inside.ts';
import { createNearest, findNearer, findNearest, mayCount } from './nearest.ts';
import type { Moment, Snapshot } from './snapshot.ts';
import { wayOut } from './way-out.ts';

/** How two regions lie in each other at one instant. */
export interface Overlap {
  /** Pairs of triangles that touch. */
  pairs: number;
  depth: number;
  /** What the depth is measured by: see `measureOverlap`. */
  depthBy: 'vertices' | 'triangles';
  /** Of vertices inside an open or flawed surface: how sure it is that they are, from 0 to 1; 1 else. */
  sureness: number;
  /** The sum of the areas of the triangles that touch, of both sides. */
  area: number;
  point: [number, number, number];
}

/**
 * Measures what touches at an instant, one pair of regions after the other.
 *
 * Depth: how far a vertex that is inside another region is from the nearest point of the surface it is inside of; it counts for
 * the region that point is of, and the deepest vertex of either region for the pair. Such vertices are looked for from
 * the touching triangles on, over the surface, as long as they are inside: what is inside is told by how often the surface
 * winds around them, of open ones only if the moment asks for that. Where none is inside (coarse meshes, sheets), and in `creases` (by key): the most
 * by which one of two crossing triangles would have to move along the normal of the other to be clear of it, which is more than
 * is needed to part the surfaces there. `point` is that vertex, or a place where those triangles meet.
 */
export function measureOverlaps(
  moment: Moment,
  regionPairs: ReadonlyMap<number, RegionPair>,
  creases: ReadonlySet<number>,
): Map<number, Overlap> {
  const overlaps = new Map<number, Overlap>();
  for (const [key, { bodyA, bodyB, touching }] of regionPairs) {
    const slotsA = new Set(touching.filter((_, k) => k % 2 === 0));
    const slotsB = new Set(touching.filter((_, k) => k % 2 === 1));
    if (bodyA === bodyB) for (const slot of slotsA) slotsB.delete(slot);
    const area = areaOf(moment.bodies[bodyA], slotsA) + areaOf(moment.bodies[bodyB], slotsB);
    overlaps.set(key, {
      pairs: touching.length / 2,
      depth: 0,
      depthBy: 'vertices',
      sureness: 1,
      area,
      point: [0, 0, 0],
    });
  }
  const deep = new Map([...overlaps].filter(([key]) => !creases.has(key)));
  const ofBodies = groupByBodies(moment, regionPairs, creases);
  for (const [a, b] of moment.plan.encounters) {
    const ofThese = ofBodies.get(a * moment.bodies.length + b);
    if (!ofThese) continue;
    findDeepest(moment, ofThese, a, b, deep);
    if (a !== b) findDeepest(moment, ofThese, b, a, deep);
  }
  for (const [key, overlap] of overlaps) {
    if (overlap.depth === 0) measureByTriangles(moment, regionPairs.get(key)!, overlap);
  }
  return overlaps;
}

/** The pairs of regions of each two bodies but creases, by number of the first x count of bodies + number of the second. */
function groupByBodies(
  { bodies }: Moment,
  regionPairs: ReadonlyMap<number, RegionPair>,
  creases: ReadonlySet<number>,
): Map<number, RegionPair[]> {
  const groups = new Map<number, RegionPair[]>();
  for (const [key, regionPair] of regionPairs) {
    if (creases.has(key)) continue;
    const of = regionPair.bodyA * bodies.length + regionPair.bodyB;
    const group = groups.get(of);
    if (group) group.push(regionPair);
    else groups.set(of, [regionPair]);
  }
  return groups;
}

/** Looks for the deepest vertices of a body within the other, or within other parts of itself. */
function findDeepest(
  moment: Moment,
  regionPairs: readonly RegionPair[],
  body: number,
  other: number,
  overlaps: ReadonlyMap<number, Overlap>,
): void {
  const { plan } = moment;
  if (moment.asks === (isFlawed(plan, other) ? 'closed' : 'open')) return;
  const { shape, positions: x } = moment.bodies[body];
  const surface = moment.bodies[other];
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const { regionOfTriangle } = shape.regions;
  const inside = listInside(moment, regionPairs, body, other);
  const floors = createFloors(plan, overlaps, body, other);
  const ownContacts = new Map<number, number[]>(); // of a region with itself: its touching slots
  for (const { regionA, regionB, touching } of regionPairs) if (regionA === regionB) ownContacts.set(regionA, touching);
  const found = new Set<Overlap>();
  const nearest = createNearest();
  let last = -1;
  // What was reached last lies deepest, mostly: then others need not be measured to the end.
  for (let k = inside.length - 2; k >= 0; k -= 2) {
    const v = inside[k];
    const region = regionOfTriangle[trianglesOfVertex[vertexStarts[v]]];
    const ownRegion = plan.firstRegions[body] + region;
    const floor = floors.get(ownRegion);
    if (!floor) continue;
    const px = x[3 * v];
    const py = x[3 * v + 1];
    const pz = x[3 * v + 2];
    const but = body === other ? region : -1;
    const hint = nearerOf(surface, px, py, pz, last, inside[k + 1]);
    const own = body === other ? ownContacts.get(ownRegion) : undefined;
    if (!own && !mayCount(surface, but, floor.ofRegions, px, py, pz, hint, nearest)) continue;
    const { enough } = floor;
    findNearest(surface, but, px, py, pz, nearest, hint, enough);
    last = nearest.slot;
    if (own) findNearer(surface, own, v, px, py, pz, nearest);
    if (nearest.slot < 0 || nearest.squared < enough) continue;
    const nearRegion = plan.firstRegions[other] + surface.shape.regions.regionOfTriangle[nearest.slot];
    const overlap = overlaps.get(keyOf(plan, ownRegion, nearRegion));
    const depth = Math.sqrt(nearest.squared);
    // Of equally deep ones the first that was reached counts, and the first body.
    if (!overlap || depth < overlap.depth || (depth === overlap.depth && !found.has(overlap))) continue;
    found.add(overlap);
    overlap.depth = depth;
    overlap.point = [px, py, pz];
    setFloor(floors, plan, body, other, ownRegion, nearRegion, depth);
  }
  if (isFlawed(plan, other)) {
    for (const overlap of found) overlap.sureness = measureSureness(moment, body, other, overlap.point);
  } else for (const overlap of found) overlap.sureness = 1;
}

/** Of a region: what is less deep changes none of its overlaps. */
interface Floor {
  /** Squared depths of the overlaps with the regions of the surface that it is in; Infinity where there is none. */
  ofRegions: Float64Array;
  /** The least of them. */
  enough: number;
}

/** For each region of a body that overlaps another one: of that, by its number over all bodies. */
function createFloors(
  plan: CheckPlan,
  overlaps: ReadonlyMap<number, Overlap>,
  body: number,
  other: number,
): Map<number, Floor> {
  const floors = new Map<number, Floor>();
  for (const [key, { depth }] of overlaps) {
    const [one, two] = [Math.floor(key / plan.regionCount), key % plan.regionCount];
    setFloor(floors, plan, body, other, one, two, depth);
  }
  return floors;
}

/** Sets how deep two regions are, in either order, if one is of the body and the other of the other. */
function setFloor(
  floors: Map<number, Floor>,
  { firstRegions }: CheckPlan,
  body: number,
  other: number,
  one: number,
  two: number,
  depth: number,
): void {
  const [first, count] = [firstRegions[other], firstRegions[other + 1] - firstRegions[other]];
  for (const [own, near] of [
    [one, two],
    [two, one],
  ]) {
    if (own < firstRegions[body] || own >= firstRegions[body + 1] || near < first || near >= first + count) continue;
    let floor = floors.get(own);
    if (!floor) floors.set(own, (floor = { ofRegions: new Float64Array(count).fill(Infinity), enough: 0 }));
    floor.ofRegions[near - first] = (1 - 1e-9) * depth ** 2;
    floor.enough = floor.ofRegions.reduce((least, own) => Math.min(least, own), Infinity);
  }
}

/** Which of two slots has its first corner nearer to a point. */
function nearerOf(
  { shape, positions: p }: Snapshot,
  x: number,
  y: number,
  z: number,
  one: number,
  other: number,
): number {
  if (one < 0) return other;
  const a = 3 * shape.mesh.triangles[3 * one];
  const b = 3 * shape.mesh.triangles[3 * other];
  const toOne = (p[a] - x) ** 2 + (p[a + 1] - y) ** 2 + (p[a + 2] - z) ** 2;
  const toOther = (p[b] - x) ** 2 + (p[b + 1] - y) ** 2 + (p[b + 2] - z) ** 2;
  return toOne < toOther ? one : other;
}

function measureByTriangles(moment: Moment, regionPair: RegionPair, overlap: Overlap): void {
  const { touching } = regionPair;
  const a = moment.bodies[regionPair.bodyA];
  const b = moment.bodies[regionPair.bodyB];
  const normal = new Float64Array(3);
  let deepest = 0;
  overlap.depthBy = 'triangles';
  for (let k = 0; k < touching.length; k += 2) {
    const [one, other] = [touching[k], touching[k + 1]];
    const depth = Math.min(wayOut(a, one, b, other, normal), wayOut(b, other, a, one, normal));
    if (depth > overlap.depth) {
      overlap.depth = depth;
      deepest = k;
    }
  }
  const common = new Float64Array(NEAREST_SIZE);
  const [p, q] = [cornersOf(a, touching[deepest]), cornersOf(b, touching[deepest + 1])];
  triangleDistance(a.positions, p[0], p[1], p[2], b.positions, q[0], q[1], q[2], common);
  overlap.point = [common[0], common[1], common[2]];
}

function cornersOf({ shape }: Snapshot, slot: number): [number, number, number] {
  const { triangles } = shape.mesh;
  return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
}

function areaOf(snapshot: Snapshot, slots: Iterable<number>): number {
  const normal = new Float64Array(3);
  let area = 0;
  for (const slot of slots) {
    const [a, b, c] = cornersOf(snapshot, slot);
    triangleNormal(snapshot.positions, a, b, c, normal, 0);
    area += 0.5 * Math.hypot(normal[0], normal[1], normal[2]);
  }
  return area;
}
