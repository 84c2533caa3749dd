import { encodeImage } from '../images/encode-image.ts';
import { type Image, scaleToFit } from '../images/image.ts';
import { isPlain, type Looks } from '../looks/looks.ts';
import { toBase64 } from './pack-array.ts';
import { NO_LOOKS, type PackedLooks } from './pack-looks.ts';
import type { PageImage } from './page-data.ts';

/** The most characters that the images of an asset take, as base64. */
const MOST_IMAGES = 2_500_000;

/** Looks for the page, with images of at most so many pixels a side, or fewer if there are many; 0: without images. */
export function packLooks(looks: Looks, textureSize: number): PackedLooks {
  if (isPlain(looks)) return NO_LOOKS;
  const largest = looks.images.reduce((most, { width, height }) => Math.max(most, width, height), 1);
  let size = textureSize;
  while (size >> 1 >= largest) size >>= 1; // they would all be packed as they are, and then again
  const images = textureSize > 0 ? packImages(looks.images, size) : [];
  const bodies = images.length > 0 ? looks.bodies : looks.bodies.map(body => ({ ...body, uvs: null }));
  const materials = looks.materials.map(({ name, ...material }) => ({
    ...material,
    image: images.length > 0 ? material.image : -1,
  }));
  return { bodies, materials, images };
}

/** All at one size: they are begun anew at half of it as soon as they take too much. */
function packImages(images: readonly Image[], size: number): PageImage[] {
  const packed: PageImage[] = [];
  let length = 0;
  for (const image of images) {
    const { mime, bytes } = encodeImage(scaleToFit(image, size));
    const data = toBase64(bytes);
    length += data.length;
    if (length > MOST_IMAGES && size > 1) return packImages(images, size >> 1);
    packed.push({ mime, data });
  }
  return packed;
}
