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

interface KnownShape {
  stamp: Stamp;
  options: ShapeOptions;
  shape: Shape;
}

const shapes = new WeakMap<three.BufferGeometry, KnownShape>();

/** The shape last built for this geometry, if geometry and options are still the same; else a new one. */
export function sharedShape(mesh: three.Mesh, options: ShapeOptions = {}): Shape {
  const known = shapes.get(mesh.geometry);
  if (known && isFresh(known.stamp, mesh) && isSameOptions(known.options, options)) {
    const inOrder = tryOrder(known.shape, mesh);
    if (inOrder) return inOrder;
  }
  const shape = shapeOfMesh(mesh, options);
  shapes.set(mesh.geometry, { stamp: stampOf(mesh), options: { ...options }, shape });
  return shape;
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
