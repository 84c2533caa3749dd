import type { Mesh } from '../../src/mesh/mesh.ts';

/** A mesh of the unit ball's surface, and the lattice places its vertices have in the faces of the icosahedron. */
export interface Geodesic {
  mesh: Mesh;
  /** For each vertex three whole numbers that sum to `frequency`: how much it has of each corner of its face. */
  shares: Int32Array;
}

/** The corners of an icosahedron that stands on one of them: bottom, two rings of five, top. */
function placeCorners(): number[][] {
  const ring = (y: number, lag: number): number[][] =>
    [0, 1, 2, 3, 4].map(i => {
      const angle = (2 * Math.PI * (i + lag)) / 5;
      return [Math.sqrt(0.8) * Math.cos(angle), y, Math.sqrt(0.8) * Math.sin(angle)];
    });
  return [[0, -1, 0], ...ring(-Math.sqrt(0.2), 0), ...ring(Math.sqrt(0.2), 0.5), [0, 1, 0]];
}

/** Its twenty faces, seen from outside. */
function listFaces(): number[][] {
  return [0, 1, 2, 3, 4].flatMap(i => {
    const next = (i + 1) % 5;
    return [
      [0, 1 + i, 1 + next],
      [1 + i, 6 + i, 1 + next],
      [6 + i, 6 + next, 1 + next],
      [6 + i, 11, 6 + next],
    ];
  });
}

/** Each face of the icosahedron cut into `frequency`^2 triangles and blown up to the unit ball: 20 x `frequency`^2 in all. */
export function createGeodesic(frequency: number): Geodesic {
  const corners = placeCorners();
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const shares: number[] = [];
  const triangles: number[] = [];
  for (const face of listFaces()) {
    const find = (i: number, j: number): number => {
      const share = [frequency - i - j, i, j];
      // A vertex on an edge or corner has the same name in each face it belongs to.
      const name = face
        .map((corner, k) => ({ corner, share: share[k] }))
        .filter(part => part.share > 0)
        .sort((a, b) => a.corner - b.corner)
        .map(part => `${part.corner}:${part.share}`)
        .join();
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const at = [0, 1, 2].map(axis => face.reduce((sum, corner, k) => sum + share[k] * corners[corner][axis], 0));
      const size = Math.hypot(at[0], at[1], at[2]);
      positions.push(at[0] / size, at[1] / size, at[2] / size);
      shares.push(...share);
      numbers.set(name, numbers.size);
      return numbers.size - 1;
    };
    for (let i = 0; i < frequency; i++) {
      for (let j = 0; i + j < frequency; j++) {
        triangles.push(find(i, j), find(i + 1, j), find(i, j + 1));
        if (i + j + 2 <= frequency) triangles.push(find(i + 1, j), find(i + 1, j + 1), find(i, j + 1));
      }
    }
  }
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  return { mesh, shares: Int32Array.from(shares) };
}
