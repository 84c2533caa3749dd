import { multiply, setIdentity, setRotationAbout } from '../math/matrix34.ts';
import { quaternionAbout } from '../math/quaternion.ts';
import { createRandom, randomDirection } from '../math/random.ts';
import type { Deformer } from './deformer.ts';
import type { JointSets } from './joint-sets.ts';
import { jointsParentFirst, type Skeleton } from './skeleton.ts';

/** Joints of a training pose turn by up to this much against their parents, in radians. */
const BEND = 0.6;

/**
 * Poses a builder may try its choices on: every joint turned about its rest position by a random rotation, children
 * carried along. Deterministic. Choices made with them affect speed only, never answers.
 */
export function createTrainingPoses(skeleton: Skeleton, count: number): Float64Array[] {
  const random = createRandom(2006);
  const order = jointsParentFirst(skeleton, 'createTrainingPoses');
  const { parents, positions } = skeleton;
  const axis = new Float64Array(3);
  const turn = new Float64Array(4);
  const local = new Float64Array(12);
  const poses: Float64Array[] = [];
  for (let p = 0; p < count; p++) {
    const matrices = new Float64Array(12 * parents.length);
    for (const j of order) {
      randomDirection(random, axis, 0);
      quaternionAbout(axis[0], axis[1], axis[2], BEND * (2 * random() - 1), turn, 0);
      setRotationAbout(
        local,
        0,
        turn[0],
        turn[1],
        turn[2],
        turn[3],
        positions[3 * j],
        positions[3 * j + 1],
        positions[3 * j + 2],
      );
      if (parents[j] < 0) matrices.set(local, 12 * j);
      else multiply(matrices, 12 * parents[j], local, 0, matrices, 12 * j);
    }
    poses.push(matrices);
  }
  return poses;
}

/**
 * Weights to go with training poses. Morph targets: one after the other in full, then random ones. Modes: random amplitudes
 * that move nothing by more than a tenth of the model's reach.
 */
export function createTrainingWeights(deformer: Deformer, count: number): Float64Array[] {
  const random = createRandom(2004);
  const { count: fields, reaches } = deformer.displacements;
  const poses: Float64Array[] = [];
  for (let p = 0; p < count; p++) {
    const weights = new Float64Array(fields);
    for (let m = 0; m < fields; m++) {
      if (deformer.kind === 'modal' || deformer.kind === 'modal-chain') {
        weights[m] = ((2 * random() - 1) * 0.1 * deformer.reach) / (fields * Math.max(reaches[m], 1e-300));
      } else if (p === m || fields > count) weights[m] = p === m ? 1 : random() / fields;
    }
    poses.push(weights);
  }
  return poses;
}

/** Stands in for a skeleton nobody gave: unconnected joints, each in the middle of the vertices that follow it. */
export function guessSkeleton(sets: JointSets, positions: Float64Array): Skeleton {
  const centers = new Float64Array(3 * sets.jointCount);
  const totals = new Float64Array(sets.jointCount);
  for (let v = 0; v < sets.setOfVertex.length; v++) {
    const set = sets.setOfVertex[v];
    const count = sets.starts[set + 1] - sets.starts[set];
    for (let k = 0; k < count; k++) {
      const joint = sets.joints[sets.starts[set] + k];
      const weight = count === 1 ? 1 : sets.weights[sets.weightStarts[v] + k];
      totals[joint] += weight;
      for (let axis = 0; axis < 3; axis++) centers[3 * joint + axis] += weight * positions[3 * v + axis];
    }
  }
  for (let k = 0; k < centers.length; k++) centers[k] /= Math.max(totals[Math.floor(k / 3)], 1e-300);
  return { parents: new Int32Array(sets.jointCount).fill(-1), positions: centers };
}

/** The joint matrices of the rest pose. */
export function createRestPose(jointCount: number): Float64Array {
  const matrices = new Float64Array(12 * jointCount);
  for (let j = 0; j < jointCount; j++) setIdentity(matrices, 12 * j);
  return matrices;
}
