/** The methods the papers compare against, as honest and fast as ours; for benchmarks and for researchers. */

export { refitBottomUp } from './bottom-up.ts';
export { refitByAlgorithm1 } from './kavan-2006/algorithm-1.ts';
export { buildCornerRecords, type CornerRecords } from './kavan-2006/corner-records.ts';
export { refitByKavanZara2005 } from './kavan-2006/kavan-zara-2005.ts';
export { encloseOptimally } from './kavan-2006/optimal-spheres.ts';
export {
  createHybrid,
  type Hybrid,
  listNodeVertices,
  type NodeVertices,
  refitHybrid,
} from './larsson-2003/hybrid.ts';
export { findSelfPairsByVolumes } from './self-pairs-by-volumes.ts';
export { findContactsByVolumes } from './wong-2013/base.ts';
export { findEdgeEdgeImpactByCubic, findVertexTriangleImpactByCubic } from './wong-2013/cubic.ts';
export { type ConeCheck, createConeCheck, findContactsByNormalCones, updateCones } from './wong-2013/normal-cones.ts';
export {
  classifyTriangles,
  createRadialCheck,
  findContactsByRadialViews,
  moveObservers,
  type RadialCheck,
} from './wong-2013/radial-views.ts';
export {
  createSweptCheck,
  type SweptCheck,
  startSweptFrom,
  sweepStep,
  takeSweptStep,
} from './wong-2013/swept-check.ts';
