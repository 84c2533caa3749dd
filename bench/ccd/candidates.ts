import {
  createRotations,
  createTube,
  type Model,
  turnJoint,
  writeJointMatrices,
  writePlacement,
} from '../../models/index.ts';
import { createCreaturesWalkThrough } from '../../papers/kavan-2006/scenes/creatures-walk-through.ts';
import { createTwoMenWalking } from '../../papers/kavan-2006/scenes/two-men-walking.ts';
import { buildTopology } from '../../src/mesh/topology.ts';

/** Four moving points per candidate, packed: 12 numbers at the start, and 12 at the end of the step. */
export interface PackedMotion {
  start: Float64Array;
  end: Float64Array;
}

/** What a broad phase hands on for one step of two bodies: the pairs of features whose swept boxes overlap. */
export interface Candidates {
  name: string;
  /** A vertex, then the corners of a triangle. */
  vertexTriangle: PackedMotion;
  /** The ends of one edge, then of the other. */
  edgeEdge: PackedMotion;
  /** How far vertices move in the step, in mean edge lengths. */
  stride: number;
}

/** Walkers in the midst of each other: many contacts. */
export function createWalkerCandidates(): Candidates[] {
  const men = createTwoMenWalking();
  const creatures = createCreaturesWalkThrough();
  return [
    gather('two men walking', men.bodies[0], step => poseBoth(men, step), 56, 60),
    gather('creatures walk through', creatures.bodies[0], step => poseBoth(creatures, step), 58, 60),
  ];
}

/** Two tubes that wind around each other: near for long, few contacts. */
export function createTubeCandidates(): Candidates {
  const tubes = createCurlingTubes();
  return gather('curling tubes', tubes.model, time => [tubes.pose(0, time), tubes.pose(1, time)], 0.5, 0.52);
}

function poseBoth(scene: ReturnType<typeof createTwoMenWalking>, step: number): [Float64Array, Float64Array] {
  return [0, 1].map(body => {
    const matrices = new Float64Array(12 * scene.bodies[body].skin.jointCount);
    scene.writePose(body, step, matrices);
    return matrices;
  }) as [Float64Array, Float64Array];
}

/** Two tubes side by side that curl up in step, the second slower, so that one slides and presses along the other. */
function createCurlingTubes(): { model: Model; pose(body: number, time: number): Float64Array } {
  const joints = 12;
  const model = createTube({ rings: 150, sides: 32, joints, length: 3, radius: 0.1, overlap: 1.5 });
  const root = new Float64Array(12);
  return {
    model,
    pose(body, time) {
      const rotations = createRotations(joints);
      for (let j = 0; j < joints; j++) {
        turnJoint(rotations, j, 1, 0, 0, (body === 0 ? 0.6 : 0.57) * time);
        turnJoint(rotations, j, 0, 0, 1, (body === 0 ? -0.03 : 0.03) * time);
      }
      writePlacement(root, body === 0 ? -0.103 : 0.103, 0, 0, 0);
      const out = new Float64Array(12 * joints);
      writeJointMatrices(model.skeleton, rotations, root, out);
      return out;
    },
  };
}

function gather(
  name: string,
  model: Model,
  pose: (time: number) => [Float64Array, Float64Array],
  from: number,
  to: number,
): Candidates {
  const [a, b] = [0, 1].map(body => ({
    start: blendLinearly(model, pose(from)[body]),
    end: blendLinearly(model, pose(to)[body]),
  }));
  const { triangles } = model.mesh;
  const edges = buildTopology(model.mesh).edges;
  const vertices = Uint32Array.from({ length: a.start.length / 3 }, (_, v) => v);
  const vertexTriangle = pack(a, vertices, 1, b, triangles, 3);
  const edgeEdge = pack(a, edges, 2, b, edges, 2);
  return { name, vertexTriangle, edgeEdge, stride: measureStride(a, edges) };
}

/** Skinned positions; what a collider would give too, but candidates must not change when skinning is improved. */
function blendLinearly({ mesh, skin }: Model, matrices: Float64Array): Float64Array {
  const { positions } = mesh;
  const { joints, weights, influences } = skin;
  const out = new Float64Array(positions.length);
  for (let v = 0; 3 * v < positions.length; v++) {
    for (let i = influences * v; i < influences * (v + 1); i++) {
      for (let row = 0; row < 3; row++) {
        const m = 12 * joints[i] + 4 * row;
        const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
        const image = matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3];
        out[3 * v + row] += weights[i] * image;
      }
    }
  }
  return out;
}

/** All pairs of features (runs of vertex indices) with overlapping swept boxes, by a sweep along the first axis. */
function pack(
  a: PackedMotion,
  featuresA: Uint32Array,
  sizeA: number,
  b: PackedMotion,
  featuresB: Uint32Array,
  sizeB: number,
): PackedMotion {
  const boxesA = sweepBoxes(a, featuresA, sizeA);
  const boxesB = sweepBoxes(b, featuresB, sizeB);
  const order = Array.from({ length: boxesB.length / 6 }, (_, f) => f).sort((f, g) => boxesB[6 * f] - boxesB[6 * g]);
  const widest = order.reduce((width, f) => Math.max(width, boxesB[6 * f + 3] - boxesB[6 * f]), 0);
  const start: number[] = [];
  const end: number[] = [];
  for (let f = 0; f < boxesA.length; f += 6) {
    for (let k = firstFrom(order, boxesB, boxesA[f] - widest); k < order.length; k++) {
      const g = 6 * order[k];
      if (boxesB[g] > boxesA[f + 3]) break;
      if (
        ![0, 1, 2].every(axis => boxesA[f + axis] <= boxesB[g + 3 + axis] && boxesB[g + axis] <= boxesA[f + 3 + axis])
      )
        continue;
      for (let i = 0; i < sizeA; i++) append(a, featuresA[(f / 6) * sizeA + i], start, end);
      for (let i = 0; i < sizeB; i++) append(b, featuresB[(g / 6) * sizeB + i], start, end);
    }
  }
  return { start: Float64Array.from(start), end: Float64Array.from(end) };
}

function firstFrom(order: number[], boxes: Float64Array, x: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[6 * order[middle]] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function append(motion: PackedMotion, vertex: number, start: number[], end: number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    start.push(motion.start[3 * vertex + axis]);
    end.push(motion.end[3 * vertex + axis]);
  }
}

/** Low and high corner of what each feature passes through. */
function sweepBoxes({ start, end }: PackedMotion, features: Uint32Array, size: number): Float64Array {
  const boxes = new Float64Array((6 * features.length) / size);
  for (let f = 0; f < features.length / size; f++) {
    boxes.fill(Infinity, 6 * f, 6 * f + 3).fill(-Infinity, 6 * f + 3, 6 * f + 6);
    for (let i = 0; i < size; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * features[size * f + i] + axis;
        boxes[6 * f + axis] = Math.min(boxes[6 * f + axis], start[k], end[k]);
        boxes[6 * f + 3 + axis] = Math.max(boxes[6 * f + 3 + axis], start[k], end[k]);
      }
    }
  }
  return boxes;
}

function measureStride({ start, end }: PackedMotion, edges: Uint32Array): number {
  const distance = (p: Float64Array, i: number, q: Float64Array, j: number): number =>
    Math.hypot(p[i] - q[j], p[i + 1] - q[j + 1], p[i + 2] - q[j + 2]);
  let lengths = 0;
  for (let e = 0; e < edges.length; e += 2) lengths += distance(start, 3 * edges[e], start, 3 * edges[e + 1]);
  let ways = 0;
  for (let k = 0; k < start.length; k += 3) ways += distance(start, k, end, k);
  return ways / (start.length / 3) / (lengths / (edges.length / 2));
}
