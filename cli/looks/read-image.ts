import { decodeImage } from '../images/decode-image.ts';
import { type Image, scaleToFit } from '../images/image.ts';
import { LARGEST, readBeside } from '../subjects/load-asset.ts';
import { inOneLine, sayError } from '../subjects/one-line.ts';
import type { ReadLooksOptions } from './looks.ts';

/** An image from its bytes in the file, or from its uri: data, or a file beside that of the model. Null, and a note, if it cannot be read. */
export async function readImage(
  inside: Uint8Array | null,
  uri: unknown,
  name: string,
  { path, imageSize }: ReadLooksOptions,
  notes: string[],
): Promise<Image | null> {
  try {
    return scaleToFit(decodeImage(inside ?? (await fetchBytes(uri, path))), imageSize);
  } catch (error) {
    const isFile = typeof uri === 'string' && !uri.startsWith('data:');
    notes.push(`Left out: ${isFile ? `image '${inOneLine(uri)}'` : name}; ${sayError(error)}.`);
    return null;
  }
}

async function fetchBytes(uri: unknown, path: string | undefined): Promise<Uint8Array> {
  if (typeof uri !== 'string') throw new Error('it is nowhere');
  const [, base64, text] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(uri) ?? [];
  if (text !== undefined) return base64 ? Buffer.from(text, 'base64') : Buffer.from(decodeURIComponent(text), 'latin1');
  if (path === undefined) throw new Error('it is in another file');
  const { bytes, error } = await readBeside(path, uri, LARGEST);
  if (!bytes) throw new Error(error);
  return bytes;
}
