/*
 * What the page of the HTML report gets to know, as JSON in the file: report-page/ reads it. Everything in it is also in the
 * tables of the page but the geometry, which is left out of reports that are for showing evidence only.
 */

import type { Material } from '../looks/material.ts';

export interface PageData {
  /** Colours of depth, from nothing to the deepest, and of what is not deep. */
  stops: readonly string[];
  clay: string;
  /** The patterns of pairs that were ignored already. */
  ignore: readonly string[];
  assets: PageAsset[];
  /** The number of the asset to open with: that of the worst issue. */
  first: number;
}

export interface PageAsset {
  name: string;
  /** Of the asset at rest, in its units, and millimetres in a unit. */
  height: number;
  unit: number;
  clips: PageClip[];
  /** Those that have a row in the page, in its order. */
  issues: PageIssue[];
  /** Those of each issue, then the suppressed ones. */
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

/** What an issue is searched, sorted and accepted by. */
export interface PageIssue {
  title: string;
  list: 'collision' | 'joint' | 'layered';
  /** Depth in units of the model. */
  depth: number;
  /** Numbers of findings: of all, in the order of the page, and of the worst. */
  findings: number[];
  worst: number;
  /** Numbers of the clips it is in. */
  clips: number[];
  /** Names of both parts, as people read them and as the file has them, and of the materials that touch. */
  parts: string[];
  names: string[];
  materials: string[];
  /** What became of it since an earlier report; null if there is none. */
  compared: 'new' | 'worse' | 'same' | 'better' | null;
  /** Patterns that it, and what is part of it, are ignored by. */
  ignore: string[];
}

export interface PageFinding {
  id: string;
  clip: number;
  /** The number of the issue that tells it; -1: it is suppressed. */
  issue: number;
  title: string;
  depth: string;
  start: number;
  end: number;
  worst: number;
  point: [number, number, number];
  /** The direction to an eye that sees it; null if nobody does, or nobody knows. */
  from: [number, number, number] | null;
}

export interface PageScene {
  bodies: PageBody[];
  motions: PageMotion[];
  heat: PageHeat;
  /** What bodies look like; none: they are of clay. */
  materials: PageMaterial[];
  images: PageImage[];
}

export type PageMaterial = Omit<Material, 'name'>;

/** A PNG or JPEG, as base64. */
export interface PageImage {
  mime: string;
  data: string;
}

export interface PageBody {
  vertices: number;
  /** Four 16-bit numbers for each vertex, of which three count: its share of the box. */
  positions: Packed;
  low: number[];
  size: number[];
  /** Corners of triangles, by material, as numbers of drawn vertices. */
  triangles: Packed;
  /** The vertex that each drawn vertex is (32 bits): where looks have seams there are several; null: they are the same. */
  vertexOf: Packed | null;
  /** The material of the next so many triangles, in turn. */
  groups: [material: number, triangles: number][];
  /** For each drawn vertex where on the image: two 16-bit numbers, shares of a box; null without images. */
  uvs: { shares: Packed; low: number[]; size: number[] } | null;
  /** For each drawn vertex four bytes, with which the material is multiplied; null: all white. */
  colors: Packed | null;
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
