export { findImpacts, type ImpactOptions, type Impacts } from './find-impacts.ts';
export { findSelfImpacts, type SelfImpactOptions, type SelfImpacts } from './find-self-impacts.ts';
export type { SurfaceImpact } from './impacts.ts';
export type { Component, Components } from './radial-view/components.ts';
export type { ClusterWeights } from './self/plan-shape.ts';
export type { StepStats } from './self/step-stats.ts';
export { createSweep, type Sweep, sweepTo } from './sweep.ts';
