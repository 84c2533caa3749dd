import type { AccessorTable } from './accessors.ts';
import type { TypedArray } from './typed-arrays.ts';
import { type DracoPrimitive, type DracoSource, unpackDraco } from './unpack-draco.ts';
import { unpackMeshopt } from './unpack-meshopt.ts';
import type { BufferView } from './views.ts';

/** What came out of packed data. */
export interface Unpacked {
  /** The bytes of views packed by meshopt. */
  views: Map<number, Uint8Array>;
  /** The numbers of accessors packed by Draco: as many as the accessor says. */
  accessors: Map<number, TypedArray>;
}

/**
 * Unpacks what meshopt and Draco have packed. Their decoders are packages that users bring, as few files need them; each is
 * loaded when the first file that needs it comes.
 */
export async function unpack(
  table: AccessorTable,
  draco: readonly DracoPrimitive[],
  views: ReadonlyMap<number, BufferView>,
  buffers: ReadonlyMap<number, Uint8Array>,
  dracoSource?: DracoSource,
): Promise<Unpacked> {
  const packedBytes = (index: number): Uint8Array => {
    const { buffer, offset, length } = views.get(index)!;
    return buffers.get(buffer)!.subarray(offset, offset + length);
  };
  const packedViews = [...views].filter(([, { meshopt }]) => meshopt);
  return {
    views: packedViews.length > 0 ? await unpackMeshopt(packedViews, packedBytes) : new Map(),
    accessors: draco.length > 0 ? await unpackDraco(draco, table, packedBytes, dracoSource) : new Map(),
  };
}
