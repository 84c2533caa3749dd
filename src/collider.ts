import { volumeSize } from './bounds/volumes.ts';
import { deformAll } from './deform/deformer.ts';
import type { Pose, PosedJoints } from './deform/posed-joints.ts';
import { checkMatrices, checkWeights, createPosedJoints, poseJoints } from './deform/posed-joints.ts';
import { createRestPose } from './deform/training-poses.ts';
import { determinant } from './math/matrix34.ts';
import { sayValue } from './math/say-value.ts';
import { poseLeaf } from './pose-leaf.ts';
import { MEMORY_SIZE } from './refit/modal.ts';
import { instanceRecords, type RefitRecords } from './refit/records.ts';
import { type RefitRule, refitRules } from './refit/rules.ts';
import type { SelfInstant } from './self/instant.ts';
import { checkShape, type Shape } from './shape.ts';
import { nodeCount } from './tree/tree.ts';
import type { Workspace } from './workspace.ts';

/**
 * One instance of a shape, with a pose and a place in the world. Everything posed is computed when a query asks for it,
 * at most once per pose, and is in world space (but for some boxes: `boxFrame`). An epoch next to a value says which pose it is of.
 */
export interface Collider {
  shape: Shape;
  /** How volumes follow the pose, and what is read for it: the records of the shape, with room of this instance. @internal */
  rule: RefitRule;
  /** @internal */
  records: RefitRecords;
  /** The pose as given, room for the next one, and where the instance stands (null: where the pose puts it). @internal */
  jointMatrices: Float64Array;
  /** @internal */
  spareMatrices: Float64Array;
  /** @internal */
  weights: Float64Array;
  /** @internal */
  spareWeights: Float64Array;
  /** @internal */
  placement: Float64Array | null;
  /** @internal */
  posed: PosedJoints;
  /** The volume of each node; the epoch of a family is kept at its first child. @internal */
  volumes: Float64Array;
  /** @internal */
  volumeEpochs: Int32Array;
  /** Vertex positions, and exact boxes (low corner, high corner) of triangles and leaves, as old as the leaf's volume. @internal */
  vertices: Float64Array;
  /** @internal */
  vertexEpochs: Int32Array;
  /** @internal */
  triangleBoxes: Float64Array;
  /** @internal */
  leafBoxes: Float64Array;
  /** How often the numbering of poses has begun again: epochs kept elsewhere mean nothing after that. @internal */
  era: number;
  /** How many vertices have been deformed so far. @internal */
  verticesDeformed: number;
  /** Room for the volumes of one node's groups, and a number for each. @internal */
  groupVolumes: Float64Array;
  /** What queries need while they run; null before the first, and while one runs. @internal */
  workspace: Workspace | null;
  /** Room for holding the surface against itself, from the first query that does so; null while one runs. @internal */
  self: SelfInstant | null;
}

/**
 * An instance of `shape` in its rest pose. Costs a few microseconds: the memory for what is posed, 1.3 MB for 13,600
 * triangles, is taken when a query first asks for something (`openCollider`).
 * @example
 * {@includeCode ../examples/api/shapes.ts#pose}
 */
export function createCollider(shape: Shape): Collider {
  checkShape(shape, 'createCollider');
  const { deformer, records, volumeKind } = shape;
  const weights = deformer.displacements.count;
  const collider: Collider = {
    shape,
    rule: refitRules[deformer.kind][volumeKind],
    records,
    jointMatrices: createRestPose(deformer.sets.jointCount),
    spareMatrices: new Float64Array(12 * deformer.sets.jointCount),
    weights: new Float64Array(weights),
    spareWeights: new Float64Array(weights),
    placement: null,
    posed: createPosedJoints(deformer),
    volumes: NOTHING,
    volumeEpochs: NO_EPOCHS,
    vertices: NOTHING,
    vertexEpochs: NO_EPOCHS,
    triangleBoxes: NOTHING,
    leafBoxes: NOTHING,
    era: 0,
    verticesDeformed: 0,
    groupVolumes: new Float64Array((volumeKind === 'dop' ? 2 * shape.slabs + 1 : 7) * records.maxGroups),
    workspace: null,
    self: null,
  };
  moveTo(collider);
  return collider;
}

const NOTHING = new Float64Array(0);
const NO_EPOCHS = new Int32Array(0);

/**
 * Takes the memory for what is posed, once. Whoever reads these arrays calls `refitRoot` (or this) first, and takes hold of
 * the arrays only then.
 */
export function openCollider(collider: Collider): void {
  if (collider.volumes.length > 0) return;
  const { tree, mesh, deformer, records, volumeKind, slabs } = collider.shape;
  const nodes = nodeCount(tree);
  const volumes = new Float64Array(volumeSize(volumeKind, slabs) * nodes);
  const memory = new Float64Array(deformer.kind === 'modal' && volumeKind !== 'dop' ? MEMORY_SIZE * nodes : 0);
  collider.volumeEpochs = new Int32Array(nodes);
  collider.vertices = new Float64Array(mesh.positions.length);
  collider.vertexEpochs = new Int32Array(mesh.positions.length / 3);
  collider.triangleBoxes = new Float64Array(2 * mesh.triangles.length);
  collider.leafBoxes = new Float64Array(6 * tree.leafCount);
  collider.posed.sharedBoxes = new Float64Array(6 * records.shared.joints.length);
  collider.posed.sharedEpochs = new Int32Array(records.shared.joints.length);
  collider.posed.memory = memory;
  collider.records = instanceRecords(records);
  collider.volumes = volumes; // last: a collider that ran out of memory on the way is not open
}

/**
 * Puts the instance in a pose. Copies what is given; what is left out stays as it was. Moves nothing yet.
 * Cost: O(joints + weights).
 * @example
 * {@includeCode ../examples/api/shapes.ts#pose}
 */
export function setPose(collider: Collider, pose: Pose): void {
  checkCollider(collider, 'the collider', 'setPose');
  if (typeof pose !== 'object' || pose === null) {
    throw new Error(`setPose: the pose is ${sayValue(pose)}; give { jointMatrices, weights }, or one of them.`);
  }
  const { jointMatrices: newMatrices, weights: newWeights } = pose;
  const { jointMatrices, spareMatrices, weights, spareWeights } = collider;
  const matricesFit = newMatrices === undefined || newMatrices?.length === spareMatrices.length;
  if (matricesFit && (newWeights === undefined || newWeights?.length === spareWeights.length)) {
    if (newMatrices) spareMatrices.set(newMatrices);
    if (newWeights) spareWeights.set(newWeights);
    if (newMatrices) {
      collider.jointMatrices = spareMatrices;
      collider.spareMatrices = jointMatrices;
    }
    if (newWeights) {
      collider.weights = spareWeights;
      collider.spareWeights = weights;
    }
    if (moveTo(collider)) return;
    collider.jointMatrices = jointMatrices; // back to the pose before
    collider.spareMatrices = spareMatrices;
    collider.weights = weights;
    collider.spareWeights = spareWeights;
    moveTo(collider);
  }
  const { sets, displacements } = collider.shape.deformer;
  if (newMatrices !== undefined) checkMatrices(newMatrices, sets.jointCount, 'joint matrices', 'setPose');
  if (newWeights !== undefined) checkWeights(newWeights, displacements.count, 'the pose', 'setPose');
  throw new Error(
    'setPose: the posed vertices are beyond 1e70; bring the joints nearer to the origin, or lower the weights.',
  );
}

/**
 * Stands the posed instance somewhere in the world: a rotation and a translation, as a 3x4 matrix row by row, applied
 * after the pose; null takes it back. Cost: O(joints), as the joints carry it.
 * @example
 * {@includeCode ../examples/api/shapes.ts#pose}
 */
export function setPlacement(collider: Collider, placement: Float64Array | Float32Array | null): void {
  checkCollider(collider, 'the collider', 'setPlacement');
  if (placement !== null) {
    checkMatrices(placement, 1, 'placement matrix', 'setPlacement');
    checkRigid(placement);
  }
  const before = collider.placement;
  collider.placement = placement && Float64Array.from(placement);
  if (moveTo(collider)) return;
  collider.placement = before;
  moveTo(collider);
  throw new Error('setPlacement: the placed joints are beyond 1e70; place the instance nearer to the origin.');
}

/**
 * The position of every vertex in the current pose, in the order of the mesh given to `createShape`.
 * @example
 * {@includeCode ../examples/api/shapes.ts#pose}
 */
export function posedPositions(collider: Collider): Float64Array {
  checkCollider(collider, 'the collider', 'posedPositions');
  const { shape, posed } = collider;
  const positions = new Float64Array(shape.mesh.positions.length);
  const ordered = new Float64Array(positions.length);
  deformAll(shape.deformer, shape.mesh.positions, posed, ordered);
  for (let v = 0; v < shape.vertexOrder.length; v++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * shape.vertexOrder[v] + axis] = ordered[3 * v + axis];
  }
  return positions;
}

/**
 * The map from the frame in which the collider keeps its volumes to the world; null if that is the world itself. Boxes of
 * meshes under one joint (rigid, morph, modal) stay in the frame of the mesh, where they are tight; all else is in world
 * space.
 */
export function boxFrame(collider: Collider): Float64Array | null {
  const { deformer, volumeKind } = collider.shape;
  return volumeKind === 'box' && deformer.skinning === 'rigid' ? collider.posed.joints : null;
}

/** Refuses what is no collider; `what` names the argument. */
export function checkCollider(collider: Collider, what: string, caller: string): void {
  if (collider?.posed?.joints === undefined || collider.shape?.tree?.links === undefined) {
    throw new Error(`${caller}: ${what} is ${sayValue(collider)}; give a collider made by createCollider.`);
  }
}

/** Brings the volumes of the siblings `first..end)` to the current pose: leaves from their vertices, others by rule. */
export function refitFamily(collider: Collider, first: number, end: number): void {
  const { shape, posed, volumes, groupVolumes, rule, records } = collider;
  const { deformer } = shape;
  const { links } = shape.tree;
  for (let node = first; node < end; node++) {
    if (links[node] < 0) poseLeaf(collider, node);
    else rule(records, deformer, posed, node, groupVolumes, volumes);
  }
  collider.volumeEpochs[first] = posed.epoch;
}

/** Brings the volume of the root to the current pose, if it is stale: every query begins with it. Returns how many were refitted. */
export function refitRoot(collider: Collider): number {
  if (collider.volumeEpochs[0] === collider.posed.epoch) return 0;
  openCollider(collider);
  refitFamily(collider, 0, 1);
  return 1;
}

/** Brings the volume of one node to the current pose, and does not mark it as fresh. */
export function refitNode(collider: Collider, node: number): void {
  openCollider(collider);
  const { shape, posed } = collider;
  if (shape.tree.links[node] < 0) poseLeaf(collider, node);
  else collider.rule(collider.records, shape.deformer, posed, node, collider.groupVolumes, collider.volumes);
}

/** Makes everything stale; false if the matrices cannot be used. Epochs are 32-bit; before they run over, all are set back. */
function moveTo(collider: Collider): boolean {
  const { posed } = collider;
  if (posed.epoch >= 0x7ffffff0) {
    posed.epoch = 0;
    collider.era++;
    posed.coarseEpoch = 0;
    posed.quaternionEpoch = 0;
    const { setEpochs, bendEpochs, sharedEpochs } = posed;
    for (const epochs of [collider.volumeEpochs, collider.vertexEpochs, setEpochs, bendEpochs, sharedEpochs])
      epochs.fill(0);
  }
  return poseJoints(collider.shape.deformer, posed, collider.jointMatrices, collider.weights, collider.placement);
}

function checkRigid(m: Float64Array | Float32Array): void {
  for (let row = 0; row < 3; row++) {
    for (let other = row; other < 3; other++) {
      const product = m[4 * row] * m[4 * other] + m[4 * row + 1] * m[4 * other + 1] + m[4 * row + 2] * m[4 * other + 2];
      if (!(Math.abs(product - (row === other ? 1 : 0)) < 1e-4)) {
        throw new Error(
          `setPlacement: rows ${row} and ${other} have the product ${product}; a placement turns and moves only. ` +
            'Put scale into the joint matrices.',
        );
      }
    }
  }
  if (!(determinant(Float64Array.from(m), 0) > 0)) {
    throw new Error('setPlacement: the matrix mirrors; a placement turns and moves only. Mirror the joint matrices.');
  }
}
