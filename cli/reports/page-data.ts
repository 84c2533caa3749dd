/*
 * What the page of the HTML report gets to know, as JSON in the file: report-page/ reads it. Everything in it is also in the
 * tables of the page but the geometry, which is left out of reports that are for showing evidence only.
 */

export interface PageData {
  /** Colours of depth, from nothing to the deepest, and of what is not deep. */
  stops: readonly string[];
  clay: string;
  assets: PageAsset[];
}

export interface PageAsset {
  name: string;
  /** Of the asset at rest, in its units, and millimetres in a unit. */
  height: number;
  unit: number;
  clips: PageClip[];
  /** In the order of the page: those that count by depth, then the suppressed ones. */
  findings: PageFinding[];
  scene: PageScene | null;
}

export interface PageClip {
  name: string;
  start: number;
  end: number;
  /** Which of the scene's motions it is; -1: it was left out. */
  motion: number;
}

export interface PageFinding {
  id: string;
  clip: number;
  class: 'through' | 'crease';
  isSuppressed: boolean;
  title: string;
  depth: string;
  start: number;
  end: number;
  worst: number;
  point: [number, number, number];
}

export interface PageScene {
  bodies: PageBody[];
  motions: PageMotion[];
  heat: PageHeat;
}

export interface PageBody {
  vertices: number;
  /** Four 16-bit numbers for each vertex, of which three count: its share of the box. */
  positions: Packed;
  low: number[];
  size: number[];
  triangles: Packed;
  jointCount: number;
  /** Sets of four joints (16 bits) and four weights (16 bits) for each vertex; none for what follows one joint. */
  joints: Packed[];
  weights: Packed[];
  /** Four signed 16-bit numbers for each vertex, of which three count: shares of `targetSize`. */
  targets: Packed[];
  targetSize: number;
}

/** The poses of a clip, at times close enough together for straight lines between. */
export interface PageMotion {
  /** 32-bit floats, ascending. */
  times: Packed;
  /** One for each body: twelve signed 16-bit numbers, joint by joint, time by time within. */
  bodies: PageBodyMotion[];
}

export interface PageBodyMotion {
  matrices: Packed;
  /** The largest number of the linear part; the box of the translations. */
  turnSize: number;
  low: number[];
  size: number[];
  /** 32-bit floats, target by target, time by time within; null without targets. */
  weights: Packed | null;
}

/** Depths of vertices, by finding: those of finding k are from `starts[k]` to `starts[k + 1]`. */
export interface PageHeat {
  starts: number[];
  /** 32 bits, numbered over all bodies. */
  vertices: Packed;
  /** 32 bits: shares of `most` in 65535ths. */
  depths: Packed;
  /** The greatest depth, in units of the model. */
  most: number;
}

/** Numbers packed by meshopt, as base64. */
export interface Packed {
  mode: 'vertices' | 'triangles';
  count: number;
  /** Bytes of one element. */
  stride: number;
  data: string;
}
