import { expect } from 'vitest';
import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import { createComparison, listTriangles } from './compare.ts';
import { timesOf } from './pose-bodies.ts';
import { readBySpecification } from './specification.ts';

/** Reads a file and holds it to the formulas of the specification, at rest and at many times of all clips. */
export async function readChecked(glb: Uint8Array): Promise<GltfAsset> {
  const asset = await readGltf(glb);
  const reference = readBySpecification(glb);
  expect(listTriangles(asset)).toEqual(reference.listTriangles());
  const difference = createComparison(asset, reference);
  expect(difference(-1, 0)).toBeLessThan(1e-6);
  asset.clips.forEach((clip, c) => {
    for (const time of [clip.start - 1, ...timesOf(clip, 8)]) expect(difference(c, time), `${time}`).toBeLessThan(1e-6);
  });
  return asset;
}
