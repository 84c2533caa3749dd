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

/** Characters that a call may be given at a time; a multiple of 3, so that no padding comes in between. */
const PIECE = 3 * 2 ** 13;

/** In a browser too. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(k, k + PIECE)));
  return text;
}
