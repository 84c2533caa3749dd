import type * as three from 'three';
import type { DeformerSource } from '../deform/deformer.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Welded, weld } from '../mesh/weld.ts';
import { createShape, type Shape, type ShapeOptions } from '../shape.ts';
import { shapeInOrder } from './face-order.ts';
import { type ReadGeometry, readGeometry } from './read-geometry.ts';
import { restSkeleton } from './rest-skeleton.ts';

/**
 * The shape of a three.js mesh: a `SkinnedMesh` (with morph targets or without), a `Mesh` with morph targets, or a plain one.
 * Triangle `t` of the shape is face `t` of the geometry; vertices that always move as one are welded inside, so that seams
 * of texture and shading are none to a query. The rest pose is the geometry as it is stored.
 *
 * Reads the geometry and, to tune the tree, the bone inverses; keeps neither. Nothing of the mesh is changed. The same for
 * every mesh with this geometry, so build one and share it. Cost: 20 to 40 us for each triangle; `saveShape` and `loadShape`
 * take that out of the way of a page.
 * @example
 * {@includeCode ../../examples/api/three.ts#colliders}
 */
export function shapeOfMesh(mesh: three.Mesh, options: ShapeOptions = {}): Shape {
  const read = readGeometry(mesh, 'shapeOfMesh');
  const shape = createShape(...weldMesh(mesh, read), options);
  return shapeInOrder(shape, mesh, 'shapeOfMesh', 'all'); // from now on its faces are known
}

/** What was read of a mesh, as `createShape` takes it. */
export function weldMesh(mesh: three.Mesh, read: ReadGeometry): [mesh: Mesh, source: DeformerSource] {
  const welded = weld(read.mesh, read.skin ?? undefined, read.fields);
  return [welded.mesh, sourceOf(mesh, welded, read.bones.numbers)];
}

function sourceOf(mesh: three.Mesh, { skin, fields = [] }: Welded, bones: Uint32Array): DeformerSource {
  if (!skin) return fields.length > 0 ? { kind: 'morph', targets: fields } : { kind: 'rigid' };
  const skeleton = restSkeleton(mesh as three.SkinnedMesh, bones);
  const skinning = { kind: 'linear-blend', skin, ...(skeleton ? { skeleton } : {}) } as const;
  return fields.length > 0 ? { kind: 'chain', targets: fields, skinning } : skinning;
}
