import { triangleNormal } from '../../math/triangle-normal.ts';
import { NEAREST_SIZE, triangleDistance } from '../../query/elementary/triangle-distance.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import type { RegionPair } from '../scan/search-step.ts';
import { isFlawed, listInside, listOwnContacts, measureSureness } from './inside.ts';
import { createNearest, findNearer, findNearest, mayCount } from './nearest.ts';
import type { Moment, Snapshot } from './snapshot.ts';
import { wayOut } from './way-out.ts';

/** How two regions lie in each other at one instant. */
export interface Overlap {
  /** Pairs of triangles that touch. */
  pairs: number;
  depth: number;
  /** What the depth is measured by: see `measureOverlaps`. */
  depthBy: 'vertices' | 'triangles';
  /** Of vertices inside an open or flawed surface: how sure it is that they are, from 0 to 1; 1 else. */
  sureness: number;
  /** The sum of the areas of the triangles that touch, of both sides. */
  area: number;
  point: [number, number, number];
}

/** Of pairs of regions of which nothing is known yet. */
const NONE: ReadonlyMap<number, number> = new Map();

/**
 * Measures what touches at an instant, one pair of regions after the other.
 *
 * Depth: how far a vertex that is inside another region is from the nearest point of the surface it is inside of; it counts for
 * the region that point is of, and the deepest vertex of either region for the pair. Such vertices are looked for from
 * the touching triangles on, over the surface, as long as they are inside: what is inside is told by how often the surface
 * winds around them, of open ones only if the moment asks for that. Where none is inside (coarse meshes, sheets), and in `creases` (by key): the most
 * by which one of two crossing triangles would have to move along the normal of the other to be clear of it, which is more than
 * is needed to part the surfaces there. `point` is that vertex, or a place where those triangles meet.
 *
 * `least` (by key): pairs that are less deep than this are left out. Mostly that is told at a tenth of the cost.
 */
export function measureOverlaps(
  moment: Moment,
  regionPairs: ReadonlyMap<number, RegionPair>,
  creases: ReadonlySet<number>,
  least: ReadonlyMap<number, number> = NONE,
): Map<number, Overlap> {
  const depths = new Map<number, Depth>();
  for (const [key, regionPair] of regionPairs) {
    if (creases.has(key)) continue;
    const known = least.get(key);
    const byTriangles = known === undefined ? null : findWayOut(moment, regionPair);
    // If no vertex is inside, it is as deep as triangles tell. If that is of no interest, only vertices that are deeper are.
    const floor = known !== undefined && byTriangles!.depth < known ? known : 0;
    depths.set(key, { least: known ?? 0, floor, byTriangles, deepest: null });
  }
  const ofBodies = groupByBodies(moment, regionPairs, creases);
  for (const [a, b] of moment.plan.encounters) {
    const ofThese = ofBodies.get(a * moment.bodies.length + b);
    if (!ofThese) continue;
    findDeepest(moment, ofThese, a, b, depths);
    if (a !== b) findDeepest(moment, ofThese, b, a, depths);
  }
  const overlaps = new Map<number, Overlap>();
  for (const [key, regionPair] of regionPairs) {
    const { deepest = null, byTriangles = null } = depths.get(key) ?? {};
    const found = deepest ?? byTriangles ?? findWayOut(moment, regionPair);
    if (!(found.depth < (least.get(key) ?? 0))) overlaps.set(key, describe(moment, regionPair, found));
  }
  return overlaps;
}

function describe(moment: Moment, regionPair: RegionPair, found: Deepest | WayOut): Overlap {
  const { bodyA, bodyB, touching } = regionPair;
  const slotsA = new Set(touching.filter((_, k) => k % 2 === 0));
  const slotsB = new Set(touching.filter((_, k) => k % 2 === 1));
  if (bodyA === bodyB) for (const slot of slotsA) slotsB.delete(slot);
  const { depth } = found;
  const isByTriangles = 'pair' in found;
  return {
    pairs: touching.length / 2,
    depth,
    depthBy: isByTriangles ? 'triangles' : 'vertices',
    sureness: isByTriangles ? 1 : found.sureness,
    area: areaOf(moment.bodies[bodyA], slotsA) + areaOf(moment.bodies[bodyB], slotsB),
    point: isByTriangles ? placeOfPair(moment, regionPair, found.pair) : found.point,
  };
}

/** How deep two regions are in each other, while that is being found out. */
interface Depth {
  /** What is less deep is of no interest. */
  least: number;
  /** What vertices that are less deep say does not matter: as deep as what was found, and as `least` once it is known that vertices are inside. */
  floor: number;
  /** As triangles tell it, if that was asked. */
  byTriangles: WayOut | null;
  /** The deepest vertex that was found. */
  deepest: Deepest | null;
}

type Deepest = Pick<Overlap, 'depth' | 'sureness' | 'point'>;

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
  depths: ReadonlyMap<number, Depth>,
): void {
  const { plan } = moment;
  if (moment.asks === (isFlawed(plan, other) ? 'closed' : 'open')) return;
  const { shape, positions: x } = moment.bodies[body];
  const surface = moment.bodies[other];
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const { regionOfTriangle } = shape.regions;
  const inside = listInside(moment, regionPairs, body, other);
  const floors = createFloors(plan, depths, body, other);
  const ownContacts = listOwnContacts(regionPairs);
  const found = new Set<Deepest>();
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
    const at = depths.get(keyOf(plan, ownRegion, nearRegion));
    const depth = Math.sqrt(nearest.squared);
    const before = at?.deepest ?? null;
    // Of equally deep ones the first that was reached counts, and the first body.
    if (!at || depth === 0 || (before && (depth < before.depth || (depth === before.depth && !found.has(before))))) continue; // biome-ignore format: one question
    at.deepest = { depth, sureness: 1, point: [px, py, pz] };
    at.floor = Math.max(depth, at.least);
    found.add(at.deepest);
    setFloor(floors, plan, body, other, ownRegion, nearRegion, at.floor);
  }
  if (!isFlawed(plan, other)) return;
  for (const { deepest } of depths.values()) {
    if (deepest && found.has(deepest)) deepest.sureness = measureSureness(moment, body, other, deepest.point);
  }
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
  depths: ReadonlyMap<number, Depth>,
  body: number,
  other: number,
): Map<number, Floor> {
  const floors = new Map<number, Floor>();
  for (const [key, { floor }] of depths) {
    const [one, two] = [Math.floor(key / plan.regionCount), key % plan.regionCount];
    setFloor(floors, plan, body, other, one, two, floor);
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

/** How far the one of two crossing triangles that has farthest to go would have to move: how far, and which of the pairs that touch. */
interface WayOut {
  depth: number;
  pair: number;
}

function findWayOut({ bodies }: Moment, { bodyA, bodyB, touching }: RegionPair): WayOut {
  const [a, b] = [bodies[bodyA], bodies[bodyB]];
  const normal = new Float64Array(3);
  let depth = 0;
  let pair = 0;
  for (let k = 0; k < touching.length; k += 2) {
    const [one, other] = [touching[k], touching[k + 1]];
    const way = Math.min(wayOut(a, one, b, other, normal), wayOut(b, other, a, one, normal));
    if (!(way > depth)) continue;
    depth = way;
    pair = k;
  }
  return { depth, pair };
}

/** Where two triangles that touch meet. */
function placeOfPair(
  { bodies }: Moment,
  { bodyA, bodyB, touching }: RegionPair,
  pair: number,
): [number, number, number] {
  const [a, b] = [bodies[bodyA], bodies[bodyB]];
  const common = new Float64Array(NEAREST_SIZE);
  const [p, q] = [cornersOf(a, touching[pair]), cornersOf(b, touching[pair + 1])];
  triangleDistance(a.positions, p[0], p[1], p[2], b.positions, q[0], q[1], q[2], common);
  return [common[0], common[1], common[2]];
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
