import { WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { expectComplete } from './expect-complete.ts';
import { createArm, toGlb } from './make-glb.ts';
import { mutate } from './mutate.ts';

const files: [name: string, mutations: number, make: () => Promise<Uint8Array>][] = [
  ['skinned, morphing, splines', 1200, () => toGlb(createArm({ sets: 2, targets: 2, interpolation: 'CUBICSPLINE' }))],
  ['rigid', 1200, () => toGlb(createArm({ skinned: false }))],
  [
    'packed by meshopt',
    1200,
    async () => {
      await MeshoptEncoder.ready;
      const document = createArm({ targets: 1 });
      document.createExtension(EXTMeshoptCompression).setRequired(true);
      const io = new WebIO().registerExtensions([EXTMeshoptCompression]);
      return toGlb(document, io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder }));
    },
  ],
  [
    'packed by Draco',
    800,
    async () => {
      const document = createArm();
      document.createExtension(KHRDracoMeshCompression).setRequired(true);
      const io = new WebIO().registerExtensions([KHRDracoMeshCompression]);
      return toGlb(document, io.registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() }));
    },
  ],
];

/** Reads damaged bytes: a whole asset, or an error of ours that says something. Returns whether it was read. */
async function readDamaged(bytes: Uint8Array, how: string): Promise<boolean> {
  let asset: Awaited<ReturnType<typeof readGltf>>;
  try {
    asset = await readGltf(bytes);
  } catch (error) {
    const isOurs =
      Object.getPrototypeOf(error) === Error.prototype && /^readGltf: .{20}/.test((error as Error).message);
    if (!isOurs) expect.fail(`${how}: ${error}`);
    return false;
  }
  expectComplete(asset);
  return true;
}

describe('damaged files', () => {
  it.each(files)(
    '%s: %i mutations are read whole or refused, and never crash (seed 11)',
    async (_, mutations, make) => {
      const glb = await make();
      expect(await readDamaged(glb, 'undamaged')).toBe(true);
      const random = createRandom(11);
      let read = 0;
      for (let k = 0; k < mutations; k++) {
        const { how, bytes } = mutate(glb, random);
        if (await readDamaged(bytes, `mutation ${k}: ${how}`)) read++;
      }
      // Neither all nor none: the mutations reach behind the first checks.
      expect(read).toBeGreaterThan(mutations / 10);
      expect(read).toBeLessThan(mutations / 2);
    },
  );

  it('a file cut off anywhere is refused', async () => {
    const glb = await toGlb(createArm({ skinned: false }));
    for (let length = 0; length < glb.length; length += length < 100 ? 1 : 23) {
      expect(await readDamaged(glb.slice(0, length), `${length} bytes`), `${length} bytes`).toBe(false);
    }
  });
});
