import type { Mesh } from '../../src/mesh/mesh.ts';
import { buildTopology } from '../../src/mesh/topology.ts';
import { splitTriangles } from './subdivide.ts';

const GOLDEN = (1 + Math.sqrt(5)) / 2;

/** Indices into the corners as listed by `createIcosahedron`: around corner 0, the ten of the belt, around corner 3. */
const FACES = [
  [0, 1, 4, 0, 4, 8, 0, 8, 9, 0, 9, 6, 0, 6, 1],
  [1, 10, 4, 1, 11, 10, 1, 6, 11, 4, 10, 5, 4, 5, 8, 8, 5, 2, 8, 2, 9, 9, 2, 7, 9, 7, 6, 6, 7, 11],
  [3, 2, 5, 3, 5, 10, 3, 10, 11, 3, 11, 7, 3, 7, 2],
];

/** Halves the edges of an icosahedron `levels` times and moves all vertices to the unit sphere: 20 * 4^levels triangles. */
export function createIcosphere(levels: number): Mesh {
  let { positions, triangles } = createIcosahedron();
  for (let level = 0; level < levels; level++) {
    const topology = buildTopology({ positions, triangles });
    const vertices = positions.length / 3;
    const finer = new Float64Array(positions.length + (3 * topology.edges.length) / 2);
    finer.set(positions);
    for (let e = 0; e < topology.edges.length / 2; e++) {
      const a = 3 * topology.edges[2 * e];
      const b = 3 * topology.edges[2 * e + 1];
      const middle = [0, 1, 2].map(k => positions[a + k] + positions[b + k]);
      const size = Math.hypot(...middle);
      finer.set([middle[0] / size, middle[1] / size, middle[2] / size], positions.length + 3 * e);
    }
    triangles = splitTriangles(triangles, topology, vertices);
    positions = finer;
  }
  return { positions, triangles };
}

function createIcosahedron(): Mesh {
  const size = Math.hypot(1, GOLDEN);
  const corners: number[] = [];
  for (let shift = 0; shift < 3; shift++) {
    for (const long of [GOLDEN, -GOLDEN]) {
      for (const short of [1, -1]) {
        const corner = [0, short / size, long / size];
        corners.push(...[0, 1, 2].map(k => corner[(k + 3 - shift) % 3]));
      }
    }
  }
  return { positions: Float64Array.from(corners), triangles: Uint32Array.from(FACES.flat()) };
}
