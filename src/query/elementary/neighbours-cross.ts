import { findProjection, sideOf, turn } from '../../math/predicates.ts';
import { trianglesTouch } from './triangle-triangle.ts';

/**
 * Do two triangles with a common vertex share more than their common vertices and edges? Vertices are numbers; vertex v is
 * at `positions[3v..]`. Exact, as `trianglesTouch` is; NaN and infinity count as crossing.
 *
 * - One vertex in common: what triangles share is convex. If it holds a second point, follow the ray from the common
 *   vertex through it until it leaves the first of the two: it leaves by the side opposite to the vertex. So they share
 *   more exactly if one triangle's opposite side meets the other triangle.
 * - Two in common: their planes share the line of the edge only, unless they are one plane; then they overlap exactly if
 *   both third corners are on one side of the edge.
 * - Three: the same triangle twice.
 */
export function neighboursCross(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  if (!areFinite(positions, a0, a1, a2) || !areFinite(positions, b0, b1, b2)) return true;
  const isShared0 = a0 === b0 || a0 === b1 || a0 === b2;
  const isShared1 = a1 === b0 || a1 === b1 || a1 === b2;
  const isShared2 = a2 === b0 || a2 === b1 || a2 === b2;
  const count = (isShared0 ? 1 : 0) + (isShared1 ? 1 : 0) + (isShared2 ? 1 : 0);
  const shared = isShared0 ? a0 : isShared1 ? a1 : a2;
  if (count === 1) {
    const p = isShared0 ? a1 : a0;
    const q = isShared2 ? a1 : a2;
    const r = b0 === shared ? b1 : b0;
    const s = b2 === shared ? b1 : b2;
    return (
      segmentMeets(positions, 3 * p, 3 * q, 3 * b0, 3 * b1, 3 * b2) ||
      segmentMeets(positions, 3 * r, 3 * s, 3 * a0, 3 * a1, 3 * a2)
    );
  }
  if (count === 3) return true;
  const p = isShared0 ? a0 : a1;
  const q = isShared2 ? a2 : a1;
  const apex = isShared0 ? (isShared1 ? a2 : a1) : a0;
  const other = b0 !== p && b0 !== q ? b0 : b1 !== p && b1 !== q ? b1 : b2;
  return overlapsAcrossEdge(positions, 3 * p, 3 * q, 3 * apex, 3 * other);
}

/** A sum of finite numbers below 1e307 is finite, one with a NaN or an infinity never is. */
function areFinite(x: Float64Array, a: number, b: number, c: number): boolean {
  const first = x[3 * a] + x[3 * a + 1] + x[3 * a + 2] + x[3 * b] + x[3 * b + 1];
  const second = x[3 * b + 2] + x[3 * c] + x[3 * c + 1] + x[3 * c + 2];
  return first - first === 0 && second - second === 0;
}

function overlapsAcrossEdge(x: Float64Array, p: number, q: number, apex: number, other: number): boolean {
  const side = sideOf(x, p, x, q, x, apex, x, other);
  if (side !== 0) return false;
  const axis = findProjection(x, p, x, q, x, apex);
  const otherAxis = findProjection(x, p, x, q, x, other);
  // A triangle without area is part of a line; it shares more than the edge only if it reaches beyond it.
  if (axis < 0 || otherAxis < 0) return reachesBeyond(x, p, q, apex, other) || reachesBeyond(x, p, q, other, apex);
  return turn(x, p, x, q, x, apex, axis) === turn(x, p, x, q, x, other, axis);
}

/** Whether the segments from the edge's ends to `apex`, collinear with it, meet the other triangle off the edge. */
function reachesBeyond(x: Float64Array, p: number, q: number, apex: number, other: number): boolean {
  if (findProjection(x, p, x, q, x, apex) >= 0) return false;
  const isBetween = [0, 1, 2].every(axis => (x[apex + axis] - x[p + axis]) * (x[apex + axis] - x[q + axis]) <= 0);
  return !isBetween && trianglesTouch(x, apex, apex, apex, x, p, q, other);
}

/** Whether the closed segment pq meets the closed triangle abc. Exact. */
function segmentMeets(x: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const above = sideOf(x, a, x, b, x, c, x, p);
  const below = sideOf(x, a, x, b, x, c, x, q);
  if (above * below > 0) return false;
  if (above === 0 && below === 0) return trianglesTouch(x, p, q, q, x, a, b, c);
  const first = sideOf(x, p, x, q, x, a, x, b);
  const second = sideOf(x, p, x, q, x, b, x, c);
  if (first * second < 0) return false;
  const third = sideOf(x, p, x, q, x, c, x, a);
  return !(first * third < 0 || second * third < 0);
}
