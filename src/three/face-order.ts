import type * as three from 'three';
import type { Shape } from '../shape.ts';
import type { Attribute } from './component.ts';
import { matchFaces } from './match-faces.ts';
import { nameOf } from './name-of.ts';
import { versionOf } from './stamp.ts';

/**
 * How closely to look for faces that were put in another order. 'marks': whether the index was exchanged or its version counted up,
 * or a tree of three-mesh-bvh, which reorders the index in place and tells nobody, has come to the geometry. 'samples':
 * at some faces of the index as well. 'all': at each.
 */
export type Look = 'marks' | 'samples' | 'all';

/** Faces compared by 'samples': a tree that was built meanwhile has moved nearly every face. */
const SAMPLES = 64;

/** The faces a shape was made of. */
interface Faces {
  /** The three vertices of each, as the geometry numbers them. */
  corners: Uint32Array;
  /** What geometries looked like when their faces were found to be in this order. */
  seen: WeakMap<three.BufferGeometry, Marks>;
  /** The shape in the order that was met last. */
  renumbered: Shape | null;
}

interface Marks {
  position: Attribute | undefined;
  positionVersion: number;
  index: three.BufferAttribute | null;
  version: number;
  /** The tree that three-mesh-bvh gave to the geometry. */
  tree: unknown;
}

const known = new WeakMap<Shape, Faces>();

/**
 * The shape with its faces numbered as the geometry of the mesh numbers them now: the one given as long as nothing has changed, else
 * one that shares all with it but those numbers. Throws if the faces are not the same ones. Cost: some compares, as `look`
 * says; after a change some 0.1 us for each face, once for all meshes that share the shape.
 */
export function shapeInOrder(shape: Shape, mesh: three.Mesh, caller: string, look: Look): Shape {
  const { geometry } = mesh;
  const faces = known.get(shape);
  const marks = faces?.seen.get(geometry);
  if (faces && marks && look !== 'all' && isMarked(marks, geometry)) {
    if (look === 'marks' || areSamplesSame(faces.corners, geometry.index)) return shape;
  }
  const corners = readCorners(geometry);
  if (!marks || !isInPlace(marks, geometry)) checkPositions(shape, faces?.corners ?? corners, mesh, caller);
  const found = numberAs(shape, corners, mesh, caller);
  known.get(found)!.seen.set(geometry, marksOf(geometry));
  return found;
}

/** Whether a face of the geometry has the corners it had when the shape was made. */
export function isFaceKept(shape: Shape, { index }: three.BufferGeometry, face: number): boolean {
  const corners = known.get(shape)?.corners;
  if (!corners || !index) return true;
  const { array } = index;
  for (let k = 3 * face; k < 3 * face + 3; k++) if (array[k] !== corners[k]) return false;
  return true;
}

function numberAs(shape: Shape, corners: Uint32Array, mesh: three.Mesh, caller: string): Shape {
  const faces = known.get(shape);
  if (!faces) {
    known.set(shape, { corners, seen: new WeakMap(), renumbered: null });
    return shape;
  }
  if (isSame(faces.corners, corners)) return shape;
  if (faces.renumbered && isSame(known.get(faces.renumbered)!.corners, corners)) return faces.renumbered;
  const places = matchFaces(faces.corners, corners);
  if (!places) {
    throw new Error(
      `${caller}: the faces of ${nameOf(mesh)} have changed; make its collider anew, by computeBoundsTree.`,
    );
  }
  const renumbered = { ...shape, triangleOrder: shape.triangleOrder.map(face => places[face]) };
  known.set(renumbered, { corners, seen: new WeakMap(), renumbered: null });
  faces.renumbered = renumbered;
  return renumbered;
}

function marksOf(geometry: three.BufferGeometry): Marks {
  const { boundsTree } = geometry as { boundsTree?: unknown };
  const { index, attributes } = geometry;
  const positionVersion = versionOf(attributes.position);
  return { position: attributes.position, positionVersion, index, version: versionOf(index), tree: boundsTree };
}

function isInPlace({ position, positionVersion }: Marks, { attributes }: three.BufferGeometry): boolean {
  return position === attributes.position && positionVersion === versionOf(position);
}

function isMarked(marks: Marks, geometry: three.BufferGeometry): boolean {
  const { index, version, tree } = marks;
  if (!isInPlace(marks, geometry) || index !== geometry.index || version !== versionOf(index)) return false;
  return tree === (geometry as { boundsTree?: unknown }).boundsTree;
}

function areSamplesSame(corners: Uint32Array, index: three.BufferAttribute | null): boolean {
  if (!index) return true;
  const { array } = index;
  const step = 3 * Math.ceil(corners.length / (3 * SAMPLES));
  for (let k = 0; k < corners.length; k += step) {
    if (array[k] !== corners[k] || array[k + 1] !== corners[k + 1] || array[k + 2] !== corners[k + 2]) return false;
  }
  return true;
}

function readCorners({ index, attributes }: three.BufferGeometry): Uint32Array {
  const count = index ? index.count : (attributes.position?.count ?? 0);
  return Uint32Array.from({ length: count - (count % 3) }, (_, k) => (index ? index.getX(k) : k));
}

/** Refuses a shape whose faces are elsewhere: built for another mesh, or for this one before its faces were reordered. */
function checkPositions(shape: Shape, corners: Uint32Array, mesh: three.Mesh, caller: string): void {
  const { triangleOrder } = shape;
  const { positions, triangles } = shape.mesh;
  const { position } = mesh.geometry.attributes;
  let isRight = corners.length === triangles.length && position !== undefined;
  for (let k = 0; isRight && k < triangles.length; k++) {
    const vertex = corners[3 * triangleOrder[Math.floor(k / 3)] + (k % 3)];
    const at = 3 * triangles[k];
    isRight =
      position.getX(vertex) === positions[at] &&
      position.getY(vertex) === positions[at + 1] &&
      position.getZ(vertex) === positions[at + 2];
  }
  if (isRight) return;
  throw new Error(
    `${caller}: the faces of ${nameOf(mesh)} are not where the shape has them; use the shape of this very mesh (shapeOfMesh).`,
  );
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
