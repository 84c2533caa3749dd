import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createBodyColliders, loadBodyShapes, readGltf, saveBodyShapes } from '../../src/gltf/index.ts';
import { saveShape } from '../../src/index.ts';
import { useFolder } from '../cli/in-folder.ts';
import { run } from '../cli/run.ts';
import { createArm, toGlb } from './make-glb.ts';

const read = async (targets: number, skinned: boolean) => readGltf(await toGlb(createArm({ targets, skinned })));

describe('shapes of a file', () => {
  useFolder(async () => writeFileSync('hero.glb', await toGlb(createArm({ targets: 0, skinned: true }))));

  it.each([
    [0, true],
    [2, true],
    [2, false],
    [0, false],
  ])('come back as they were saved: %i targets, skinned %s', async (targets, skinned) => {
    const asset = await read(targets, skinned);
    const shapes = createBodyColliders(asset).map(({ shape }) => shape);
    const bytes = saveBodyShapes(asset, shapes);
    for (const given of [bytes, new Uint8Array(bytes), new Uint8Array([0, ...new Uint8Array(bytes)]).subarray(1)]) {
      const loaded = loadBodyShapes(await read(targets, skinned), given);
      expect(loaded.map(shape => Buffer.from(saveShape(shape)))).toEqual(
        shapes.map(shape => Buffer.from(saveShape(shape))),
      );
    }
  });

  it('are refused by a file with other bodies, another mesh or another skin, and if they are damaged', async () => {
    const asset = await read(0, true);
    const bytes = saveBodyShapes(
      asset,
      createBodyColliders(asset).map(({ shape }) => shape),
    );
    expect(() => loadBodyShapes({ ...asset, bodies: [] }, bytes)).toThrow(/shapes of 1 bodies, the file has 0/);
    const moved = await read(0, true);
    moved.bodies[0].mesh.positions[4] += 1e-9;
    expect(() => loadBodyShapes(moved, bytes)).toThrow(/was built of another mesh or skin; build/);
    const heavier = await read(0, true);
    const { source } = heavier.bodies[0];
    if (source.kind !== 'linear-blend') throw new Error('no skin');
    source.skin.weights[1] += 1e-6;
    expect(() => loadBodyShapes(heavier, bytes)).toThrow(/was built of another mesh or skin; build/);
    const damaged = new Uint8Array(bytes.slice(0));
    damaged[damaged.length - 9] ^= 1;
    expect(() => loadBodyShapes(asset, damaged)).toThrow(/checksum/);
    expect(() => loadBodyShapes(asset, null as unknown as ArrayBuffer)).toThrow(/the bytes are null; give/);
    expect(() => saveBodyShapes(asset, [])).toThrow(/0 shapes for 1 bodies; give one for each/);
  });

  it('are built by poseclash build, for this very file', async () => {
    const { code, out } = await run(['build', 'hero.glb', '-o', 'hero.shapes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      name: 'hero.glb',
      output: 'hero.shapes',
      bytes: readFileSync('hero.shapes').byteLength,
    });
    const asset = await read(0, true);
    expect(loadBodyShapes(asset, readFileSync('hero.shapes'))).toHaveLength(asset.bodies.length);
    expect((await run(['build', 'none.glb', '-o', 'x.shapes'])).code).toBe(2);
    expect((await run(['build', 'hero.glb'])).code).toBe(2);
  });
});
