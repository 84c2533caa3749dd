import { type JsonObject, toObject } from './json.ts';
import { explainBytes } from './other-formats.ts';

const MAGIC = 0x46546c67; // 'glTF'
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** A glTF file taken apart: its JSON, and the binary chunk of a .glb (a view of the bytes given). */
export interface Container {
  json: JsonObject;
  binary: Uint8Array | null;
}

/** Takes a .glb or .gltf apart by its first bytes. Every length is checked before it is used; nothing is copied. */
export function openContainer(bytes: Uint8Array): Container {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || words.getUint32(0, true) !== MAGIC) return { json: parseJson(bytes), binary: null };
  if (bytes.length < 20) cutOff(20, bytes.length);
  const version = words.getUint32(4, true);
  if (version !== 2) throw new Error(`readGltf: the file is of version ${version}; only glTF 2.0 is read.`);
  const length = words.getUint32(8, true);
  if (length > bytes.length) cutOff(length, bytes.length);
  let json: JsonObject | null = null;
  let binary: Uint8Array | null = null;
  for (let at = 12, chunk = 0; at + 8 <= length; chunk++) {
    const size = words.getUint32(at, true);
    const kind = words.getUint32(at + 4, true);
    at += 8;
    if (size > length - at) {
      throw new Error(
        `readGltf: chunk ${chunk} claims ${size} bytes, but only ${length - at} follow; the file is damaged.`,
      );
    }
    if (chunk === 0 && kind !== JSON_CHUNK) {
      throw new Error(`readGltf: the first chunk is of kind 0x${kind.toString(16)}; it must be the JSON.`);
    }
    if (chunk === 0) json = parseJson(bytes.subarray(at, at + size));
    if (chunk === 1 && kind === BINARY_CHUNK) binary = bytes.subarray(at, at + size);
    at += size;
  }
  if (json === null) throw new Error(`readGltf: the file claims ${length} bytes, which hold no JSON; it is damaged.`);
  return { json, binary };
}

function cutOff(needed: number, length: number): never {
  throw new Error(`readGltf: the file must have ${needed} bytes and has ${length}; it is cut off.`);
}

function parseJson(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const other = explainBytes(bytes);
    if (other !== null) throw new Error(`readGltf: ${other}.`);
    throw new Error(`readGltf: neither a .glb nor JSON (${(error as Error).message}); the file is damaged or no glTF.`);
  }
  return toObject(value, 'the JSON');
}
