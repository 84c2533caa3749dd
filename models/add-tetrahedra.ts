import type { Mesh } from '../src/mesh/mesh.ts';
import type { Skin } from '../src/mesh/skin.ts';

const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

/** The mesh with tetrahedra besides, 12 numbers of `corners` each, which follow its first joint. */
export function addTetrahedra(mesh: Mesh, skin: Skin, corners: readonly number[]): { mesh: Mesh; skin: Skin } {
  const { influences } = skin;
  const vertices = mesh.positions.length / 3;
  const added = corners.length / 3;
  const joints = new Uint16Array((vertices + added) * influences);
  joints.set(skin.joints);
  const weights = new Float64Array(joints.length);
  weights.set(skin.weights);
  for (let v = vertices; v < vertices + added; v++) weights[v * influences] = 1;
  const triangles = Array.from(mesh.triangles);
  for (let v = vertices; v < vertices + added; v += 4) triangles.push(...FACES.map(corner => v + corner));
  return {
    mesh: { positions: Float64Array.of(...mesh.positions, ...corners), triangles: Uint32Array.from(triangles) },
    skin: { ...skin, joints, weights },
  };
}
