import type { AccessorTable, ElementRun } from './accessors.ts';
import { type Budget, spend } from './budget.ts';
import { arrayTypes, type TypedArray } from './typed-arrays.ts';
import { type Unpacked, unpack } from './unpack.ts';
import type { DracoPrimitive, DracoSource } from './unpack-draco.ts';
import { type BufferView, checkRun, unpackedLength } from './views.ts';

/**
 * The numbers of every wanted accessor: unpacked, de-interleaved, sparse elements filled in, as the file stores them
 * (integers stay integers). Sizes are checked against data and budget before anything is made.
 */
export async function readElements(
  table: AccessorTable,
  draco: readonly DracoPrimitive[],
  views: ReadonlyMap<number, BufferView>,
  buffers: ReadonlyMap<number, Uint8Array>,
  budget: Budget,
  dracoSource?: DracoSource,
): Promise<Map<number, TypedArray>> {
  for (const view of views.values()) if (view.meshopt) spend(budget, unpackedLength(view), view.where);
  for (const { where, count, bytesPerElement, sparse } of table.wanted.values()) {
    spend(budget, (count + (sparse ? 2 * sparse.values.count : 0)) * bytesPerElement, where);
  }
  const unpacked = await unpack(table, draco, views, buffers, dracoSource);
  const read = (run: ElementRun, where: string): TypedArray => {
    const view = views.get(run.view)!;
    checkRun(run, view, where);
    return readRun(run, view, bytesOf(run.view, view, buffers, unpacked));
  };
  const arrays = new Map<number, TypedArray>();
  for (const [index, def] of table.wanted) {
    const { where, view, size, sparse } = def;
    const length = def.count * size;
    const packed = unpacked.accessors.get(index);
    const array = packed ?? (view >= 0 ? read(def, where) : new arrayTypes[def.componentType](length));
    if (sparse) {
      const indices = read(sparse.indices, `${where}.sparse.indices`);
      replaceElements(array, size, indices, read(sparse.values, `${where}.sparse.values`), where);
    }
    arrays.set(index, array);
  }
  return arrays;
}

function bytesOf(
  index: number,
  { buffer, offset, length, meshopt }: BufferView,
  buffers: ReadonlyMap<number, Uint8Array>,
  unpacked: Unpacked,
): Uint8Array {
  return meshopt ? unpacked.views.get(index)! : buffers.get(buffer)!.subarray(offset, offset + length);
}

/** Copies the elements together. Bytes are taken as this machine has them: little-endian, like glTF, on all of today's. */
function readRun(run: ElementRun, { stride }: BufferView, bytes: Uint8Array): TypedArray {
  const { bytesPerElement: size, count, offset } = run;
  const from = bytes.byteOffset + offset;
  const Type = arrayTypes[run.componentType];
  if (stride === 0 || stride === size) return new Type(bytes.buffer.slice(from, from + size * count));
  const packed = new Uint8Array(size * count);
  for (let k = 0; k < count; k++) {
    for (let b = 0; b < size; b++) packed[size * k + b] = bytes[offset + stride * k + b];
  }
  return new Type(packed.buffer);
}

function replaceElements(
  array: TypedArray,
  size: number,
  indices: TypedArray,
  values: TypedArray,
  where: string,
): void {
  for (let k = 0; k < indices.length; k++) {
    const at = indices[k] * size;
    if (at >= array.length) {
      throw new Error(
        `readGltf: ${where}.sparse replaces element ${indices[k]} of ${array.length / size}; the file is damaged.`,
      );
    }
    for (let c = 0; c < size; c++) array[at + c] = values[k * size + c];
  }
}
