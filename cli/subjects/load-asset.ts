import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';

/** Larger files are refused before they are read. */
const LARGEST = 1 << 30;

/** Reads a .glb or .gltf with the buffers beside it. Whatever goes wrong becomes an Error of one line. */
export async function loadAsset(path: string): Promise<GltfAsset> {
  try {
    return await readGltf(await readPlainFile(path), { resource: uri => readBeside(path, uri) });
  } catch (error) {
    throw new Error((error as Error).message.replaceAll(/\s*\n\s*/g, ' '));
  }
}

/** Folders, pipes and devices are not read: some of them never end. */
export async function readPlainFile(path: string): Promise<Uint8Array> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`);
  });
  if (!info.isFile())
    throw new Error(info.isDirectory() ? 'it is a folder; name a .glb or .gltf' : 'it is no plain file');
  if (info.size > LARGEST) throw new Error(`it has ${info.size} bytes; files above ${LARGEST} are not read`);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`it cannot be read (${error.code})`);
  });
}

/** The buffers of a .gltf: files only, never the network. */
function readBeside(path: string, uri: string): Promise<Uint8Array> {
  const folder = pathToFileURL(`${dirname(resolve(path))}/`);
  const url = new URL(uri, folder);
  if (url.protocol !== 'file:') throw new Error(`'${uri}' is not a file; only buffers beside the .gltf are read`);
  return readPlainFile(fileURLToPath(url));
}
