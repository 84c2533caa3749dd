import type { Mesh } from '../../src/mesh/mesh.ts';
import { buildTopology } from '../../src/mesh/topology.ts';

/** Weights of an edge's new vertex: its two ends, and the two corners across. */
const NEAR = 3 / 8;
const ACROSS = 1 / 8;

/**
 * Splits each triangle of a closed mesh into four and smooths (Loop 1987): the surface becomes as smooth as it looks.
 * A closed 2-manifold stays one. Linear.
 */
export function subdivideMesh(mesh: Mesh): Mesh {
  const { positions, triangles } = mesh;
  const { edges, edgesOfTriangle } = buildTopology(mesh);
  const old = positions.length / 3;
  const sum = new Float64Array(positions.length);
  const valence = new Int32Array(old);
  const out = new Float64Array(positions.length + (3 * edges.length) / 2);
  const add = (to: number, from: number, weight: number): void => {
    for (let k = 0; k < 3; k++) out[3 * to + k] += weight * positions[3 * from + k];
  };
  for (let e = 0; 2 * e < edges.length; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    valence[a]++;
    valence[b]++;
    for (let k = 0; k < 3; k++) {
      sum[3 * a + k] += positions[3 * b + k];
      sum[3 * b + k] += positions[3 * a + k];
    }
    add(old + e, a, NEAR);
    add(old + e, b, NEAR);
  }
  const fine = new Uint32Array(4 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const mid = [0, 1, 2].map(side => old + edgesOfTriangle[t + side]);
    for (let side = 0; side < 3; side++) {
      add(mid[side], triangles[t + ((side + 2) % 3)], ACROSS);
      fine.set([triangles[t + side], mid[side], mid[(side + 2) % 3]], 4 * t + 3 * side);
    }
    fine.set(mid, 4 * t + 9);
  }
  for (let v = 0; v < old; v++) {
    const n = valence[v];
    const pull = (5 / 8 - (3 / 8 + Math.cos((2 * Math.PI) / n) / 4) ** 2) / n;
    add(v, v, 1 - n * pull);
    for (let k = 0; k < 3; k++) out[3 * v + k] += pull * sum[3 * v + k];
  }
  return { positions: out, triangles: fine };
}
