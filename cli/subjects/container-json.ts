/*
 * The JSON of a .glb or .gltf, as far as it must be looked at before it is read: how much memory it would take, and which
 * other files it names.
 */

const MAGIC = 0x46546c67; // 'glTF'

/** Texts that are longer do not fit into a string of V8. */
export const MOST_JSON_BYTES = 2 ** 28;

/** A value takes up to 60 bytes of memory, whatever few bytes of text it has: this is half a gigabyte. */
export const MOST_JSON_VALUES = 10_000_000;

/** Throws if the JSON would take too much memory. Cost: a millisecond a megabyte, and only for files with more than 10. */
export function checkJsonSize(bytes: Uint8Array): void {
  const text = findJson(bytes);
  if (text.length > MOST_JSON_BYTES) {
    throw new Error(`its JSON has ${text.length} bytes; more than ${MOST_JSON_BYTES} are not read`);
  }
  if (text.length > MOST_JSON_VALUES && countValues(text, MOST_JSON_VALUES) > MOST_JSON_VALUES) {
    throw new Error(`its JSON has more than ${MOST_JSON_VALUES} values, which are not read`);
  }
}

/** What buffers are called that lie in files of their own; nothing if there is no such JSON: reading it will tell. */
export function listBufferUris(bytes: Uint8Array): string[] {
  const text = findJson(bytes);
  if (!includesText(text, '"uri"')) return [];
  const json = parseJson(bytes);
  const { buffers } = (json ?? {}) as { buffers?: unknown };
  if (!Array.isArray(buffers)) return [];
  const uris = buffers.map(def => (def as { uri?: unknown } | null)?.uri);
  const isFile = (uri: unknown): uri is string => typeof uri === 'string' && !uri.startsWith('data:');
  return [...new Set(uris.filter(isFile))];
}

/** The JSON itself, undefined if it is none. Throws if it would take too much memory. */
export function parseJson(bytes: Uint8Array): unknown {
  checkJsonSize(bytes);
  const text = findJson(bytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text));
  } catch {
    return undefined;
  }
}

/** Whether these characters, of ASCII, are among the bytes. In a browser too. */
export function includesText(bytes: Uint8Array, text: string): boolean {
  const wanted = new TextEncoder().encode(text);
  for (let k = bytes.indexOf(wanted[0]); k >= 0; k = bytes.indexOf(wanted[0], k + 1)) {
    if (wanted.every((byte, j) => bytes[k + j] === byte)) return true;
  }
  return false;
}

/** The bytes of the JSON: all of a .gltf, a part of a .glb. */
export function findJson(bytes: Uint8Array): Uint8Array {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || words.getUint32(0, true) !== MAGIC) return bytes;
  return bytes.subarray(20, 20 + Math.min(words.getUint32(12, true), bytes.length - 20));
}

/** At least as many as there are: every value but the first follows a comma or an opening bracket, or a colon. */
function countValues(text: Uint8Array, most: number): number {
  let count = 1;
  for (let k = 0; k < text.length && count <= most; k++) {
    const c = text[k];
    if (c === 0x2c || c === 0x5b || c === 0x7b || c === 0x3a) count++;
  }
  return count;
}
