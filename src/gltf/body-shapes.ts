import { type Collider, createCollider } from '../collider.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createShape, type Shape, type ShapeOptions } from '../shape.ts';
import type { GltfAsset } from './asset.ts';
import { createScenePose, setScenePose } from './pose/pose-at.ts';

/**
 * A shape for every body, in their order; bodies that share a mesh share the shape. Cost: 30 to 70 us for each triangle,
 * once for each distinct mesh.
 */
export function createBodyShapes(asset: GltfAsset, options: Omit<ShapeOptions, 'trainingPoses'> = {}): Shape[] {
  const shapes = new Map<Mesh, Shape>();
  return asset.bodies.map(({ mesh, source }) => {
    const shape = shapes.get(mesh) ?? createShape(mesh, source, options);
    shapes.set(mesh, shape);
    return shape;
  });
}

export interface BodyColliderOptions extends Omit<ShapeOptions, 'trainingPoses'> {
  /** Shapes that are there already, one for each body: those of another copy (`copy.map(({ shape }) => shape)`), or loaded. */
  shapes?: readonly Shape[];
}

/**
 * A collider for every body, in their order, posed and placed as the file leaves the scene. Bodies that share a mesh share the
 * shape. Cost, unless shapes are given: 30 to 70 us for each triangle, once for each distinct mesh.
 * @example
 * {@includeCode ../../examples/api/gltf.ts#gltf}
 */
export function createBodyColliders(asset: GltfAsset, options: BodyColliderOptions = {}): Collider[] {
  const { shapes = createBodyShapes(asset, options) } = options;
  if (shapes.length !== asset.bodies.length) {
    throw new Error(
      `createBodyColliders: ${shapes.length} shapes for ${asset.bodies.length} bodies; give one for each, in their order.`,
    );
  }
  const colliders = shapes.map(createCollider);
  setScenePose(colliders, createScenePose(asset));
  return colliders;
}
