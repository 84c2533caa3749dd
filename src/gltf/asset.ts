import type { DeformerSource } from '../deform/deformer.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** What a glTF file says about shapes and motion, as plain records; nothing about looks but names of materials. */
export interface GltfAsset {
  nodes: GltfNodes;
  /** One for every node of the scene that carries a mesh with triangles; instances of one mesh share their arrays. */
  bodies: GltfBody[];
  clips: GltfClip[];
  /** What the file has and this record has not, in words, one sentence each. Empty: everything was read. */
  gaps: string[];
  /** The copyright notice of the file, or ''. */
  copyright: string;
}

/** The node hierarchy at rest. Node numbers are those of the file; nodes outside the scene are kept. */
export interface GltfNodes {
  names: string[];
  /** The node that carries each node, or -1. */
  parents: Int32Array;
  /** All nodes, parents before children. */
  order: Uint32Array;
  /** Rest transforms against the parent: 3, 4 (x, y, z, w) and 3 numbers for each node. */
  translations: Float64Array;
  rotations: Float64Array;
  scales: Float64Array;
  /** Where `hasMatrix` is 1, the node is fixed to its parent by this 3x4 matrix instead (it may shear). */
  hasMatrix: Uint8Array;
  matrices: Float64Array;
}

/** A mesh where a node puts it. Its rest space is that of the glTF mesh. */
export interface GltfBody {
  /** The name of the node, else of the mesh; not necessarily unique. */
  name: string;
  node: number;
  /** All triangle primitives of the glTF mesh as one, welded. Shared by bodies that deform alike (and may share a shape). */
  mesh: Mesh;
  /** 'rigid', 'morph', 'linear-blend' or 'chain' of targets and 'linear-blend', as the file has it. */
  source: DeformerSource;
  /** The node behind each joint of the source: of a skin those that move a vertex; of a body without skin its own node. */
  joints: Uint32Array;
  jointNames: string[];
  /** For each joint 3x4 numbers, from rest space to the space of its node: the inverse bind matrices of a skin. */
  bindMatrices: Float64Array;
  targetNames: string[];
  /** The weights of the targets before any clip. */
  restWeights: Float64Array;
  /** Whether it is not drawn: its node, or one that carries it, is invisible (KHR_node_visibility) at rest. */
  isInvisible: boolean;
  /** The materials by name, one entry for each primitive read, and which primitive (entry) each triangle is of. */
  materialNames: string[];
  /**
   * For each of these how much it hides of what is behind it, from 0 to 1, textures left aside: the alpha of what blends, less what glass lets through
   * (KHR_materials_transmission). 0 if nothing of it is drawn: it blends with alpha 0, or is masked with an alpha below its cutoff.
   */
  opacities: Float64Array;
  primitiveOfTriangle: Uint32Array;
  /** What the file says before joining and welding: see `GltfVertices`. */
  vertices: GltfVertices;
}

/**
 * Where the vertices of the file went: vertex `v` of primitive `p` (an index of `materialNames`) is vertex
 * `vertexOf[starts[p] + v]` of the body's mesh, or `NO_VERTEX` if no triangle uses it. Triangles keep their order within
 * a primitive, and primitives theirs; strips and fans count as the triangles they stand for.
 */
export interface GltfVertices {
  /** The number of each primitive within the glTF mesh. */
  primitives: Uint32Array;
  starts: Uint32Array;
  vertexOf: Uint32Array;
}

export const NO_VERTEX = 0xffffffff;

export interface GltfClip {
  name: string;
  /** The first and the last key time, in seconds; before and after them the clip holds still. */
  start: number;
  end: number;
  /** Every key time of every track, ascending, each once: between two of them nothing changes abruptly. */
  keyTimes: Float64Array;
  tracks: GltfTrack[];
  /**
   * Why nothing of the clip is read, if every channel that may move something is left out: then nobody knows how it moves, and
   * it has no tracks. A clip that moves only what no vertex follows (materials, lights) has no tracks either, and no reason.
   */
  unread?: string;
}

export type TrackPath = 'translation' | 'rotation' | 'scale' | 'weights';
export type Interpolation = 'STEP' | 'LINEAR' | 'CUBICSPLINE';

/** One property of one node over time. */
export interface GltfTrack {
  node: number;
  path: TrackPath;
  interpolation: Interpolation;
  /** Numbers in a value: 3, 4, or one for each morph target. */
  size: number;
  /** Key times, ascending, and a value for each; for CUBICSPLINE in-tangent, value and out-tangent. */
  times: Float32Array;
  values: Float32Array;
  /** The bodies whose weights it drives; none for other paths. */
  bodies: number[];
}
