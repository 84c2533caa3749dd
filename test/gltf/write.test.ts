import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { WebIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { type GltfAsset, type Interpolation, poseAt, readGltf, writeGltf } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { findData, needsData } from '../needs.ts';
import { type AnyJson, addNode, createArm, editGlb, jsonOf, toGlb } from './make-glb.ts';
import { createPoser, sizeOf, timesOf } from './pose-bodies.ts';
import { readWithThree } from './three-reference.ts';

/** How far the corners of all triangles of two assets are apart, relative to their size, at a time of a clip. */
function difference(a: GltfAsset, b: GltfAsset, clip: number, time: number): number {
  const [left, right] = [a, b].map(asset => {
    const pose = createScenePose(asset);
    poseAt(asset, asset.clips[clip] ?? null, time, { into: pose });
    return createPoser(asset)(pose);
  });
  expect(a.bodies.length).toBe(b.bodies.length);
  let worst = 0;
  a.bodies.forEach(({ mesh }, body) => {
    const others = b.bodies[body].mesh.triangles;
    expect(mesh.triangles.length).toBe(others.length);
    for (let k = 0; k < others.length; k++) {
      const [v, w] = [3 * mesh.triangles[k], 3 * others[k]];
      for (let axis = 0; axis < 3; axis++) {
        worst = Math.max(worst, Math.abs(left[body][v + axis] - right[body][w + axis]));
      }
    }
  });
  return worst / sizeOf(left);
}

function ramp({ bodies }: GltfAsset): Float32Array[] {
  return bodies.map(({ mesh }) => mesh.positions.map((_, k) => (k % 97) / 96)).map(list => Float32Array.from(list));
}

describe('writeGltf', () => {
  it.each<[Interpolation, number, number]>([
    ['LINEAR', 1, 0],
    ['STEP', 2, 1],
    ['CUBICSPLINE', 1, 3],
  ])('%s, %i sets of influences, %i targets: plays as before', async (interpolation, sets, targets) => {
    const asset = await readGltf(await toGlb(createArm({ interpolation, sets, targets })));
    const again = await readGltf(writeGltf(asset, ramp(asset)));
    expect(again.gaps).toEqual([]);
    const { materialNames, targetNames, jointNames, restWeights, primitiveOfTriangle, name } = asset.bodies[0];
    expect(again.bodies[0]).toMatchObject({ materialNames, targetNames, jointNames, restWeights, name });
    expect(again.bodies[0].primitiveOfTriangle).toEqual(primitiveOfTriangle);
    expect(again.clips.map(({ keyTimes }) => keyTimes)).toEqual(asset.clips.map(({ keyTimes }) => keyTimes));
    for (const time of timesOf(asset.clips[0], 5)) expect(difference(again, asset, 0, time)).toBeLessThan(1e-6);
  });

  it('others read it: each vertex has its colour, and three.js plays it', async () => {
    const asset = await readGltf(await toGlb(createArm()));
    const [colors] = ramp(asset);
    const document = await new WebIO().readBinary(writeGltf(asset, [colors]) as Uint8Array<ArrayBuffer>);
    for (const primitive of document.getRoot().listMeshes()[0].listPrimitives()) {
      expect(primitive.getAttribute('COLOR_0')!.getArray()).toEqual(colors);
      expect(primitive.getAttribute('COLOR_0')!.getCount()).toBe(primitive.getAttribute('POSITION')!.getCount());
      expect(primitive.getMaterial()!.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
    }
    const three = await readWithThree(writeGltf(asset, [colors]));
    const pose = createScenePose(asset);
    poseAt(asset, asset.clips[0], 0.7, { into: pose });
    const [positions] = createPoser(asset)(pose);
    three.visitVertices(0, 0.7, (_node, _primitive, v, point) => {
      point.toArray().forEach((x, axis) => {
        expect(x).toBeCloseTo(positions[3 * v + axis], 5);
      });
    });
    const bare = await new WebIO().readBinary(writeGltf(asset) as Uint8Array<ArrayBuffer>);
    expect(bare.getRoot().listMeshes()[0].listPrimitives()[0].listSemantics()).toEqual([
      'POSITION',
      'JOINTS_0',
      'WEIGHTS_0',
    ]);
  });

  it('instances share what they can, and differ in colour where they must', async () => {
    const document = createArm({ skinned: false, targets: 1 });
    const [mesh] = document.getRoot().listMeshes();
    for (let k = 0; k < 3; k++) addNode(document, `copy ${k}`, [k, 0, 0]).setMesh(mesh);
    const asset = await readGltf(await toGlb(document));
    const [red] = ramp(asset);
    const glb = writeGltf(asset, [red, red, null, null]);
    const { meshes } = jsonOf(glb);
    expect(meshes).toHaveLength(2);
    const [colored, plain] = meshes.map(({ primitives }: AnyJson) => primitives[0].attributes);
    expect(plain).toEqual({ POSITION: colored.POSITION });
    expect(difference(await readGltf(glb), asset, 0, 1)).toBeLessThan(1e-6);
  });

  it('instances by EXT_mesh_gpu_instancing become nodes of their own, weights and all', async () => {
    const asset = await readGltf(await toGlb(createArm({ skinned: false, targets: 1 })));
    const [body] = asset.bodies;
    const bindMatrices = Float64Array.of(0, -2, 0, 1, 2, 0, 0, 2, 0, 0, 2, 3);
    asset.bodies.push({ ...body, name: 'second', bindMatrices });
    asset.clips[0].tracks.forEach(track => {
      if (track.path === 'weights') track.bodies = [0, 1];
    });
    const again = await readGltf(writeGltf(asset));
    expect(again.bodies.map(({ name }) => name)).toEqual(['arm', 'second']);
    for (const time of [0, 1]) expect(difference(again, asset, 0, time)).toBeLessThan(1e-6);
  });

  it('the copyright notice stays', async () => {
    const glb = editGlb(await toGlb(createArm()), json => {
      json.asset.copyright = '2026 Somebody, CC-BY-4.0';
    });
    const written = jsonOf(writeGltf(await readGltf(glb))).asset;
    expect(written).toMatchObject({ copyright: '2026 Somebody, CC-BY-4.0', generator: 'poseclash' });
  });

  it('refuses colours that do not fit', async () => {
    const asset = await readGltf(await toGlb(createArm()));
    expect(() => writeGltf(asset, [])).toThrow(
      'writeGltf: colours for 0 bodies; give an entry (or null) for each of 1.',
    );
    expect(() => writeGltf(asset, [new Float32Array(7)])).toThrow(
      'writeGltf: body 0 has 54 vertices and 7 numbers of colour; give 3 for each.',
    );
    const [colors] = ramp(asset);
    colors[31] = 1.5;
    expect(() => writeGltf(asset, [colors])).toThrow(
      'writeGltf: a colour of vertex 10 of body 0 is 1.5; colours go from 0 to 1.',
    );
  });
});

const folder = findData('gltf');
const names = existsSync(folder) ? readdirSync(folder).filter(name => /\.gl(b|tf)$/.test(name)) : [];

describe('real files', needsData('gltf'), () => {
  it.each(names)('%s: read whole, without gaps; written with colours, it plays as before', async name => {
    const asset = await readGltf(readFileSync(`${folder}/${name}`));
    expect(asset.gaps).toEqual([]);
    const again = await readGltf(writeGltf(asset, ramp(asset)));
    expect(again.gaps).toEqual([]);
    expect(difference(again, asset, -1, 0)).toBeLessThan(1e-6);
    asset.clips.slice(0, 3).forEach(({ end: duration }, c) => {
      expect(difference(again, asset, c, 0.37 * duration)).toBeLessThan(1e-6);
    });
  });
});
