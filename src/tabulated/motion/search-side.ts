import type { PairList } from '../../query/pairs/pair-list.ts';
import type { SphereSet } from '../spheres/sphere-set.ts';
import { buildSphereTree, refitSphereTree, type SphereTree, walkSphereTrees } from '../spheres/sphere-tree.ts';
import { type Kinematics, type PosePair, writePoses } from './kinematics.ts';
import { createPosedPoints, type PosedPoints, posePoints } from './posed-points.ts';

/** The spheres of one side during a search; `ids` are their numbers in the whole set. */
export interface SearchSide {
  spheres: SphereSet;
  ids: Uint32Array;
  points: PosedPoints;
  tree: SphereTree;
}

export function createSearchSide(spheres: SphereSet, ids: Uint32Array): SearchSide {
  const points = createPosedPoints(spheres.centers, spheres.source, 'searchMotion');
  return { spheres, ids, points, tree: buildSphereTree(spheres.centers) };
}

/** Brings both sides to the pose at `values`. */
export function poseSides(
  kinematics: Kinematics,
  values: Float64Array,
  poses: PosePair,
  a: SearchSide,
  b: SearchSide,
): void {
  writePoses(kinematics, values, poses, 'searchMotion');
  if (posePoints(a.points, poses.a) && posePoints(b.points, poses.b)) return;
  throw new Error('searchMotion: posed spheres are beyond 1e70; bring the joints nearer to the origin.');
}

/**
 * All pairs whose posed centres are no farther apart than the sum of their reaches, into `out`, which is emptied first.
 */
export function findNear(
  a: SearchSide,
  reachesA: Float64Array,
  b: SearchSide,
  reachesB: Float64Array,
  out: PairList,
): void {
  refitSphereTree(a.tree, a.points.positions, reachesA);
  refitSphereTree(b.tree, b.points.positions, reachesB);
  out.length = 0;
  walkSphereTrees(a.tree, b.tree, out);
}
