import { type Collider, openCollider } from '../collider.ts';
import { deformListed } from '../deform/deformer.ts';
import { createPairList, type PairList } from '../query/pairs/pair-list.ts';
import type { QueryOptions } from '../query/query-options.ts';
import { createStats, type Stats } from '../query/stats.ts';
import { createInstant, poseInstant } from './instant.ts';
import { planOf } from './plan.ts';
import { searchInstant } from './search.ts';

/**
 * All pairs of triangles of one collider that touch in its current pose: [triangle, triangle, ...], numbered as in the
 * mesh given to `createShape`, each pair once. Triangles without a common vertex count if they share a point; neighbours
 * only if they share more than their common vertices and edges (`neighboursCross`). By vertex index: weld a mesh that is
 * cut along texture seams first, or all its seams touch. Exactly the pairs `findSelfPairsByBruteForce` finds.
 *
 * Poses all vertices. What the first query of a shape finds out about its surface is kept with the shape.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function findSelfPairs(collider: Collider, { stats = createStats() }: QueryOptions = {}): Uint32Array {
  const { triangleOrder } = collider.shape;
  const { data, length } = findSlots(collider, false, stats);
  return data.slice(0, length).map(slot => triangleOrder[slot]);
}

/**
 * Whether any two triangles of the collider touch, as `findSelfPairs` says. Stops at the first.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function touchesItself(collider: Collider, { stats = createStats() }: QueryOptions = {}): boolean {
  return findSlots(collider, true, stats).length > 0;
}

/** One pair of triangles of the collider that touch, as `findSelfPairs` says, or null. */
export function firstSelfPair(collider: Collider, { stats = createStats() }: QueryOptions = {}): Uint32Array | null {
  const { triangleOrder } = collider.shape;
  const { data, length } = findSlots(collider, true, stats);
  return length > 0 ? data.slice(0, 2).map(slot => triangleOrder[slot]) : null;
}

function findSlots(collider: Collider, onlyFirst: boolean, stats: Stats): PairList {
  const pairs = createPairList();
  poseAll(collider, stats);
  collider.self ??= createInstant(planOf(collider.shape));
  const { self: instant } = collider;
  poseInstant(instant, collider.vertices, collider.posed.joints, collider.posed.magnitude);
  stats.refits += collider.shape.tree.links.length;
  searchInstant(instant, onlyFirst, stats, pairs);
  return pairs;
}

/** Brings all vertices of triangles to the current pose. */
function poseAll(collider: Collider, stats: Stats): void {
  openCollider(collider);
  const { shape, posed, vertices, vertexEpochs } = collider;
  const { ids } = shape.leafVertices;
  const rest = shape.mesh.positions;
  const count = deformListed(shape.deformer, rest, posed, ids, 0, ids.length, vertices, vertexEpochs);
  collider.verticesDeformed += count;
  stats.vertices += count;
}
