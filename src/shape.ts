import { type VolumeKind, volumeKinds } from './bounds/volumes.ts';
import {
  createDeformer,
  type Deformer,
  type DeformerSource,
  deformAll,
  reorderDeformer,
  skinningOf,
} from './deform/deformer.ts';
import type { Pose, PosedJoints } from './deform/posed-joints.ts';
import { checkMatrices, checkWeights, createPosedJoints, poseJoints } from './deform/posed-joints.ts';
import { createRestPose, createTrainingPoses, createTrainingWeights, guessSkeleton } from './deform/training-poses.ts';
import { sayValue } from './math/say-value.ts';
import { checkMesh, type Mesh } from './mesh/mesh.ts';
import { renumber } from './mesh/renumber.ts';
import { buildFieldRecords } from './refit/build-field-records.ts';
import { buildRecords } from './refit/build-records.ts';
import type { RecordsSource, RefitRecords } from './refit/records.ts';
import { refitRules } from './refit/rules.ts';
import { type BuiltTree, buildSurfaceAreaTree } from './tree/build.ts';
import { buildMidpointTree } from './tree/build-midpoint.ts';
import { buildMinimalSphereTree } from './tree/build-minimal-spheres.ts';
import { type LeafVertices, listLeafVertices, listNodeVertices } from './tree/leaf-vertices.ts';
import { summedArea, summedSphereArea } from './tree/split.ts';
import type { Tree } from './tree/tree.ts';
import { boxTriangles } from './tree/triangle-boxes.ts';

/**
 * Everything about a deforming mesh that does not depend on its pose. Built once, never changed, shared by any number of
 * colliders (and, saved to a shared buffer, by workers).
 */
export interface Shape {
  volumeKind: VolumeKind;
  /** The slabs of its k-DOPs, if its volumes are k-DOPs. @internal */
  slabs: number;
  /** The mesh, renumbered: triangles in slot order, vertices in the order in which the triangles meet them. @internal */
  mesh: Mesh;
  /** Which triangle (vertex) of the mesh given to `createShape` each slot (vertex) was. @internal */
  triangleOrder: Uint32Array;
  /** @internal */
  vertexOrder: Uint32Array;
  /** @internal */
  deformer: Deformer;
  /** @internal */
  tree: Tree;
  /** @internal */
  leafVertices: LeafVertices;
  /** @internal */
  records: RefitRecords;
}

/** A mesh that deforms and the tree over it: as much of a shape as a search takes that poses all vertices itself. */
export type Surface = Pick<Shape, 'mesh' | 'deformer' | 'tree' | 'leafVertices'>;

export interface ShapeOptions {
  /**
   * 'surface-area' (default): fast, up to `leafSize` triangles per leaf. 'minimal-spheres': the tree of [Kavan2006], one
   * triangle per leaf, for its tables. 'midpoint': that of [Larsson2003], up to eight children per node.
   */
  tree?: 'surface-area' | 'minimal-spheres' | 'midpoint';
  /** The most triangles of a leaf, up to 64. 8 by default, 1 for midpoint trees; minimal-sphere trees have always 1. */
  leafSize?: number;
  /** What bounds the nodes of the tree. 'box' by default: the fastest for every deformer (docs/decisions/0005). */
  volumes?: VolumeKind;
  /** The directions of k-DOPs: an even number from 6 to 18. 16 by default. */
  dopDirections?: number;
  /** Typical poses, to tune the tree on; by default random bends of the skeleton. They affect speed, never answers. */
  trainingPoses?: readonly Pose[];
  /** Called now and then with the share done, from 0 to 1. */
  progress?: (share: number) => void;
}

/**
 * Builds the tree and the refit data of a mesh. The arrays given are copied, not kept. Deterministic.
 * @example
 * {@includeCode ../examples/api/shapes.ts#pose}
 */
export function createShape(mesh: Mesh, source: DeformerSource, options: ShapeOptions = {}): Shape {
  checkMesh(mesh, 'createShape');
  checkOptions(options);
  const deformer = createDeformer(source, mesh, 'createShape');
  const training = poseTraining(deformer, source, mesh, options);
  const built = buildTree(mesh, deformer, training, options);
  const { progress } = options;

  const { mesh: ordered, vertexOrder } = renumber(mesh, built.order);
  const orderedDeformer = reorderDeformer(deformer, vertexOrder);
  const { tree } = built;
  const volumeKind = options.volumes ?? 'box';
  const slabs = volumeKind === 'dop' ? (options.dopDirections ?? 16) / 2 : 0;
  const halfway = progress && ((share: number) => progress(0.5 + 0.5 * share));
  const leafVertices = listLeafVertices(tree, ordered.triangles, vertexOrder.length);
  const vertices = listNodeVertices(tree, leafVertices);
  const nodes = { mesh: ordered, deformer: orderedDeformer, tree, vertices, slabs, progress: halfway };
  const records = recordNodes(nodes, volumeKind, training);
  progress?.(1);
  return {
    volumeKind,
    slabs,
    mesh: ordered,
    triangleOrder: built.order,
    vertexOrder,
    deformer: orderedDeformer,
    tree,
    leafVertices,
    records,
  };
}

function recordNodes(
  source: Omit<RecordsSource, 'extents'>,
  kind: VolumeKind,
  training: readonly PosedJoints[],
): RefitRecords {
  const { skinning } = source.deformer;
  if (skinning === 'rigid') return buildFieldRecords({ ...source, extents: kind === 'sphere' ? 1 : 3 });
  // k-DOPs read the records of boxes; under dual quaternions, where groups are spheres, both read those of spheres.
  const isSphere = kind === 'sphere' || (kind === 'dop' && skinning === 'dual-quaternion-blend');
  return buildRecords(
    { ...source, extents: isSphere ? 1 : 3 },
    refitRules[skinning][isSphere ? 'sphere' : 'box'],
    training,
  );
}

/**
 * The bytes of all arrays of a shape.
 * @example
 * {@includeCode ../examples/api/shapes.ts#save}
 */
export function shapeBytes(shape: Shape): number {
  checkShape(shape, 'shapeBytes');
  const count = (record: object): number =>
    Object.values(record).reduce((sum, value) => {
      if (ArrayBuffer.isView(value)) return sum + value.byteLength;
      return value !== null && typeof value === 'object' ? sum + count(value) : sum;
    }, 0);
  return count(shape) - shape.records.values.byteLength; // a second view of the words
}

const TRAINING_POSES = 4;

function poseTraining(deformer: Deformer, source: DeformerSource, mesh: Mesh, options: ShapeOptions): PosedJoints[] {
  const { sets, displacements } = deformer;
  const rest = createRestPose(sets.jointCount);
  const skinning = skinningOf(source);
  const poses: { matrices: Float64Array; weights: Float64Array }[] = [];
  if (options.trainingPoses) {
    options.trainingPoses.forEach(({ jointMatrices, weights }, p) => {
      if (jointMatrices) {
        checkMatrices(jointMatrices, sets.jointCount, `joint matrices of training pose ${p}`, 'createShape');
      }
      if (weights) checkWeights(weights, displacements.count, `training pose ${p}`, 'createShape');
      poses.push({
        matrices: jointMatrices ? Float64Array.from(jointMatrices) : rest,
        weights: Float64Array.from(weights ?? new Float64Array(displacements.count)),
      });
    });
  } else if (deformer.kind !== 'rigid') {
    const weights = createTrainingWeights(deformer, TRAINING_POSES);
    const skeleton = skinning.kind === 'rigid' ? null : (skinning.skeleton ?? guessSkeleton(sets, mesh.positions));
    const matrices = skeleton ? createTrainingPoses(skeleton, TRAINING_POSES) : weights.map(() => rest);
    for (let p = 0; p < TRAINING_POSES; p++) poses.push({ matrices: matrices[p], weights: weights[p] });
  }
  return poses.map(({ matrices, weights }) => {
    const posed = createPosedJoints(deformer);
    poseJoints(deformer, posed, matrices, weights, null);
    return posed;
  });
}

/** Refuses what is no shape. */
export function checkShape(shape: Shape, caller: string): void {
  if (shape?.tree?.links === undefined || shape.deformer?.sets === undefined || shape.records?.words === undefined) {
    throw new Error(`${caller}: the shape is ${sayValue(shape)}; give one made by createShape or loadShape.`);
  }
}

function checkOptions(options: ShapeOptions): void {
  if (options === null) throw new Error('createShape: options is null; give a record, or leave it out.');
  for (const name of Object.keys(options)) checkOptionName(name);
  const { tree, volumes, dopDirections } = options;
  if (tree !== undefined && !['surface-area', 'minimal-spheres', 'midpoint'].includes(tree)) {
    throw new Error(`createShape: tree is '${tree}'; give 'surface-area', 'minimal-spheres' or 'midpoint'.`);
  }
  if (volumes !== undefined && !volumeKinds.includes(volumes)) {
    throw new Error(`createShape: volumes is '${volumes}'; give 'sphere', 'box' or 'dop'.`);
  }
  if (dopDirections === undefined) return;
  if (!(dopDirections % 2 === 0 && dopDirections >= 6 && dopDirections <= 18)) {
    throw new Error(`createShape: dopDirections is ${dopDirections}; give an even number from 6 to 18.`);
  }
}

const optionNames = Object.keys({
  tree: 0,
  leafSize: 0,
  volumes: 0,
  dopDirections: 0,
  trainingPoses: 0,
  progress: 0,
} satisfies Record<keyof ShapeOptions, 0>);

/**
 * Refuses a name that is an option but for its case or its end: `volume`, `leafsize`. What else is in the record is not of this function: callers
 * hand records on that have options of their own.
 */
function checkOptionName(name: string): void {
  if (optionNames.includes(name)) return;
  const isNear = (one: string, other: string): boolean => one.toLowerCase().startsWith(other.toLowerCase());
  const meant = optionNames.find(known => isNear(known, name) || isNear(name, known));
  if (meant !== undefined)
    throw new Error(`createShape: there is no option '${name}'; give '${meant}', or leave it out.`);
}

function buildTree(mesh: Mesh, deformer: Deformer, training: PosedJoints[], options: ShapeOptions): BuiltTree {
  if (options.tree === 'minimal-spheres') return buildMinimalSphereTree(mesh);
  const leafSize = options.leafSize ?? (options.tree === 'midpoint' ? 1 : 8);
  if (!(Number.isInteger(leafSize) && leafSize > 0 && leafSize <= 64)) {
    throw new Error(`createShape: leafSize is ${leafSize}; give a whole number of triangles from 1 to 64.`);
  }
  if (options.tree === 'midpoint') return buildMidpointTree(mesh, leafSize);
  const positionsByPose = [mesh.positions];
  // More of the random poses do not make better trees; poses that were given are typical, and all count.
  for (const posed of options.trainingPoses ? training : training.slice(0, 1)) {
    const positions = new Float64Array(mesh.positions.length);
    deformAll(deformer, mesh.positions, posed, positions);
    positionsByPose.push(positions);
  }
  const { progress } = options;
  return buildSurfaceAreaTree(
    boxTriangles(mesh.triangles, positionsByPose),
    leafSize,
    options.volumes === 'sphere' ? summedSphereArea : summedArea,
    progress && (share => progress(0.5 * share)),
  );
}
