import type { GLTF } from '@gltf-transform/core';
import type { AccessorTable } from './accessors.ts';
import type { TypedArray } from './elements.ts';
import { DRACO, MESHOPT } from './extensions.ts';
import { type BufferView, unpackedLength } from './views.ts';

/** A primitive whose attributes and indices come out of one view packed by Draco. Attributes: name, accessor, id. */
export interface DracoPrimitive {
  view: number;
  attributes: [name: string, accessor: number, id: number][];
  indices: number;
}

/** Returns Draco's decoder module. */
export type DracoSource = () => Promise<unknown>;

/** What came out of packed data. */
export interface Unpacked {
  /** The bytes of views packed by meshopt. */
  views: Map<number, Uint8Array>;
  /** The numbers of accessors packed by Draco. */
  accessors: Map<number, TypedArray>;
}

let dracoDecoder: Promise<unknown> | null = null;

/** One decoder for all files, loaded when the first needs it. */
function loadDraco(): Promise<unknown> {
  dracoDecoder ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule());
  return dracoDecoder;
}

async function startDraco(source: DracoSource): Promise<unknown> {
  try {
    return await source();
  } catch (error) {
    dracoDecoder = null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `readGltf: Draco's decoder cannot be loaded (${reason}); give options.dracoDecoder (docs/gltf.md).`,
    );
  }
}

/**
 * Has glTF Transform unpack what meshopt and Draco have packed, in a document with nothing else in it: the library keeps
 * a graph of objects with events, which for the ten thousand accessors of a character with many clips takes ten times as
 * long as reading plain ones directly. It is loaded when the first packed file comes. What comes out may have any length;
 * the caller measures it.
 */
export async function unpack(
  table: AccessorTable,
  draco: readonly DracoPrimitive[],
  views: ReadonlyMap<number, BufferView>,
  buffers: ReadonlyMap<number, Uint8Array>,
  dracoSource: DracoSource = loadDraco,
): Promise<Unpacked> {
  const packedViews = [...views].filter(([, { meshopt }]) => meshopt).map(([index]) => index);
  if (packedViews.length === 0 && draco.length === 0) return { views: new Map(), accessors: new Map() };

  const numberOfView = new Map([...packedViews, ...draco.map(({ view }) => view)].map((view, k) => [view, k]));
  const accessors: GLTF.IAccessor[] = packedViews.map((view, bufferView) => {
    const count = unpackedLength(views.get(view)!);
    return { bufferView, componentType: 5121, type: 'SCALAR', count };
  });
  const numberOfAccessor = new Map<number, number>();
  const place = (accessor: number): number => {
    const known = numberOfAccessor.get(accessor);
    if (known !== undefined) return known;
    const { componentType, type, count } = table.wanted.get(accessor)!;
    numberOfAccessor.set(accessor, accessors.length);
    return accessors.push({ componentType, type, count } as GLTF.IAccessor) - 1;
  };
  const primitives = draco.map(({ view, attributes, indices }) => ({
    attributes: Object.fromEntries(attributes.map(([name, accessor]) => [name, place(accessor)])),
    indices: place(indices),
    extensions: {
      [DRACO]: {
        bufferView: numberOfView.get(view)!,
        attributes: Object.fromEntries(attributes.map(([name, , id]) => [name, id])),
      },
    },
  }));
  const numberOfBuffer = new Map(Array.from(buffers.keys(), (buffer, k) => [buffer, k]));
  const bufferViews = Array.from(numberOfView.keys(), view => {
    const { buffer, offset, length, meshopt } = views.get(view)!;
    const part = { buffer: numberOfBuffer.get(buffer)!, byteOffset: offset, byteLength: length };
    return meshopt ? { ...part, extensions: { [MESHOPT]: { ...part, ...meshopt } } } : part;
  });
  const json: GLTF.IGLTF = {
    asset: { version: '2.0' },
    extensionsUsed: [...(packedViews.length > 0 ? [MESHOPT] : []), ...(draco.length > 0 ? [DRACO] : [])],
    buffers: Array.from(buffers.values(), (bytes, k) => ({ uri: `buffer-${k}`, byteLength: bytes.length })),
    bufferViews,
    accessors,
    meshes: [{ primitives }],
  };
  const resources = Object.fromEntries(Array.from(buffers.values(), (bytes, k) => [`buffer-${k}`, bytes]));
  const arrays = await runLibrary(json, resources, dracoSource);
  return {
    views: new Map(packedViews.map((view, k) => [view, arrays[k] as Uint8Array])),
    accessors: new Map(Array.from(numberOfAccessor, ([accessor, k]) => [accessor, arrays[k]])),
  };
}

async function runLibrary(
  json: GLTF.IGLTF,
  resources: Record<string, Uint8Array>,
  dracoSource: DracoSource,
): Promise<TypedArray[]> {
  const { Logger, WebIO } = await import('@gltf-transform/core');
  const { EXTMeshoptCompression, KHRDracoMeshCompression } = await import('@gltf-transform/extensions');
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const hasDraco = json.extensionsUsed!.includes(DRACO);
  if (hasDraco) {
    io.registerExtensions([KHRDracoMeshCompression]);
    io.registerDependencies({ 'draco3d.decoder': await startDraco(dracoSource) });
  }
  try {
    if (json.extensionsUsed!.includes(MESHOPT)) {
      const { MeshoptDecoder } = await import('meshoptimizer');
      await MeshoptDecoder.ready;
      io.registerExtensions([EXTMeshoptCompression]);
      io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
    }
    const document = await io.readJSON({ json, resources: resources as Record<string, Uint8Array<ArrayBuffer>> });
    const accessors = document.getRoot().listAccessors();
    return accessors.map(accessor => accessor.getArray() as TypedArray);
  } catch (error) {
    if (hasDraco) dracoDecoder = null; // it may have been left in the middle of something
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`readGltf: the packed data of the file cannot be unpacked (${reason}); it is damaged.`);
  }
}
