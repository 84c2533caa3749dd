export { accelerate, colliderOf } from './accelerate.ts';
export type { AccelerateOptions } from './acceleration.ts';
export { refreshBounds } from './bounds.ts';
export { type Hotspot, hotspotAt } from './hotspot.ts';
export { findPairs, type MeshPairs, touches } from './node-queries.ts';
