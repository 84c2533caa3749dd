export { findContactsByVolumes } from './continuous/baselines/base.ts';
export { findEdgeEdgeImpactByCubic, findVertexTriangleImpactByCubic } from './continuous/baselines/cubic.ts';
export { type ConeCheck, createConeCheck, findContactsByNormalCones } from './continuous/baselines/normal-cones.ts';
export {
  classifyTriangles,
  createRadialCheck,
  findContactsByRadialViews,
  moveObservers,
  type RadialCheck,
} from './continuous/radial-view/published.ts';
export {
  createSweptCheck,
  type SweptCheck,
  startSweptFrom,
  sweepStep,
  takeSweptStep,
} from './continuous/self/swept-check.ts';
/** The methods the papers compare against, as honest and fast as ours; for benchmarks and for researchers. */
export { refitBottomUp } from './query/baselines/bottom-up.ts';
export {
  createHybrid,
  type Hybrid,
  listNodeVertices,
  type NodeVertices,
  refitHybrid,
} from './query/baselines/hybrid.ts';
export { encloseOptimally } from './query/baselines/optimal-spheres.ts';
export { refitByAlgorithm1 } from './refit/baselines/algorithm-1.ts';
export { buildCornerRecords, type CornerRecords } from './refit/baselines/corner-records.ts';
export { refitByKavanZara2005 } from './refit/baselines/kavan-zara-2005.ts';
