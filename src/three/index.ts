import type * as three from 'three';
import type { Collider } from '../collider.ts';
import type { BoneShare } from './intersection.ts';

declare module 'three' {
  interface Mesh<
    TGeometry extends three.BufferGeometry = three.BufferGeometry,
    TMaterial extends three.Material | three.Material[] = three.Material | three.Material[],
    TEventMap extends three.Object3DEventMap = three.Object3DEventMap,
  > {
    /** What makes queries fast: set by `accelerate` and `computeBoundsTree`, posed as the mesh is whenever it is read. */
    boundsTree?: Collider | null;
  }

  interface Raycaster {
    /** Report the nearest hit of each object only. */
    firstHitOnly?: boolean;
  }

  interface Intersection<TIntersected extends three.Object3D = three.Object3D> {
    /** Of skinned meshes with a `boundsTree`: the bone the place hit follows most, and all it follows, heaviest first. */
    boneIndex?: number;
    boneWeights?: BoneShare[];
  }
}

export { accelerate } from './accelerate.ts';
export { type AsyncTreeOptions, accelerateAsync } from './accelerate-async.ts';
export type { TreeOptions } from './bounds-tree.ts';
export {
  type Contact,
  type ContactChanges,
  type ContactOptions,
  type ContactTracker,
  createContactTracker,
} from './contact-tracker.ts';
export { type InstallOptions, installPoseclash, type MeshClasses } from './install.ts';
export type { InstanceColliders } from './instances/instances.ts';
export type { BoneShare } from './intersection.ts';
export { type MeshMethods, meshMethods, type SkinnedMeshMethods, skinnedMeshMethods } from './mesh-methods.ts';
export {
  findClosePairs,
  findNearestPair,
  findNearestPoint,
  findPairs,
  findSeparation,
  type MeshPairs,
  type NearestMeshPair,
  type NearestMeshPoint,
  touches,
} from './object-queries.ts';
export { subjectOfThree } from './subject-of-three.ts';
export {
  type LoadedGltf,
  pointOnSurface,
  readSurface,
  type SampleOptions,
  type SurfacePoint,
  sampleSurface,
  writeSurface,
} from './surface-points.ts';
export { syncPose } from './sync-pose.ts';
export { createVolumeHelper, type VolumeHelper } from './volume-helper.ts';
