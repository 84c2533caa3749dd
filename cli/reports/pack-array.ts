import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { Packed } from './page-data.ts';

type Numbers = Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array;

/** To be awaited once before anything is packed. */
export const packerIsReady: Promise<void> = MeshoptEncoder.ready;

/** Packs elements of some numbers each: small where neighbours are alike. No loss, and the same bytes everywhere. */
export function packElements(numbers: Numbers, size: number): Packed {
  const stride = size * numbers.BYTES_PER_ELEMENT;
  const count = numbers.length / size;
  const packed = count === 0 ? new Uint8Array(0) : MeshoptEncoder.encodeVertexBuffer(bytesOf(numbers), count, stride);
  return { mode: 'vertices', count, stride, data: toBase64(packed) };
}

/** Packs the corners of triangles; each may begin at another corner afterwards. */
export function packTriangles(triangles: Uint32Array): Packed {
  const packed = MeshoptEncoder.encodeIndexBuffer(bytesOf(triangles), triangles.length, 4);
  return { mode: 'triangles', count: triangles.length, stride: 4, data: toBase64(packed) };
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
