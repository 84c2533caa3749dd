import type { SelfPlan } from './plan.ts';
import { boxNodes, createSelfBoxes, measureSize, type SelfBoxes } from './reasons/boxes.ts';
import { createDrift, type Drift, measureDrift } from './reasons/drift.ts';
import { isFanFlat, marginOfFans, measureNormals } from './reasons/flat-fans.ts';
import { markKeptFans } from './reasons/kept-fans.ts';

/**
 * What holds for a surface in one pose, and the room that takes: about 100 bytes a triangle. Everything is computed
 * anew by `poseInstant`; nothing is remembered from one pose to the next.
 */
export interface SelfInstant {
  plan: SelfPlan;
  /** Posed vertices, in the order of the shape's mesh. */
  positions: Float64Array;
  drift: Drift;
  /** Room for the drift of each leaf and those next to it. */
  driftAround: Float64Array;
  normals: Float64Array;
  /** What certainty about fans takes (`marginOfFans`). */
  fanMargin: number;
  /** 1 for vertices around which no two triangles cross; the others, as far as they have two triangles, are listed. */
  isFlat: Uint8Array;
  uncertain: Uint32Array;
  uncertainCount: number;
  boxes: SelfBoxes;
  /** Room for the walk: three numbers for each pair of nodes that waits. */
  stack: Int32Array;
}

export function createInstant(plan: SelfPlan): SelfInstant {
  const { mesh, tree } = plan.shape;
  return {
    plan,
    positions: NOTHING,
    drift: createDrift(plan.shape),
    driftAround: new Float64Array(tree.leafCount),
    normals: new Float64Array(mesh.triangles.length),
    fanMargin: Number.NaN,
    isFlat: new Uint8Array(plan.usedVertices),
    uncertain: new Uint32Array(plan.usedVertices),
    uncertainCount: 0,
    boxes: createSelfBoxes(plan.shape),
    // Each step down, of at most depth + 1, leaves at most all pairs of two families waiting.
    stack: new Int32Array(3 * (tree.depth + 2) * (tree.maxArity * tree.maxArity + 1)),
  };
}

const NOTHING = new Float64Array(0);

/**
 * Takes over a pose: the posed vertices, the joints, `JOINT_STRIDE` numbers each, and a bound of |matrix| * |rest
 * vertex| + |translation| over all of them (`PosedJoints`). Which joints vertices follow, and how, does not matter.
 * Cost: 60 ns a triangle.
 */
export function poseInstant(
  instant: SelfInstant,
  positions: Float64Array,
  joints: Float64Array,
  magnitude: number,
): void {
  const { plan, boxes, drift } = instant;
  const { shape, usedVertices } = plan;
  instant.positions = positions;
  measureDrift(shape, plan.mainJoints, joints, magnitude, positions, drift);
  certifyFans(instant);
  boxNodes(shape, positions, measureSize(positions, usedVertices), plan.mostInBox, boxes);
}

/** Finds out around which vertices no two triangles cross. */
function certifyFans(instant: SelfInstant): void {
  const { plan, positions, normals, isFlat, uncertain } = instant;
  const { fans, topology, shape, usedVertices } = plan;
  const { starts } = fans;
  const { vertexStarts } = topology;
  instant.fanMargin = marginOfFans(measureNormals(shape.mesh.triangles, positions, normals));
  isFlat.fill(0);
  markKeptFans(shape, plan.adjacency, plan.leeways, instant.drift, instant.driftAround, isFlat);
  let count = 0;
  for (let v = 0; v < usedVertices; v++) {
    if (isFlat[v] === 1 || vertexStarts[v + 1] - vertexStarts[v] < 2) continue;
    if (starts[v] < starts[v + 1] && isFanFlat(fans, normals, positions, v, instant.fanMargin)) isFlat[v] = 1;
    else uncertain[count++] = v;
  }
  instant.uncertainCount = count;
}
