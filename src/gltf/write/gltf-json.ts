/** As much of a glTF file's JSON as is written here. Numbers stand for entries of the lists. */
export interface GltfJson {
  asset: { version: string; generator: string; copyright?: string };
  scene?: number;
  scenes?: { nodes: number[] }[];
  nodes: NodeJson[];
  meshes: { name: string; primitives: PrimitiveJson[]; extras?: { targetNames: string[] } }[];
  skins: { joints: number[]; inverseBindMatrices: number }[];
  materials: { name: string; doubleSided: boolean; pbrMetallicRoughness: Record<string, number> }[];
  animations?: AnimationJson[];
  accessors: AccessorJson[];
  bufferViews: { buffer: number; byteOffset: number; byteLength: number; target?: number }[];
}

export interface NodeJson {
  name: string;
  children?: number[];
  mesh?: number;
  skin?: number;
  weights?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
}

export interface PrimitiveJson {
  attributes: Record<string, number>;
  indices: number;
  material: number;
  targets?: Record<string, number>[];
}

export interface AnimationJson {
  name: string;
  channels: ChannelJson[];
  samplers: { input: number; output: number; interpolation: string }[];
}

export interface ChannelJson {
  sampler: number;
  target: { node: number; path: string };
}

export interface AccessorJson {
  bufferView: number;
  componentType: number;
  type: string;
  count: number;
  min?: number[];
  max?: number[];
}
