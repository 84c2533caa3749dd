import { LARGEST } from '../math/rounding.ts';
import { sayValue } from '../math/say-value.ts';

/**
 * A triangle mesh. Vertex `v` is at `positions[3v..3v+2]`; triangle `t` joins the vertices `triangles[3t..3t+2]`,
 * counter-clockwise seen from outside.
 */
export interface Mesh {
  positions: Float64Array;
  triangles: Uint32Array;
}

export function vertexCount(mesh: Mesh): number {
  return mesh.positions.length / 3;
}

export function triangleCount(mesh: Mesh): number {
  return mesh.triangles.length / 3;
}

/** Refuses a mesh no tree can be built over; `caller` begins the message. Costs one pass over both arrays. */
export function checkMesh(mesh: Mesh, caller: string): void {
  if (typeof mesh?.positions?.length !== 'number' || typeof mesh.triangles?.length !== 'number') {
    throw new Error(`${caller}: the mesh is ${sayValue(mesh)}; give { positions, triangles }.`);
  }
  const { positions, triangles } = mesh;
  if (positions.length % 3 !== 0) {
    throw new Error(`${caller}: positions has ${positions.length} numbers; give three (x, y, z) for each vertex.`);
  }
  if (triangles.length % 3 !== 0) {
    throw new Error(`${caller}: triangles has ${triangles.length} indices; give three for each triangle.`);
  }
  if (triangles.length === 0) {
    throw new Error(`${caller}: the mesh has 0 triangles; give at least one.`);
  }
  for (let k = 0; k < positions.length; k++) {
    if (!(Math.abs(positions[k]) < LARGEST)) {
      const axis = 'xyz'[k % 3];
      const vertex = Math.floor(k / 3);
      throw new Error(
        `${caller}: ${axis} of vertex ${vertex} is ${positions[k]}; positions must be finite and below ${LARGEST}.`,
      );
    }
  }
  const vertices = positions.length / 3;
  for (let k = 0; k < triangles.length; k++) {
    if (triangles[k] >= vertices) {
      const triangle = Math.floor(k / 3);
      throw new Error(
        `${caller}: triangle ${triangle} names vertex ${triangles[k]}, but there are ${vertices}; indices go from 0 to ${vertices - 1}.`,
      );
    }
  }
}
