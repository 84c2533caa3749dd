import jpeg from 'jpeg-js';
import { decodePng } from './decode-png.ts';
import { type Image, MOST_PIXELS } from './image.ts';

/** The most memory a JPEG may take while it is decoded, in megabytes. */
const MOST_MEGABYTES = 1024;

/** Decodes a PNG or a JPEG, by its first bytes. Whatever the bytes are, it returns an image or throws an Error that says why not. */
export function decodeImage(bytes: Uint8Array): Image {
  const begins = (...start: number[]): boolean => start.every((byte, k) => bytes[k] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return decodePng(bytes);
  if (begins(0xff, 0xd8)) return decodeJpeg(bytes);
  throw new Error('it is neither PNG nor JPEG');
}

function decodeJpeg(bytes: Uint8Array): Image {
  try {
    const { width, height, data } = jpeg.decode(bytes, {
      useTArray: true,
      tolerantDecoding: false,
      maxResolutionInMP: MOST_PIXELS / 1e6,
      maxMemoryUsageInMB: MOST_MEGABYTES,
    });
    if (data.length !== 4 * width * height || data.length === 0) throw new Error('it has no pixels');
    return { width, height, rgba: data };
  } catch (error) {
    throw new Error(`it cannot be decoded (${(error as Error).message})`);
  }
}
