import { describe, expect, it } from 'vitest';
import { createBodyShapes } from '../../src/gltf/body-shapes.ts';
import { createBodyColliders, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose, setScenePose } from '../../src/gltf/pose/pose-at.ts';
import { createCollider, findPairs, reportManifold, setPlacement } from '../../src/index.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { sortPairs } from '../support/sort-pairs.ts';
import { add, createArm, editGlb, toGlb } from './make-glb.ts';
import { readChecked } from './read-checked.ts';

describe('surfaces', () => {
  it('primitives are joined and seams closed: one tube with two rims, every triangle with its primitive', async () => {
    const asset = await readGltf(await toGlb(createArm()));
    const { mesh, primitiveOfTriangle, vertices } = asset.bodies[0];
    expect(mesh.positions.length / 3).toBe(9 * 6);
    expect(reportManifold(mesh)).toMatchObject({ isManifold: true, isOriented: true, components: 1 });
    expect(reportManifold(mesh).boundaryEdges.length / 2).toBe(12);
    expect([...primitiveOfTriangle]).toEqual(Array.from({ length: 96 }, (_, t) => (t < 48 ? 0 : 1)));
    expect([...vertices.primitives]).toEqual([0, 1]);
    expect([...vertices.starts]).toEqual([0, 0]); // both primitives have the same vertices
    const open = await readGltf(await toGlb(createArm()), { weld: false });
    expect(open.bodies[0].mesh.positions.length / 3).toBe(9 * 7);
    expect(reportManifold(open.bodies[0].mesh).boundaryEdges.length / 2).toBe(12 + 16);
  });

  it('vertices at one place with other weights, or moved apart by a target, stay apart', async () => {
    const unbound = createArm({ targets: 1 });
    const [primitive] = unbound.getRoot().listMeshes()[0].listPrimitives();
    primitive.getAttribute('WEIGHTS_0')!.setElement(6, [0.5, 0.5, 0, 0]);
    primitive.getAttribute('JOINTS_0')!.setElement(6, [0, 1, 0, 0]);
    primitive.listTargets()[0].getAttribute('POSITION')!.setElement(13, [1, 0, 0]);
    const asset = await readChecked(await toGlb(unbound));
    expect(asset.bodies[0].mesh.positions.length / 3).toBe(9 * 6 + 2);
  });

  it('vertices that no triangle has are dropped, and said to be nowhere', async () => {
    const document = createArm();
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    document.getRoot().listMeshes()[0].removePrimitive(document.getRoot().listMeshes()[0].listPrimitives()[1]);
    const asset = await readChecked(await toGlb(document));
    expect(primitive.getAttribute('POSITION')!.getCount()).toBe(63);
    expect(asset.bodies[0].mesh.positions.length / 3).toBe(5 * 6);
    expect([...asset.bodies[0].vertices.vertexOf].filter(v => v === 0xffffffff)).toHaveLength(4 * 7);
  });

  it('strips and fans begin anew at the largest index, if the file says so', async () => {
    const document = createArm({ skinned: false });
    const [mesh] = document.getRoot().listMeshes();
    const [strip, fan] = mesh.listPrimitives();
    strip.setMode(5).setIndices(add(document, 'SCALAR', Uint16Array.of(0, 1, 7, 8, 0xffff, 14, 15, 21)));
    fan.setMode(6).setIndices(add(document, 'SCALAR', Uint8Array.of(0, 1, 2, 255, 255, 9, 8, 7, 14)));
    const glb = await toGlb(document);
    const asset = await readGltf(
      editGlb(glb, json => {
        json.extensionsUsed = ['KHR_mesh_primitive_restart'];
        json.extensionsRequired = ['KHR_mesh_primitive_restart'];
      }),
      { weld: false },
    );
    const { vertexOf } = asset.bodies[0].vertices;
    const expected = [0, 1, 7, 1, 8, 7, 14, 15, 21, 1, 2, 0, 8, 7, 9, 7, 14, 9];
    expect([...asset.bodies[0].mesh.triangles]).toEqual(expected.map(v => vertexOf[v]));
    await expect(readGltf(glb)).rejects.toThrow(
      /triangle 2 of meshes\[0\].primitives\[0\] names vertex 65535, but there are 63/,
    );
  });

  it('points and lines, primitives without positions and meshes without triangles are gaps', async () => {
    const glb = editGlb(await toGlb(createArm()), json => {
      json.meshes[0].weights = [1]; // what is left out need not be right
      json.meshes[0].primitives[0].mode = 1;
      delete json.meshes[0].primitives[1].attributes.POSITION;
    });
    const { bodies, gaps } = await readGltf(glb);
    expect(bodies).toEqual([]);
    expect(gaps).toEqual([
      "Primitive 0 of mesh 'arm' is left out: it consists of lines.",
      "Primitive 1 of mesh 'arm' is left out: it has no positions.",
    ]);
    const short = editGlb(await toGlb(createArm()), json => {
      for (const { indices } of json.meshes[0].primitives) json.accessors[indices].count = 2;
    });
    expect((await readGltf(short)).gaps).toEqual([
      '2 indices at the end of meshes[0].primitives[0] are left out: they fill no triangle.',
      '2 indices at the end of meshes[0].primitives[1] are left out: they fill no triangle.',
      "Mesh 'arm' is left out: it has no triangles.",
    ]);
  });
});

describe('shapes and colliders', () => {
  it('two arms touch where brute force says, over a clip', async () => {
    const asset = await readGltf(await toGlb(createArm({ targets: 1 })));
    const [shape] = createBodyShapes(asset);
    const [own] = createBodyColliders(asset, { shapes: [shape] });
    const pose = createScenePose(asset);
    expect([...own.jointMatrices]).toEqual([...pose.bodies[0].jointMatrices]); // as the file leaves the scene
    const other = createCollider(shape);
    setPlacement(other, Float64Array.of(1, 0, 0, 0.1, 0, 1, 0, 0.1, 0, 0, 1, 0.1));
    let touching = 0;
    for (let time = 0; time < 2; time += 0.1) {
      poseAt(asset, asset.clips[0], time, { into: pose });
      setScenePose([own], pose);
      poseAt(asset, asset.clips[0], time + 0.05, { into: pose });
      setScenePose([other], pose);
      const expected = findPairsByBruteForce(own, other);
      expect(sortPairs(findPairs(own, other))).toEqual(sortPairs(expected));
      if (expected.length > 0) touching++;
    }
    expect(touching).toBeGreaterThan(5);
    expect(() => setScenePose([], pose)).toThrow('setScenePose: 0 colliders for 1 bodies');
    expect(() => createBodyColliders(asset, { shapes: [] })).toThrow('createBodyColliders: 0 shapes for 1 bodies');
  });
});
