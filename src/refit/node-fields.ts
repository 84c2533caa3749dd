import type { Deformer } from '../deform/deformer.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** The vertices of one node with what displaces them, written out densely. Reused from node to node. */
export interface NodeFields {
  /** How many vertices the node has. */
  count: number;
  /** Lists of `count` points each: rest positions, then the displacements of field 0, 1, ... (zeros included). */
  points: Float64Array;
  /** Whether each field moves any of the vertices. */
  moves: Uint8Array;
  /** The vertices; then, room for a numbering of them. */
  vertices: Uint32Array;
  ids: Uint32Array;
  /** For each vertex of the mesh the last call that met it. */
  met: Uint32Array;
  calls: number;
}

export function createNodeFields(mesh: Mesh, deformer: Deformer): NodeFields {
  const vertices = mesh.positions.length / 3;
  return {
    count: 0,
    points: new Float64Array(0),
    moves: new Uint8Array(deformer.displacements.count),
    vertices: new Uint32Array(vertices),
    ids: new Uint32Array(vertices),
    met: new Uint32Array(vertices),
    calls: 0,
  };
}

/** Gathers the vertices of the triangle corners `from..to)`. Cost: linear in the corners, times the fields. */
export function gatherNode(fields: NodeFields, mesh: Mesh, deformer: Deformer, from: number, to: number): void {
  const { vertices, met, moves } = fields;
  const call = ++fields.calls;
  let count = 0;
  for (let corner = from; corner < to; corner++) {
    const v = mesh.triangles[corner];
    if (met[v] === call) continue;
    met[v] = call;
    vertices[count++] = v;
  }
  fields.count = count;
  const { count: fieldCount, starts, fields: fieldOf, offsets } = deformer.displacements;
  const needed = 3 * count * (fieldCount + 1);
  if (fields.points.length < needed) fields.points = new Float64Array(needed);
  const { points } = fields;
  points.fill(0, 0, needed);
  moves.fill(0);
  for (let i = 0; i < count; i++) {
    const v = vertices[i];
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = mesh.positions[3 * v + axis];
    for (let k = fieldCount > 0 ? starts[v] : 0; fieldCount > 0 && k < starts[v + 1]; k++) {
      moves[fieldOf[k]] = 1;
      const p = 3 * ((fieldOf[k] + 1) * count + i);
      for (let axis = 0; axis < 3; axis++) points[p + axis] = offsets[3 * k + axis];
    }
  }
}
