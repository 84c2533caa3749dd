import type { Material } from '../cli/looks/material.ts';

/*
 * What the page and its worker say to each other. The worker has the scenes, poses them and asks poseclash; the page draws. No
 * vertex of a moving body crosses this line, only the few numbers that drive it: the graphics card deforms what is seen.
 */

/** How a body looks in its file. Where looks have a seam, what is one vertex of the body is several here. */
export interface DrawnPaint {
  /** The vertex of the body that each vertex here is. */
  vertexOf: Uint32Array;
  /** The corners of the triangles of the body, in its order, as vertices of these. */
  corners: Uint32Array;
  /** Where on images: two numbers per vertex, from the upper left corner; null without images. */
  uvs: Float32Array | null;
  /** Four bytes for each vertex, as a screen shows them; null: all white. */
  colors: Uint8Array | null;
  /** Indices of the materials of the scene. */
  materialOfTriangle: Uint32Array;
}

/** A material of a file, and how it shines. Images by their index in the scene; -1: none. */
export interface DrawnMaterial extends Omit<Material, 'name'> {
  metalness: number;
  roughness: number;
  /** Green: roughness, blue: metalness. */
  metalRoughImage: number;
  normalImage: number;
  normalScale: number;
  /** Linear light of its own. */
  emissive: [number, number, number];
  emissiveImage: number;
}

/** An image as its file has it: packed. */
export interface DrawnImage {
  mime: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** How a body deforms on the graphics card; as `DeformerSource`, ready for textures. */
export interface DrawnBody {
  name: string;
  positions: Float32Array;
  triangles: Uint32Array;
  skinning: 'rigid' | 'linear-blend' | 'spherical-blend' | 'dual-quaternion-blend';
  /**
   * Per vertex `influences` joints and weights; none for rigid bodies, which follow joint 0. Joints of a vertex ascend, and
   * places it does not need have weight 0: blended quaternions are turned to the side of its first.
   */
  influences: number;
  joints: Uint16Array;
  weights: Float32Array;
  jointNames: string[];
  /** For bones to be drawn and dragged: -1 for roots. Empty if there is no skeleton. */
  jointParents: Int32Array;
  /** Where joints are at rest, 3 numbers each. */
  jointPoints: Float32Array;
  /** For spherical blending: the joint-set of each vertex. Else empty. */
  setOfVertex: Uint16Array;
  setCount: number;
  /** Displacements, 3 numbers per vertex each: morph targets or vibration modes. */
  fields: Float32Array[];
  /** A body drawn many times (chairs); 1 for all others. */
  instances: number;
  /** 0xrrggbb. */
  color: number;
  /** Of a visitor's file; else null. */
  paint: DrawnPaint | null;
}

/** What drives one body at one moment; of all its instances, one after the other. */
export interface DrawnPose {
  /** 12 numbers per joint, row by row: rest space to the world. */
  jointMatrices: Float32Array;
  /** One per field. */
  weights: Float32Array;
  /** For spherical blending: 3 numbers per joint-set, the rotation centre in rest space. Else empty. */
  centers: Float32Array;
}

/** Low x, y, z, high x, y, z. */
export type Bounds = [number, number, number, number, number, number];

/** Where the second of two files stands: sized about its origin, then moved. */
export interface Placement {
  at: [number, number, number];
  size: number;
}

export interface ViewOptions {
  /** Whether volumes are wanted, and of which depth of the trees. */
  level: number | null;
  /** What is drawn over the bodies. */
  overlay: 'none' | 'volumes' | 'clusters' | 'table';
  /** Also answer by deforming and refitting everything, for the second line of the plot. */
  compares: boolean;
  /** Whether it is wanted which vertices were moved. */
  isSplit: boolean;
}

/** Turns a joint by hand, on top of what the clip does: a quaternion (x, y, z, w) in the frame of its parent. */
export interface JointTurn {
  body: number;
  joint: number;
  turn: [number, number, number, number];
}

/** A file of the visitor's own. */
export interface OwnFile {
  name: string;
  bytes: ArrayBuffer;
}

export type Request =
  | { kind: 'open'; scene: string }
  | { kind: 'open-files'; files: OwnFile[]; clip?: string; second?: Placement | null }
  | { kind: 'show'; step: number; options: ViewOptions; turns: readonly JointTurn[]; second: Placement | null }
  | { kind: 'pick'; origin: [number, number, number]; direction: [number, number, number] };

/** Volumes of one level of one body's tree. */
export interface DrawnVolumes {
  body: number;
  shape: 'sphere' | 'box';
  /** Spheres: x, y, z, radius; boxes: low x, y, z, high x, y, z. In the world. */
  data: Float32Array;
  /** 1: refitted for this frame's query, 0: untouched (drawn where it would be). */
  isFresh: Uint8Array;
}

export interface Counters {
  /**
   * Vertices the CPU deformed, and how many moving everything would deform to answer the same; volumes refitted, and how many
   * it would; tests of pairs of volumes and of triangles. All 0 where nothing is asked: before the first step of a motion.
   */
  vertices: number;
  allVertices: number;
  refits: number;
  allVolumes: number;
  volumeTests: number;
  triangleTests: number;
  /**
   * Milliseconds of the query on demand, and by deforming and refitting everything; NaN if that was not asked for, or is so
   * slow that it is only measured now and then.
   */
  milliseconds: number;
  linearMilliseconds: number;
  /** What the answer by everything took besides, counted alike; NaN with its time. */
  linearVolumeTests: number;
  linearTriangleTests: number;
  /** As many contacts as poseclash found: the answer is the same. NaN where it finds more than was asked for. */
  linearContacts: number;
}

export interface Frame {
  kind: 'frame';
  step: number;
  poses: DrawnPose[];
  /** Per body, ascending: triangles that touch something, as indices of triangles; of instances, instance x triangles + triangle. */
  touching: Uint32Array[];
  /** Pairs of triangles, or contacts between the last step and this one, whichever the scene is about. */
  contacts: number;
  volumes: DrawnVolumes[];
  /** If wanted, per body: the vertices that were moved to answer; of instances, instance x vertices + vertex. */
  moved: Uint32Array[];
  /** Clusters of continuous self-collision: of each vertex of body 0, or none; and where their observers are, 3 numbers each. */
  clusterOfTriangle: Int32Array;
  observers: Float32Array;
  counters: Counters;
}

export type Reply =
  | {
      kind: 'opened';
      scene: string;
      title: string;
      /** One sentence for people. */
      sentence: string;
      bodies: DrawnBody[];
      poses: DrawnPose[];
      /** Those of a visitor's files; else none. */
      materials: DrawnMaterial[];
      images: DrawnImage[];
      /** What of the files is not read or not drawn, one sentence each. */
      notes: string[];
      steps: number;
      /** Where to begin: something touches there, if it is known where. */
      startStep: number;
      stepsPerSecond: number;
      /** Depth of the deepest tree. */
      levels: number;
      overlays: ViewOptions['overlay'][];
      /** Clips of dropped files; else empty. */
      clips: string[];
      /** Scenes that go on by themselves cannot be sought backwards. */
      canSeek: boolean;
      /** A box around everything over all steps: low, high. */
      bounds: Bounds;
      /** Of two files, the box of each where its file has it; else empty. */
      fileBounds: Bounds[];
      contactsWord: string;
    }
  | Frame
  | {
      kind: 'picked';
      body: number;
      triangle: number;
      point: [number, number, number];
      distance: number;
      joint: number;
      jointName: string;
      share: number;
    }
  | { kind: 'missed' }
  | { kind: 'failed'; message: string };
