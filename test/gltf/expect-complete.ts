import { createDeformer, skinningOf } from '../../src/deform/deformer.ts';
import { type GltfAsset, poseAt } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { checkMesh } from '../../src/mesh/mesh.ts';

/** Whatever was read is whole: arrays fit each other, all references lead somewhere, every clip can be played. */
export function expectComplete(asset: GltfAsset): void {
  const require = (isSo: boolean, what: string): void => {
    if (!isSo) throw new Error(`not whole: ${what}`);
  };
  const nodes = asset.nodes.parents.length;
  require(new Set(asset.nodes.order).size === nodes && asset.nodes.order.length === nodes, 'order');
  for (const body of asset.bodies) {
    const { mesh, source, joints, vertices } = body;
    checkMesh(mesh, 'expectComplete');
    createDeformer(source, mesh, 'expectComplete');
    const skinning = skinningOf(source);
    require(joints.length === (skinning.kind === 'rigid' ? 1 : skinning.skin.jointCount), 'joints');
    require(joints.every(node => node < nodes), 'nodes of joints');
    require(body.bindMatrices.length === 12 * joints.length, 'bind matrices');
    require(body.bindMatrices.every(Number.isFinite), 'numbers of bind matrices');
    require(body.jointNames.length === joints.length, 'names of joints');
    require(body.restWeights.length === body.targetNames.length, 'weights');
    require(body.primitiveOfTriangle.length === mesh.triangles.length / 3, 'primitives of triangles');
    require(body.primitiveOfTriangle.every(p => p < body.materialNames.length), 'primitives');
    require(vertices.primitives.length === body.materialNames.length, 'materials');
    require(vertices.vertexOf.every(v => 3 * v < mesh.positions.length || v === 0xffffffff), 'vertices');
  }
  const pose = createScenePose(asset);
  for (const clip of asset.clips) {
    for (const { times, values, size, interpolation, bodies, node } of clip.tracks) {
      require(values.length === times.length * size * (interpolation === 'CUBICSPLINE' ? 3 : 1), 'values of a track');
      require(node < nodes, 'node of a track');
      require(bodies.every(b => asset.bodies[b].restWeights.length === size), 'bodies of a track');
    }
    poseAt(asset, clip, (clip.start + clip.end) / 2, { into: pose });
  }
}
