import type { GltfAsset } from './asset.ts';
import { type ReadGltfOptions, readGltf } from './read/read-gltf.ts';

/**
 * Reads a .glb or .gltf from where it lies, together with the buffers it names: in a browser from a URL, in Node from a
 * URL or a path. Buffers named by a URL of their own are only fetched over the network if the file itself was.
 * Node lends its file system to code that does not import it from 20.16 on; before, read the bytes and call `readGltf`.
 * @example
 * {@includeCode ../../examples/api/gltf.ts#gltf}
 */
export async function loadGltf(location: string | URL, options: ReadGltfOptions = {}): Promise<GltfAsset> {
  const base = toUrl(location);
  const resource = async (uri: string): Promise<Uint8Array> => {
    const url = new URL(uri, base);
    if (url.protocol !== base.protocol && !(isWeb(url) && isWeb(base))) {
      throw new Error(`a file read by ${base.protocol} may not name one by ${url.protocol}`);
    }
    return readBytes(url);
  };
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(base);
  } catch (error) {
    throw new Error(`loadGltf: '${location}' cannot be read (${(error as Error).message}); check where it is.`);
  }
  return readGltf(bytes, { resource, ...options });
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** What is no URL is a path: of a page or worker against its own address, in Node against the working directory. */
function toUrl(location: string | URL): URL {
  if (location instanceof URL) return location;
  if (/^(https?|file|blob|data):/i.test(location)) return new URL(location);
  const { document, location: own } = globalThis as { document?: { baseURI: string }; location?: { href: string } };
  const page = document?.baseURI ?? own?.href;
  return page ? new URL(location, page) : nodeModule('node:url').pathToFileURL(location);
}

async function readBytes(url: URL): Promise<Uint8Array> {
  if (url.protocol === 'file:') return nodeModule('node:fs').promises.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** As much of Node's modules as is used here. */
interface NodeModules {
  'node:fs': { promises: { readFile(url: URL): Promise<Uint8Array> } };
  'node:url': { pathToFileURL(path: string): URL };
}

/** One of Node's modules, if this is Node. A browser bundle that never asks for files contains nothing of it. */
function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] {
  const module = globalThis.process?.getBuiltinModule?.(name);
  if (!module) throw new Error('files need Node 20.16 or newer; read the bytes yourself and call readGltf');
  return module as unknown as NodeModules[Name];
}
