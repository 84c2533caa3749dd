import { readFileSync } from 'node:fs';
import { type Accessor, type Document, WebIO } from '@gltf-transform/core';
import { KHRMeshQuantization } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { describe, expect, it } from 'vitest';
import { type GltfAsset, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { reportManifold } from '../../src/index.ts';
import { findData, needsData } from '../needs.ts';
import { type AnyJson, createArm, editGlb, jsonOf, toGlb } from './make-glb.ts';
import { packWithDraco, packWithMeshopt } from './pack-document.ts';
import { createPoser } from './pose-bodies.ts';
import { readChecked } from './read-checked.ts';

function posed(asset: GltfAsset, time: number): Float64Array {
  const pose = createScenePose(asset);
  poseAt(asset, asset.clips[0], time, { into: pose });
  return createPoser(asset)(pose)[0];
}

function accessorsOf(document: Document, name: string): Set<Accessor> {
  const primitives = document.getRoot().listMeshes()[0].listPrimitives();
  return new Set(primitives.map(primitive => primitive.getAttribute(name)!));
}

/** Each triangle from its lowest vertex on: where a triangle begins is meshopt's to choose. */
function turned(triangles: Uint32Array): string[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    return (a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b]).join();
  });
}

describe('packed data', () => {
  it('sparse accessors, over data and over nothing', async () => {
    const document = createArm({ targets: 2 });
    const glb = editGlb(await toGlb(document), json => {
      const views = json.bufferViews.length;
      json.bufferViews.push(
        { buffer: 0, byteOffset: 0, byteLength: 96 },
        { buffer: 0, byteOffset: 96, byteLength: 96 },
      );
      const [{ attributes, targets }] = json.meshes[0].primitives;
      // Two vertices of the first target and of the positions take other numbers of the file; zeros elsewhere.
      const sparse = (indices: AnyJson): AnyJson => ({
        count: 2,
        indices: { bufferView: json.accessors[json.meshes[0].primitives[1].indices].bufferView, ...indices },
        values: { bufferView: views + 1, byteOffset: 12 },
      });
      const { bufferView: _view, byteOffset: _offset, ...zeros } = json.accessors[targets[0].POSITION];
      const kind = { componentType: 5123 };
      json.accessors[targets[0].POSITION] = { ...zeros, sparse: sparse({ ...kind, byteOffset: 0 }) };
      json.accessors[attributes.POSITION].sparse = sparse({ ...kind, byteOffset: 0 });
    });
    const positions = jsonOf(glb).accessors[jsonOf(glb).meshes[0].primitives[0].attributes.POSITION];
    expect(positions.sparse.count).toBe(2);
    await readChecked(glb);
  });

  it.each([
    [true, Int16Array, 32767],
    [true, Uint8Array, 255],
    [false, Int8Array, 40],
  ] as const)('quantized positions and displacements: normalized %s, %o', async (normalized, Type, scale) => {
    const document = createArm({ targets: 1 });
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const targets = document.getRoot().listMeshes()[0].listPrimitives()[0].listTargets();
    for (const accessor of [...accessorsOf(document, 'POSITION'), targets[0].getAttribute('POSITION')!]) {
      const numbers = Array.from(accessor.getArray() as Float32Array, x =>
        Math.round((scale * (x + (Type === Uint8Array ? 0.5 : 0))) / 3),
      );
      if (Type === Int16Array) numbers.fill(-32768, 0, 6); // stands for -1, like -32767
      accessor.setArray(Type.from(numbers)).setNormalized(normalized);
    }
    const io = new WebIO().registerExtensions([KHRMeshQuantization]);
    const asset = await readChecked(await toGlb(document, io));
    expect(asset.gaps).toEqual([]);
  });

  it('weights in 8 and 16 bits are rescaled to sum to 1', async () => {
    for (const Type of [Uint8Array, Uint16Array]) {
      const document = createArm();
      for (const accessor of accessorsOf(document, 'WEIGHTS_0')) {
        const most = Type === Uint8Array ? 255 : 65535;
        accessor
          .setArray(new Type(Array.from(accessor.getArray() as Float32Array, w => Math.round(most * w))))
          .setNormalized(true);
      }
      await readChecked(await toGlb(document));
    }
  });

  it('meshopt: the same to the bit as without', async () => {
    const options = { sets: 2, targets: 2, interpolation: 'CUBICSPLINE' } as const;
    const plain = await readGltf(await toGlb(createArm(options)));
    const glb = await packWithMeshopt(createArm(options));
    expect(jsonOf(glb).extensionsRequired).toEqual(['EXT_meshopt_compression']);
    const packed = await readGltf(glb);
    expect(packed.gaps).toEqual([]);
    expect(packed.bodies[0].mesh.positions).toEqual(plain.bodies[0].mesh.positions);
    expect(turned(packed.bodies[0].mesh.triangles)).toEqual(turned(plain.bodies[0].mesh.triangles));
    expect(posed(packed, 0.8)).toEqual(posed(plain, 0.8));
    const renamed = editGlb(glb, json => {
      const rename = (owner: AnyJson): void => {
        if (owner.extensions?.EXT_meshopt_compression) {
          owner.extensions = { KHR_meshopt_compression: owner.extensions.EXT_meshopt_compression };
        }
      };
      json.extensionsUsed = json.extensionsRequired = ['KHR_meshopt_compression'];
      json.bufferViews.forEach(rename);
      json.buffers.forEach(rename);
    });
    expect(await readGltf(renamed)).toEqual(packed);
  });

  it('meshopt with filters: the same but for what they round', async () => {
    const plain = posed(await readGltf(await toGlb(createArm())), 1);
    const glb = await packWithMeshopt(createArm(), 'filter');
    expect(JSON.stringify(jsonOf(glb))).toContain('"filter"');
    posed(await readGltf(glb, { weld: true }), 1).forEach((x, k) => {
      expect(Math.abs(x - plain[k])).toBeLessThan(2e-3);
    });
  });

  it('Draco: the same triangles, posed the same but for quantization', async () => {
    const plain = await readGltf(await toGlb(createArm({ sets: 2 })));
    const glb = await packWithDraco(createArm({ sets: 2 }));
    const packed = await readGltf(glb);
    expect(packed.gaps).toEqual([]);
    const { mesh, primitiveOfTriangle } = packed.bodies[0];
    expect(reportManifold(mesh)).toMatchObject({ isManifold: true, components: 1, eulerCharacteristic: 0 });
    expect(primitiveOfTriangle.filter(p => p === 1)).toHaveLength(48);
    // Draco sorts vertices and triangles anew: compare the middles of all triangles, sorted.
    const middles = (asset: GltfAsset): number[] => {
      const positions = posed(asset, 1.1);
      const { triangles } = asset.bodies[0].mesh;
      const sums = Array.from({ length: triangles.length / 3 }, (_, t) =>
        [0, 1, 2].map(axis => [0, 1, 2].reduce((sum, k) => sum + positions[3 * triangles[3 * t + k] + axis] / 3, 0)),
      );
      return sums.sort((a, b) => Math.round(500 * (a[1] - b[1])) || a[0] - b[0]).flat();
    };
    const expected = middles(plain);
    middles(packed).forEach((x, k) => {
      expect(Math.abs(x - expected[k]), `${k}`).toBeLessThan(5e-3);
    });
  });

  it('Draco: counts that differ from what is packed are refused', async () => {
    const glb = await packWithDraco(createArm());
    for (const name of ['POSITION', 'indices']) {
      const wrong = editGlb(glb, json => {
        const [{ attributes, indices }] = json.meshes[0].primitives;
        const { count } = json.accessors[name === 'indices' ? indices : attributes.POSITION];
        const changed = name === 'indices' ? [indices] : Object.values<number>(attributes);
        for (const accessor of changed) json.accessors[accessor].count = count + 3;
      });
      await expect(readGltf(wrong)).rejects.toThrow(/should have \d+ numbers and unpacks to \d+; the file is damaged./);
    }
  });

  it('Draco: an attribute that is not in what is packed is refused by its name', async () => {
    const wrong = editGlb(await packWithDraco(createArm()), json => {
      json.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.attributes.WEIGHTS_0 = 99;
    });
    await expect(readGltf(wrong)).rejects.toThrow(
      'readGltf: what Draco has packed cannot be unpacked (there is no attribute 99, for WEIGHTS_0, in it); the file is damaged.',
    );
  });

  it('Draco: a decoder of the caller is used if one is given', async () => {
    let asked = 0;
    const dracoDecoder = (): Promise<unknown> => {
      asked++;
      return draco3d.createDecoderModule();
    };
    await readGltf(await packWithDraco(createArm()), { dracoDecoder });
    expect(asked).toBe(1);
    await readGltf(await toGlb(createArm()), { dracoDecoder });
    expect(asked).toBe(1);
    const missing = (): Promise<never> => Promise.reject(new Error('no such file'));
    await expect(readGltf(await packWithDraco(createArm()), { dracoDecoder: missing })).rejects.toThrow(
      'readGltf: the file is compressed with Draco, whose decoder cannot be loaded (no such file); see to what options.dracoDecoder returns (docs/gltf.md).',
    );
  });

  const bunny = findData('mesh/pmndrs-bunny.glb');
  it('Draco: a bunny is a closed surface', needsData('mesh/pmndrs-bunny.glb'), async () => {
    const { bodies } = await readGltf(readFileSync(bunny));
    expect(bodies[0].mesh.positions.length / 3).toBe(2826);
    expect(reportManifold(bodies[0].mesh)).toMatchObject({ isClosed: true, isManifold: true, components: 1 });
  });
});
