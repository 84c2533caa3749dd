import type { SelfTree } from '../../continuous/self/self-tree.ts';

/*
 * Boxes around the same things at several instants. Box b begins at 6 x instants x b: its low x at all instants, its low y, low z, high x,
 * high y, high z. A walk that follows one axis through time then reads two short runs of memory.
 * Rounded outward to float32, which costs nothing but a millionth of their size.
 */

/** More than a float32 may be off, as a share of the number, and for the smallest numbers. */
const ROUNDING = 2 ** -23;
const SMALLEST = 1e-37;
/** What joining boxes may lose in float64, as a share of `ROUNDING`; then it is rounded to the float32 it came from, or beyond. */
const TINY = 2 ** -20;

/**
 * Whether two things certainly stay apart while they move evenly from instant `first` to the next, and so on to `last`: in each step one is
 * above the other along some axis at both ends. Only places at equal times are compared, so what both have in common of their
 * motion does not matter; and axes may change from step to step, so that it matters little how many steps there are.
 * `i` and `j` are the offsets of the boxes.
 */
export function boxesStayApart(
  p: Float32Array,
  i: number,
  q: Float32Array,
  j: number,
  instants: number,
  first: number,
  last: number,
): boolean {
  const high = 3 * instants;
  for (let k = first; ; ) {
    let farthest = k - 1;
    for (let o = 0; o < high; o += instants) {
      const end = Math.max(
        apartUntil(p, i + o, q, j + o + high, k, last),
        apartUntil(q, j + o, p, i + o + high, k, last),
      );
      if (end === last) return true;
      if (end > farthest) farthest = end;
    }
    if (farthest <= k) return false;
    k = farthest;
  }
}

/** The last instant up to which one is above the other from instant k on; k - 1 if it is not then. */
function apartUntil(p: Float32Array, low: number, q: Float32Array, high: number, k: number, last: number): number {
  let end = k - 1;
  while (end < last && p[low + end + 1] > q[high + end + 1]) end++;
  return end;
}

/**
 * In which steps two things do not certainly stay apart, over the first `count` instants: bit k stands for the step from instant k to the
 * next, bit 0 for the only instant if there is but one. 30 to 60 ns.
 */
export function findNearSteps(
  p: Float32Array,
  i: number,
  q: Float32Array,
  j: number,
  instants: number,
  count: number,
): number {
  const high = 3 * instants;
  const all = count === 1 ? 1 : (1 << (count - 1)) - 1;
  const shift = count === 1 ? 0 : 1;
  let near = all;
  for (let o = 0; o < high && near !== 0; o += instants) {
    let above = 0;
    let below = 0;
    for (let k = 0; k < count; k++) {
      if (p[i + o + k] > q[j + o + high + k]) above |= 1 << k;
      else if (q[j + o + k] > p[i + o + high + k]) below |= 1 << k;
    }
    near &= ~((above & (above >> shift)) | (below & (below >> shift)));
  }
  return near;
}

/**
 * Boxes one triangle at one instant; o is the offset of its box, plus the instant. Without branches, which would go either way: the lesser and the greater of two numbers
 * are half their sum less and more half their difference, but for rounding, which the margin covers. 40 ns.
 */
export function boxTriangle(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  boxes: Float32Array,
  o: number,
  instants: number,
): void {
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
    boxes[o + instants * axis] = low - margin;
    boxes[o + instants * (axis + 3)] = high + margin;
  }
}

/** The vertices of each leaf, each once: those of node n are `vertices[starts[n] .. starts[n + 1])`. */
export interface LeafVertices {
  starts: Uint32Array;
  vertices: Uint32Array;
}

export function findLeafVertices({ rights, starts, ends }: SelfTree, triangles: Uint32Array): LeafVertices {
  const firsts = new Uint32Array(rights.length + 1);
  const vertices: number[] = [];
  for (let node = 0; node < rights.length; node++) {
    if (rights[node] === 0) {
      for (const v of new Set(triangles.subarray(3 * starts[node], 3 * ends[node]))) vertices.push(v);
    }
    firsts[node + 1] = vertices.length;
  }
  return { starts: firsts, vertices: Uint32Array.from(vertices) };
}

/**
 * Boxes all nodes at an instant, from the leaves up. A node's box holds those `boxTriangle` makes of its triangles, margins and all: one
 * of these has at most twice the margin its own corners would, so leaves take four times that. 35 ns a triangle.
 */
export function boxNodes(
  { rights }: SelfTree,
  { starts, vertices }: LeafVertices,
  x: Float64Array,
  nodes: Float32Array,
  instants: number,
  instant: number,
): void {
  for (let node = rights.length - 1; node >= 0; node--) {
    const o = 6 * instants * node + instant;
    const right = rights[node];
    if (right > 0) joinBoxes(nodes, o + 6 * instants, 6 * instants * right + instant, o, instants);
    else boxVertices(x, vertices, starts[node], starts[node + 1], nodes, o, instants);
  }
}

function boxVertices(
  x: Float64Array,
  vertices: Uint32Array,
  from: number,
  to: number,
  boxes: Float32Array,
  o: number,
  instants: number,
): void {
  const first = 3 * vertices[from];
  let lowX = x[first];
  let lowY = x[first + 1];
  let lowZ = x[first + 2];
  let highX = lowX;
  let highY = lowY;
  let highZ = lowZ;
  for (let k = from + 1; k < to; k++) {
    const v = 3 * vertices[k];
    const px = x[v];
    const py = x[v + 1];
    const pz = x[v + 2];
    lowX = 0.5 * (lowX + px - Math.abs(lowX - px));
    lowY = 0.5 * (lowY + py - Math.abs(lowY - py));
    lowZ = 0.5 * (lowZ + pz - Math.abs(lowZ - pz));
    highX = 0.5 * (highX + px + Math.abs(highX - px));
    highY = 0.5 * (highY + py + Math.abs(highY - py));
    highZ = 0.5 * (highZ + pz + Math.abs(highZ - pz));
  }
  const marginX = 4 * (ROUNDING * (Math.abs(lowX) + Math.abs(highX)) + SMALLEST);
  const marginY = 4 * (ROUNDING * (Math.abs(lowY) + Math.abs(highY)) + SMALLEST);
  const marginZ = 4 * (ROUNDING * (Math.abs(lowZ) + Math.abs(highZ)) + SMALLEST);
  boxes[o] = lowX - marginX;
  boxes[o + instants] = lowY - marginY;
  boxes[o + 2 * instants] = lowZ - marginZ;
  boxes[o + 3 * instants] = highX + marginX;
  boxes[o + 4 * instants] = highY + marginY;
  boxes[o + 5 * instants] = highZ + marginZ;
}

function joinBoxes(boxes: Float32Array, i: number, j: number, o: number, instants: number): void {
  for (let low = 0; low < 3 * instants; low += instants) {
    const p = boxes[i + low];
    const q = boxes[j + low];
    boxes[o + low] = 0.5 * (p + q - Math.abs(p - q)) - ROUNDING * TINY * (Math.abs(p) + Math.abs(q));
    const high = low + 3 * instants;
    const r = boxes[i + high];
    const s = boxes[j + high];
    boxes[o + high] = 0.5 * (r + s + Math.abs(r - s)) + ROUNDING * TINY * (Math.abs(r) + Math.abs(s));
  }
}
