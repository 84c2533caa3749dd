import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { Packed } from '../cli/reports/page-data.ts';

/** To be awaited once before anything is unpacked. */
export const unpackerIsReady: Promise<void> = MeshoptDecoder.ready;

/** The bytes that cli/reports/pack-array.ts packed, in a buffer of their own. */
export function unpack({ mode, count, stride, data }: Packed): ArrayBuffer {
  const bytes = new Uint8Array(count * stride);
  if (count > 0) {
    const packed = Uint8Array.from(atob(data), mark => mark.charCodeAt(0));
    if (mode === 'vertices') MeshoptDecoder.decodeVertexBuffer(bytes, count, stride, packed);
    else MeshoptDecoder.decodeIndexBuffer(bytes, count, stride, packed);
  }
  return bytes.buffer;
}
