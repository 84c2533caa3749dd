export { findEdgeEdgeImpact } from './edge-edge.ts';
export { findEdgeEdgeImpactExactly, findVertexTriangleImpactExactly } from './exact/find-impacts-exactly.ts';
export { createImpact, type Impact, type ImpactState } from './impact.ts';
export type { LinearMotion } from './linear-motion.ts';
export { findVertexTriangleImpact } from './vertex-triangle.ts';
