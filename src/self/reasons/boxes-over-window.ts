import type { Surface } from '../../shape.ts';

/*
 * The reason of boxes.ts over several instants, between which everything moves evenly: what lies in boxes that are apart
 * along one axis at both ends of a step is apart during all of it, since differences of coordinates move evenly too.
 * Another axis may tell in another step.
 *
 * Box b begins at 6 x instants x b: its low x at all instants, its low y, low z, high x, high y, high z. A test that
 * follows one axis through time then reads two short runs of memory. For one instant that is the layout of boxes.ts.
 *
 * Rounding. Boxes of triangles are the least and the most of their corners, rounded to the nearest float32, and need no margin: rounding
 * is monotone, so what is above something else in float32 is above it in float64. Boxes of nodes are asked for more than that (rays, nearest
 * places), so they contain what is in them: rounded outward, as float32 is off by a part in 2^24 of each number, and of a number below
 * 2^-126 by 2^-150: eight times the first is added, and 4e-37. The lesser of two numbers is taken as half of their sum less their
 * difference, which has no branch to mispredict and is off by 2^-51 of them: below a millionth of what is added. Joining boxes of float32
 * loses 2^-51 of both, and takes 2^-43 off before it is rounded to the number it came from, or beyond it. Coordinates must be finite, as
 * those of poses are that `poseJoints` accepts.
 */

const LEAF_ROUNDING = 2 ** -21;
const SMALLEST = 1e-37;
const JOINING = 2 ** -43;

export interface WindowBoxes {
  instants: number;
  /** Boxes of nodes at each instant, 6 numbers each. */
  atInstants: Float32Array[];
  /** The same in the layout above, once they are needed: then `isGathered`. */
  ofNodes: Float32Array;
  isGathered: boolean;
  /** Boxes of triangles are made when first asked for: then `isBoxed` is 1. */
  ofTriangles: Float32Array;
  isBoxed: Uint8Array;
}

export function createWindowBoxes({ mesh, tree }: Surface, instants: number): WindowBoxes {
  return {
    instants,
    atInstants: Array.from({ length: instants }, () => new Float32Array(6 * tree.links.length)),
    ofNodes: new Float32Array(6 * instants * tree.links.length),
    isGathered: false,
    ofTriangles: new Float32Array(2 * instants * mesh.triangles.length),
    isBoxed: new Uint8Array(mesh.triangles.length / 3),
  };
}

/**
 * Whether two things certainly stay apart while they move evenly from instant `first` to the next, and so on to `last`:
 * in each step one is above the other along some axis at both ends. Only places at equal times are compared, so what
 * both have in common of their motion does not matter; and axes may change from step to step, so that it matters little
 * how many steps there are. `i` and `j` are the offsets of the boxes.
 */
export function boxesStayApart(
  p: Float64Array | Float32Array,
  i: number,
  q: Float64Array | Float32Array,
  j: number,
  instants: number,
  first: number,
  last: number,
): boolean {
  return first === last
    ? areApart(p, i + first, q, j + first, instants)
    : areApartInSteps(p, i, q, j, instants, first, last);
}

/** At one instant. Without branches, which would go either way. */
function areApart(
  p: Float64Array | Float32Array,
  i: number,
  q: Float64Array | Float32Array,
  j: number,
  instants: number,
): boolean {
  const y = instants;
  const z = 2 * instants;
  const high = 3 * instants;
  return (
    (+(p[i] > q[j + high]) |
      +(q[j] > p[i + high]) |
      +(p[i + y] > q[j + high + y]) |
      +(q[j + y] > p[i + high + y]) |
      +(p[i + z] > q[j + high + z]) |
      +(q[j + z] > p[i + high + z])) !==
    0
  );
}

const areApartInSteps: typeof boxesStayApart = (p, i, q, j, instants, first, last) => {
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
};

/** The last instant up to which one is above the other from instant k on; k - 1 if it is not then. */
function apartUntil(
  p: Float64Array | Float32Array,
  low: number,
  q: Float64Array | Float32Array,
  high: number,
  k: number,
  last: number,
): number {
  let end = k - 1;
  while (end < last && p[low + end + 1] > q[high + end + 1]) end++;
  return end;
}

/**
 * In which steps two things do not certainly stay apart, over the first `count` instants: bit k stands for the step from
 * instant k to the next, bit 0 for the only instant if there is but one. 30 to 60 ns.
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

/** Boxes a triangle at the instants whose vertices are given, unless that is done. 40 ns an instant. */
export function boxTriangle(
  { mesh }: Surface,
  positions: readonly Float64Array[],
  count: number,
  slot: number,
  { instants, ofTriangles: boxes, isBoxed }: WindowBoxes,
): void {
  if (isBoxed[slot] === 1) return;
  isBoxed[slot] = 1;
  const a = 3 * mesh.triangles[3 * slot];
  const b = 3 * mesh.triangles[3 * slot + 1];
  const c = 3 * mesh.triangles[3 * slot + 2];
  for (let k = 0; k < count; k++) {
    const x = positions[k];
    const o = 6 * instants * slot + k;
    for (let axis = 0; axis < 3; axis++) {
      const p = x[a + axis];
      const q = x[b + axis];
      const r = x[c + axis];
      boxes[o + instants * axis] = Math.min(p, q, r);
      boxes[o + instants * (axis + 3)] = Math.max(p, q, r);
    }
  }
}

/** Boxes all nodes at an instant, from the leaves up. 35 ns a triangle. */
export function boxNodesAt({ tree, leafVertices }: Surface, x: Float64Array, boxes: Float32Array): void {
  const { links, ends } = tree;
  const { starts, ids } = leafVertices;
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    if (first < 0) {
      boxVertices(x, ids, starts[~first], starts[~first + 1], boxes, 6 * node);
      continue;
    }
    joinBoxes(boxes, 6 * first, 6 * first + 6, 6 * node);
    for (let child = first + 2; child < ends[node]; child++) joinBoxes(boxes, 6 * node, 6 * child, 6 * node);
  }
}

function boxVertices(
  x: Float64Array,
  vertices: Uint32Array,
  from: number,
  to: number,
  boxes: Float32Array,
  o: number,
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
  const marginX = LEAF_ROUNDING * (Math.abs(lowX) + Math.abs(highX)) + 4 * SMALLEST;
  const marginY = LEAF_ROUNDING * (Math.abs(lowY) + Math.abs(highY)) + 4 * SMALLEST;
  const marginZ = LEAF_ROUNDING * (Math.abs(lowZ) + Math.abs(highZ)) + 4 * SMALLEST;
  boxes[o] = lowX - marginX;
  boxes[o + 1] = lowY - marginY;
  boxes[o + 2] = lowZ - marginZ;
  boxes[o + 3] = highX + marginX;
  boxes[o + 4] = highY + marginY;
  boxes[o + 5] = highZ + marginZ;
}

/** The box around those at i and j, at o. */
function joinBoxes(boxes: Float32Array, i: number, j: number, o: number): void {
  for (let low = 0; low < 3; low++) {
    const p = boxes[i + low];
    const q = boxes[j + low];
    boxes[o + low] = 0.5 * (p + q - Math.abs(p - q)) - JOINING * (Math.abs(p) + Math.abs(q));
    const r = boxes[i + low + 3];
    const s = boxes[j + low + 3];
    boxes[o + low + 3] = 0.5 * (r + s + Math.abs(r - s)) + JOINING * (Math.abs(r) + Math.abs(s));
  }
}

/** Lays the boxes of nodes at the first `count` instants out by axis, and forgets those of triangles, unless that is done. */
export function gatherInstants(all: WindowBoxes, count: number): void {
  if (all.isGathered) return;
  const { atInstants, ofNodes, instants, isBoxed } = all;
  all.isGathered = true;
  isBoxed.fill(0);
  for (let k = 0; k < count; k++) {
    const boxes = atInstants[k];
    for (let n = 0, o = k; n < boxes.length; n++, o += instants) ofNodes[o] = boxes[n];
  }
}
