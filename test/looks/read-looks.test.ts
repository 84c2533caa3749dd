import { describe, expect, it } from 'vitest';
import { findLooks } from '../../cli/looks/find-looks.ts';
import { toShown } from '../../cli/looks/looks.ts';
import { readLooks } from '../../cli/looks/read-looks.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { editGlb, toGlb } from '../gltf/make-glb.ts';
import { mutate } from '../gltf/mutate.ts';
import { packWithDraco, packWithMeshopt } from '../gltf/pack-document.ts';
import { makeQuarters, makeTextured } from './make-textured.ts';

const looksOf = async (bytes: Uint8Array, imageSize = 64) => {
  const asset = await readGltf(bytes);
  return { asset, looks: await readLooks({ name: '', bytes, resources: [] }, asset, { imageSize }) };
};

/** For every corner of every triangle: where it is, where on the image (but for whole images), its colour. */
async function listCorners(bytes: Uint8Array): Promise<string[]> {
  const { asset, looks } = await looksOf(bytes);
  return asset.bodies.flatMap(({ mesh }, b) => {
    const { corners, vertexOf, uvs, colors, materialOfTriangle } = looks.bodies[b];
    return Array.from(corners, (v, k) => {
      expect(vertexOf[v]).toBe(mesh.triangles[k]);
      const at = [0, 1, 2].map(axis => mesh.positions[3 * mesh.triangles[k] + axis].toFixed(3));
      const material = looks.materials[materialOfTriangle[Math.floor(k / 3)]];
      const uv = material.image < 0 ? [] : [uvs![2 * v], uvs![2 * v + 1]].map(x => x.toFixed(2));
      return [...at, material.name, ...uv, ...colors!.subarray(4 * v, 4 * v + 4)].join(' ');
    }).sort();
  });
}

describe('findLooks', () => {
  it('reads in full how a surface shines; what is laid out otherwise is left out, and told', async () => {
    const bytes = editGlb(await toGlb(makeTextured()), json => {
      Object.assign(json.materials[0], {
        emissiveFactor: [0.5, 0.25, 0],
        emissiveTexture: { index: 0 },
        normalTexture: { index: 0, scale: 0.5, texCoord: 1 },
        extensions: { KHR_materials_emissive_strength: { emissiveStrength: 4 } },
      });
      Object.assign(json.materials[0].pbrMetallicRoughness, { metallicFactor: 0.3, roughnessFactor: 0.6 });
    });
    const asset = await readGltf(bytes);
    const notes: string[] = [];
    const { materials } = await findLooks(bytes, asset, { hasImages: true, inFull: true }, notes);
    expect(materials[0].surface).toMatchObject({ metalness: 0.3, roughness: 0.6, emissive: [2, 1, 0] });
    expect(materials[0].surface).toMatchObject({ emissiveSource: 0, normalSource: -1, metalRoughSource: -1 });
    expect(notes).toEqual([
      "Material 'painted' is drawn without its normalTexture: it is laid out otherwise than its colour.",
    ]);
    expect((await findLooks(bytes, asset, { hasImages: true }, [])).materials[0].surface).toBeNull();
  });
});

describe('readLooks', () => {
  it('every corner has its place on the image and its colour, where the mesh has one vertex for two too', async () => {
    const { asset, looks } = await looksOf(await toGlb(makeTextured()));
    expect(asset.bodies[0].mesh.positions.length / 3).toBe(7);
    const [{ uvs, vertexOf, corners }] = looks.bodies;
    expect(vertexOf.length).toBe(9); // six and three of the file, none of them alike
    expect([...corners.subarray(0, 6)].map(v => [uvs![2 * v], uvs![2 * v + 1]])).toEqual([
      [0, 1],
      [1, 1],
      [1, 0],
      [2, 3],
      [3, 2],
      [2, 2],
    ]);
    expect(looks.notes).toEqual([]);
    const [painted, plain] = looks.materials;
    expect([painted.image, painted.alpha, painted.isDoubleSided]).toEqual([0, 'opaque', true]);
    expect([plain.image, plain.alpha, plain.isDoubleSided]).toEqual([-1, 'blend', false]);
    expect(plain.color).toEqual([toShown(0.25), toShown(0.5), 1, 0.5]);
    expect([...looks.images[0].rgba.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
    expect((await looksOf(await toGlb(makeTextured()), 2)).looks.images[0].width).toBe(2);
  });

  it('is the same of a file that Draco or meshopt has packed', async () => {
    const plain = await listCorners(await toGlb(makeTextured()));
    expect(await listCorners(await packWithDraco(makeTextured()))).toEqual(plain);
    expect(await listCorners(await packWithMeshopt(makeTextured()))).toEqual(plain);
  });

  it('moves places on the image as KHR_texture_transform says, and takes the set that the material names', async () => {
    const glb = editGlb(await toGlb(makeTextured()), json => {
      const info = json.materials[0].pbrMetallicRoughness.baseColorTexture;
      info.extensions = { KHR_texture_transform: { offset: [0.5, 0.25], rotation: Math.PI / 2, scale: [2, 3] } };
      const [{ attributes }] = json.meshes[0].primitives;
      attributes.TEXCOORD_1 = attributes.TEXCOORD_0;
      info.texCoord = 1;
    });
    const { looks } = await looksOf(glb);
    const { uvs, corners } = looks.bodies[0];
    const v = corners[0]; // at (0, 1): scaled to (0, 3), turned to (3, 0)
    expect(uvs![2 * v]).toBeCloseTo(3.5, 6);
    expect(uvs![2 * v + 1]).toBeCloseTo(0.25, 6);
  });

  it('reads the diffuse colour of KHR_materials_pbrSpecularGlossiness, and images in a data: uri', async () => {
    const glb = editGlb(await toGlb(makeTextured()), json => {
      const [painted] = json.materials;
      painted.extensions = {
        KHR_materials_pbrSpecularGlossiness: {
          diffuseFactor: [1, 0, 0, 1],
          diffuseTexture: painted.pbrMetallicRoughness.baseColorTexture,
        },
        KHR_materials_unlit: {},
      };
      painted.pbrMetallicRoughness = {};
      json.images = [{ uri: `data:image/png;base64,${Buffer.from(makeQuarters(9)).toString('base64')}` }];
    });
    const { looks } = await looksOf(glb);
    expect(looks.materials[0]).toMatchObject({ color: [1, 0, 0, 1], image: 0, isUnlit: true });
    expect(looks.images[0].rgba.at(-1)).toBe(9);
  });

  it('says which image cannot be drawn, and draws the colour of the material', async () => {
    const glb = await toGlb(makeTextured());
    const basis = editGlb(glb, json => {
      json.textures[0] = { extensions: { KHR_texture_basisu: { source: 0 } } };
    });
    expect((await looksOf(basis)).looks.notes).toEqual([
      "Material 'painted' is drawn without its image, which is of KHR_texture_basisu.",
    ]);
    const webp = await looksOf(
      await toGlb(makeTextured(Uint8Array.from(Buffer.from('RIFF    WEBPVP8 ')), 'image/webp')),
    );
    expect(webp.looks.notes.join()).toMatch(/Left out: image 0; it is neither PNG nor JPEG|EXT_texture_webp/);
    expect(webp.looks.materials.map(({ image }) => image)).toEqual([-1, -1]);
    const elsewhere = editGlb(glb, json => {
      json.images = [{ uri: '../secret.png' }];
    });
    expect((await looksOf(elsewhere)).looks.notes).toEqual(["Left out: image '../secret.png'; it is in another file."]);
  });

  it('never fails, whatever the bytes say of looks', async () => {
    const glb = await toGlb(makeTextured());
    const random = createRandom(11);
    let read = 0;
    for (let round = 0; round < 300; round++) {
      const { bytes } = mutate(glb, random);
      const asset = await readGltf(bytes).catch(() => null);
      if (!asset) continue;
      read++;
      const looks = await readLooks({ name: '', bytes, resources: [] }, asset, { imageSize: 64 });
      looks.bodies.forEach(({ corners, vertexOf }, b) => {
        expect(Array.from(corners, v => vertexOf[v])).toEqual([...asset.bodies[b].mesh.triangles]);
      });
    }
    expect(read).toBeGreaterThan(20);
  });
});
