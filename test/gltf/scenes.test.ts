import { WebIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { createBodyShapes } from '../../src/gltf/body-shapes.ts';
import { type GltfAsset, poseAt, readGltf } from '../../src/gltf/index.ts';
import { composeMatrix } from '../../src/gltf/pose/compose.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { type AnyJson, add, addNode, createArm, editGlb, toGlb } from './make-glb.ts';
import { createPoser } from './pose-bodies.ts';
import { readChecked } from './read-checked.ts';

describe('nodes and scenes', () => {
  it('a matrix is kept as it is, shear included', async () => {
    const glb = editGlb(await toGlb(createArm()), json => {
      const node = json.nodes.find(({ name }: AnyJson) => name === 'armature');
      node.matrix = [1, 0.2, 0, 0, 0.5, 1, 0, 0, 0, 0.1, -2, 0, 3, 4, 5, 1];
      delete node.scale;
      delete node.rotation;
    });
    await readChecked(glb);
  });

  it('a matrix that a clip moves is split, and a gap', async () => {
    const glb = editGlb(await toGlb(createArm()), json => {
      const node = json.nodes.find(({ name }: AnyJson) => name === 'bone 1');
      node.matrix = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 0.4, 0, 1];
      delete node.translation;
    });
    const asset = await readGltf(glb);
    expect(asset.gaps).toEqual([
      "Node 'bone 1' has a matrix and is moved by a clip: the matrix is split, shear is lost.",
    ]);
    const bone = asset.nodes.names.indexOf('bone 1');
    expect([...asset.nodes.scales.slice(3 * bone, 3 * bone + 3)]).toEqual([2, 2, 2]);
    expect(asset.nodes.rotations[4 * bone + 2]).toBeCloseTo(Math.SQRT1_2, 6);
    const mirrored = editGlb(glb, json => {
      const node = json.nodes.find(({ name }: AnyJson) => name === 'bone 1');
      node.matrix = [0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0, 0, 7, 8, 9, 1];
    });
    const { nodes } = await readGltf(mirrored);
    const image = new Float64Array(12);
    composeMatrix(nodes.translations, 3 * bone, nodes.rotations, 4 * bone, nodes.scales, 3 * bone, image, 0);
    [0, 0, 1, 7, 0, 2, 0, 8, 3, 0, 0, 9].forEach((x, k) => {
      expect(image[k]).toBeCloseTo(x, 12);
    });
  });

  it('only the chosen scene is read; other scenes and what they alone show are gaps', async () => {
    const document = createArm();
    const lonely = document.createMesh('lonely').addPrimitive(document.getRoot().listMeshes()[0].listPrimitives()[0]);
    document.createScene('attic').addChild(document.createNode('box').setMesh(lonely));
    const glb = await toGlb(document);
    const asset = await readGltf(glb);
    expect(asset.bodies.map(({ name }) => name)).toEqual(['arm']);
    expect(asset.gaps).toEqual([
      "Scene 1 ('attic') is left out: only scene 0 is read (readGltf reads another if options.scene names it).",
      "Mesh 'lonely' is left out: no node of the scene carries it.",
    ]);
    const attic = await readGltf(glb, { scene: 1 });
    expect(attic.bodies.map(({ name }) => name)).toEqual(['box']);
    await expect(readGltf(glb, { scene: 2 })).rejects.toThrow(
      'readGltf: options.scene is 2; the file has scenes 0 to 1.',
    );
  });

  it('instances of a mesh by nodes and by EXT_mesh_gpu_instancing share mesh and shape', async () => {
    const document = createArm({ skinned: false, targets: 1 });
    const turns = Float32Array.of(0, 0, 0, 1, 0, 0.6, 0, 0.8, 1, 0, 0, 0);
    const places = Float32Array.of(0, 0, 0, 3, 0, 0, 0, 0, 9);
    const instances = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
    instances.setAttribute('TRANSLATION', add(document, 'VEC3', places));
    instances.setAttribute('ROTATION', add(document, 'VEC4', turns));
    const [node] = document.getRoot().listNodes();
    node.setExtension('EXT_mesh_gpu_instancing', instances);
    addNode(document, 'again', [0, -5, 0]).setMesh(node.getMesh());
    const glb = await toGlb(document, new WebIO().registerExtensions([EXTMeshGPUInstancing]));
    const asset = await readGltf(glb);
    expect(asset.gaps).toEqual([]);
    const fewer = editGlb(glb, json => {
      const { TRANSLATION } = json.nodes[0].extensions.EXT_mesh_gpu_instancing.attributes;
      json.accessors[TRANSLATION].count = 2;
    });
    await expect(readGltf(fewer)).rejects.toThrow(/count is 3; other attributes of .* have 2./);
    expect(asset.bodies.map(({ name }) => name)).toEqual(['arm 0', 'arm 1', 'arm 2', 'again']);
    expect(new Set(createBodyShapes(asset)).size).toBe(1);
    const pose = createScenePose(asset);
    poseAt(asset, asset.clips[0], 1, { into: pose });
    const [first, second, third, again] = createPoser(asset)(pose).map(list => list.slice());
    expect(second).not.toEqual(first);
    expect(again).not.toEqual(first);
    // Instance 1 is instance 0, turned by 2 atan(0.6 / 0.8) about y and moved by 3 along x, all below the node.
    const matrix = pose.nodeMatrices;
    const image = ([x, y, z]: number[]): number[] =>
      [0, 4, 8].map(row => matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z + matrix[row + 3]);
    const [x, y, z] = displaced(asset, pose.bodies[0].weights);
    const [c, s] = [0.28, 0.96];
    const expected = [image([x, y, z]), image([c * x + s * z + 3, y, c * z - s * x]), image([x, -y, 9 - z])];
    [first, second, third].forEach((list, k) => {
      for (let axis = 0; axis < 3; axis++) expect(list[axis]).toBeCloseTo(expected[k][axis], 6);
    });
  });
});

function displaced({ bodies }: GltfAsset, weights: Float64Array): number[] {
  const { mesh, source } = bodies[0];
  if (source.kind !== 'morph') throw new Error(source.kind);
  return [0, 1, 2].map(axis => mesh.positions[axis] + weights[0] * source.targets[0][axis]);
}
