import { cornerBoxesTouch } from '../../src/bounds/corner-boxes.ts';
import type { Shape, Skin } from '../../src/index.ts';
import { boxTree } from '../../src/self/reasons/boxes.ts';
import { type Method, signTriangles } from './method.ts';
import type { Body } from './situations.ts';
import { type Floats, skinVertices } from './skinning.ts';
import { trianglesCross } from './triangles.ts';

/**
 * The best linear pipeline we can write in plain JavaScript, by hand and for this one purpose: fast skinning, boxes of leaves
 * from their distinct vertices, boxes of nodes in one reverse scan, a walk over two trees that divides the larger box, boxes
 * of triangles before triangles. It borrows our tree and its order of vertices, so memory is read in order. Its test of two
 * triangles is plain floating point: fast, and wrong where they just touch.
 */
export function createLinearMethod(body: Body): Method {
  const { shape } = body;
  const skin = orderSkin(body.skin, shape.vertexOrder);
  let rest: Floats = Float32Array.from(shape.mesh.positions);
  const palette = new Float32Array(12 * skin.jointCount);
  const createSide = (Kind: typeof Float32Array | typeof Float64Array) => ({
    vertices: new Kind(shape.mesh.positions.length) as Floats,
    boxes: new Kind(6 * shape.tree.links.length) as Floats,
  });
  let sides = [createSide(Float32Array), createSide(Float32Array)];
  let isWide = false;
  const stack = new Uint32Array(4 * shape.tree.depth * shape.tree.maxArity + 16);
  return {
    name: 'linear: skinning + flat refit + walk',
    kind: 'linear',
    findPairs(poseA, poseB) {
      [poseA, poseB].forEach((pose, side) => {
        palette.set(pose);
        const { vertices, boxes } = sides[side];
        skinVertices(rest, skin, isWide ? pose : palette, vertices);
        boxTree(shape, vertices, 0, boxes);
      });
      return walk(shape, sides[0], sides[1], stack);
    },
    signatures: signTriangles(body.mesh.triangles),
    widen() {
      isWide = true;
      rest = shape.mesh.positions;
      sides = [createSide(Float64Array), createSide(Float64Array)];
    },
  };
}

function orderSkin({ jointCount, joints, weights }: Skin, order: Uint32Array): Skin {
  const ordered = { jointCount, influences: 4, joints: joints.slice(), weights: weights.slice() };
  order.forEach((old, v) => {
    for (let k = 0; k < 4; k++) {
      ordered.joints[4 * v + k] = joints[4 * old + k];
      ordered.weights[4 * v + k] = weights[4 * old + k];
    }
  });
  return ordered;
}

interface Side {
  vertices: Floats;
  boxes: Floats;
}

function walk(shape: Shape, a: Side, b: Side, stack: Uint32Array): number[] {
  const { links, ends } = shape.tree;
  const { boxes: boxesA } = a;
  const { boxes: boxesB } = b;
  const pairs: number[] = [];
  let top = 2;
  stack[0] = 0;
  stack[1] = 0;
  while (top > 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    const i = 6 * nodeA;
    const j = 6 * nodeB;
    if (!cornerBoxesTouch(boxesA, i, boxesB, j)) continue;
    const linkA = links[nodeA];
    const linkB = links[nodeB];
    if (linkA < 0 && linkB < 0) {
      compareLeaves(shape, a, nodeA, b, nodeB, pairs);
      continue;
    }
    const extentA = boxesA[i + 3] - boxesA[i] + boxesA[i + 4] - boxesA[i + 1] + boxesA[i + 5] - boxesA[i + 2];
    const extentB = boxesB[j + 3] - boxesB[j] + boxesB[j + 4] - boxesB[j + 1] + boxesB[j + 5] - boxesB[j + 2];
    if (linkB < 0 || (linkA >= 0 && extentA >= extentB)) {
      for (let child = linkA; child < ends[nodeA]; child++) {
        stack[top++] = child;
        stack[top++] = nodeB;
      }
    } else {
      for (let child = linkB; child < ends[nodeB]; child++) {
        stack[top++] = nodeA;
        stack[top++] = child;
      }
    }
  }
  return pairs;
}

/** Boxes of the triangles of one leaf: leaves have 64 at most. */
const triangleBoxes = new Float64Array(6 * 64);

function compareLeaves(shape: Shape, a: Side, nodeA: number, b: Side, nodeB: number, pairs: number[]): void {
  const { slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const { triangleOrder } = shape;
  const firstB = slotStarts[nodeB];
  for (let slot = firstB; slot < slotEnds[nodeB]; slot++) {
    boxTriangle(b.vertices, triangles, slot, triangleBoxes, 6 * (slot - firstB));
  }
  for (let slotA = slotStarts[nodeA]; slotA < slotEnds[nodeA]; slotA++) {
    boxTriangle(a.vertices, triangles, slotA, own, 0);
    const o = 6 * nodeB;
    if (own[0] > b.boxes[o + 3] || own[3] < b.boxes[o]) continue;
    if (own[1] > b.boxes[o + 4] || own[4] < b.boxes[o + 1]) continue;
    if (own[2] > b.boxes[o + 5] || own[5] < b.boxes[o + 2]) continue;
    for (let slotB = firstB, j = 0; slotB < slotEnds[nodeB]; slotB++, j += 6) {
      if (own[0] > triangleBoxes[j + 3] || own[3] < triangleBoxes[j]) continue;
      if (own[1] > triangleBoxes[j + 4] || own[4] < triangleBoxes[j + 1]) continue;
      if (own[2] > triangleBoxes[j + 5] || own[5] < triangleBoxes[j + 2]) continue;
      if (trianglesCross(a.vertices, triangles, 3 * slotA, b.vertices, triangles, 3 * slotB)) {
        pairs.push(triangleOrder[slotA], triangleOrder[slotB]);
      }
    }
  }
}

const own = new Float64Array(6);

function boxTriangle(vertices: Floats, triangles: Uint32Array, slot: number, out: Float64Array, o: number): void {
  const p = 3 * triangles[3 * slot];
  const q = 3 * triangles[3 * slot + 1];
  const r = 3 * triangles[3 * slot + 2];
  for (let axis = 0; axis < 3; axis++) {
    const x = vertices[p + axis];
    const y = vertices[q + axis];
    const z = vertices[r + axis];
    out[o + axis] = x < y ? (x < z ? x : z) : y < z ? y : z;
    out[o + 3 + axis] = x > y ? (x > z ? x : z) : y > z ? y : z;
  }
}
