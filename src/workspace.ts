import type { Crowd } from './bounds/crowd.ts';
import { createFramePair } from './bounds/oriented-boxes.ts';
import { createProbe, type Probe } from './bounds/probe.ts';
import { createPairing, type VolumePairing } from './bounds/volumes.ts';
import { type AimedRay, createAimedRay } from './query/elementary/ray-triangle.ts';
import { NEAREST_SIZE } from './query/elementary/triangle-distance.ts';
import { createPairList, type PairList } from './query/pairs/pair-list.ts';
import { addStats, clearStats, createStats, type Stats } from './query/stats.ts';

/**
 * What a query needs while it runs, so that it need not take memory: about 2 KB. It belongs to a collider and is taken
 * from it for as long as a query lasts (`takeWorkspace`). Its contents mean nothing before a query has set them: each
 * sets all that it reads.
 */
export interface Workspace {
  /** Nodes, or pairs of nodes, a walk still has to look at, and how near each of them is. */
  stack: Uint32Array;
  distances: Float64Array;
  /** How far the children of one node are from another. */
  gaps: Float64Array;
  /** Triangles of one leaf that are near another leaf. */
  nearSlots: Uint32Array;
  /** How volumes of two colliders are compared; what a query of one collider looks with. They share a pair of frames. */
  pairing: VolumePairing;
  probe: Probe;
  /** Where the posed vertices are that the query has to look at. */
  posed: PosedVertices;
  /** A box of the world. */
  box: Float64Array;
  /** The ray as triangles are tested with it; or, in its points, a segment or a point. */
  line: AimedRay;
  /** What the test of one triangle, or of two, has found, and the best of that so far. */
  candidate: Float64Array;
  best: Float64Array;
  search: Search;
  /** Pairs of triangles found. */
  pairs: PairList;
  /** Boxes of many colliders; null before a query of many. */
  crowd: Crowd | null;
  /** What the query has done so far. */
  counts: Stats;
}

/** Posed vertices: x, y and z of vertex `v` are at `start + stride * v`. */
export interface PosedVertices {
  vertices: Float64Array;
  start: number;
  stride: number;
}

/** Where two colliders touched last: the leaves, as the compiled query numbers them (-1: nowhere), and slots of these. */
export interface LastHit {
  leafA: number;
  leafB: number;
  slotA: number;
  slotB: number;
}

export function createLastHit(): LastHit {
  return { leafA: -1, leafB: -1, slotA: -1, slotB: -1 };
}

/** What is being looked for, and what has been found. Of its slots and leaves: the triangle found, or the two, by slot (-1: none), and the two leaves of these. */
export interface Search extends LastHit {
  /** Distances that count: of a ray from `near` to `far`; else up to `far`, which falls when only the nearest is wanted. */
  near: number;
  far: number;
  /** What rounding may add to a distance along a ray. */
  slack: number;
  /** Which sides of triangles a ray may hit: 1 fronts only, -1 backs only, 0 both; and the side it has hit. */
  wantedSide: number;
  side: number;
  /** The length and the radius of a capsule; a sphere has no length. */
  length: number;
  radius: number;
  /** Whether all pairs are wanted, or any one of them. */
  wantsAll: boolean;
  /** Triangles found, or numbers that tell of them; null: one is enough. */
  list: number[] | null;
}

export function createWorkspace(): Workspace {
  const frames = createFramePair();
  return {
    stack: new Uint32Array(64),
    distances: new Float64Array(32),
    gaps: new Float64Array(8),
    nearSlots: new Uint32Array(8),
    pairing: createPairing(frames),
    probe: createProbe(frames),
    posed: { vertices: new Float64Array(0), start: 0, stride: 3 },
    box: new Float64Array(6),
    line: createAimedRay(),
    candidate: new Float64Array(NEAREST_SIZE),
    best: new Float64Array(NEAREST_SIZE),
    search: {
      near: 0,
      far: 0,
      slack: 0,
      wantedSide: 0,
      side: 0,
      length: 0,
      radius: 0,
      slotA: -1,
      slotB: -1,
      leafA: -1,
      leafB: -1,
      wantsAll: false,
      list: null,
    },
    pairs: createPairList(),
    crowd: null,
    counts: createStats(),
  };
}

/** What a workspace belongs to: a collider. */
interface Owner {
  workspace: Workspace | null;
}

/**
 * Takes the workspace for a query; the first query makes it. Until it is given back its owner has none. So a query that is
 * asked in the midst of another (by a getter of an argument, say) makes one for itself, and the workspace of a query that
 * is broken off by an exception is never seen again: nothing has to be cleaned up.
 */
export function takeWorkspace(owner: Owner): Workspace {
  const workspace = owner.workspace ?? createWorkspace();
  owner.workspace = null;
  clearStats(workspace.counts);
  return workspace;
}

/** Gives the workspace back, and only then writes to what users gave: adds what was counted to `stats`. */
export function giveBack(owner: Owner, workspace: Workspace, stats: Stats | undefined): void {
  owner.workspace = workspace;
  if (stats !== undefined) addStats(stats, workspace.counts);
}

/** Room for a walk: `words` numbers of nodes, and as many distances as `reaches` says. */
export function reserveStack(workspace: Workspace, words: number, reaches: number): void {
  if (words > workspace.stack.length) workspace.stack = new Uint32Array(words);
  if (reaches > workspace.distances.length) workspace.distances = new Float64Array(reaches);
}

/** Room for the gaps of as many children as a node has at most. */
export function reserveGaps(workspace: Workspace, arity: number): void {
  if (arity > workspace.gaps.length) workspace.gaps = new Float64Array(arity);
}
