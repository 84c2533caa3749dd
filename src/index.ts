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
export { anchoredPoint, createSurfacePoint, type SurfacePoint } from './query/anchor.ts';
export { findPairsByBruteForce } from './query/brute-force.ts';
export {
  closestPointByBruteForce,
  distanceByBruteForce,
  type PlainHit,
  rayCastByBruteForce,
  withinByBruteForce,
} from './query/brute-force-queries.ts';
export { type ClosestPoint, closestPoint, createClosestPoint } from './query/closest-point.ts';
export { createDistance, type Distance, distance, within } from './query/distance.ts';
export { findPairs } from './query/find-pairs.ts';
export { createFront, type Front } from './query/front.ts';
export { type JointShare, jointAt, jointsAt } from './query/joint-at.ts';
export { findInCapsule, findInSphere, touchesCapsule, touchesSphere } from './query/overlap.ts';
export { type Bounds, boundsOver, createBounds, posedBounds, tightBounds } from './query/posed-bounds.ts';
export { freshVolumes, posedVolumes } from './query/posed-volumes.ts';
export type { QueryOptions } from './query/query-options.ts';
export {
  createRayHit,
  type Ray,
  type RayHit,
  type RayOptions,
  rayCast,
  rayCastAll,
  rayCastAny,
} from './query/ray-cast.ts';
export { rotationCenters } from './query/rotation-centers.ts';
export { findSelfPairs, findSelfPairsByBruteForce, touchesItself } from './query/self-pairs.ts';
export { createStats, type Stats } from './query/stats.ts';
export { firstPair, touches } from './query/touches.ts';
export { trackPairs, trackTouch } from './query/track.ts';
export { loadShape, saveShape } from './save-shape.ts';
export { createShape, type Shape, type ShapeOptions, shapeBytes } from './shape.ts';
export { nodeLevels, type Tree } from './tree/tree.ts';
export { validateTree } from './tree/validate.ts';
