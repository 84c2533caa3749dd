import type { Mesh } from '../../src/mesh/mesh.ts';
import { buildTopology, type Topology } from '../../src/mesh/topology.ts';

/**
 * One level finer: each triangle becomes four. Vertex v keeps its number, the vertex born on edge e of `topology` is
 * `vertices + e`. Meshes of equal triangles get equal finer triangles, so references stay in step.
 */
export function splitTriangles(triangles: Uint32Array, topology: Topology, vertices: number): Uint32Array {
  const finer = new Uint32Array(4 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [ab, bc, ca] = [0, 1, 2].map(k => vertices + topology.edgesOfTriangle[t + k]);
    finer.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * t);
  }
  return finer;
}

/**
 * Loop's subdivision (Loop 1987, "Smooth subdivision surfaces based on triangles") of a closed mesh, `levels` times, with
 * the vertices then moved to where further subdivision would carry them. So all levels of one control mesh have their
 * vertices on one and the same smooth surface, and vertex v is at the same place (up to rounding) in all of them.
 *
 * Everything is linear in the positions: subdividing commutes with morphing between references.
 */
export function subdivideToLimit(control: Mesh, levels: number): Mesh {
  let { positions, triangles } = control;
  for (let level = 0; level < levels; level++) {
    const topology = buildTopology({ positions, triangles });
    const vertices = positions.length / 3;
    const finer = new Float64Array(positions.length + (3 * topology.edges.length) / 2);
    finer.set(averageWithRing(positions, triangles, subdivisionShare));
    placeEdgeVertices(positions, triangles, topology, finer);
    triangles = splitTriangles(triangles, topology, vertices);
    positions = finer;
  }
  return { positions: averageWithRing(positions, triangles, limitShare), triangles };
}

/** Where an edge's new vertex goes: 3/8 of each end and 1/8 of the two corners across. */
function placeEdgeVertices(from: Float64Array, triangles: Uint32Array, topology: Topology, out: Float64Array): void {
  const { edges, edgesOfTriangle } = topology;
  const first = from.length;
  for (let e = 0; e < edges.length / 2; e++) {
    for (let k = 0; k < 3; k++) {
      out[first + 3 * e + k] = 0.375 * (from[3 * edges[2 * e] + k] + from[3 * edges[2 * e + 1] + k]);
    }
  }
  for (let side = 0; side < triangles.length; side++) {
    const across = triangles[side % 3 === 0 ? side + 2 : side - 1];
    const o = first + 3 * edgesOfTriangle[side];
    for (let k = 0; k < 3; k++) out[o + k] += 0.125 * from[3 * across + k];
  }
}

/** How much of a vertex of `valence` each of its neighbours takes at one subdivision: Loop's own weights. */
function subdivisionShare(valence: number): number {
  return (0.625 - (0.375 + 0.25 * Math.cos((2 * Math.PI) / valence)) ** 2) / valence;
}

/** The same in the limit of endless subdivision. */
function limitShare(valence: number): number {
  return 1 / (valence + 0.375 / subdivisionShare(valence));
}

/** Each vertex mixed with its neighbours. In a closed oriented mesh each neighbour follows the vertex in one triangle. */
function averageWithRing(from: Float64Array, triangles: Uint32Array, share: (valence: number) => number): Float64Array {
  const sums = new Float64Array(from.length);
  const valences = new Uint32Array(from.length / 3);
  for (let side = 0; side < triangles.length; side++) {
    const v = triangles[side];
    const next = triangles[side % 3 === 2 ? side - 2 : side + 1];
    valences[v]++;
    for (let k = 0; k < 3; k++) sums[3 * v + k] += from[3 * next + k];
  }
  return from.map((x, k) => {
    const valence = valences[Math.floor(k / 3)];
    const each = share(valence);
    return (1 - valence * each) * x + each * sums[k];
  });
}
