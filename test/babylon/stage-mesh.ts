import { Bone } from '@babylonjs/core/Bones/bone.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import { Ray } from '@babylonjs/core/Culling/ray.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { MorphTarget } from '@babylonjs/core/Morph/morphTarget.js';
import { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { Random } from '../../src/math/random.ts';
import { angle, placeAtRandom } from '../support/place-at-random.ts';

export interface StageOptions {
  isSkinned?: boolean;
  /** Eight influences for each vertex. */
  hasExtra?: boolean;
  morphs?: number;
  isUnIndexed?: boolean;
  isRightHanded?: boolean;
  /** The scale of what the mesh hangs from. */
  scale?: [number, number, number];
  /** Bones follow nodes of the scene, as those of glTF files do. */
  isLinked?: boolean;
  /** The skeleton is told where the mesh was when it was bound. */
  hasPoseMatrix?: boolean;
  /** Drawn in two parts, and some faces by none. */
  isDivided?: boolean;
}

export interface Staged {
  scene: Scene;
  parent: TransformNode;
  mesh: Mesh;
  /** Poses all that can move; computes no matrix. */
  pose(random: Random): void;
}

const BONES = 5;

/** What the engine says of itself when it starts is not to be read between tests. */
Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;

export function createScene(isRightHanded = false): Scene {
  const engine = new NullEngine();
  engine.getCaps().instancedArrays = true; // thin instances are to be asked about, not drawn
  const scene = new Scene(engine);
  scene.useRightHandedSystem = isRightHanded;
  return scene;
}

/** A bent pipe along y, from -1 to 1. */
export function stage(options: StageOptions = {}): Staged {
  const { isSkinned = true, scale = [1, 1, 1], morphs = 0, isRightHanded = false } = options;
  const scene = createScene(isRightHanded);
  const parent = new TransformNode('parent', scene);
  parent.scaling.set(...scale);
  const mesh = CreateCylinder(
    'pipe',
    { height: 2, diameterTop: 0.7, diameterBottom: 0.4, tessellation: 10, subdivisions: 8 },
    scene,
  );
  mesh.material = new StandardMaterial('plain', scene);
  mesh.material.sideOrientation = mesh.sideOrientation; // where Babylon's own hotspots look for it
  mesh.parent = parent;
  if (isSkinned) addSkin(mesh, options.hasExtra ?? false);
  if (options.isUnIndexed) mesh.convertToUnIndexedMesh();
  if (morphs > 0) addMorphs(mesh, morphs);
  const bones = isSkinned ? addSkeleton(mesh, options) : [];
  if (options.isDivided) divide(mesh);
  return {
    scene,
    parent,
    mesh,
    pose(random) {
      placeAtRandom(parent, mesh, random);
      for (const bone of bones) {
        bone.rotationQuaternion = Quaternion.RotationYawPitchRoll(
          0.7 * angle(random),
          0.7 * angle(random),
          0.7 * angle(random),
        );
        bone.scaling = new Vector3(1 + 0.1 * angle(random), 1 + 0.1 * angle(random), 1 + 0.1 * angle(random));
      }
      for (let m = 0; m < morphs; m++)
        mesh.morphTargetManager!.getTarget(m).influence = (1.5 * random() - 0.5) / Math.ceil(morphs / 3);
    },
  };
}

/** Each vertex follows up to three bones of a chain, bones 2 to 6 of the skeleton; unused places name bone 0. */
function addSkin(mesh: Mesh, hasExtra: boolean): void {
  const positions = mesh.getVerticesData('position')!;
  const count = positions.length / 3;
  const indices = [new Float32Array(4 * count), new Float32Array(4 * count)];
  const weights = [new Float32Array(4 * count), new Float32Array(4 * count)];
  for (let v = 0; v < count; v++) {
    const along = ((positions[3 * v + 1] + 1) / 2) * (BONES - 1);
    let slot = 0;
    for (let bone = 0; bone < BONES; bone++) {
      const weight = Math.max(0, (hasExtra ? 2.8 : 1.3) - Math.abs(along - bone));
      if (weight === 0) continue;
      indices[slot >> 2][4 * v + (slot & 3)] = bone + 2;
      weights[slot >> 2][4 * v + (slot & 3)] = weight; // sums that are not 1 are divided by
      slot++;
    }
  }
  mesh.setVerticesData('matricesIndices', indices[0]);
  mesh.setVerticesData('matricesWeights', weights[0]);
  if (!hasExtra) return;
  mesh.setVerticesData('matricesIndicesExtra', indices[1]);
  mesh.setVerticesData('matricesWeightsExtra', weights[1]);
  mesh.numBoneInfluencers = 8;
}

function addMorphs(mesh: Mesh, count: number): void {
  const positions = mesh.getVerticesData('position')!;
  const manager = new MorphTargetManager(mesh.getScene());
  for (let m = 0; m < count; m++) {
    const target = new MorphTarget(`target-${m}`, 0, mesh.getScene());
    const moved = Float32Array.from(
      positions,
      (x, k) => x + (k % 3 === m % 3 ? 0.3 * Math.sin(2 * positions[k - (k % 3) + 1] + m) : 0.2 * x),
    );
    target.setPositions(moved);
    manager.addTarget(target);
  }
  mesh.morphTargetManager = manager;
}

type Posable = Bone | TransformNode;

function addSkeleton(mesh: Mesh, { isLinked, hasPoseMatrix }: StageOptions): Posable[] {
  const scene = mesh.getScene();
  const skeleton = new Skeleton('skeleton', 'skeleton', scene);
  const root = new Bone('root', skeleton, null, Matrix.Identity());
  new Bone('spare', skeleton, root, Matrix.Identity());
  let last = root;
  const bones = Array.from({ length: BONES }, (_, b) => {
    last = new Bone(`bone-${b}`, skeleton, last, Matrix.Translation(0, b === 0 ? -1 : 2 / (BONES - 1), 0));
    return last;
  });
  if (hasPoseMatrix) {
    skeleton.needInitialSkinMatrix = true;
    mesh.updatePoseMatrix(
      Matrix.Compose(new Vector3(1, 1, 1), Quaternion.RotationYawPitchRoll(0.2, 0.1, 0.3), new Vector3(0.1, 0.2, 0)),
    );
  }
  mesh.skeleton = skeleton;
  if (!isLinked) return bones;
  let above: TransformNode | null = null;
  return bones.map(bone => {
    const node = new TransformNode(bone.name, scene);
    node.parent = above;
    above = node;
    node.position.copyFrom(bone.position);
    node.rotationQuaternion = Quaternion.Identity();
    bone.linkTransformNode(node);
    return node;
  });
}

function divide(mesh: Mesh): void {
  const indices = mesh.getIndices()!.length;
  const half = 3 * Math.floor(indices / 6);
  mesh.subMeshes = [];
  new SubMesh(0, 0, mesh.getTotalVertices(), 0, half, mesh);
  new SubMesh(0, 0, mesh.getTotalVertices(), half + 30, indices - half - 30, mesh);
}

/** Brings all of Babylon's own to the current pose: what a user without a tree has to do before each pick. */
export function refreshAll(mesh: AbstractMesh): void {
  mesh.skeleton?.prepare(true);
  mesh.computeWorldMatrix(true);
  mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
}

/** Babylon's own answer, of every triangle in the current pose. */
export function pickByBabylon(mesh: AbstractMesh, ray: Ray): PickingInfo {
  refreshAll(mesh);
  const inverse = mesh.getWorldMatrix().clone().invert();
  return Object.getPrototypeOf(mesh).intersects.call(mesh, Ray.Transform(ray, inverse), false);
}

/** A ray in the world from outside at a place near the mesh as it is now, or past it; without the width that Babylon gives triangles. */
export function aimAt(mesh: AbstractMesh, random: Random): Ray {
  refreshAll(mesh);
  const positions = mesh.getPositionData(true, true)!;
  const vertex = Math.floor((random() * positions.length) / 3);
  const around = (size: number): Vector3 => new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).scale(size);
  const target = Vector3.TransformCoordinates(Vector3.FromArray(positions, 3 * vertex), mesh.getWorldMatrix()).add(
    around(0.3),
  );
  const origin = target.add(around(2).normalize().scale(4));
  return new Ray(origin, target.subtract(origin).normalize(), 100, 0);
}
