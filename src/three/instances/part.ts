import type * as three from 'three';
import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { type Collider, createCollider } from '../../collider.ts';
import type { Shape } from '../../shape.ts';
import type { TreeOptions } from '../bounds-tree.ts';
import { sharedShape } from '../collider-of-mesh.ts';
import { type Look, shapeInOrder } from '../face-order.ts';
import { nameOf } from '../name-of.ts';
import { type GeometryRange, type ManyMesh, rangeOf } from './read-instances.ts';

/** One geometry that instances draw, and what is known of it wherever they stand. */
export interface Part {
  /** A mesh with this geometry alone; its faces are numbered from `start` of the whole. */
  standIn: Mesh;
  start: number;
  count: number;
  index: three.BufferAttribute | null;
  shape: Shape;
  /** Where the geometry is stored, not in the world: rays come to it. */
  rest: Collider;
  box: Float64Array;
  /** One that is put where an instance is, and then where the next is. */
  placed: Collider;
}

/** A mesh with one geometry of a mesh that draws many: what shapes are built of. */
export function createStandIn(mesh: ManyMesh, geometry: number): { standIn: Mesh } & GeometryRange {
  const range = rangeOf(mesh, geometry);
  const { index, attributes, morphAttributes } = mesh.geometry;
  const { start, count } = range ?? { start: 0, count: (index ?? attributes.position).count };
  let own = mesh.geometry;
  if (range !== null || Object.keys(morphAttributes).length > 0) {
    own = new BufferGeometry();
    own.attributes = attributes; // shared: what is changed there is seen here
    if (index) own.index = new BufferAttribute(index.array.subarray(start, start + count), 1);
    else
      own.index = new BufferAttribute(
        Uint32Array.from({ length: count }, (_, k) => start + k),
        1,
      );
    if (range === null) {
      own.groups = mesh.geometry.groups;
      own.drawRange = mesh.geometry.drawRange;
    } // those of a BatchedMesh count for nothing
  }
  const standIn = new Mesh(own, mesh.material);
  standIn.name = mesh.name;
  return { standIn, start, count };
}

export function createPart(mesh: ManyMesh, geometry: number, { shape: given, ...options }: TreeOptions): Part {
  const { standIn, start, count } = createStandIn(mesh, geometry);
  const shape = given ?? sharedShape(standIn, options);
  return {
    standIn,
    start,
    count,
    index: mesh.geometry.index,
    shape: given ? shapeInOrder(given, standIn, 'accelerate', 'all') : shape,
    rest: createCollider(shape),
    box: boxAround(shape.mesh.positions),
    placed: createCollider(shape),
  };
}

/** Numbers faces as the geometry does now; throws if it is another than the part was made of. As `shapeInOrder`. */
export function checkPart(part: Part, mesh: ManyMesh, geometry: number, caller: string, look: Look): void {
  const { standIn, start, count, index } = part;
  const range = rangeOf(mesh, geometry);
  const own = standIn.geometry;
  const isElsewhere = range !== null && (range.start !== start || range.count !== count);
  const isExchanged = own.attributes !== mesh.geometry.attributes || index !== mesh.geometry.index;
  if (isElsewhere || (own !== mesh.geometry && isExchanged)) throw new Error(sayChanged(mesh, caller));
  const shape = tryOrder(part, mesh, caller, look);
  if (shape === part.shape) return;
  part.shape = shape;
  part.rest.shape = part.placed.shape = shape;
}

function tryOrder({ shape, standIn }: Part, mesh: ManyMesh, caller: string, look: Look): Shape {
  try {
    return shapeInOrder(shape, standIn, caller, look);
  } catch (error) {
    throw new Error(sayChanged(mesh, caller), { cause: error });
  }
}

function sayChanged(mesh: ManyMesh, caller: string): string {
  return `${caller}: a geometry of ${nameOf(mesh)} has changed; call accelerate(mesh) again.`;
}

function boxAround(positions: ArrayLike<number>): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < positions.length; k++) {
    box[k % 3] = Math.min(box[k % 3], positions[k]);
    box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], positions[k]);
  }
  return box;
}
