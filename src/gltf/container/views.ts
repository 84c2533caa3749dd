import type { ElementRun } from './accessors.ts';
import { MESHOPT, MESHOPT_RATIFIED } from './extensions.ts';
import { countOf, indexOf, type JsonObject, objectOf, objectsOf, refuse } from './json.ts';

/** A part of a buffer, or what a part of a buffer unpacks to. */
export interface BufferView {
  where: string;
  buffer: number;
  offset: number;
  length: number;
  /** Bytes from one element to the next; 0: they are packed. */
  stride: number;
  /** How the bytes are unpacked by meshopt, as the library wants it; null: they are not packed. */
  meshopt: { count: number; byteStride: number; mode: string; filter: string } | null;
}

/** The bytes a view has once it is unpacked. */
export function unpackedLength(view: BufferView): number {
  return view.meshopt ? view.meshopt.count * view.meshopt.byteStride : view.length;
}

export function readViews(json: JsonObject, indices: Iterable<number>): Map<number, BufferView> {
  const views = objectsOf(json, 'bufferViews', '');
  const bufferCount = objectsOf(json, 'buffers', '').length;
  return new Map(Array.from(indices, index => [index, readView(views[index], bufferCount, `bufferViews[${index}]`)]));
}

function readView(json: JsonObject, bufferCount: number, where: string): BufferView {
  const extensions = objectOf(json, 'extensions', where) ?? {};
  const name = extensions[MESHOPT] === undefined ? MESHOPT_RATIFIED : MESHOPT;
  const packed = objectOf(extensions, name, `${where}.extensions`);
  const from = packed ?? json;
  const at = packed ? `${where}.extensions.${name}` : where;
  const buffer = indexOf(from, 'buffer', bufferCount, at);
  if (buffer < 0) refuse(`${at}.buffer`, undefined, 'it must say where the data is');
  return {
    where,
    buffer,
    offset: countOf(from, 'byteOffset', at, 0),
    length: countOf(from, 'byteLength', at),
    stride: countOf(json, 'byteStride', where, 0),
    meshopt: packed ? readPacking(packed, at) : null,
  };
}

const filterStrides: Record<string, (stride: number) => boolean> = {
  NONE: () => true,
  OCTAHEDRAL: stride => stride === 4 || stride === 8,
  QUATERNION: stride => stride === 8,
  EXPONENTIAL: stride => stride % 4 === 0,
  COLOR: stride => stride === 4 || stride === 8,
};

/** Lets through only what the decoder is made for: it does not check these itself and would write beyond its memory. */
function readPacking(packed: JsonObject, where: string): NonNullable<BufferView['meshopt']> {
  const count = countOf(packed, 'count', where);
  const byteStride = countOf(packed, 'byteStride', where);
  const { mode, filter = 'NONE' } = packed;
  if (mode !== 'ATTRIBUTES' && mode !== 'TRIANGLES' && mode !== 'INDICES') {
    refuse(`${where}.mode`, mode, 'it must be ATTRIBUTES, TRIANGLES or INDICES');
  }
  const isAttributes = mode === 'ATTRIBUTES';
  if (
    isAttributes ? byteStride % 4 !== 0 || byteStride < 4 || byteStride > 256 : byteStride !== 2 && byteStride !== 4
  ) {
    const need = isAttributes ? 'a multiple of 4 up to 256' : '2 or 4';
    refuse(`${where}.byteStride`, byteStride, `for ${mode} it must be ${need}`);
  }
  if (mode === 'TRIANGLES' && count % 3 !== 0) refuse(`${where}.count`, count, 'it must be a multiple of 3');
  if (typeof filter !== 'string' || !Object.hasOwn(filterStrides, filter)) {
    refuse(`${where}.filter`, filter, `it must be one of ${Object.keys(filterStrides).join(', ')}`);
  }
  if (filter !== 'NONE' && !(isAttributes && filterStrides[filter](byteStride))) {
    refuse(`${where}.filter`, filter, `it does not go with ${mode} of ${byteStride} bytes`);
  }
  return { count, byteStride, mode, filter };
}

/** Refuses a run of elements that reaches beyond its view. */
export function checkRun(run: ElementRun, view: BufferView, where: string): void {
  const stride = view.stride || run.bytesPerElement;
  if (stride < run.bytesPerElement) {
    refuse(`${view.where}.byteStride`, view.stride, `an element of ${where} has ${run.bytesPerElement} bytes`);
  }
  const needed = run.count === 0 ? 0 : run.offset + stride * (run.count - 1) + run.bytesPerElement;
  const length = unpackedLength(view);
  if (needed > length) {
    throw new Error(
      `readGltf: ${where} needs ${needed} bytes of ${view.where}, which has ${length}; the file is cut off or damaged.`,
    );
  }
}
