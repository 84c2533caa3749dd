export type { VolumeKind } from './bounds/volumes.ts';
export { type Collider, createCollider, posedPositions, setPlacement, setPose } from './collider.ts';
export type { DeformerKind, DeformerSource, SkinningKind, SkinningSource } from './deform/deformer.ts';
export { normalizeWeights } from './deform/joint-sets.ts';
export type { Pose } from './deform/posed-joints.ts';
export type { Skeleton } from './deform/skeleton.ts';
export { findDegenerateTriangles } from './mesh/degenerate.ts';
export { type ManifoldReport, reportManifold } from './mesh/manifold.ts';
export type { Mesh } from './mesh/mesh.ts';
export type { Skin } from './mesh/skin.ts';
export { buildTopology, type Topology } from './mesh/topology.ts';
export { type Welded, weld } from './mesh/weld.ts';
export { type Bounds, boundsOf, boundsOver, createBounds } from './query/bounds/posed-bounds.ts';
export { freshVolumes, posedVolumes } from './query/bounds/posed-volumes.ts';
export { findPairsByBruteForce } from './query/pairs/brute-force.ts';
export { findPairs } from './query/pairs/find-pairs.ts';
export { firstPair, touches } from './query/pairs/touches.ts';
export {
  castRayByBruteForce,
  findNearestPairByBruteForce,
  findNearestPointByBruteForce,
  findPairsWithinByBruteForce,
  type PlainHit,
} from './query/probe/brute-force-queries.ts';
export {
  castRay,
  castRayAll,
  createRayHit,
  hitsRay,
  type Ray,
  type RayHit,
  type RayOptions,
} from './query/probe/cast-ray.ts';
export { createNearestPair, findNearestPair, findPairsWithin, type NearestPair } from './query/probe/nearest-pair.ts';
export { createNearestPoint, findNearestPoint, type NearestPoint } from './query/probe/nearest-point.ts';
export { findInCapsule, findInSphere, touchesCapsule, touchesSphere } from './query/probe/overlap.ts';
export type { QueryOptions } from './query/query-options.ts';
export { createStats, type Stats } from './query/stats.ts';
export { type JointShare, jointsAt } from './query/surface/joints-at.ts';
export { createSurfacePoint, pointOn, type SurfacePoint } from './query/surface/point-on.ts';
export { rotationCenters } from './query/surface/rotation-centers.ts';
export { trackPairs, trackTouch } from './query/track/track.ts';
export { createTracker, type Tracker } from './query/track/tracker.ts';
export { loadShape, saveShape } from './save-shape.ts';
export { findSelfPairsByBruteForce } from './self/brute-force.ts';
export { findSelfPairs, touchesSelf } from './self/find-self-pairs.ts';
export { createShape, type Shape, type ShapeOptions, shapeBytes } from './shape.ts';
export { nodeLevels, type Tree } from './tree/tree.ts';
export { validateTree } from './tree/validate.ts';
