import type { SelfPlan } from './plan.ts';
import { boxNodes, createSelfBoxes, measureSize, type SelfBoxes } from './reasons/boxes.ts';
import { createDrift, type Drift, raiseSquares } from './reasons/drift.ts';
import { type DriftAtEnd, joinDriftOverStep } from './reasons/drift-over-step.ts';
import { marginOfFans, measureNormals } from './reasons/flat-fans.ts';
import { isFanFlatOverStep, measureMiddleNormals, type StepNormals } from './reasons/flat-fans-over-step.ts';
import { markKeptFans } from './reasons/kept-fans.ts';
import { isSeenAlike, type SeenParts } from './reasons/seen-alike-over-step.ts';

/** What listing the pairs of a step took. */
export interface StepCounts {
  volumeTests: number;
}

/** What is known of one end of a step. The end of one step is the start of the next. */
export interface StepEnd extends DriftAtEnd {
  /** Posed vertices, in the order of the shape's mesh. */
  positions: Float64Array;
  normals: Float64Array;
  squaredLongest: number;
  /** Of the largest coordinate; NaN if one is not finite. */
  size: number;
  boxes: SelfBoxes;
}

/**
 * What holds for a surface during a step, in which every vertex moves evenly from one pose to the next, and the room
 * that takes: about 250 bytes a triangle.
 */
export interface SelfStep {
  plan: SelfPlan;
  start: StepEnd;
  end: StepEnd;
  drift: Drift;
  /** What views see; null if all contacts of the step are asked for, not only the first. */
  seen: SeenParts | null;
  middleNormals: Float64Array;
  /** Of the largest coordinate at both ends; NaN if one is not finite. */
  size: number;
  /** 1 for vertices around which no two triangles cross; the others, as far as they have two triangles, are listed. */
  isFlat: Uint8Array;
  uncertain: Uint32Array;
  uncertainCount: number;
  /** Room for the walk: three numbers for each pair of nodes that waits. */
  stack: Int32Array;
}

export function createStep(plan: SelfPlan): SelfStep {
  const { mesh, tree } = plan.shape;
  return {
    plan,
    start: createEnd(plan),
    end: createEnd(plan),
    drift: createDrift(plan),
    seen: null,
    middleNormals: new Float64Array(mesh.triangles.length),
    size: Number.NaN,
    isFlat: new Uint8Array(plan.usedVertices),
    uncertain: new Uint32Array(plan.usedVertices),
    uncertainCount: 0,
    // Each step down, of at most depth + 1, leaves at most all pairs of two families waiting.
    stack: new Int32Array(3 * (tree.depth + 2) * (tree.maxArity * tree.maxArity + 1)),
  };
}

function createEnd({ shape, followers }: SelfPlan): StepEnd {
  return {
    positions: new Float64Array(0),
    joints: new Float64Array(0),
    magnitude: Number.NaN,
    squaredDrifts: new Float64Array(followers.vertices.length),
    normals: new Float64Array(shape.mesh.triangles.length),
    squaredLongest: Number.NaN,
    size: Number.NaN,
    boxes: createSelfBoxes(shape),
  };
}

/**
 * Goes on to the next step: the end of the last one becomes its start, and it ends where the pose says. `positions`,
 * `joints` and `magnitude` as for `poseInstant`; positions are not copied, so they must stay as they are for two steps.
 * Cost: 60 ns a triangle.
 */
export function goOnTo(step: SelfStep, positions: Float64Array, joints: Float64Array, magnitude: number): void {
  const { plan } = step;
  const { shape, usedVertices } = plan;
  const end = step.start;
  step.start = step.end;
  step.end = end;
  end.positions = positions;
  if (end.joints.length !== joints.length) end.joints = joints.slice();
  else end.joints.set(joints);
  end.magnitude = magnitude;
  end.squaredDrifts.fill(0);
  raiseSquares(plan, joints, positions, end.squaredDrifts);
  end.squaredLongest = measureNormals(shape.mesh.triangles, positions, end.normals);
  end.size = measureSize(positions, usedVertices);
  boxNodes(shape, positions, end.size, plan.mostInBox, end.boxes);
}

/**
 * Finds out what holds during the step, once both ends are posed. With `seen`, all of it is about the first contact of a
 * step that begins free of contact (reasons/seen-alike-over-step.ts), else about all contacts. Cost: 60 ns a triangle.
 */
export function openStep(step: SelfStep, seen: SeenParts | null): void {
  step.seen = seen;
  const { plan, start, end, drift } = step;
  joinDriftOverStep(plan, start, end, drift);
  step.size = Math.max(start.size, end.size); // NaN if either is
  certifyFans(step);
}

/** Finds out around which vertices no two triangles cross during the step. */
function certifyFans(step: SelfStep): void {
  const { plan, start, end, middleNormals, isFlat, uncertain, seen } = step;
  const { fans, topology, shape, usedVertices } = plan;
  const { starts } = fans;
  const { vertexStarts } = topology;
  const { positions: x } = start;
  const { positions: y } = end;
  measureMiddleNormals(shape.mesh.triangles, x, y, middleNormals);
  const normals: StepNormals = { start: start.normals, middle: middleNormals, end: end.normals };
  const margin = marginOfFans(start.squaredLongest > end.squaredLongest ? start.squaredLongest : end.squaredLongest);
  isFlat.fill(0);
  markKeptFans(plan, step.drift, isFlat);
  let count = 0;
  for (let v = 0; v < usedVertices; v++) {
    if (isFlat[v] === 1 || vertexStarts[v + 1] - vertexStarts[v] < 2) continue;
    const own = seen === null ? 0 : (seen.clusters + 1) * seen.clusterOfVertex[v];
    if (seen !== null && isSeenAlike(seen.fans[v], seen.common[own])) isFlat[v] = 1;
    else if (starts[v] < starts[v + 1] && isFanFlatOverStep(fans, normals, x, y, v, margin)) isFlat[v] = 1;
    else uncertain[count++] = v;
  }
  step.uncertainCount = count;
}
