import type { GltfAsset } from '../../src/gltf/index.ts';
import type { Image } from '../images/image.ts';
import { type AssetFile, bytesOfResource } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';
import { findLooks, type PackedImage, unpackLooks } from './find-looks.ts';
import { createPlainLooks, type Looks, type ReadLooksOptions } from './looks.ts';
import type { Material } from './material.ts';
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
  const unpack = ({ bytes, uri }: PackedImage, number: number): Promise<Image | null> =>
    readImage(bytes, uri, `image ${number}`, options, notes);
  return unpackLooks(found, unpack, toMaterial, notes);
}

function toMaterial(
  { source, uvSet, uvTransform, surface, ...material }: MaterialPlan,
  found: readonly number[],
): Material {
  return { ...material, image: found.indexOf(source) };
}
