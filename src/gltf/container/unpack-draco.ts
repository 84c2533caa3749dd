import type { AccessorTable } from './accessors.ts';
import { decoderMissing, packedDamaged } from './decoder-errors.ts';
import type { DracoDecoder, DracoMesh, DracoModule } from './draco-module.ts';
import { arrayTypes, type TypedArray } from './typed-arrays.ts';

/** A primitive whose attributes and indices come out of one view packed by Draco. Attributes: name, accessor, id. */
export interface DracoPrimitive {
  view: number;
  attributes: [name: string, accessor: number, id: number][];
  indices: number;
}

/** Returns Draco's decoder module. */
export type DracoSource = () => Promise<unknown>;

let dracoDecoder: Promise<unknown> | null = null;

/** The numbers of all accessors of these primitives, by number of the accessor. A view is decoded once. */
export async function unpackDraco(
  primitives: readonly DracoPrimitive[],
  table: AccessorTable,
  packedBytes: (view: number) => Uint8Array,
  source?: DracoSource,
): Promise<Map<number, TypedArray>> {
  const module = (await (source ? askSource(source) : loadDecoder())) as DracoModule;
  try {
    return unpackAll(module, primitives, table, packedBytes);
  } catch (error) {
    dracoDecoder = null; // it may have been left in the middle of something
    throw error instanceof Error && error.message.startsWith('readGltf: ') ? error : packedDamaged('Draco', error);
  }
}

async function askSource(source: DracoSource): Promise<unknown> {
  try {
    return await source();
  } catch (error) {
    throw decoderMissing('Draco', error, 'see to what options.dracoDecoder returns (docs/gltf.md)');
  }
}

/** One decoder for all files. */
function loadDecoder(): Promise<unknown> {
  dracoDecoder ??= createDecoder();
  return dracoDecoder;
}

/** The import is awaited in a `try` itself: bundlers then take a package that is not installed for optional. */
async function createDecoder(): Promise<unknown> {
  try {
    const { default: draco } = await import('draco3dgltf');
    return await draco.createDecoderModule();
  } catch (error) {
    dracoDecoder = null;
    throw decoderMissing('Draco', error, 'npm install draco3dgltf, or give options.dracoDecoder (docs/gltf.md)');
  }
}

function unpackAll(
  module: DracoModule,
  primitives: readonly DracoPrimitive[],
  table: AccessorTable,
  packedBytes: (view: number) => Uint8Array,
): Map<number, TypedArray> {
  const unpacked = new Map<number, TypedArray>();
  for (const view of new Set(primitives.map(primitive => primitive.view))) {
    const decoder = new module.Decoder();
    const mesh = new module.Mesh();
    try {
      decodeMesh(module, decoder, mesh, packedBytes(view));
      for (const { view: other, attributes, indices } of primitives) {
        if (other !== view) continue;
        for (const [name, accessor, id] of attributes) {
          unpacked.set(accessor, readAttribute(module, decoder, mesh, table, accessor, id, name));
        }
        unpacked.set(indices, readIndices(module, decoder, mesh, table, indices));
      }
    } finally {
      module.destroy(mesh);
      module.destroy(decoder);
    }
  }
  return unpacked;
}

function decodeMesh(module: DracoModule, decoder: DracoDecoder, mesh: DracoMesh, bytes: Uint8Array): void {
  const buffer = new module.DecoderBuffer();
  try {
    buffer.Init(bytes, bytes.length);
    if (decoder.GetEncodedGeometryType(buffer) !== module.TRIANGULAR_MESH) throw new Error('it holds no triangles');
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) throw new Error('its decoder gives up');
  } finally {
    module.destroy(buffer);
  }
}

function readAttribute(
  module: DracoModule,
  decoder: DracoDecoder,
  mesh: DracoMesh,
  table: AccessorTable,
  accessor: number,
  id: number,
  name: string,
): TypedArray {
  const { componentType, count, size, where } = table.wanted.get(accessor)!;
  const attribute = decoder.GetAttributeByUniqueId(mesh, id);
  if (attribute.ptr === 0) throw new Error(`there is no attribute ${id}, for ${name}, in it`);
  const length = mesh.num_points() * attribute.num_components();
  checkLength(length, count * size, where);
  const type = typeOf(module, componentType);
  const Type = arrayTypes[componentType];
  return copyOut(module, Type, length, (bytes, pointer) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, bytes, pointer),
  );
}

function readIndices(
  module: DracoModule,
  decoder: DracoDecoder,
  mesh: DracoMesh,
  table: AccessorTable,
  accessor: number,
): TypedArray {
  const { count, where } = table.wanted.get(accessor)!;
  const length = 3 * mesh.num_faces();
  checkLength(length, count, where);
  return copyOut(module, Uint32Array, length, (bytes, pointer) =>
    decoder.GetTrianglesUInt32Array(mesh, bytes, pointer),
  );
}

/** Before any room is made for it: damaged data may unpack to any length. */
function checkLength(length: number, expected: number, where: string): void {
  if (length === expected) return;
  throw new Error(`readGltf: ${where} should have ${expected} numbers and unpacks to ${length}; the file is damaged.`);
}

/** Has the decoder write into memory of its own, and copies that: the memory may be another after each call. */
function copyOut(
  module: DracoModule,
  Type: (typeof arrayTypes)[number],
  length: number,
  write: (bytes: number, pointer: number) => boolean,
): TypedArray {
  const array = new Type(length);
  const pointer = module._malloc(array.byteLength);
  if (pointer === 0 && length > 0) throw new Error('its decoder has no memory left');
  try {
    if (!write(array.byteLength, pointer)) throw new Error('its decoder gives up');
    const bytes = new Uint8Array(array.buffer, 0, array.byteLength);
    bytes.set(new Uint8Array(module.HEAPF32.buffer, pointer, array.byteLength));
  } finally {
    module._free(pointer);
  }
  return array;
}

function typeOf(module: DracoModule, componentType: number): number {
  const types: Record<number, number> = {
    5120: module.DT_INT8,
    5121: module.DT_UINT8,
    5122: module.DT_INT16,
    5123: module.DT_UINT16,
    5125: module.DT_UINT32,
    5126: module.DT_FLOAT32,
  };
  return types[componentType];
}
