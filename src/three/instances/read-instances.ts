import type * as three from 'three';
import { nameOf } from '../name-of.ts';

/** A mesh that draws many: one geometry, or several, in many places. What three.js calls `instanceId` and `batchId` is an instance here. */
export type ManyMesh = three.InstancedMesh | three.BatchedMesh;

/** What is drawn now. */
export interface DrawnInstances {
  count: number;
  /** 16 numbers for each, column by column: from its geometry to the space of the mesh. */
  matrices: ArrayLike<number>;
  /** What a `BatchedMesh` knows of each; null: all are drawn, of one geometry. */
  infos: readonly InstanceInfo[] | null;
}

interface InstanceInfo {
  visible: boolean;
  active: boolean;
  geometryIndex: number;
}

/** Which corners of the index, or of the positions, a geometry of a `BatchedMesh` has. */
export interface GeometryRange {
  start: number;
  count: number;
}

/** What a `BatchedMesh` keeps: it has no functions that tell how many instances there may be, and which are deleted. Other names before r170. */
interface Inside {
  _instanceInfo?: readonly InstanceInfo[];
  _drawInfo?: readonly InstanceInfo[];
  _geometryInfo?: readonly GeometryRange[];
  _drawRanges?: readonly GeometryRange[];
  _matricesTexture?: { image: { data: Float32Array } } | null;
}

export function drawsMany(object: three.Object3D): object is ManyMesh {
  const { isInstancedMesh, isBatchedMesh } = object as Partial<three.InstancedMesh & three.BatchedMesh>;
  return isInstancedMesh === true || isBatchedMesh === true;
}

function isBatched(mesh: ManyMesh): mesh is three.BatchedMesh {
  return (mesh as three.BatchedMesh).isBatchedMesh === true;
}

/** Refuses what cannot be read: instances that morph each in its own way, and the `BatchedMesh` of a three.js that had no instances yet. */
export function readInstances(mesh: ManyMesh, caller: string): DrawnInstances {
  if (!isBatched(mesh)) {
    if (mesh.morphTexture) {
      throw new Error(
        `${caller}: instances of ${nameOf(mesh)} morph (setMorphAt); give each that is to be asked a Mesh of its own, they share a shape.`,
      );
    }
    const { array } = mesh.instanceMatrix;
    return { count: Math.min(mesh.count, Math.floor(array.length / 16)), matrices: array, infos: null };
  }
  const inside = mesh as unknown as Inside;
  const infos = inside._instanceInfo ?? inside._drawInfo;
  if (!infos || !inside._matricesTexture) {
    throw new Error(
      `${caller}: ${nameOf(mesh)} is a BatchedMesh without instances, or was disposed of; use three.js r166 or newer.`,
    );
  }
  return { count: infos.length, matrices: inside._matricesTexture.image.data, infos };
}

/** The geometry of an instance of a `BatchedMesh`, by its number; -1: it is not drawn. One without triangles is not. */
export function geometryOf(mesh: ManyMesh, { visible, active, geometryIndex }: InstanceInfo): number {
  return visible && active && rangeOf(mesh, geometryIndex)!.count >= 3 ? geometryIndex : -1;
}

/** The corners that a geometry of the mesh has; null: all. */
export function rangeOf(mesh: ManyMesh, geometry: number): GeometryRange | null {
  if (!isBatched(mesh)) return null;
  const inside = mesh as unknown as Inside;
  return (inside._geometryInfo ?? inside._drawRanges)?.[geometry] ?? { start: 0, count: 0 };
}
