import type { Mesh } from './mesh.ts';

/** A mesh in another order, and which vertex of the mesh it was made from each of its vertices is. */
export interface RenumberedMesh {
  mesh: Mesh;
  vertexOrder: Uint32Array;
}

/**
 * Puts the triangles in the order given, and the vertices in the order in which those meet them: what is used together is
 * kept together. Vertices of no triangle come last.
 */
export function renumber(given: Mesh, order: Uint32Array): RenumberedMesh {
  const newNumber = new Uint32Array(given.positions.length / 3); // 0 = not met, else the new number + 1
  const vertexOrder = new Uint32Array(newNumber.length);
  const triangles = new Uint32Array(given.triangles.length);
  let count = 0;
  for (let slot = 0; slot < order.length; slot++) {
    for (let corner = 0; corner < 3; corner++) {
      const old = given.triangles[3 * order[slot] + corner];
      if (newNumber[old] === 0) {
        vertexOrder[count++] = old;
        newNumber[old] = count;
      }
      triangles[3 * slot + corner] = newNumber[old] - 1;
    }
  }
  for (let old = 0; old < newNumber.length; old++) if (newNumber[old] === 0) vertexOrder[count++] = old;
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * v + axis] = given.positions[3 * vertexOrder[v] + axis];
  }
  return { mesh: { positions, triangles }, vertexOrder };
}
