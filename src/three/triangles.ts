import type * as three from 'three';
import { nameOf } from './name-of.ts';

/** The triangles of a geometry, in its order, over those of its vertices that they use. */
export interface ListedTriangles {
  /** Corners, as numbers in `vertices`. Triangle `t` is what three.js calls face `t`. */
  triangles: Uint32Array;
  /** The vertices some triangle uses, as the geometry numbers them, ascending. */
  vertices: Uint32Array;
}

/**
 * Lists the triangles of a mesh, indexed or not. Primitives of one glTF mesh often share their vertices and divide the
 * triangles among them, so vertices of no triangle are left out. What is left of an index that is no multiple of 3 is
 * left out too, as it is when drawn.
 */
export function listTriangles(mesh: three.Mesh, caller: string): ListedTriangles {
  const { geometry } = mesh;
  const position = geometry.getAttribute('position');
  if (!position) throw new Error(`${caller}: ${nameOf(mesh)} has no positions; give its geometry that attribute.`);
  if ((mesh as Partial<three.InstancedMesh>).isInstancedMesh || (mesh as Partial<three.BatchedMesh>).isBatchedMesh) {
    throw new Error(
      `${caller}: ${nameOf(mesh)} draws many; call accelerate(mesh), what it returns has a collider for each.`,
    );
  }
  const { index } = geometry;
  const corners = index ? index.count : position.count;
  const triangles = new Uint32Array(corners - (corners % 3));
  if (triangles.length === 0) throw new Error(`${caller}: ${nameOf(mesh)} has 0 triangles; give it at least one.`);
  const isUsed = new Uint8Array(position.count);
  for (let k = 0; k < triangles.length; k++) {
    const vertex = index ? index.getX(k) : k;
    if (!(vertex < position.count)) {
      throw new Error(
        `${caller}: face ${Math.floor(k / 3)} of ${nameOf(mesh)} names vertex ${vertex}, but there are ${position.count}.`,
      );
    }
    triangles[k] = vertex;
    isUsed[vertex] = 1;
  }
  const numberOf = new Uint32Array(position.count);
  const vertices = new Uint32Array(position.count);
  let count = 0;
  for (let vertex = 0; vertex < isUsed.length; vertex++) {
    if (isUsed[vertex] === 0) continue;
    numberOf[vertex] = count;
    vertices[count++] = vertex;
  }
  for (let k = 0; k < triangles.length; k++) triangles[k] = numberOf[triangles[k]];
  return { triangles, vertices: vertices.slice(0, count) };
}
