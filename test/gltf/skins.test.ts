import { describe, expect, it } from 'vitest';
import { createBodyShapes } from '../../src/gltf/body-shapes.ts';
import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import type { Skin } from '../../src/mesh/skin.ts';
import { createComparison } from './compare.ts';
import { addNode, createArm, editGlb, toGlb } from './make-glb.ts';
import { readChecked } from './read-checked.ts';
import { readBySpecification } from './specification.ts';

function skinOf({ bodies }: GltfAsset): Skin {
  const { source } = bodies[0];
  if (source.kind === 'chain' && source.skinning.kind === 'linear-blend') return source.skinning.skin;
  if (source.kind !== 'linear-blend') throw new Error(source.kind);
  return source.skin;
}

describe('skins', () => {
  it.each([1, 2])('%i sets of influences: posed as specified, wherever the node of the mesh stands', async sets => {
    const asset = await readChecked(await toGlb(createArm({ sets })));
    expect(asset.gaps).toEqual([]);
    expect(asset.bodies).toHaveLength(1);
    const [body] = asset.bodies;
    expect(body).toMatchObject({ name: 'arm', materialNames: ['sleeve', 'skin'], targetNames: [] });
    expect(body.jointNames).toEqual([0, 1, 2, 3, 4, 5].map(j => `bone ${j}`));
    const skin = skinOf(asset);
    expect(skin.influences).toBe(4 * sets);
    expect(Math.max(...skin.joints)).toBe(5); // joint 999 had no weight anywhere
    for (let v = 0; v < skin.weights.length; v += skin.influences) {
      expect([...skin.weights.slice(v, v + skin.influences)].reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    }
  });

  it('the check itself catches weights beyond the fourth left out', async () => {
    const glb = await toGlb(createArm({ sets: 2 }));
    const asset = await readGltf(
      editGlb(glb, json => {
        for (const { attributes } of json.meshes[0].primitives) {
          delete attributes.JOINTS_1;
          delete attributes.WEIGHTS_1;
        }
      }),
    );
    expect(createComparison(asset, readBySpecification(glb))(0, 1)).toBeGreaterThan(1e-4);
  });

  it('the skeleton rests where the bind matrices say, each bone above the last', async () => {
    const { bodies } = await readGltf(await toGlb(createArm()));
    const { source } = bodies[0];
    if (source.kind !== 'linear-blend') throw new Error(source.kind);
    expect([...source.skeleton!.parents]).toEqual([-1, 0, 1, 2, 3, 4]);
    source.skeleton!.positions.forEach((x, k) => {
      expect(x).toBeCloseTo(k % 3 === 1 ? (0.4 * (k - 1)) / 3 : 0, 6);
    });
  });

  it('joints that move nothing are dropped, and children hang on the next joint above', async () => {
    const document = createArm();
    const [skin] = document.getRoot().listSkins();
    for (const primitive of document.getRoot().listMeshes()[0].listPrimitives()) {
      const joints = primitive.getAttribute('JOINTS_0')!;
      joints.setArray(Uint16Array.from(joints.getArray() as Uint16Array, j => (j === 0 || j === 2 ? 1 : j)));
    }
    const asset = await readChecked(await toGlb(document));
    expect(asset.bodies[0].jointNames).toEqual(['bone 1', 'bone 3', 'bone 4', 'bone 5']);
    const { source } = asset.bodies[0];
    if (source.kind !== 'linear-blend') throw new Error(source.kind);
    expect([...source.skeleton!.parents]).toEqual([-1, 0, 1, 2]);
    expect(skin.listJoints()).toHaveLength(6);
  });

  it('no bind matrices: the identity', async () => {
    const document = createArm();
    document.getRoot().listSkins()[0].setInverseBindMatrices(null);
    await readChecked(await toGlb(document));
  });

  it('a bind matrix that is no affine map is a gap', async () => {
    const document = createArm();
    const matrices = document.getRoot().listSkins()[0].getInverseBindMatrices()!;
    const numbers: number[] = matrices.getElement(1, []);
    matrices.setElement(1, [...numbers.slice(0, 15), 0.5]);
    const { gaps } = await readGltf(await toGlb(document));
    expect(gaps).toEqual([
      "1 inverse bind matrices of skin 'rig' end in a row that is not 0, 0, 0, 1 and is taken for that.",
    ]);
  });

  it('vertices without any weight follow the joint they name first, and are a gap', async () => {
    const document = createArm();
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    primitive.getAttribute('WEIGHTS_0')!.setElement(9, [0, 0, 0, 0]);
    primitive.getAttribute('JOINTS_0')!.setElement(9, [3, 0, 0, 0]);
    const asset = await readGltf(await toGlb(document));
    expect(asset.gaps).toEqual([
      "1 vertices of mesh 'arm' have no weight at all; each follows the joint it names first.",
    ]);
    const v = asset.bodies[0].vertices.vertexOf[9];
    expect([...skinOf(asset).joints.slice(4 * v, 4 * v + 4)]).toEqual([3, 0, 0, 0]);
    expect([...skinOf(asset).weights.slice(4 * v, 4 * v + 4)]).toEqual([1, 0, 0, 0]);
  });

  it('a vertex whose weights an exporter divided by 0 has none: it is read with a note, and no NaN is left', async () => {
    const spoil = (slots: number[]): Promise<Uint8Array> => {
      const document = createArm();
      const weights = document.getRoot().listMeshes()[0].listPrimitives()[0].getAttribute('WEIGHTS_0')!;
      const array = Float32Array.from(weights.getArray()!);
      for (const slot of slots) array[slot] = NaN;
      weights.setArray(array);
      return toGlb(document);
    };
    const asset = await readGltf(await spoil([8, 9, 10, 11]));
    expect(asset.gaps).toEqual([
      "1 vertices of mesh 'arm' have no weight at all; each follows the joint it names first.",
    ]);
    const skin = skinOf(asset);
    expect(skin.weights.every(weight => weight >= 0)).toBe(true);
    await expect(readGltf(await spoil([8]))).rejects.toThrow("mesh 'arm' has a weight of NaN beside others");
  });

  it('joints and weights on a node without skin are a gap, and the mesh follows its node', async () => {
    const document = createArm();
    document.getRoot().listNodes()[0].setSkin(null);
    const asset = await readChecked(await toGlb(document));
    expect(asset.gaps).toEqual(["Node 'arm' has no skin: the joints and weights of its mesh are left out."]);
    expect(asset.bodies[0].source.kind).toBe('rigid');
  });

  it('one mesh under two skins: two bodies share mesh and shape, each with its own joints', async () => {
    const document = createArm();
    const root = document.getRoot();
    const other = document.createSkin('other').setInverseBindMatrices(root.listSkins()[0].getInverseBindMatrices());
    for (let j = 0; j < 6; j++) other.addJoint(addNode(document, `stick ${j}`, [2, 0.4 * j, 0], [0, 0, 0.6, 0.8]));
    addNode(document, 'twin', [0, 0, 0]).setMesh(root.listMeshes()[0]).setSkin(other);
    const asset = await readChecked(await toGlb(document));
    const [a, b] = asset.bodies;
    expect(a.mesh).toBe(b.mesh);
    expect(b.jointNames[0]).toBe('stick 0');
    const [first, second] = createBodyShapes(asset);
    expect(first).toBe(second);
  });
});
