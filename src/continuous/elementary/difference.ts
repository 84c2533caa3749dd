import type { LinearMotion } from './linear-motion.ts';

/**
 * The difference of two moving features: all vectors from a point of one to a point of the other. For a vertex and a
 * triangle it is a triangle, for two edges a parallelogram. The features touch when it passes through 0, so both tests
 * are one: a flat polygon of 3 or 4 corners, each moving evenly and straight, against the origin.
 *
 * Corner i is `corners[3i..3i+2]` at time 0 and `corners[AT_END + 3i..]` at time 1, in order around the polygon. It is
 * one float64 subtraction per axis, so it is off by at most u = 2^-53 of itself, and the signs of its coordinates are
 * exact. All but `corners` and `count` is filled in and used by the tests. Times pass from one of their functions to
 * the next in here too: as arguments, V8 would allocate each.
 */
export interface Difference {
  corners: Float64Array;
  /** 3 or 4. */
  count: number;
  /** By axis, the sum of the sizes of the coordinates of all corners at both ends: what rounding is measured by. */
  extent: Float64Array;
  /** The signed volume of the first three corners, a cubic in time: its Bernstein coefficients; 0 if not known. */
  volumes: Float64Array;
  /** The time last looked at, the direction from 0 to the point nearest to it then, and its place (see `Impact`). */
  moment: Float64Array;
  direction: Float64Array;
  place: Float64Array;
  /** From when to when that direction parts the polygon from 0. */
  span: Float64Array;
  /** The part of the step in question. */
  part: Float64Array;
  /** The corners at both ends of that part, laid out as `corners`. */
  window: Float64Array;
}

/** Where the corners at time 1 begin. */
export const AT_END = 12;

export function createDifference(): Difference {
  return {
    corners: new Float64Array(2 * AT_END),
    count: 3,
    extent: new Float64Array(3),
    volumes: new Float64Array(4),
    moment: new Float64Array(1),
    direction: new Float64Array(3),
    place: new Float64Array(2),
    span: new Float64Array(2),
    part: new Float64Array(2),
    window: new Float64Array(2 * AT_END),
  };
}

/** A vertex of `a` and a triangle of `b`, given by the offsets of their x. */
export type VertexTriangle = [a: LinearMotion, vertex: number, b: LinearMotion, b0: number, b1: number, b2: number];

/** The edge a0 a1 of `a` and the edge b0 b1 of `b`, given by the offsets of their x. */
export type EdgeEdge = [a: LinearMotion, a0: number, a1: number, b: LinearMotion, b0: number, b1: number];

/** A point by the motion it is of, and the offset of its x there. */
type Point = [motion: LinearMotion, o: number];

type SetFeatures<Features extends unknown[]> = (difference: Difference, ...features: Features) => void;

export const setVertexTriangle: SetFeatures<VertexTriangle> = (difference, a, vertex, b, b0, b1, b2) => {
  difference.count = 3;
  writeCorner(difference, 0, a, vertex, b, b0);
  writeCorner(difference, 3, a, vertex, b, b1);
  writeCorner(difference, 6, a, vertex, b, b2);
};

export const setEdgeEdge: SetFeatures<EdgeEdge> = (difference, a, a0, a1, b, b0, b1) => {
  difference.count = 4;
  writeCorner(difference, 0, b, b0, a, a0);
  writeCorner(difference, 3, b, b0, a, a1);
  writeCorner(difference, 6, b, b1, a, a1);
  writeCorner(difference, 9, b, b1, a, a0);
};

/** Writes the vector from point `o` of `origin` to point `t` of `target`, at both ends of their motion, as the corner at `k`. */
const writeCorner: (...of: [difference: Difference, k: number, ...Point, ...Point]) => void = (
  { corners },
  k,
  { start, end },
  o,
  target,
  t,
) => {
  for (let axis = 0; axis < 3; axis++) {
    corners[k + axis] = target.start[t + axis] - start[o + axis];
    corners[AT_END + k + axis] = target.end[t + axis] - end[o + axis];
  }
};

/**
 * Brings very small and very large polygons to a size of about 1, so that no product over- or underflows. False if that
 * cannot be: a coordinate is NaN or infinite, or all are 0. Multiplying by a power of two is exact but for coordinates
 * that vanish beside others 2^1000 times their size; they stay within the error bounds, which are relative to the
 * extent.
 */
export function scaleToUsableSize({ corners, count, extent, volumes }: Difference): boolean {
  const size = extent[0] + extent[1] + extent[2];
  if (size > 1e-60 && size < 1e60) return true;
  if (!(size > 0 && size < Infinity)) return false;
  // Two factors, as 2^1074 is not a float64.
  const exponent = -Math.round(Math.log2(size));
  const half = 2 ** Math.trunc(exponent / 2);
  const rest = 2 ** (exponent - Math.trunc(exponent / 2));
  for (let k = 0; k < 3 * count; k++) {
    corners[k] = corners[k] * half * rest;
    corners[AT_END + k] = corners[AT_END + k] * half * rest;
  }
  for (let axis = 0; axis < 3; axis++) extent[axis] = extent[axis] * half * rest;
  volumes.fill(0);
  return true;
}
