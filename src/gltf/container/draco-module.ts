/** As much of Draco's decoder module as is used here: objects of C++, each to be given back to `destroy`. */
export interface DracoModule {
  DecoderBuffer: new () => DracoBuffer;
  Decoder: new () => DracoDecoder;
  Mesh: new () => DracoMesh;
  TRIANGULAR_MESH: number;
  DT_INT8: number;
  DT_UINT8: number;
  DT_INT16: number;
  DT_UINT16: number;
  DT_UINT32: number;
  DT_FLOAT32: number;
  /** A view of all its memory, replaced whenever that grows. */
  HEAPF32: Float32Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  destroy(object: DracoObject): void;
}

interface DracoObject {
  /** 0: there is no such object. */
  ptr: number;
}

interface DracoBuffer extends DracoObject {
  Init(data: Uint8Array, length: number): void;
}

export interface DracoMesh extends DracoObject {
  num_faces(): number;
  num_points(): number;
}

interface DracoAttribute extends DracoObject {
  num_components(): number;
}

export interface DracoDecoder extends DracoObject {
  GetEncodedGeometryType(buffer: DracoBuffer): number;
  DecodeBufferToMesh(buffer: DracoBuffer, mesh: DracoMesh): { ok(): boolean };
  GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    mesh: DracoMesh,
    attribute: DracoAttribute,
    type: number,
    bytes: number,
    pointer: number,
  ): boolean;
  GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, pointer: number): boolean;
}
