import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { type Collider, createCollider } from '../collider.ts';
import type { Shape, ShapeOptions } from '../shape.ts';
import { nameOf } from './name-of.ts';
import { type SharedShape, sharedShape } from './shape-of-mesh.ts';
import { sourceOf } from './source-mesh.ts';

/** Those of `createShape`; or a shape that is there already, loaded (`loadShape`) or built. */
export interface AccelerateOptions extends ShapeOptions {
  shape?: Shape;
}

/** What a mesh has once it was accelerated, or asked about; kept with the mesh, and gone with it. */
export interface Acceleration {
  shared: SharedShape;
  /** In the world. */
  collider: Collider;
  /** Room for a pose. */
  matrices: Float64Array;
  weights: Float64Array;
  /** What was said already of why Babylon answers for it. */
  reasons: Set<string>;
}

const ACCELERATION = Symbol('poseclash');

type Holder = { [ACCELERATION]?: Acceleration };

export function accelerationOf(mesh: AbstractMesh): Acceleration | null {
  return (mesh as unknown as Holder)[ACCELERATION] ?? null;
}

/** Gives a mesh a collider, of the shape its geometry has already or of a new one. */
export function createAcceleration(mesh: AbstractMesh, options: AccelerateOptions, caller: string): Acceleration {
  const source = sourceOf(mesh);
  if (typeof source?.getVerticesData !== 'function' || typeof mesh.computeWorldMatrix !== 'function') {
    throw new Error(`${caller}: that is no mesh of Babylon.js; give a Mesh or an InstancedMesh.`);
  }
  const { shape, ...shapeOptions } = options;
  const shared = sharedShape(source, shapeOptions, shape, caller);
  const { deformer } = shared.shape;
  const joints = Math.max(1, shared.numbers.length);
  const targets = source.morphTargetManager?.numTargets ?? 0;
  if (deformer.sets.jointCount !== joints || deformer.displacements.count !== targets) {
    throw new Error(
      `${caller}: ${nameOf(mesh)} has ${joints} bones that move it and ${targets} morph targets, the shape ` +
        `${deformer.sets.jointCount} and ${deformer.displacements.count}; give the shape of this very mesh.`,
    );
  }
  const acceleration: Acceleration = {
    shared,
    collider: createCollider(shared.shape),
    matrices: new Float64Array(12 * joints),
    weights: new Float64Array(targets),
    reasons: new Set(),
  };
  (mesh as unknown as Holder)[ACCELERATION] = acceleration;
  return acceleration;
}

/**
 * Says once for a mesh and a reason why Babylon itself answers for it now. Reasons that differ in who asked, or in numbers only, count as
 * one: a broken animation would else write a line in every frame.
 */
export function warnOnce({ reasons }: Acceleration, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/^\w+: /, '').replace(/-?\d[\d.e+-]*|NaN|-?Infinity/g, '#');
  if (reasons.has(reason)) return;
  reasons.add(reason);
  console.warn(`poseclash: ${message} Until then Babylon.js answers for it by its own, slower methods.`);
}
