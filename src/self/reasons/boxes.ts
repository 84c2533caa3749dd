import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { Surface } from '../../shape.ts';

/*
 * The reason: what lies in boxes that are apart does not touch; and two triangles of two leaves can only meet where the
 * boxes of the leaves overlap, so one whose own box is apart from that place meets nothing of the other leaf.
 *
 * Boxes are low and high corners, 6 numbers each. The lesser of two numbers is taken as (p + q - |p - q|) / 2, which
 * has no branch to mispredict.
 *
 * Rounding. With numbers of size at most M the sum and the difference are off by at most 2 u M each, their difference
 * by another 2 u M, halved: 3 u M for each number taken in. A leaf takes in its k vertices, a node its k children, a
 * triangle 3 corners: with 4 (k + 2) u M added on every side, k the most of these, each box holds all that is in it, as
 * exact numbers, and 8 u M are left, enough for the common part of two boxes. M is the size of the largest coordinate;
 * boxes of boxes are larger by their pads, which the factor 4 instead of 3 covers. A NaN among the coordinates makes
 * boxes that are never apart from anything.
 */

export interface SelfBoxes {
  /** What is added on every side of every box. */
  pad: number;
  ofNodes: Float64Array;
  /** Boxes of triangles are made for a leaf when first asked for: then `isBoxed` is 1. */
  ofTriangles: Float64Array;
  isBoxed: Uint8Array;
}

export function createSelfBoxes({ mesh, tree }: Surface): SelfBoxes {
  return {
    pad: 0,
    ofNodes: new Float64Array(6 * tree.links.length),
    ofTriangles: new Float64Array(2 * mesh.triangles.length),
    isBoxed: new Uint8Array(tree.leafCount),
  };
}

/** How many numbers a box is made from at most. */
export function mostInBox({ tree, leafVertices }: Surface): number {
  let most = Math.max(3, tree.maxArity);
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    most = Math.max(most, leafVertices.starts[leaf + 1] - leafVertices.starts[leaf]);
  }
  return most;
}

/** The size of the largest coordinate of the first `vertices` vertices; NaN if one is not finite. */
export function measureSize(x: Float64Array, vertices: number): number {
  let size = 0;
  let poison = 0;
  for (let k = 0; k < 3 * vertices; k++) {
    const own = Math.abs(x[k]);
    if (own > size) size = own;
    poison += 0 * own;
  }
  return size + poison;
}

/** Boxes of all nodes, of vertices no coordinate of which is larger than `size`. */
export function boxNodes(surface: Surface, x: Float64Array, size: number, most: number, out: SelfBoxes): void {
  out.pad = 4 * (most + 2) * UNIT_ROUNDOFF * size;
  out.isBoxed.fill(0);
  boxTree(surface, x, out.pad, out.ofNodes);
}

/** Boxes of all nodes of a tree, from the leaves up, wider by `pad` on every side. 35 ns a node and 5 ns a vertex. */
export function boxTree<Numbers extends Float32Array | Float64Array>(
  { tree, leafVertices }: Pick<Surface, 'tree' | 'leafVertices'>,
  x: Numbers,
  pad: number,
  boxes: Numbers,
): void {
  const { links, ends } = tree;
  const { starts, ids } = leafVertices;
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    let lowX: number;
    let lowY: number;
    let lowZ: number;
    let highX: number;
    let highY: number;
    let highZ: number;
    if (first < 0) {
      const end = starts[~first + 1];
      let v = 3 * ids[starts[~first]];
      lowX = highX = x[v];
      lowY = highY = x[v + 1];
      lowZ = highZ = x[v + 2];
      for (let k = starts[~first] + 1; k < end; k++) {
        v = 3 * ids[k];
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
    } else {
      let o = 6 * first;
      const end = 6 * ends[node];
      lowX = boxes[o];
      lowY = boxes[o + 1];
      lowZ = boxes[o + 2];
      highX = boxes[o + 3];
      highY = boxes[o + 4];
      highZ = boxes[o + 5];
      for (o += 6; o < end; o += 6) {
        lowX = 0.5 * (lowX + boxes[o] - Math.abs(lowX - boxes[o]));
        lowY = 0.5 * (lowY + boxes[o + 1] - Math.abs(lowY - boxes[o + 1]));
        lowZ = 0.5 * (lowZ + boxes[o + 2] - Math.abs(lowZ - boxes[o + 2]));
        highX = 0.5 * (highX + boxes[o + 3] + Math.abs(highX - boxes[o + 3]));
        highY = 0.5 * (highY + boxes[o + 4] + Math.abs(highY - boxes[o + 4]));
        highZ = 0.5 * (highZ + boxes[o + 5] + Math.abs(highZ - boxes[o + 5]));
      }
    }
    const o = 6 * node;
    boxes[o] = lowX - pad;
    boxes[o + 1] = lowY - pad;
    boxes[o + 2] = lowZ - pad;
    boxes[o + 3] = highX + pad;
    boxes[o + 4] = highY + pad;
    boxes[o + 5] = highZ + pad;
  }
}

/** Boxes of the triangles of a leaf, if they are not there yet. */
export function boxLeaf(shape: Surface, x: Float64Array, node: number, out: SelfBoxes): void {
  const { tree, mesh } = shape;
  const leaf = ~tree.links[node];
  if (out.isBoxed[leaf] === 1) return;
  out.isBoxed[leaf] = 1;
  const { triangles } = mesh;
  const { ofTriangles: boxes, pad } = out;
  const end = tree.slotEnds[node];
  for (let slot = tree.slotStarts[node]; slot < end; slot++) {
    const p = 3 * triangles[3 * slot];
    const q = 3 * triangles[3 * slot + 1];
    const r = 3 * triangles[3 * slot + 2];
    const o = 6 * slot;
    const sumX = 0.5 * (x[p] + x[q]);
    const sumY = 0.5 * (x[p + 1] + x[q + 1]);
    const sumZ = 0.5 * (x[p + 2] + x[q + 2]);
    const halfX = 0.5 * Math.abs(x[p] - x[q]);
    const halfY = 0.5 * Math.abs(x[p + 1] - x[q + 1]);
    const halfZ = 0.5 * Math.abs(x[p + 2] - x[q + 2]);
    const rx = x[r];
    const ry = x[r + 1];
    const rz = x[r + 2];
    boxes[o] = 0.5 * (sumX - halfX + rx - Math.abs(sumX - halfX - rx)) - pad;
    boxes[o + 1] = 0.5 * (sumY - halfY + ry - Math.abs(sumY - halfY - ry)) - pad;
    boxes[o + 2] = 0.5 * (sumZ - halfZ + rz - Math.abs(sumZ - halfZ - rz)) - pad;
    boxes[o + 3] = 0.5 * (sumX + halfX + rx + Math.abs(sumX + halfX - rx)) + pad;
    boxes[o + 4] = 0.5 * (sumY + halfY + ry + Math.abs(sumY + halfY - ry)) + pad;
    boxes[o + 5] = 0.5 * (sumZ + halfZ + rz + Math.abs(sumZ + halfZ - rz)) + pad;
  }
}

/** The greater of two numbers, up to rounding. */
export function greaterOf(p: number, q: number): number {
  return 0.5 * (p + q + Math.abs(p - q));
}
