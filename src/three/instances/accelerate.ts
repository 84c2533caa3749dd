import type { Mesh } from 'three';
import { sayValue } from '../../math/say-value.ts';
import type { Shape } from '../../shape.ts';
import type { TreeOptions } from '../bounds-tree.ts';
import { nameOf } from '../name-of.ts';
import { forgetWarnings } from '../warn-once.ts';
import { createInstances, followInstances, heldInstances, holdInstances, type InstanceColliders } from './instances.ts';
import { createPart, createStandIn } from './part.ts';
import { raycastInstances } from './raycast.ts';
import { geometryOf, type ManyMesh, readInstances } from './read-instances.ts';

/**
 * Makes a mesh that draws many fast: one shape for each geometry that is drawn, built now, and a tree over all instances. Instances may come, go, move and be
 * hidden as they like; a geometry that is drawn later is built when somebody asks. `shapes`: those that there are already, by geometry.
 */
export function accelerateInstances(
  mesh: ManyMesh,
  options: TreeOptions,
  shapes: ReadonlyMap<number, Shape> = new Map(),
): InstanceColliders {
  if (options.shape && 'isBatchedMesh' in mesh) {
    throw new Error(
      `accelerate: shape is ${sayValue(options.shape)}, but ${nameOf(mesh)} may draw several geometries; leave it out.`,
    );
  }
  const instances = createInstances(mesh, options);
  for (const [geometry, shape] of shapes) instances.parts.set(geometry, createPart(mesh, geometry, { shape }));
  followInstances(instances, 'accelerate');
  holdInstances(mesh, instances);
  forgetWarnings(mesh);
  mesh.raycast = raycastInstances;
  return instances;
}

/** Lets a clone of a mesh that draws many be what the mesh is: with the same shapes. */
export function accelerateTwin(mesh: ManyMesh, twin: ManyMesh): void {
  const { options, parts } = heldInstances(mesh)!;
  accelerateInstances(twin, options, new Map(Array.from(parts, ([geometry, { shape }]) => [geometry, shape])));
}

/** A mesh for each geometry that is drawn now, by its number: what shapes are to be built of. */
export function listStandIns(mesh: ManyMesh, caller: string): Map<number, Mesh> {
  const { count, infos } = readInstances(mesh, caller);
  const geometries = infos ? new Set(infos.map(info => geometryOf(mesh, info))) : new Set(count > 0 ? [0] : []);
  geometries.delete(-1);
  return new Map(Array.from(geometries, geometry => [geometry, createStandIn(mesh, geometry).standIn]));
}
