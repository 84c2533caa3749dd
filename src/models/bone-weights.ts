import type { Skin } from '../deform/skin.ts';
import type { BodyPlan } from './body-plan.ts';

const INFLUENCES = 4;
/** Weights below this are dropped: nobody sees them, and every joint of a vertex costs time later. */
const SMALLEST = 0.01;

/**
 * Smooth weights: the nearest bone (distance less its radius) counts fully, another the less the further it is behind the
 * nearest. Around a joint the blend reaches `softness` radii to each side, but no further than `overlap` of the bone's
 * length, so with an overlap below 1/2 the middle of a bone has one joint; above 1 vertices get three and four. Only joints at most two steps from the nearest one in the
 * skeleton count, so limbs that pass close to each other stay apart. Costs vertices x bones.
 */
export function createBoneWeights(positions: Float64Array, plan: BodyPlan, softness = 1.5, overlap = 0.75): Skin {
  const vertices = positions.length / 3;
  const jointCount = plan.radii.length;
  const near = findNearJoints(plan.skeleton.parents);
  const joints = new Uint16Array(vertices * INFLUENCES);
  const weights = new Float32Array(vertices * INFLUENCES);
  const distances = new Float64Array(jointCount);
  const falloff = plan.radii.map((radius, j) => Math.hypot(radius, Math.min(softness * radius, overlap * plan.lengths[j])) - radius);
  const raw = new Float64Array(jointCount);
  const order = new Int32Array(INFLUENCES + 1);
  for (let v = 0; v < vertices; v++) {
    measureJoints(plan, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], distances);
    let nearest = 0;
    for (let j = 1; j < jointCount; j++) if (distances[j] < distances[nearest]) nearest = j;
    for (let j = 0; j < jointCount; j++) {
      const share = 1 - (distances[j] - distances[nearest]) / falloff[j];
      raw[j] = share > 0 && near[nearest * jointCount + j] ? share * share : 0;
    }
    takeLargest(raw, order);
    writeWeights(raw, order, joints, weights, v * INFLUENCES);
  }
  return { jointCount, influences: INFLUENCES, joints, weights };
}

/** 1 for each pair of joints at most two steps apart. */
function findNearJoints(parents: Int32Array): Uint8Array {
  const n = parents.length;
  const step = new Uint8Array(n * n);
  for (let j = 0; j < n; j++) {
    step[j * n + j] = 1;
    if (parents[j] >= 0) step[j * n + parents[j]] = step[parents[j] * n + j] = 1;
  }
  const near = new Uint8Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      if (!step[i * n + k]) continue;
      for (let j = 0; j < n; j++) if (step[k * n + j]) near[i * n + j] = 1;
    }
  }
  return near;
}

function measureJoints(plan: BodyPlan, x: number, y: number, z: number, distances: Float64Array): void {
  const { joints, ends } = plan.bones;
  distances.fill(Infinity);
  for (let b = 0; b < joints.length; b++) {
    const o = 6 * b;
    const ax = ends[o + 3] - ends[o];
    const ay = ends[o + 4] - ends[o + 1];
    const az = ends[o + 5] - ends[o + 2];
    const px = x - ends[o];
    const py = y - ends[o + 1];
    const pz = z - ends[o + 2];
    const t = Math.min(1, Math.max(0, (px * ax + py * ay + pz * az) / (ax * ax + ay * ay + az * az)));
    const dx = px - t * ax;
    const dy = py - t * ay;
    const dz = pz - t * az;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) - plan.radii[joints[b]];
    if (distance < distances[joints[b]]) distances[joints[b]] = distance;
  }
}

/** The indices of the five largest values, largest first; of equal ones the lowest index first. */
function takeLargest(values: Float64Array, order: Int32Array): void {
  let count = 0;
  for (let j = 0; j < values.length; j++) {
    let at = count;
    if (count < order.length) count++;
    while (at > 0 && values[order[at - 1]] < values[j]) {
      if (at < order.length) order[at] = order[at - 1];
      at--;
    }
    if (at < order.length) order[at] = j;
  }
}

/** The fifth largest is taken off the other four, so that weights do not jump where the set of the largest changes. */
function writeWeights(raw: Float64Array, order: Int32Array, joints: Uint16Array, weights: Float32Array, o: number): void {
  const floor = raw[order[INFLUENCES]];
  let sum = 0;
  for (let k = 0; k < INFLUENCES; k++) sum += raw[order[k]] - floor;
  let kept = 0;
  for (let k = 0; k < INFLUENCES; k++) {
    const weight = (raw[order[k]] - floor) / sum;
    if (weight >= SMALLEST) kept += weight;
  }
  let rest = 1;
  for (let k = INFLUENCES - 1; k >= 0; k--) {
    const weight = (raw[order[k]] - floor) / sum;
    if (weight < SMALLEST) continue;
    joints[o + k] = order[k];
    weights[o + k] = k === 0 ? rest : weight / kept;
    rest -= weights[o + k];
  }
}
