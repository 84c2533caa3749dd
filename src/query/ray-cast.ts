import type { Collider } from '../collider.ts';
import { checkDistance, checkPoint } from './check-input.ts';
import { aimRay, createAimedRay, DISTANCE_ERROR, HIT_SIZE, meetTriangle } from './elementary/ray-triangle.ts';
import { probeRay } from './probe.ts';
import { createStats, type Stats } from './stats.ts';
import { writeNormal, writePoint } from './surface-point.ts';
import { walkNodes } from './walk-nodes.ts';

/** A half-line in the world. The direction may have any length that is not 0. */
export interface Ray {
  origin: ArrayLike<number>;
  direction: ArrayLike<number>;
}

export interface RayOptions {
  /** Only hits from `near` to `far` away count, both included: lengths of the world, 0 and Infinity by default. */
  near?: number;
  far?: number;
  /** Which sides of triangles can be hit; 'both' by default. The front is where corners go round counter-clockwise. */
  side?: 'front' | 'back' | 'both';
}

export interface RayHit {
  distance: number;
  point: Float64Array;
  /** The triangle, numbered as in the mesh given to `createShape`, and how much of each corner the point is. */
  triangle: number;
  barycentrics: Float64Array;
  /** Of the flat triangle, of length 1, pointing to its front. */
  normal: Float64Array;
  side: 'front' | 'back';
}

/**
 * Room for a hit, to be used again and again: a query that is given one takes no memory.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#rays}
 */
export function createRayHit(): RayHit {
  return {
    distance: Infinity,
    point: new Float64Array(3),
    triangle: -1,
    barycentrics: new Float64Array(3),
    normal: new Float64Array(3),
    side: 'front',
  };
}

/**
 * The first triangle a ray hits in the current pose, or null; of several at the same distance, the one with the lowest
 * number. Exactly what testing all triangles would give. Whether a triangle is hit is decided without error (a ray
 * through an edge or a corner hits: see `meetTriangle`); distance and point are right to 1e-9 of where things are.
 * Fills `target`, and then makes no objects.
 *
 * Cost after a new pose, for linear blends of 56 joints: about 15 us with 13.6 thousand triangles, 25 us with ten and
 * 30 us with a hundred times as many, most of it waiting for memory; 2 us where another query has looked. Boxes are
 * best.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#rays}
 */
export function rayCast(
  collider: Collider,
  ray: Ray,
  options?: RayOptions,
  target: RayHit = createRayHit(),
  stats: Stats = uncounted,
): RayHit | null {
  aim(collider, ray, options, 'rayCast');
  cast(collider, visitForFirst, stats);
  if (search.slot < 0) return null;
  fillHit(collider, search.slot, best, search.facing, target);
  return target;
}

/**
 * All triangles a ray hits, by distance; those at the same distance by number. A ray through an edge hits both
 * triangles.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#rays}
 */
export function rayCastAll(collider: Collider, ray: Ray, options?: RayOptions, stats: Stats = uncounted): RayHit[] {
  aim(collider, ray, options, 'rayCastAll');
  const hits: RayHit[] = [];
  search.all = hits;
  cast(collider, visitForAll, stats);
  search.all = null;
  return hits.sort((a, b) => a.distance - b.distance || a.triangle - b.triangle);
}

/**
 * Whether a ray hits anything. Stops at the first triangle found, which need not be the nearest. Makes no objects.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#rays}
 */
export function rayCastAny(collider: Collider, ray: Ray, options?: RayOptions, stats: Stats = uncounted): boolean {
  aim(collider, ray, options, 'rayCastAny');
  cast(collider, visitForAny, stats);
  return search.slot >= 0;
}

/** A direction shorter than this could underflow when squared. */
const SHORTEST = 1e-70;

/** What is being looked for and what has been found: one for all queries, of which there is one at a time. */
const line = createAimedRay();
const search = {
  near: 0,
  far: 0,
  /** 1: fronts only, -1: backs only, 0: both. */
  wanted: 0,
  slack: 0,
  slot: -1,
  facing: 0,
  all: null as RayHit[] | null,
};
const hit = new Float64Array(HIT_SIZE);
const best = new Float64Array(HIT_SIZE);
const uncounted = createStats();

function aim(collider: Collider, ray: Ray, options: RayOptions | undefined, caller: string): void {
  const { origin, direction } = ray;
  checkPoint(origin, 'the origin', caller);
  checkPoint(direction, 'the direction', caller);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(size > SHORTEST)) throw new Error(`${caller}: the direction is ${size} long at most; give one of length 1.`);
  const near = options?.near ?? 0;
  const far = options?.far ?? Infinity;
  const side = options?.side ?? 'both';
  checkDistance(near, 'near', caller);
  checkDistance(far, 'far', caller);
  if (side !== 'front' && side !== 'back' && side !== 'both') {
    throw new Error(`${caller}: side is '${side}'; give 'front', 'back' or 'both'.`);
  }
  for (let axis = 0; axis < 3; axis++) line.points[axis] = origin[axis];
  aimRay(line, x, y, z);
  const { deformer } = collider.shape;
  const reach = (deformer.skinning === 'spherical-blend' ? 512 : 1) * collider.posed.magnitude; // see `PosedJoints.pad`
  search.near = near;
  search.far = Math.min(far, Number.MAX_VALUE);
  search.wanted = side === 'front' ? 1 : side === 'back' ? -1 : 0;
  search.slack = DISTANCE_ERROR * (reach + Math.abs(origin[0]) + Math.abs(origin[1]) + Math.abs(origin[2]));
  search.slot = -1;
  best[0] = search.far;
}

function cast(collider: Collider, visit: typeof visitForFirst, stats: Stats): void {
  const probe = probeRay(collider, line.points, line.direction, search.near - search.slack, 0);
  walkNodes(collider, probe, search.far + search.slack, visit, stats);
}

function visitForFirst(collider: Collider, node: number, stats: Stats): number {
  const { triangleOrder, tree } = collider.shape;
  for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
    const facing = meetSlot(collider, slot, stats);
    if (facing === 0 || hit[0] > best[0]) continue;
    if (hit[0] === best[0] && search.slot >= 0 && triangleOrder[slot] > triangleOrder[search.slot]) continue;
    best.set(hit);
    search.slot = slot;
    search.facing = facing;
  }
  return best[0] + search.slack;
}

function visitForAll(collider: Collider, node: number, stats: Stats): number {
  const { tree } = collider.shape;
  for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
    const facing = meetSlot(collider, slot, stats);
    if (facing === 0) continue;
    const found = createRayHit();
    fillHit(collider, slot, hit, facing, found);
    search.all?.push(found);
  }
  return search.far + search.slack;
}

function visitForAny(collider: Collider, node: number, stats: Stats): number {
  const { tree } = collider.shape;
  for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
    if (meetSlot(collider, slot, stats) === 0) continue;
    search.slot = slot;
    return -Infinity;
  }
  return search.far + search.slack;
}

/** `meetTriangle` with the sides and distances that count. */
function meetSlot(collider: Collider, slot: number, stats: Stats): number {
  const { triangles } = collider.shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  stats.triangleTests++;
  const facing = meetTriangle(line, collider.vertices, a, b, c, hit);
  if (facing === 0 || facing === -search.wanted) return 0;
  return hit[0] >= search.near && hit[0] <= search.far ? facing : 0;
}

function fillHit(collider: Collider, slot: number, from: Float64Array, facing: number, target: RayHit): void {
  target.distance = from[0];
  target.triangle = collider.shape.triangleOrder[slot];
  target.barycentrics[0] = from[1];
  target.barycentrics[1] = from[2];
  target.barycentrics[2] = from[3];
  target.side = facing > 0 ? 'front' : 'back';
  writePoint(collider, slot, target.barycentrics, target.point);
  writeNormal(collider, slot, target.normal);
}
