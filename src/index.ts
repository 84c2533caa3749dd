export type { VolumeKind } from './bounds/volumes.ts';
export { type AsyncShapeOptions, createShapeAsync } from './build/create-shape-async.ts';
export { type Collider, createCollider, posedPositions, setPlacement, setPose } from './collider.ts';
export type { DeformerKind, DeformerSource, SkinningKind, SkinningSource } from './deform/deformer.ts';
export { normalizeWeights } from './deform/joint-sets.ts';
export type { Pose } from './deform/posed-joints.ts';
export type { Skeleton } from './deform/skeleton.ts';
export { matrix34From4x4 } from './math/matrix34-from-4x4.ts';
export { type ManifoldReport, reportManifold } from './mesh/manifold.ts';
export type { Mesh } from './mesh/mesh.ts';
export type { Skin } from './mesh/skin.ts';
export { type Welded, weld } from './mesh/weld.ts';
export { type Bounds, type BoundsOptions, boundsOf, boundsOver } from './query/bounds/posed-bounds.ts';
export { type ClosePairsOptions, findClosePairs } from './query/pairs/close-pairs.ts';
export { findPairs } from './query/pairs/find-pairs.ts';
export { findSeparation, type Separation } from './query/pairs/find-separation.ts';
export type { PartialPairs } from './query/pairs/limited-pairs.ts';
export { firstPair, touches } from './query/pairs/touches.ts';
export { castRay, castRayAll, hitsRay, type Ray, type RayHit, type RayOptions } from './query/probe/cast-ray.ts';
export {
  findNearestPair,
  findPairsWithin,
  type NearestPair,
  type NearestPairOptions,
  type PartialNearestPair,
} from './query/probe/nearest-pair.ts';
export { findNearestPoint, type NearestPoint, type NearestPointOptions } from './query/probe/nearest-point.ts';
export { findInCapsule, touchesCapsule } from './query/probe/overlap.ts';
export type { LimitedOptions, QueryOptions } from './query/query-options.ts';
export type { Stats } from './query/stats.ts';
export { type JointShare, jointsAt } from './query/surface/joints-at.ts';
export { pointOn, type SurfacePoint } from './query/surface/point-on.ts';
export { trackPairs, trackTouch } from './query/track/track.ts';
export { createTracker, type Tracker } from './query/track/tracker.ts';
export type { QueryLimit } from './query/walk/budget.ts';
export { loadShape, saveShape } from './save-shape.ts';
export { findSelfPairs, touchesSelf } from './self/find-self-pairs.ts';
export { createShape, type Shape, type ShapeOptions } from './shape.ts';
