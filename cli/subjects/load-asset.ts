import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import { isGlob } from '../glob.ts';
import { readVrm, withVrm } from '../rigs/vrm.ts';
import { checkJsonSize, listBufferUris } from './container-json.ts';
import { sayError } from './one-line.ts';
import { explainName } from './other-formats.ts';

/** A .glb or .gltf with the buffers beside it, as bytes. */
export interface AssetFile {
  /** For messages; empty if they need none. */
  name: string;
  bytes: Uint8Array;
  resources: Resource[];
}

/** A buffer of its own: its bytes, or why it could not be read. A file may name buffers that it never uses. */
export interface Resource {
  uri: string;
  bytes?: Uint8Array;
  error?: string;
}

/** Files, together with their buffers, that are larger than this are refused before they are read. */
export const LARGEST = 2 ** 30;

/** Reads a .glb or .gltf with the buffers beside it. Whatever goes wrong becomes an Error of one line. */
export async function loadAsset(path: string, largest = LARGEST): Promise<GltfAsset> {
  return parseAsset(await readAssetFile(path, largest));
}

/** The same from bytes: reads nothing else. */
export async function parseAsset({ bytes, resources }: Omit<AssetFile, 'name'>): Promise<GltfAsset> {
  try {
    checkJsonSize(bytes);
    const asset = await readGltf(bytes, { resource: async uri => bytesOfResource({ resources }, uri) });
    const vrm = readVrm(bytes);
    return vrm ? withVrm(asset, vrm) : asset;
  } catch (error) {
    throw new Error(sayError(error));
  }
}

/** A buffer that was read along; throws with why it was not. */
export function bytesOfResource({ resources }: Pick<AssetFile, 'resources'>, uri: string): Uint8Array {
  const { bytes, error } = resources.find(one => one.uri === uri) ?? {};
  if (!bytes) throw new Error(error ?? 'it was not read along');
  return bytes;
}

/** The bytes may be shared between threads. */
export async function readAssetFile(path: string, largest = LARGEST): Promise<AssetFile> {
  const bytes = await readModel(path, largest);
  let left = largest - bytes.length;
  const resources: Resource[] = [];
  try {
    for (const uri of listBufferUris(bytes)) {
      const resource = await readBeside(path, uri, left);
      left -= resource.bytes?.length ?? 0;
      resources.push(resource);
    }
  } catch (error) {
    throw new Error(sayError(error));
  }
  return { name: path, bytes, resources };
}

/** Says more than that there is no such file, or that it is no glTF, where the name tells. */
async function readModel(path: string, largest: number): Promise<Uint8Array> {
  const info = await stat(path).catch(() => null);
  if (!info && isGlob(path)) throw new Error('no file fits');
  if (info?.isDirectory()) throw new Error('it is a folder in which there is no .glb, .gltf or .vrm');
  const other = info?.isFile() ? explainName(path) : null;
  if (other !== null) throw new Error(other);
  return readPlainFile(path, largest);
}

/** Folders, pipes and devices are not read: some of them never end. Nor is more than the file had when it was opened. */
export async function readPlainFile(path: string, largest = LARGEST): Promise<Uint8Array> {
  const refuse = ({ code }: NodeJS.ErrnoException): never => {
    throw new Error(REASONS[code ?? ''] ?? `it cannot be read (${code})`);
  };
  checkKind(await stat(path).catch(refuse), largest);
  // Not to be held up if a pipe has taken its place in between.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse);
  try {
    const info = await handle.stat();
    checkKind(info, largest);
    return await readWhole(handle, info.size).catch(refuse);
  } finally {
    await handle.close();
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ELOOP: 'it is a link that leads back to itself',
  EACCES: 'it may not be read (no permission)',
  EPERM: 'it may not be read (no permission)',
  ENAMETOOLONG: 'its name is too long',
};

function checkKind(info: Awaited<ReturnType<typeof stat>>, largest: number): void {
  if (info.isDirectory()) throw new Error('it is a folder; name a .glb or .gltf');
  if (!info.isFile()) throw new Error('it is no plain file');
  if (info.size > largest) {
    throw new Error(`it has ${info.size} bytes; files above ${largest} are not read (--max-file-size)`);
  }
}

async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(size - at, 1 << 26), at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at < size ? bytes.subarray(0, at) : bytes;
}

/** Where a file really is, if that is in the folder: links may lead elsewhere, and what is there is nobody's business. */
export async function findInside(folder: string, file: string): Promise<string> {
  const [root, real] = await Promise.all([realpath(folder), realpath(file).catch(() => null)]);
  if (real === null) return file; // reading it will tell
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(
      'it is a link that leads out of the folder of the .gltf; buffers are read from there and below only',
    );
  }
  return real;
}

/** The buffers and images of a .gltf: files in its folder and below, never the network. */
export async function readBeside(path: string, uri: string, largest: number): Promise<Resource> {
  try {
    const folder = pathToFileURL(`${dirname(resolve(path))}/`);
    const url = new URL(uri, folder);
    if (url.protocol !== 'file:')
      throw new Error('it is no file, and nothing is fetched; put the buffer beside the .gltf');
    if (url.host !== '' || !url.pathname.startsWith(folder.pathname)) {
      throw new Error('it lies outside the folder of the .gltf; buffers are read from there and below only');
    }
    return { uri, bytes: await readPlainFile(await findInside(dirname(resolve(path)), fileURLToPath(url)), largest) };
  } catch (error) {
    return { uri, error: sayError(error) };
  }
}
