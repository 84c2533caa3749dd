import type { SelfTree } from '../continuous/self/self-tree.ts';

/**
 * Boxes around the same things at several instants: for each instant a list, in which box b is low corner and high corner at 6b.
 * Rounded outward to float32, which costs nothing but a ten-millionth of their size.
 */
export type Boxes = Float32Array[];

/** More than a float32 may be off, as a share of the number, and for the smallest numbers. */
const ROUNDING = 2 ** -23;
const SMALLEST = 1e-37;

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

/** About 30 ns a triangle: written out, as every triangle passes here at every instant. */
export function boxTriangles(triangles: Uint32Array, x: Float64Array, data: Float32Array): void {
  for (let k = 0, o = 0; k < triangles.length; k += 3, o += 6) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    let p = x[a];
    let q = x[b];
    let r = x[c];
    let low = p < q ? p : q;
    let high = p < q ? q : p;
    if (r < low) low = r;
    if (r > high) high = r;
    data[o] = low - ROUNDING * (low < 0 ? -low : low) - SMALLEST;
    data[o + 3] = high + ROUNDING * (high < 0 ? -high : high) + SMALLEST;
    p = x[a + 1];
    q = x[b + 1];
    r = x[c + 1];
    low = p < q ? p : q;
    high = p < q ? q : p;
    if (r < low) low = r;
    if (r > high) high = r;
    data[o + 1] = low - ROUNDING * (low < 0 ? -low : low) - SMALLEST;
    data[o + 4] = high + ROUNDING * (high < 0 ? -high : high) + SMALLEST;
    p = x[a + 2];
    q = x[b + 2];
    r = x[c + 2];
    low = p < q ? p : q;
    high = p < q ? q : p;
    if (r < low) low = r;
    if (r > high) high = r;
    data[o + 2] = low - ROUNDING * (low < 0 ? -low : low) - SMALLEST;
    data[o + 5] = high + ROUNDING * (high < 0 ? -high : high) + SMALLEST;
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
  out[o] = a[i] < b[j] ? a[i] : b[j];
  out[o + 1] = a[i + 1] < b[j + 1] ? a[i + 1] : b[j + 1];
  out[o + 2] = a[i + 2] < b[j + 2] ? a[i + 2] : b[j + 2];
  out[o + 3] = a[i + 3] > b[j + 3] ? a[i + 3] : b[j + 3];
  out[o + 4] = a[i + 4] > b[j + 4] ? a[i + 4] : b[j + 4];
  out[o + 5] = a[i + 5] > b[j + 5] ? a[i + 5] : b[j + 5];
}
