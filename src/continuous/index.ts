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
export { type Component, type Components, examineComponents } from './radial-view/components.ts';
export type { Observer } from './radial-view/observers.ts';
export type { RadialPlan } from './radial-view/plan.ts';
export { findContactsByBruteForce } from './self/brute-force.ts';
export type { Contacts } from './self/contacts.ts';
export { findKeptApart, placeObservers } from './self/follow-joints.ts';
export { type ClusterWeights, planShape } from './self/plan-shape.ts';
export {
  createEmptyPlan,
  createSelfCheck,
  findContacts,
  lookAtAll,
  type SelfCheck,
  type SelfPlan,
  startFrom,
  takeStep,
} from './self/self-check.ts';
export { createStepStats, type StepStats } from './self/step-stats.ts';
export { createSweep, type Sweep, setSweep, sweepTo } from './sweep.ts';
