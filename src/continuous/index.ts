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
