import { type Collider, checkCollider } from '../../collider.ts';
import { sayValue } from '../../math/say-value.ts';
import { giveBack, type PosedVertices, type Search, takeWorkspace, type Workspace } from '../../workspace.ts';
import { checkDistance, checkOptions, checkPoint, checkTarget } from '../check-input.ts';
import { type AimedRay, aimRay, DISTANCE_ERROR, HIT_SIZE, meetTriangle } from '../elementary/ray-triangle.ts';
import type { QueryOptions } from '../query-options.ts';
import { writeNormal, writePoint } from '../surface/surface-point.ts';
import { walkNodes } from '../walk/walk-nodes.ts';
import { probeRay } from './probe.ts';

/** A half-line in the world. The direction may have any length that is not 0. */
export interface Ray {
  origin: ArrayLike<number>;
  direction: ArrayLike<number>;
}

export interface RayOptions extends QueryOptions {
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
 * {@includeCode ../../../examples/api/one-body.ts#rays}
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
 * Fills `into`, and then makes no objects.
 *
 * Cost after a new pose, for linear blends of 56 joints: about 15 us with 13.6 thousand triangles, 25 us with ten and
 * 30 us with a hundred times as many, most of it waiting for memory; 2 us where another query has looked. Boxes are
 * best.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#rays}
 */
export function castRay(collider: Collider, ray: Ray, options: RayOptions & { into?: RayHit } = {}): RayHit | null {
  checkRay(collider, ray, options, 'castRay');
  const { into: target = createRayHit() } = options;
  checkTarget(target?.point, 'castRay');
  checkTarget(target.barycentrics, 'castRay');
  checkTarget(target.normal, 'castRay');
  const workspace = takeWorkspace(collider);
  const { search, best } = workspace;
  aim(collider, ray, options, workspace);
  walkNodes(collider, workspace, search.far + search.slack, visitForFirst, options.compiled);
  const isHit = search.slotA >= 0;
  if (isHit) fillHit(collider, workspace.posed, search.slotA, search.side, best, target);
  giveBack(collider, workspace, options.stats);
  return isHit ? target : null;
}

/**
 * All triangles a ray hits, by distance; those at the same distance by number. A ray through an edge hits both
 * triangles.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#rays}
 */
export function castRayAll(collider: Collider, ray: Ray, options: RayOptions = {}): RayHit[] {
  checkRay(collider, ray, options, 'castRayAll');
  const workspace = takeWorkspace(collider);
  const { search } = workspace;
  const found: number[] = [];
  aim(collider, ray, options, workspace);
  search.list = found;
  walkNodes(collider, workspace, search.far + search.slack, visitForAll, options.compiled);
  search.list = null; // not to be kept
  const hits: RayHit[] = [];
  for (let k = 0; k < found.length; k += 2 + HIT_SIZE) {
    const hit = createRayHit();
    fillHit(collider, workspace.posed, found[k], found[k + 1], found.slice(k + 2, k + 2 + HIT_SIZE), hit);
    hits.push(hit);
  }
  giveBack(collider, workspace, options.stats);
  return hits.sort((a, b) => a.distance - b.distance || a.triangle - b.triangle);
}

/**
 * Whether a ray hits anything. Stops at the first triangle found, which need not be the nearest. Makes no objects.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#rays}
 */
export function hitsRay(collider: Collider, ray: Ray, options: RayOptions = {}): boolean {
  checkRay(collider, ray, options, 'hitsRay');
  const workspace = takeWorkspace(collider);
  const { search } = workspace;
  aim(collider, ray, options, workspace);
  walkNodes(collider, workspace, search.far + search.slack, visitForAny, options.compiled);
  const isHit = search.slotA >= 0;
  giveBack(collider, workspace, options.stats);
  return isHit;
}

/** A direction shorter than this could underflow when squared. */
const SHORTEST = 1e-70;

/** Refuses what is no ray, or not to be cast at. */
export function checkRay(collider: Collider, ray: Ray, options: RayOptions, caller: string): void {
  checkCollider(collider, 'the collider', caller);
  checkOptions(options, caller);
  if (typeof ray !== 'object' || ray === null) {
    throw new Error(`${caller}: the ray is ${sayValue(ray)}; give { origin, direction }.`);
  }
  const { origin, direction } = ray;
  checkPoint(origin, 'the origin', caller);
  checkPoint(direction, 'the direction', caller);
  const size = Math.max(Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2]));
  if (!(size > SHORTEST)) throw new Error(`${caller}: the direction is ${size} long at most; give one of length 1.`);
  checkDistance(options.near ?? 0, 'near', caller);
  checkDistance(options.far ?? Infinity, 'far', caller);
  const side = options.side ?? 'both';
  if (side !== 'front' && side !== 'back' && side !== 'both') {
    throw new Error(`${caller}: side is ${sayValue(side)}; give 'front', 'back' or 'both'.`);
  }
}

/** Makes everything ready for a ray that has been checked. */
function aim(collider: Collider, ray: Ray, options: RayOptions, workspace: Workspace): void {
  const { line, search, probe, best } = workspace;
  const { points } = line;
  const { origin, direction } = ray;
  const side = options.side;
  for (let axis = 0; axis < 3; axis++) points[axis] = origin[axis];
  aimRay(line, direction[0], direction[1], direction[2]);
  const { deformer } = collider.shape;
  const reach = (deformer.skinning === 'spherical-blend' ? 512 : 1) * collider.posed.magnitude; // see `PosedJoints.pad`
  search.near = options.near ?? 0;
  search.far = Math.min(options.far ?? Infinity, Number.MAX_VALUE);
  search.wantedSide = side === 'front' ? 1 : side === 'back' ? -1 : 0;
  search.slack = DISTANCE_ERROR * (reach + Math.abs(points[0]) + Math.abs(points[1]) + Math.abs(points[2]));
  search.slotA = -1;
  best[0] = search.far;
  probeRay(probe, collider, points, line.direction, search.near - search.slack, 0);
}

function visitForFirst(collider: Collider, node: number, workspace: Workspace): number {
  const { line, search, posed, candidate: hit, best } = workspace;
  const { triangleOrder, mesh, tree } = collider.shape;
  const first = tree.slotStarts[node];
  const end = tree.slotEnds[node];
  workspace.counts.triangleTests += end - first;
  for (let slot = first; slot < end; slot++) {
    const side = meetSlot(line, search, mesh.triangles, posed, slot, hit);
    if (side === 0 || hit[0] > best[0]) continue;
    if (hit[0] === best[0] && search.slotA >= 0 && triangleOrder[slot] > triangleOrder[search.slotA]) continue;
    for (let k = 0; k < HIT_SIZE; k++) best[k] = hit[k];
    search.slotA = slot;
    search.side = side;
  }
  return best[0] + search.slack;
}

function visitForAll(collider: Collider, node: number, workspace: Workspace): number {
  const { line, search, posed, candidate: hit } = workspace;
  const { mesh, tree } = collider.shape;
  const first = tree.slotStarts[node];
  const end = tree.slotEnds[node];
  workspace.counts.triangleTests += end - first;
  for (let slot = first; slot < end; slot++) {
    const side = meetSlot(line, search, mesh.triangles, posed, slot, hit);
    if (side !== 0) search.list?.push(slot, side, hit[0], hit[1], hit[2], hit[3]);
  }
  return search.far + search.slack;
}

function visitForAny(collider: Collider, node: number, workspace: Workspace): number {
  const { line, search, posed, candidate: hit, counts } = workspace;
  const { mesh, tree } = collider.shape;
  for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
    counts.triangleTests++;
    if (meetSlot(line, search, mesh.triangles, posed, slot, hit) === 0) continue;
    search.slotA = slot;
    return -Infinity;
  }
  return search.far + search.slack;
}

/** `meetTriangle` with the sides and distances that count. */
function meetSlot(
  line: AimedRay,
  { near, far, wantedSide }: Search,
  triangles: Uint32Array,
  { vertices, start, stride }: PosedVertices,
  slot: number,
  hit: Float64Array,
): number {
  const a = start + stride * triangles[3 * slot];
  const b = start + stride * triangles[3 * slot + 1];
  const c = start + stride * triangles[3 * slot + 2];
  const side = meetTriangle(line, vertices, a, b, c, hit);
  if (side === 0 || side === -wantedSide) return 0;
  return hit[0] >= near && hit[0] <= far ? side : 0;
}

function fillHit(
  { shape }: Collider,
  { vertices, start, stride }: PosedVertices,
  slot: number,
  side: number,
  from: ArrayLike<number>,
  target: RayHit,
): void {
  const { triangles } = shape.mesh;
  const a = start + stride * triangles[3 * slot];
  const b = start + stride * triangles[3 * slot + 1];
  const c = start + stride * triangles[3 * slot + 2];
  target.distance = from[0];
  target.triangle = shape.triangleOrder[slot];
  target.barycentrics[0] = from[1];
  target.barycentrics[1] = from[2];
  target.barycentrics[2] = from[3];
  target.side = side > 0 ? 'front' : 'back';
  writePoint(vertices, a, b, c, target.barycentrics, target.point);
  writeNormal(vertices, a, b, c, target.normal);
}
