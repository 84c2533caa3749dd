import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type GltfAsset, loadGltf, poseAt } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { determinant } from '../../src/math/matrix34.ts';
import { findData, needsData } from '../needs.ts';
import { createComparison, listTriangles } from './compare.ts';
import { createPoser, timesOf } from './pose-bodies.ts';
import { readBySpecification } from './specification.ts';

const folder = findData('gltf-conformance');
const groups = existsSync(folder) ? readdirSync(folder).filter(name => !name.includes('.')) : [];

const read = (group: string, number: number): Promise<GltfAsset> =>
  loadGltf(`${folder}/${group}/${group}_${String(number).padStart(2, '0')}.gltf`);

/** The posed vertices of all bodies at a time of the first clip, in a row. */
function posed(asset: GltfAsset, time: number): number[] {
  const pose = createScenePose(asset);
  poseAt(asset, asset.clips[0] ?? null, time, { into: pose });
  return createPoser(asset)(pose).flatMap(list => [...list]);
}

function distance(a: number[], b: number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((x, k) => Math.abs(x - b[k])));
}

// The models of KhronosGroup/glTF-Asset-Generator.
describe('conformance', needsData('gltf-conformance'), () => {
  it.each(groups)('%s: every model is read and posed as the formulas of the specification say', async group => {
    const files = readdirSync(`${folder}/${group}`).filter(name => name.endsWith('.gltf'));
    for (const file of files) {
      const asset = await loadGltf(`${folder}/${group}/${file}`);
      const reference = readBySpecification(readFileSync(`${folder}/${group}/${file}`), uri =>
        readFileSync(`${folder}/${group}/${uri}`),
      );
      const { meshes, nodes } = reference.json;
      const carriers = nodes.filter(({ mesh }: { mesh?: number }) => mesh !== undefined);
      const isSolid = !meshes.some((mesh: { primitives: { mode?: number }[] }) =>
        mesh.primitives.some(({ mode = 4 }) => mode < 4),
      );
      expect(asset.bodies.length, file).toBe(isSolid ? carriers.length : 0);
      if (!isSolid) continue;
      expect(listTriangles(asset), file).toEqual(reference.listTriangles());
      const difference = createComparison(asset, reference);
      expect(difference(-1, 0), file).toBeLessThan(1e-6);
      asset.clips.forEach((clip, c) => {
        for (const time of timesOf(clip, 7)) expect(difference(c, time), `${file} at ${time}`).toBeLessThan(1e-6);
      });
    }
  });

  it('primitive modes: points and lines are listed as gaps; strips, fans and lists give the same square', async () => {
    for (let number = 0; number < 16; number++) {
      const { bodies, gaps } = await read('Mesh_PrimitiveMode', number);
      if ([0, 1, 2, 3, 7, 8, 9, 10].includes(number)) {
        const kind = number % 7 === 0 ? 'points' : 'lines';
        expect(gaps).toEqual([`Primitive 0 of mesh 'mesh 0' is left out: it consists of ${kind}.`]);
        continue;
      }
      expect(gaps).toEqual([]);
      const { positions, triangles } = bodies[0].mesh;
      expect(triangles.length).toBe(6);
      expect(positions.length).toBe(12); // six vertices without indices are welded to four
      for (let k = 0; k < 6; k += 3) {
        const [[ax, ay], [bx, by], [cx, cy]] = [0, 1, 2].map(corner => positions.slice(3 * triangles[k + corner]));
        expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax), `mode ${number}`).toBe(1); // half of the square, facing +z
      }
    }
  });

  it('skins: transforms of the skinned node and above it are ignored', async () => {
    expect(distance(posed(await read('Animation_Skin', 2), 0), posed(await read('Animation_Skin', 0), 0))).toBe(0);
  });

  it('skins: component types of joints and weights make no difference', async () => {
    const expected = posed(await read('Animation_SkinType', 0), 0.7);
    for (const number of [1, 2, 3]) {
      expect(distance(posed(await read('Animation_SkinType', number), 0.7), expected)).toBeLessThan(1e-5);
    }
  });

  it('skins: two meshes of one skin, one mesh of two skins, and a joint that carries a mesh', async () => {
    const shared = await read('Animation_Skin', 5);
    expect(shared.bodies[0].bindMatrices).toEqual(shared.bodies[1].bindMatrices);
    const twice = await read('Animation_Skin', 11);
    expect(twice.bodies).toHaveLength(2);
    expect(twice.bodies[0].mesh).toBe(twice.bodies[1].mesh);
    expect([...twice.bodies[0].joints]).not.toEqual([...twice.bodies[1].joints]);
    const carried = await read('Animation_Skin', 4);
    expect(carried.bodies.map(({ source }) => source.kind).sort()).toEqual(['linear-blend', 'rigid']);
  });

  it('samplers: component types of rotations differ by what they round', async () => {
    const expected = posed(await read('Animation_SamplerType', 0), 1.3);
    expect(distance(posed(await read('Animation_SamplerType', 1), 1.3), expected)).toBeLessThan(1e-2);
    expect(distance(posed(await read('Animation_SamplerType', 2), 1.3), expected)).toBeLessThan(1e-4);
  });

  it('clips: a channel without node is a gap; start and end, single keys and several clips are as described', async () => {
    expect((await read('Animation_NodeMisc', 8)).gaps).toEqual([
      "Channel 0 of clip 'clip 0' is left out: it names no node.",
    ]);
    expect((await read('Animation_NodeMisc', 1)).clips[0]).toMatchObject({ start: 1 });
    expect((await read('Animation_NodeMisc', 2)).clips[0]).toMatchObject({ start: 1, end: 6 });
    expect((await read('Animation_NodeMisc', 7)).clips).toHaveLength(2);
    const single = await read('Animation_NodeMisc', 3);
    const pose = createScenePose(single);
    for (const time of [-1, 0, 5]) {
      poseAt(single, single.clips[0], time, { into: pose });
      expect(pose.nodeMatrices[3]).toBeCloseTo(-0.1, 6);
      expect([pose.nodeMatrices[7], pose.nodeMatrices[11]]).toEqual([0, 0]);
    }
  });

  it('instances: nodes of one mesh share it and stand where they should', async () => {
    for (const number of [6, 7]) {
      const asset = await read('Instancing', number);
      const [a, b] = asset.bodies;
      expect(a.mesh).toBe(b.mesh);
      const [left, right] = createScenePose(asset).bodies.map(({ jointMatrices }) => jointMatrices);
      expect([left[3], right[3]]).toEqual([-0.6, 0.6]);
      expect([left[5], right[5]]).toEqual([number === 7 ? -1 : 1, 1]);
    }
    const [near, far] = (await read('Instancing', 9)).bodies;
    expect([...near.joints]).toEqual([...far.joints]);
    expect(near.bindMatrices).not.toEqual(far.bindMatrices);
  });

  it('negative scale: mirrors, by matrix or by scale', async () => {
    for (let number = 0; number < 13; number++) {
      const asset = await read('Node_NegativeScale', number);
      const matrix = createScenePose(asset).bodies[1].jointMatrices;
      const mirrors = number === 0 ? 0 : ((number - 1) % 3) + 1;
      expect(determinant(matrix, 0), `${number}`).toBe((-1) ** mirrors);
      expect(matrix[7]).toBe(2);
    }
  });

  it('primitives: those of one mesh become one body that knows them apart', async () => {
    const { bodies } = await read('Mesh_Primitives', 0);
    expect(bodies).toHaveLength(1);
    expect(bodies[0].materialNames).toEqual(['material 0', 'material 1']);
    expect([...bodies[0].primitiveOfTriangle]).toEqual([0, 1]);
    expect(bodies[0].mesh.positions.length).toBe(12); // the two triangles share an edge
  });
});
