import { type Collider, checkCollider } from '../../collider.ts';
import { giveBack, takeWorkspace, type Workspace } from '../../workspace.ts';
import { checkDistance, checkOptions, checkPoint } from '../check-input.ts';
import { nearestOfTriangle } from '../elementary/point-triangle.ts';
import { SQUARED, triangleDistance } from '../elementary/triangle-distance.ts';
import type { QueryOptions } from '../query-options.ts';
import { walkNodes } from '../walk/walk-nodes.ts';
import { probePoint, probeRay } from './probe.ts';

/**
 * Whether any triangle of the posed surface is within `radius` of a segment; of a point, if that is given as both ends: then the capsule is
 * a sphere. Stops at the first found. Makes no objects.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#probes}
 */
export function touchesCapsule(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  options: QueryOptions = {},
): boolean {
  return overlap(collider, from, to, radius, options, 'touchesCapsule') !== null;
}

/**
 * The numbers of all triangles of the posed surface within `radius` of a segment, ascending; with radius 0, those it
 * cuts; with a point as both ends, those that reach into a sphere.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#probes}
 */
export function findInCapsule(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  options: QueryOptions = {},
): Uint32Array {
  return Uint32Array.from(overlap(collider, from, to, radius, options, 'findInCapsule') ?? []).sort();
}

/** The triangles within the radius, by number; of `touchesCapsule` the first found. Null: none. */
function overlap(
  collider: Collider,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  radius: number,
  options: QueryOptions,
  caller: 'touchesCapsule' | 'findInCapsule',
): number[] | null {
  checkCollider(collider, 'the collider', caller);
  checkPoint(from, 'the start', caller);
  checkPoint(to, 'the end', caller);
  checkDistance(radius, 'the radius', caller);
  checkOptions(options, caller);
  const workspace = takeWorkspace(collider);
  const { search, line, probe } = workspace;
  const { points, direction } = line;
  for (let axis = 0; axis < 3; axis++) {
    points[axis] = from[axis];
    points[3 + axis] = to[axis];
    direction[axis] = points[3 + axis] - points[axis];
  }
  const length = Math.sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2);
  search.length = length;
  search.radius = radius;
  search.far = length > 0 ? length * (1 + 1e-12) : radius;
  search.slotA = -1;
  const found: number[] = [];
  search.list = caller === 'findInCapsule' ? found : null;
  if (length > 0) {
    for (let axis = 0; axis < 3; axis++) direction[axis] /= length;
    // Volumes are widened by the radius, also at their corners: a few are met for nothing, none is missed.
    probeRay(probe, collider, points, direction, 0, radius);
  } else probePoint(probe, collider, points[0], points[1], points[2]);
  walkNodes(collider, workspace, search.far, visitForOverlap, options.compiled);
  search.list = null; // not to be kept
  const isFound = search.slotA >= 0;
  giveBack(collider, workspace, options.stats);
  return isFound ? found : null;
}

function visitForOverlap(collider: Collider, node: number, workspace: Workspace): number {
  const { search, counts } = workspace;
  const { slotStarts, slotEnds } = collider.shape.tree;
  for (let slot = slotStarts[node]; slot < slotEnds[node]; slot++) {
    counts.triangleTests++;
    if (distanceToSlot(collider, slot, workspace) > search.radius) continue;
    search.slotA = slot;
    if (search.list === null) return -Infinity;
    search.list.push(collider.shape.triangleOrder[slot]);
  }
  return search.far;
}

/** A segment is a triangle whose last two corners are one. */
function distanceToSlot({ shape }: Collider, slot: number, workspace: Workspace): number {
  const { points } = workspace.line;
  const { vertices, start, stride } = workspace.posed;
  const { triangles } = shape.mesh;
  const a = start + stride * triangles[3 * slot];
  const b = start + stride * triangles[3 * slot + 1];
  const c = start + stride * triangles[3 * slot + 2];
  const { candidate } = workspace;
  if (workspace.search.length > 0) triangleDistance(points, 0, 3, 3, vertices, a, b, c, candidate);
  else nearestOfTriangle(points, 0, vertices, a, b, c, candidate, SQUARED - 3);
  return Math.sqrt(candidate[SQUARED]);
}
