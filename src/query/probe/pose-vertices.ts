import { type Collider, openCollider } from '../../collider.ts';
import { deformListed } from '../../deform/deformer.ts';

/** Brings the vertices of a leaf to the current pose, and no volume or box: all that looking into one leaf takes. */
export function poseLeafVertices(collider: Collider, node: number): void {
  const { starts, ids } = collider.shape.leafVertices;
  const leaf = ~collider.shape.tree.links[node];
  poseListed(collider, ids, starts[leaf], starts[leaf + 1]);
}

/** Brings the corners of one triangle to the current pose. */
export function poseTriangle(collider: Collider, slot: number): void {
  poseListed(collider, collider.shape.mesh.triangles, 3 * slot, 3 * slot + 3);
}

function poseListed(collider: Collider, ids: Uint32Array, from: number, to: number): void {
  openCollider(collider);
  const { shape, posed, vertices, vertexEpochs } = collider;
  const { positions } = shape.mesh;
  collider.verticesDeformed += deformListed(shape.deformer, positions, posed, ids, from, to, vertices, vertexEpochs);
}
