import assert from 'node:assert/strict';
import { type Mesh, reportManifold, weld } from '../../src/index.ts'; // 'poseclash'

export function examineAMesh(): void {
  // #region mesh
  const square: Mesh = {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0), // two triangles, cut along a seam
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
  };
  const { mesh, vertexOf } = weld(square); // joins vertices at one place, if skin and morphs agree there too
  assert.equal(mesh.positions.length / 3, 4);
  assert.equal(vertexOf[3], vertexOf[0]);

  const { isClosed, isManifold, boundaryEdges } = reportManifold(mesh);
  assert.deepEqual([isClosed, isManifold, boundaryEdges.length / 2], [false, true, 4]);
  // #endregion mesh
}
