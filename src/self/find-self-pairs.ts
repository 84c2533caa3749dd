import { type Collider, checkCollider, openCollider } from '../collider.ts';
import { findSelfPairsCompiled } from '../compiled/find-self-pairs.ts';
import { deformAll } from '../deform/deformer.ts';
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
  const plan = planOf(shape);
  pairs.length = 0;
  poseAll(collider, counts);
  counts.refits += shape.tree.links.length;
  const { vertices: positions } = collider;
  const { joints, magnitude } = posed;
  const isCompiled =
    options.compiled !== false &&
    findSelfPairsCompiled({ plan, positions, joints, magnitude }, onlyFirst, counts, pairs);
  if (!isCompiled) {
    const instant = collider.self ?? createInstant(plan);
    collider.self = null;
    poseInstant(instant, positions, joints, magnitude);
    searchInstant(instant, onlyFirst, counts, pairs);
    collider.self = instant;
  }
  const found = copyPairs(pairs);
  for (let k = 0; k < found.length; k++) found[k] = shape.triangleOrder[found[k]];
  giveBack(collider, workspace, options.stats);
  return found;
}

/** Brings all vertices to the current pose, in their order: leaf by leaf, with a look at each whether it is there already, takes half as long again. */
function poseAll(collider: Collider, stats: Stats): void {
  openCollider(collider);
  const { shape, posed, vertices, vertexEpochs } = collider;
  const { mesh, deformer } = shape;
  deformAll(deformer, mesh.positions, posed, vertices);
  vertexEpochs.fill(posed.epoch);
  collider.verticesDeformed += vertexEpochs.length;
  stats.vertices += vertexEpochs.length;
}
