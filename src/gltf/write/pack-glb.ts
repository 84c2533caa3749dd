import type { AccessorJson, GltfJson } from './gltf-json.ts';

/** A .glb in the making: its JSON, and the arrays of its binary chunk. An array that is written twice is stored once. */
export interface GlbWriter {
  json: GltfJson;
  parts: StoredArray[];
  length: number;
  accessorOf: Map<ArrayBufferView, number>;
}

type StoredArray = Float32Array | Uint16Array | Uint32Array;
type Elements = 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4';

const sizes: Record<Elements, number> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
/** What the graphics card reads an array as, the `target` of its view; one without is read by the processor only. */
export const VERTICES = 34962;
export const INDICES = 34963;

export function createGlbWriter(asset: GltfJson['asset']): GlbWriter {
  const json = { asset, accessors: [], bufferViews: [], nodes: [], meshes: [], skins: [], materials: [] };
  return { json, parts: [], length: 0, accessorOf: new Map() };
}

/**
 * Stores an array in a view of its own and returns its accessor: float64 as float32. Of 16-bit numbers there must be an even
 * count, as every view begins at a multiple of 4 bytes.
 */
export function writeArray(
  writer: GlbWriter,
  source: StoredArray | Float64Array,
  type: Elements,
  target?: number,
): number {
  const known = writer.accessorOf.get(source);
  if (known !== undefined) return known;
  const { json, parts } = writer;
  const array = source instanceof Float64Array ? new Float32Array(source) : source;
  const count = array.length / sizes[type];
  json.bufferViews.push({
    buffer: 0,
    byteOffset: writer.length,
    byteLength: array.byteLength,
    ...(target && { target }),
  });
  const componentType = array instanceof Float32Array ? 5126 : array instanceof Uint16Array ? 5123 : 5125;
  const accessor: AccessorJson = { bufferView: json.bufferViews.length - 1, componentType, type, count };
  // Where the specification asks for them: positions and key times. They do no harm elsewhere.
  if (type === 'VEC3' || type === 'SCALAR') Object.assign(accessor, measure(array, sizes[type]));
  parts.push(array);
  writer.length += array.byteLength;
  writer.accessorOf.set(source, json.accessors.length);
  return json.accessors.push(accessor) - 1;
}

function measure(array: StoredArray, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Infinity);
  const max = new Array<number>(size).fill(-Infinity);
  for (let k = 0; k < array.length; k++) {
    min[k % size] = Math.min(min[k % size], array[k]);
    max[k % size] = Math.max(max[k % size], array[k]);
  }
  return { min, max };
}

/** The file: a header, the JSON padded with spaces, the arrays; each is a multiple of 4 bytes long, so all are aligned. */
export function packGlb({ json, parts, length }: GlbWriter): Uint8Array {
  const lists = Object.entries(json).filter(([, value]) => !Array.isArray(value) || value.length > 0); // none may be empty
  const complete = { ...Object.fromEntries(lists), ...(length > 0 && { buffers: [{ byteLength: length }] }) };
  const text = new TextEncoder().encode(JSON.stringify(complete));
  const textLength = 4 * Math.ceil(text.length / 4);
  const glb = new Uint8Array(20 + textLength + (length > 0 ? 8 + length : 0));
  const words = new DataView(glb.buffer);
  const writeWords = (offset: number, list: number[]): void => {
    list.forEach((word, k) => {
      words.setUint32(offset + 4 * k, word, true);
    });
  };
  writeWords(0, [0x46546c67, 2, glb.length, textLength, 0x4e4f534a]);
  glb.fill(0x20, 20, 20 + textLength);
  glb.set(text, 20);
  if (length > 0) writeWords(20 + textLength, [length, 0x004e4942]);
  let at = 28 + textLength;
  for (const part of parts) {
    glb.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return glb;
}
