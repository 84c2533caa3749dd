import type { Collider } from '../collider.ts';
import { checkDistance, checkPoint } from './check-input.ts';
import { nearestOfTriangle } from './elementary/point-triangle.ts';
import { NEAREST_SIZE, triangleDistance } from './elementary/triangle-distance.ts';
import { probePoint, probeRay } from './probe.ts';
import { createStats, type Stats } from './stats.ts';
import { walkNodes } from './walk-nodes.ts';

/**
 * Whether any triangle of the posed surface is within `radius` of a point. Stops at the first found. Makes no objects.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#probes}
 */
export function touchesSphere(
  collider: Collider,
  center: ArrayLike<number>,
  radius: number,
  stats: Stats = uncounted,
): boolean {
  return overlap(collider, center, center, radius, null, 'touchesSphere', 'the center', stats);
}

/**
 * The numbers of all triangles of the posed surface within `radius` of a point, ascending.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#probes}
 */
export function findInSphere(
  collider: Collider,
  center: ArrayLike<number>,
  radius: number,
  stats: Stats = uncounted,
): Uint32Array {
  const found: number[] = [];
  overlap(collider, center, center, radius, found, 'findInSphere', 'the center', stats);
  return Uint32Array.from(found).sort();
}

/**
 * Whether any triangle of the posed surface is within `radius` of a segment. Stops at the first found. Makes no
 * objects.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#probes}
 */
export function touchesCapsule(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  stats: Stats = uncounted,
): boolean {
  return overlap(collider, from, to, radius, null, 'touchesCapsule', 'the start', stats);
}

/**
 * The numbers of all triangles of the posed surface within `radius` of a segment, ascending; with radius 0, those it
 * cuts.
 * @example
 * {@includeCode ../../examples/api/one-body.ts#probes}
 */
export function findInCapsule(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  stats: Stats = uncounted,
): Uint32Array {
  const found: number[] = [];
  overlap(collider, from, to, radius, found, 'findInCapsule', 'the start', stats);
  return Uint32Array.from(found).sort();
}

/** What is being looked for: one for all queries, of which there is one at a time. */
const segment = new Float64Array(6);
const direction = new Float64Array(3);
const search = { length: 0, radius: 0, found: null as number[] | null, isFound: false };
const nearest = new Float64Array(NEAREST_SIZE);
const uncounted = createStats();

/** Collects triangles in `found`; if that is null, stops at the first. */
function overlap(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  found: number[] | null,
  caller: string,
  start: string,
  stats: Stats,
): boolean {
  checkPoint(from, start, caller);
  checkPoint(to, 'the end', caller);
  checkDistance(radius, 'the radius', caller);
  for (let axis = 0; axis < 3; axis++) {
    segment[axis] = from[axis];
    segment[3 + axis] = to[axis];
    direction[axis] = to[axis] - from[axis];
  }
  const length = Math.sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2);
  search.length = length;
  search.radius = radius;
  search.found = found;
  search.isFound = false;
  if (length > 0) {
    for (let axis = 0; axis < 3; axis++) direction[axis] /= length;
    // Volumes are widened by the radius, also at their corners: a few are met for nothing, none is missed.
    const probe = probeRay(collider, segment, direction, 0, radius);
    walkNodes(collider, probe, length * (1 + 1e-12), visitForOverlap, stats);
  } else walkNodes(collider, probePoint(collider, from[0], from[1], from[2]), radius, visitForOverlap, stats);
  search.found = null;
  return search.isFound;
}

function visitForOverlap(collider: Collider, node: number, stats: Stats): number {
  const { length, radius, found } = search;
  const { slotStarts, slotEnds } = collider.shape.tree;
  for (let slot = slotStarts[node]; slot < slotEnds[node]; slot++) {
    stats.triangleTests++;
    if (distanceToSlot(collider, slot) > radius) continue;
    search.isFound = true;
    if (found === null) return -Infinity;
    found.push(collider.shape.triangleOrder[slot]);
  }
  return length > 0 ? length * (1 + 1e-12) : radius;
}

/** A segment is a triangle whose last two corners are one. */
function distanceToSlot({ shape, vertices }: Collider, slot: number): number {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  const squared =
    search.length > 0
      ? triangleDistance(segment, 0, 3, 3, vertices, a, b, c, nearest)
      : nearestOfTriangle(segment[0], segment[1], segment[2], vertices, a, b, c, nearest, 0);
  return Math.sqrt(squared);
}
