import type * as three from 'three';
import { type Collider, createCollider } from '../collider.ts';
import type { Shape, ShapeOptions } from '../shape.ts';
import { shapeInOrder } from './face-order.ts';
import { shapeOfMesh } from './shape-of-mesh.ts';
import { isFresh, type Stamp, stampOf } from './stamp.ts';
import { poseCollider } from './sync-pose.ts';

/**
 * A collider for one three.js mesh, in the pose the mesh is in. It is in the world: queries between colliders of different
 * meshes need no matrices. `syncPose` makes it follow. Give the shape if there is one already, built or loaded; else it is
 * built now (`shapeOfMesh`), once for all meshes that share a geometry.
 * @example
 * {@includeCode ../../examples/api/three.ts#colliders}
 */
export function colliderOfMesh(mesh: three.Mesh, shape: Shape = sharedShape(mesh)): Collider {
  const collider = createCollider(shape);
  poseCollider(collider, mesh, 'colliderOfMesh', 'samples');
  return collider;
}

/** A shape that is being built in a worker. */
export type Building = Promise<Shape | null>;

interface KnownShape {
  stamp: Stamp;
  options: ShapeOptions;
  /** While it is built in a worker, what will be it: null if it cannot be used after all. */
  shape: Shape | Building;
}

const shapes = new WeakMap<three.BufferGeometry, KnownShape>();

/** The shape last built for this geometry, if geometry and options are still the same; else a new one. */
export function sharedShape(mesh: three.Mesh, options: ShapeOptions = {}): Shape {
  const known = knownShape(mesh, options);
  if (known && !isPromise(known)) return known;
  const shape = shapeOfMesh(mesh, options);
  shareShape(mesh, options, shape);
  return shape;
}

/** The shape last built for this geometry, or being built, if geometry and options are still the same; else null. */
export function knownShape(mesh: three.Mesh, options: ShapeOptions): Shape | Building | null {
  const known = shapes.get(mesh.geometry);
  if (!known || !isFresh(known.stamp, mesh) || !isSameOptions(known.options, options)) return null;
  return isPromise(known.shape) ? known.shape : tryOrder(known.shape, mesh);
}

/** Lets all meshes with this geometry, as it is now, have a shape that was built of it, or is being built. */
export function shareShape(mesh: three.Mesh, options: ShapeOptions, shape: Shape | Building): void {
  shapes.set(mesh.geometry, { stamp: stampOf(mesh), options: { ...options }, shape });
}

/** Takes back what was shared and did not come to be. */
export function forgetShape(geometry: three.BufferGeometry, shape: Building): void {
  if (shapes.get(geometry)?.shape === shape) shapes.delete(geometry);
}

function isPromise(shape: Shape | Building): shape is Building {
  return shape instanceof Promise;
}

/** The shape in the order the faces have now; null if they have become others. */
function tryOrder(shape: Shape, mesh: three.Mesh): Shape | null {
  try {
    return shapeInOrder(shape, mesh, 'computeBoundsTree', 'samples');
  } catch {
    return null;
  }
}

function isSameOptions(a: ShapeOptions, b: ShapeOptions): boolean {
  const keys = ['tree', 'leafSize', 'volumes', 'dopDirections', 'trainingPoses'] as const;
  return keys.every(key => a[key] === b[key]);
}
