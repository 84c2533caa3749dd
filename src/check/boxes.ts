import type { SelfTree } from '../continuous/self/self-tree.ts';

/**
 * Boxes around the same things at several instants: for each instant a list, in which box b is low corner and high corner at 6b.
 * Rounded outward to float32, which costs nothing but a ten-millionth of their size.
 */
export type Boxes = Float32Array[];

/** More than a float32 may be off, as a share of the number, and for the smallest numbers. */
const ROUNDING = 2 ** -23;
const SMALLEST = 1e-37;
/** What joining boxes may lose in float64, as a share of `ROUNDING`; then it is rounded to the float32 it came from, or beyond. */
const TINY = 2 ** -20;

export function createBoxes(count: number, instants: number): Boxes {
  return Array.from({ length: instants }, () => new Float32Array(6 * count));
}

/**
 * Whether two things certainly stay apart along an axis while they move evenly from instant `first` to the next, and so on to `last`:
 * one is above the other at all of them. Only places at equal times are compared, so what both have in common of their motion
 * does not matter. `i` and `j` are the offsets of the boxes.
 */
export function boxesStayApart(a: Boxes, i: number, b: Boxes, j: number, first: number, last: number): boolean {
  const p = a[first];
  const q = b[first];
  return (
    (p[i] > q[j + 3] && (first === last || staysAbove(a, i, b, j + 3, first, last))) ||
    (q[j] > p[i + 3] && (first === last || staysAbove(b, j, a, i + 3, first, last))) ||
    (p[i + 1] > q[j + 4] && (first === last || staysAbove(a, i + 1, b, j + 4, first, last))) ||
    (q[j + 1] > p[i + 4] && (first === last || staysAbove(b, j + 1, a, i + 4, first, last))) ||
    (p[i + 2] > q[j + 5] && (first === last || staysAbove(a, i + 2, b, j + 5, first, last))) ||
    (q[j + 2] > p[i + 5] && (first === last || staysAbove(b, j + 2, a, i + 5, first, last)))
  );
}

function staysAbove(a: Boxes, i: number, b: Boxes, j: number, first: number, last: number): boolean {
  for (let k = last; k > first; k--) if (!(a[k][i] > b[k][j])) return false;
  return true;
}

/**
 * Boxes triangles, as many as have room. Without branches, which would go either way: the lesser and the greater of two numbers are
 * half their sum less and more half their difference, but for rounding, which the margin covers. 40 ns a triangle.
 */
export function boxTriangles(triangles: Uint32Array, x: Float64Array, boxes: Float32Array): void {
  for (let k = 0, o = 0; k < triangles.length; k += 3, o += 6) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    for (let axis = 0; axis < 3; axis++) {
      const p = x[a + axis];
      const q = x[b + axis];
      const r = x[c + axis];
      const apart = Math.abs(p - q);
      const below = 0.5 * (p + q - apart);
      const above = 0.5 * (p + q + apart);
      const low = 0.5 * (below + r - Math.abs(below - r));
      const high = 0.5 * (above + r + Math.abs(above - r));
      const margin = ROUNDING * (Math.abs(low) + Math.abs(high)) + SMALLEST;
      boxes[o + axis] = low - margin;
      boxes[o + 3 + axis] = high + margin;
    }
  }
}

/** Boxes all nodes from the leaves up. */
export function boxNodes(tree: SelfTree, triangles: Float32Array, nodes: Float32Array): void {
  const { rights, starts, ends } = tree;
  for (let node = rights.length - 1; node >= 0; node--) {
    const o = 6 * node;
    if (rights[node] > 0) joinBoxes(nodes, o + 6, nodes, 6 * rights[node], nodes, o);
    else {
      const last = 6 * (ends[node] - 1);
      joinBoxes(triangles, 6 * starts[node], triangles, last, nodes, o);
      for (let t = 6 * starts[node] + 6; t < last; t += 6) joinBoxes(nodes, o, triangles, t, nodes, o);
    }
  }
}

function joinBoxes(a: Float32Array, i: number, b: Float32Array, j: number, out: Float32Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = a[i + axis];
    const q = b[j + axis];
    out[o + axis] = 0.5 * (p + q - Math.abs(p - q)) - ROUNDING * TINY * (Math.abs(p) + Math.abs(q));
    const r = a[i + 3 + axis];
    const s = b[j + 3 + axis];
    out[o + 3 + axis] = 0.5 * (r + s + Math.abs(r - s)) + ROUNDING * TINY * (Math.abs(r) + Math.abs(s));
  }
}
