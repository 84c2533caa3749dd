import { decoderMissing, packedDamaged } from './decoder-errors.ts';
import { type BufferView, unpackedLength } from './views.ts';

/** The bytes of views that meshopt has packed, by number of the view. What they declare was checked by `readViews`. */
export async function unpackMeshopt(
  views: readonly [index: number, view: BufferView][],
  packedBytes: (view: number) => Uint8Array,
): Promise<Map<number, Uint8Array>> {
  const { decodeGltfBuffer } = await loadDecoder();
  const unpacked = new Map<number, Uint8Array>();
  try {
    for (const [index, view] of views) {
      const { count, byteStride, mode, filter } = view.meshopt!;
      const target = new Uint8Array(unpackedLength(view));
      decodeGltfBuffer(target, count, byteStride, packedBytes(index), mode, filter);
      unpacked.set(index, target);
    }
  } catch (error) {
    throw packedDamaged('meshopt', error);
  }
  return unpacked;
}

type MeshoptDecoder = typeof import('meshoptimizer/decoder')['MeshoptDecoder'];

/** The import is awaited in a `try` itself: bundlers then take a package that is not installed for optional. */
async function loadDecoder(): Promise<MeshoptDecoder> {
  try {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    if (!MeshoptDecoder.supported) throw new Error('there is no WebAssembly here');
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  } catch (error) {
    throw decoderMissing('meshopt', error, 'npm install meshoptimizer');
  }
}
