import { nearestOfTriangle } from '../../query/elementary/point-triangle.ts';
import type { GroupTree } from '../../tree/group-tree.ts';
import { type MeshFeatures, OWNS_SIDE } from './features.ts';
import type { SelfCheck } from './self-check.ts';

/** Pairs of features, of owners that follow one joint alone, which are all but touching at rest. */
export interface ClosePairs {
  /** 1 for two edges, 0 for a vertex and a triangle. */
  areEdges: Uint8Array;
  first: Uint32Array;
  second: Uint32Array;
  joints: Uint32Array;
}

interface Finder {
  check: SelfCheck;
  positions: Float64Array;
  /** Boxes of nodes at rest. */
  boxes: Float64Array;
  reach: number;
  found: number[];
  /** Room for barycentric coordinates. */
  place: Float64Array;
}

export function createClosePairs(): ClosePairs {
  const none = new Uint32Array(0);
  return { areEdges: new Uint8Array(0), first: none, second: none, joints: none };
}

/**
 * Finds all pairs that are nearer than `restGap` to each other at rest, and a few that are not. Distances are measured in
 * floats, which for edges at an angle of 1e-8 may be off by 1e-8 of their length; at smaller angles their ends tell, as
 * well as that. The limit is four times the gap for this reason. Cost: some us a triangle.
 */
export function findClosePairs(check: SelfCheck, positions: Float64Array): ClosePairs {
  const finder: Finder = {
    check,
    positions,
    boxes: check.boxes.end,
    reach: 4 * check.restGap,
    found: [],
    place: new Float64Array(3),
  };
  if (check.jointOfTriangle.some(joint => joint >= 0)) walk(finder);
  const { found } = finder;
  const pick = (k: number): number[] => found.filter((_, at) => at % 4 === k);
  return {
    areEdges: Uint8Array.from(pick(0)),
    first: Uint32Array.from(pick(1)),
    second: Uint32Array.from(pick(2)),
    joints: Uint32Array.from(pick(3)),
  };
}

function walk(finder: Finder): void {
  const { tree, jointOfNode } = finder.check;
  const { rights } = tree;
  const stack = [0, 0];
  while (stack.length > 0) {
    const j = stack.pop() as number;
    const i = stack.pop() as number;
    if (jointOfNode[i] >= 0 && jointOfNode[j] >= 0 && jointOfNode[i] !== jointOfNode[j]) continue;
    if (i !== j && areApart(finder, i, j)) continue;
    if (rights[i] === 0 && rights[j] === 0) addOfLeaves(finder, i, j);
    else if (i === j) stack.push(i + 1, i + 1, rights[i], rights[i], i + 1, rights[i]);
    else if (rights[j] === 0 || (rights[i] > 0 && countOf(tree, i) >= countOf(tree, j))) {
      stack.push(i + 1, j, rights[i], j);
    } else stack.push(i, j + 1, i, rights[j]);
  }
}

function countOf({ starts, ends }: GroupTree, node: number): number {
  return ends[node] - starts[node];
}

function areApart({ boxes, reach }: Finder, i: number, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[6 * i + axis] - boxes[6 * j + 3 + axis] > reach) return true;
    if (boxes[6 * j + axis] - boxes[6 * i + 3 + axis] > reach) return true;
  }
  return false;
}

function addOfLeaves(finder: Finder, i: number, j: number): void {
  const { tree, jointOfTriangle } = finder.check;
  for (let one = tree.starts[i]; one < tree.ends[i]; one++) {
    const joint = jointOfTriangle[one];
    if (joint < 0) continue;
    for (let other = i === j ? one + 1 : tree.starts[j]; other < tree.ends[j]; other++) {
      if (jointOfTriangle[other] !== joint) continue;
      addVertices(finder, one, other, joint);
      addVertices(finder, other, one, joint);
      addEdges(finder, one, other, joint);
    }
  }
}

/** Adds the vertices that `one` owns, if they are near to the triangle `other`. */
function addVertices(
  { check, positions, reach, found, place }: Finder,
  one: number,
  other: number,
  joint: number,
): void {
  const { triangles, owned } = check.tester.features;
  const a = triangles[3 * other];
  const b = triangles[3 * other + 1];
  const c = triangles[3 * other + 2];
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * one + k];
    if (!(owned[one] & (1 << k)) || v === a || v === b || v === c) continue;
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    const squared = nearestOfTriangle(x, y, z, positions, 3 * a, 3 * b, 3 * c, place, 0);
    if (!(squared > reach * reach)) found.push(0, v, other, joint);
  }
}

/** Adds the edges that the two triangles own, if they are near to each other. */
function addEdges(finder: Finder, one: number, other: number, joint: number): void {
  const { features } = finder.check.tester;
  const { owned, topology } = features;
  const { edgesOfTriangle } = topology;
  for (let k = 0; k < 3; k++) {
    if (!(owned[one] & (1 << (OWNS_SIDE + k)))) continue;
    for (let l = 0; l < 3; l++) {
      if (!(owned[other] & (1 << (OWNS_SIDE + l)))) continue;
      const [e, f] = [edgesOfTriangle[3 * one + k], edgesOfTriangle[3 * other + l]];
      if (areEdgesNear(finder, features, e, f)) finder.found.push(1, e, f, joint);
    }
  }
}

/** Two edges are nearest to each other within both, or at an end of one of them. */
function areEdgesNear(
  { positions: x, reach, place }: Finder,
  { topology }: MeshFeatures,
  e: number,
  f: number,
): boolean {
  const { edges } = topology;
  const [p, q, r, s] = [edges[2 * e], edges[2 * e + 1], edges[2 * f], edges[2 * f + 1]];
  if (p === r || p === s || q === r || q === s) return false;
  for (let axis = 0; axis < 3; axis++) {
    const [i, j, k, l] = [x[3 * p + axis], x[3 * q + axis], x[3 * r + axis], x[3 * s + axis]];
    if (Math.min(i, j) - Math.max(k, l) > reach || Math.min(k, l) - Math.max(i, j) > reach) return false;
  }
  const limit = reach * reach;
  if (!(toSegment(x, p, r, s, place) > limit && toSegment(x, q, r, s, place) > limit)) return true;
  if (!(toSegment(x, r, p, q, place) > limit && toSegment(x, s, p, q, place) > limit)) return true;
  return !(betweenLines(x, p, q, r, s) > limit);
}

/** The squared distance of a vertex from a segment. */
function toSegment(x: Float64Array, v: number, p: number, q: number, place: Float64Array): number {
  return nearestOfTriangle(x[3 * v], x[3 * v + 1], x[3 * v + 2], x, 3 * p, 3 * q, 3 * q, place, 0);
}

/** The squared distance of two segments where their lines are nearest; Infinity if that is beyond an end, or nowhere. */
function betweenLines(x: Float64Array, p: number, q: number, r: number, s: number): number {
  const ux = x[3 * q] - x[3 * p];
  const uy = x[3 * q + 1] - x[3 * p + 1];
  const uz = x[3 * q + 2] - x[3 * p + 2];
  const vx = x[3 * s] - x[3 * r];
  const vy = x[3 * s + 1] - x[3 * r + 1];
  const vz = x[3 * s + 2] - x[3 * r + 2];
  const dx = x[3 * r] - x[3 * p];
  const dy = x[3 * r + 1] - x[3 * p + 1];
  const dz = x[3 * r + 2] - x[3 * p + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squared = nx * nx + ny * ny + nz * nz;
  const i = (nx * (dy * vz - dz * vy) + ny * (dz * vx - dx * vz) + nz * (dx * vy - dy * vx)) / squared;
  const j = (nx * (dy * uz - dz * uy) + ny * (dz * ux - dx * uz) + nz * (dx * uy - dy * ux)) / squared;
  if (!(i > -0.01 && i < 1.01 && j > -0.01 && j < 1.01)) return Infinity; // NaN, of parallel edges, too
  const height = nx * dx + ny * dy + nz * dz;
  return (height * height) / squared;
}
