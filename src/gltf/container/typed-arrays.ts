export type TypedArray = Float32Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array;

/** By component type. */
export const arrayTypes: Record<number, new (source: number | ArrayBufferLike) => TypedArray> = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
