import type { Skin } from '../src/mesh/skin.ts';
import type { BodyPlan } from './body-plan.ts';
import { nextSide } from './half-edges.ts';
import { createSkin, packWeights } from './pack-weights.ts';

export interface WeightOptions {
  /** How far around a joint its bones blend, in radii: 1.5 unless told. */
  softness?: number;
  /** At most this share of the bone's length: below 1/2 its middle has one joint, above 1 vertices get three and four. */
  overlap?: number;
  /** The triangles to smooth the weights over, and how often; not smoothed unless told. */
  smooth?: { triangles: Uint32Array; rounds: number };
}

/**
 * Smooth weights: the nearest bone (distance less its radius) counts fully, another the less the further it is behind the
 * nearest. Only joints at most three steps from the nearest one in the skeleton count, so limbs that pass close to each
 * other stay apart. Where a crease lies between two bones the change is abrupt, which smoothing over the mesh mends.
 * Costs vertices x (bones + rounds x joints) and vertices x joints numbers: for ten thousand vertices, not for millions.
 */
export function createBoneWeights(positions: Float64Array, plan: BodyPlan, options: WeightOptions = {}): Skin {
  const { softness = 1.5, overlap = 0.75, smooth } = options;
  const vertices = positions.length / 3;
  const jointCount = plan.radii.length;
  const near = findNearJoints(plan.skeleton.parents);
  const distances = new Float64Array(jointCount);
  const falloff = plan.radii.map((r, j) => Math.hypot(r, Math.min(softness * r, overlap * plan.lengths[j])) - r);
  const dense = new Float64Array(vertices * jointCount);
  for (let v = 0; v < vertices; v++) {
    measureJoints(plan, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], distances);
    let nearest = 0;
    for (let j = 1; j < jointCount; j++) if (distances[j] < distances[nearest]) nearest = j;
    let sum = 0;
    for (let j = 0; j < jointCount; j++) {
      const share = 1 - (distances[j] - distances[nearest]) / falloff[j];
      const weight = share > 0 && near[nearest * jointCount + j] ? share * share : 0;
      dense[v * jointCount + j] = weight;
      sum += weight;
    }
    for (let j = 0; j < jointCount; j++) dense[v * jointCount + j] /= sum;
  }
  for (let round = 0; smooth && round < smooth.rounds; round++) diffuse(dense, jointCount, smooth.triangles);
  const skin = createSkin(vertices, jointCount);
  for (let v = 0; v < vertices; v++) packWeights(dense.subarray(v * jointCount, (v + 1) * jointCount), skin, v);
  return skin;
}

/** Moves the weights of each vertex halfway to the mean of its neighbours' weights. The sums stay 1. */
function diffuse(dense: Float64Array, jointCount: number, triangles: Uint32Array): void {
  const sum = new Float64Array(dense.length);
  const valence = new Int32Array(dense.length / jointCount);
  for (let h = 0; h < triangles.length; h++) {
    const a = triangles[h] * jointCount;
    const b = triangles[nextSide(h)] * jointCount;
    valence[triangles[h]]++;
    for (let j = 0; j < jointCount; j++) sum[a + j] += dense[b + j];
  }
  for (let k = 0; k < dense.length; k++) dense[k] += 0.5 * (sum[k] / valence[Math.floor(k / jointCount)] - dense[k]);
}

/** 1 for each pair of joints at most three steps apart. */
function findNearJoints(parents: Int32Array): Uint8Array {
  const n = parents.length;
  const step = new Uint8Array(n * n);
  for (let j = 0; j < n; j++) {
    step[j * n + j] = 1;
    if (parents[j] >= 0) step[j * n + parents[j]] = step[parents[j] * n + j] = 1;
  }
  return joinSteps(joinSteps(step, step, n), step, n);
}

/** Pairs that get from one to the other by a pair of `a` and then a pair of `b`. */
function joinSteps(a: Uint8Array, b: Uint8Array, n: number): Uint8Array {
  const joined = new Uint8Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      if (!a[i * n + k]) continue;
      for (let j = 0; j < n; j++) if (b[k * n + j]) joined[i * n + j] = 1;
    }
  }
  return joined;
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
