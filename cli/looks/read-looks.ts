import type { GltfAsset } from '../../src/gltf/index.ts';
import type { Image } from '../images/image.ts';
import { type AssetFile, bytesOfResource } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';
import { findLooks } from './find-looks.ts';
import { createPlainLooks, type Looks, type Material, type ReadLooksOptions } from './looks.ts';
import { readImage } from './read-image.ts';
import type { MaterialPlan } from './read-material.ts';

/**
 * Reads what the bodies of `asset`, which was read from the same file, look like. Never fails: what cannot be read is told in `notes`,
 * and drawn plainly. Cost: 5 ms for a character of ten thousand triangles, and for its images 40 ms a million pixels.
 */
export async function readLooks(file: AssetFile, asset: GltfAsset, options: ReadLooksOptions): Promise<Looks> {
  try {
    return await readAll(file, asset, options);
  } catch (error) {
    return createPlainLooks(asset.bodies, [`Colours are left out: ${sayError(error).replace(/^readGltf: /, '')}`]);
  }
}

async function readAll(file: AssetFile, asset: GltfAsset, options: ReadLooksOptions): Promise<Looks> {
  const notes: string[] = [];
  const resource = async (uri: string): Promise<Uint8Array> => bytesOfResource(file, uri);
  const found = await findLooks(file.bytes, asset, { hasImages: options.imageSize > 0, resource }, notes);
  const decoded = new Map<number, Image>();
  for (const [source, { bytes, uri }] of found.images) {
    const image = await readImage(bytes, uri, `image ${source}`, options, notes);
    if (image) decoded.set(source, image);
  }
  const sources = [...decoded.keys()];
  return {
    bodies: found.bodies,
    materials: found.materials.map(plan => toMaterial(plan, sources)),
    images: [...decoded.values()],
    notes: [...new Set(notes)],
  };
}

function toMaterial(
  { source, uvSet, uvTransform, surface, ...material }: MaterialPlan,
  found: readonly number[],
): Material {
  return { ...material, image: found.indexOf(source) };
}
