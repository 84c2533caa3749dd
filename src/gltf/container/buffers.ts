import { countOf, type JsonObject, objectsOf, refuse } from './json.ts';
import { explainBytes } from './other-formats.ts';
import type { BufferView } from './views.ts';

/** Fetches what a .gltf names by a relative path or URL. */
export type ResourceReader = (uri: string) => Promise<Uint8Array | ArrayBuffer>;

/** The bytes of the buffers that the views need; each is as long as they need, or the file is refused. */
export async function readBuffers(
  json: JsonObject,
  binary: Uint8Array | null,
  views: Iterable<BufferView>,
  resource: ResourceReader | undefined,
): Promise<Map<number, Uint8Array>> {
  const defs = objectsOf(json, 'buffers', '');
  const buffers = new Map<number, Uint8Array>();
  for (const view of views) {
    let bytes = buffers.get(view.buffer);
    if (!bytes) {
      bytes = await readBuffer(defs[view.buffer], view.buffer, binary, resource);
      buffers.set(view.buffer, bytes);
    }
    if (view.offset + view.length > bytes.length) {
      throw new Error(
        `readGltf: ${view.where} ends at byte ${view.offset + view.length} of buffers[${view.buffer}], ` +
          `which has ${bytes.length}; the file is cut off or damaged.`,
      );
    }
  }
  return buffers;
}

async function readBuffer(
  def: JsonObject,
  index: number,
  binary: Uint8Array | null,
  resource: ResourceReader | undefined,
): Promise<Uint8Array> {
  const where = `buffers[${index}]`;
  const length = countOf(def, 'byteLength', where);
  const bytes = await findBytes(def.uri, index, binary, resource, where);
  if (bytes.length < length) {
    const other = explainBytes(bytes) ?? 'the file is cut off';
    throw new Error(`readGltf: ${where} must have ${length} bytes and has ${bytes.length}; ${other}.`);
  }
  return bytes.subarray(0, length);
}

async function findBytes(
  uri: unknown,
  index: number,
  binary: Uint8Array | null,
  resource: ResourceReader | undefined,
  where: string,
): Promise<Uint8Array> {
  if (uri === undefined) {
    if (index === 0 && binary) return binary;
    throw new Error(`readGltf: ${where} has no uri, and the file has no binary chunk for it; the file is damaged.`);
  }
  if (typeof uri !== 'string') refuse(`${where}.uri`, uri, 'it must be a text');
  if (uri.startsWith('data:')) {
    try {
      return new Uint8Array(await (await fetch(uri)).arrayBuffer());
    } catch (error) {
      refuse(`${where}.uri`, uri, `its data cannot be decoded (${(error as Error).message})`);
    }
  }
  if (!resource) {
    throw new Error(
      `readGltf: ${where} is in another file, '${uri}'; give options.resource to read it, or use loadGltf.`,
    );
  }
  let bytes: Uint8Array | ArrayBuffer;
  try {
    bytes = await resource(uri);
  } catch (error) {
    throw new Error(`readGltf: ${where}, '${uri}', cannot be read (${(error as Error).message}).`);
  }
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}
