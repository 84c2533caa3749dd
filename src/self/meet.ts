import { areNeighbours } from '../mesh/neighbours.ts';
import { neighboursCross } from '../query/elementary/neighbours-cross.ts';
import { trianglesTouch } from '../query/elementary/triangle-triangle.ts';

/**
 * Whether two triangles of a mesh share more than what neighbours always share: what a pair is. The lower slot comes
 * first, as everywhere, so that triangles that name a vertex twice are asked the same question by all.
 */
export function doMeet(x: Float64Array, triangles: Uint32Array, lower: number, higher: number): boolean {
  if (areNeighbours(triangles, lower, higher)) return doNeighboursMeet(x, triangles, lower, higher);
  return doOthersMeet(x, triangles, lower, higher);
}

/** The same for two triangles with a common vertex. */
export function doNeighboursMeet(x: Float64Array, triangles: Uint32Array, lower: number, higher: number): boolean {
  const s = 3 * lower;
  const t = 3 * higher;
  const [a, b, c] = [triangles[s], triangles[s + 1], triangles[s + 2]];
  return neighboursCross(x, a, b, c, triangles[t], triangles[t + 1], triangles[t + 2]);
}

/** The same for two triangles without one; in any order. */
export function doOthersMeet(x: Float64Array, triangles: Uint32Array, one: number, other: number): boolean {
  const a = 3 * triangles[3 * one];
  const b = 3 * triangles[3 * one + 1];
  const c = 3 * triangles[3 * one + 2];
  const d = 3 * triangles[3 * other];
  const e = 3 * triangles[3 * other + 1];
  const f = 3 * triangles[3 * other + 2];
  return trianglesTouch(x, a, b, c, x, d, e, f);
}
