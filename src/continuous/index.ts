export {
  createImpact,
  findEdgeEdgeImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpact,
  findVertexTriangleImpactExactly,
  type Impact,
  type ImpactState,
  type LinearMotion,
} from './elementary/index.ts';
export { findImpacts, type ImpactOptions, type Impacts } from './find-impacts.ts';
export { findSelfImpacts, type SelfImpactOptions, type SelfImpacts } from './find-self-impacts.ts';
export type { SurfaceImpact } from './impacts.ts';
export type { Component } from './radial-view/components.ts';
export { createStepStats, type StepStats } from './self/step-stats.ts';
export { createSweep, type Sweep, setSweep, sweepTo } from './sweep.ts';
