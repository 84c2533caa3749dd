import { type Collider, setPose } from '../../collider.ts';
import { multiply } from '../../math/matrix34.ts';
import type { GltfAsset, GltfClip, GltfNodes } from '../asset.ts';
import { composeMatrix } from './compose.ts';
import { sampleClip } from './sample-clip.ts';

/** A whole scene at one instant. Made once and written to for every instant. */
export interface ScenePose {
  /** The transforms of all nodes against their parents, as in `GltfNodes`; free to be changed before `placeBodies`. */
  translations: Float64Array;
  rotations: Float64Array;
  scales: Float64Array;
  /** From the space of each node to the world, 12 numbers each. */
  nodeMatrices: Float64Array;
  /** The pose of each body, ready for `setPose`: joint matrices take rest space to the world. */
  bodies: { jointMatrices: Float64Array; weights: Float64Array }[];
}

/** The scene as the file leaves it, before any clip. */
export function createScenePose(asset: GltfAsset): ScenePose {
  const { nodes, bodies } = asset;
  const pose: ScenePose = {
    translations: nodes.translations.slice(),
    rotations: nodes.rotations.slice(),
    scales: nodes.scales.slice(),
    nodeMatrices: new Float64Array(12 * nodes.parents.length),
    bodies: bodies.map(({ joints, restWeights }) => ({
      jointMatrices: new Float64Array(12 * joints.length),
      weights: restWeights.slice(),
    })),
  };
  placeBodies(asset, pose);
  return pose;
}

/**
 * The scene at `time` seconds of a clip, or at rest for null: `pose.bodies[b]` is what `setPose` takes for body b. Times
 * outside the clip hold its first or last keys; to play it in a loop, give `time % clip.end`. What the clip does not move
 * is at rest. Fills `into`, and then allocates nothing.
 * Cost: some 100 ns for each track and joint.
 * @example
 * {@includeCode ../../../examples/api/gltf.ts#gltf}
 */
export function poseAt(
  asset: GltfAsset,
  clip: GltfClip | null,
  time: number,
  options: { into?: ScenePose } = {},
): ScenePose {
  const { nodes, bodies } = asset;
  const { into: pose = createScenePose(asset) } = options;
  pose.translations.set(nodes.translations);
  pose.rotations.set(nodes.rotations);
  pose.scales.set(nodes.scales);
  for (let b = 0; b < bodies.length; b++) pose.bodies[b].weights.set(bodies[b].restWeights);
  if (clip) sampleClip(clip, time, pose);
  placeBodies(asset, pose);
  return pose;
}

/** Brings the node matrices and the joint matrices of all bodies to the transforms of the pose. */
export function placeBodies({ nodes, bodies }: GltfAsset, pose: ScenePose): void {
  const { nodeMatrices } = pose;
  for (let k = 0; k < nodes.order.length; k++) placeNode(nodes, nodes.order[k], pose);
  for (let b = 0; b < bodies.length; b++) {
    const { joints, bindMatrices } = bodies[b];
    const { jointMatrices } = pose.bodies[b];
    for (let j = 0; j < joints.length; j++) {
      multiply(nodeMatrices, 12 * joints[j], bindMatrices, 12 * j, jointMatrices, 12 * j);
    }
  }
}

function placeNode(nodes: GltfNodes, n: number, pose: ScenePose): void {
  const { nodeMatrices, translations, rotations, scales } = pose;
  if (nodes.hasMatrix[n]) {
    for (let k = 12 * n; k < 12 * n + 12; k++) nodeMatrices[k] = nodes.matrices[k];
  } else composeMatrix(translations, 3 * n, rotations, 4 * n, scales, 3 * n, nodeMatrices, 12 * n);
  const parent = nodes.parents[n];
  if (parent >= 0) multiply(nodeMatrices, 12 * parent, nodeMatrices, 12 * n, nodeMatrices, 12 * n);
}

/** Puts the colliders of an asset's bodies, one for each, in the pose of the scene. */
export function setScenePose(colliders: readonly Collider[], pose: ScenePose): void {
  if (colliders.length !== pose.bodies.length) {
    throw new Error(
      `setScenePose: ${colliders.length} colliders for ${pose.bodies.length} bodies; give one for each, in their order.`,
    );
  }
  for (let b = 0; b < colliders.length; b++) setPose(colliders[b], pose.bodies[b]);
}
