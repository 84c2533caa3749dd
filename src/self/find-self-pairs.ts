import { type Collider, checkCollider, openCollider } from '../collider.ts';
import { deformListed } from '../deform/deformer.ts';
import { checkOptions } from '../query/check-input.ts';
import { copyPairs } from '../query/pairs/pair-list.ts';
import type { QueryOptions } from '../query/query-options.ts';
import type { Stats } from '../query/stats.ts';
import { giveBack, takeWorkspace } from '../workspace.ts';
import { createInstant, poseInstant } from './instant.ts';
import { planOf } from './plan.ts';
import { searchInstant } from './search.ts';

/**
 * All pairs of triangles of one collider that touch in its current pose: [triangle, triangle, ...], numbered as in the
 * mesh given to `createShape`, each pair once. Triangles without a common vertex count if they share a point;
 * neighbours only if they share more than their common vertices and edges (`neighboursCross`). By vertex index: weld a
 * mesh that is cut along texture seams first, or all its seams touch. Exactly the pairs `findSelfPairsByBruteForce`
 * finds.
 *
 * Poses all vertices. What the first query of a shape finds out about its surface is kept with the shape.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function findSelfPairs(collider: Collider, options: QueryOptions = {}): Uint32Array {
  return findTriangles(collider, false, options, 'findSelfPairs');
}

/**
 * Whether any two triangles of the collider touch, as `findSelfPairs` says. Stops at the first.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function touchesSelf(collider: Collider, options: QueryOptions = {}): boolean {
  return findTriangles(collider, true, options, 'touchesSelf').length > 0;
}

/** One pair of triangles of the collider that touch, as `findSelfPairs` says, or null. */
export function firstSelfPair(collider: Collider): Uint32Array | null {
  const pair = findTriangles(collider, true, {}, 'firstSelfPair');
  return pair.length > 0 ? pair : null;
}

/** Pairs of triangles, by their numbers. The collider has no instant while this runs: see `takeWorkspace`. */
function findTriangles(collider: Collider, onlyFirst: boolean, options: QueryOptions, caller: string): Uint32Array {
  checkCollider(collider, 'the collider', caller);
  checkOptions(options, caller);
  const workspace = takeWorkspace(collider);
  const { counts, pairs } = workspace;
  const { shape, posed } = collider;
  const instant = collider.self ?? createInstant(planOf(shape));
  collider.self = null;
  pairs.length = 0;
  poseAll(collider, counts);
  poseInstant(instant, collider.vertices, posed.joints, posed.magnitude);
  counts.refits += shape.tree.links.length;
  searchInstant(instant, onlyFirst, counts, pairs);
  const found = copyPairs(pairs);
  for (let k = 0; k < found.length; k++) found[k] = shape.triangleOrder[found[k]];
  collider.self = instant;
  giveBack(collider, workspace, options.stats);
  return found;
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
