import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { buildTopology, NO_EDGE, type Topology } from '../../src/mesh/topology.ts';

function meshOf(vertices: number, triangles: number[]): Mesh {
  return { positions: new Float64Array(3 * vertices), triangles: Uint32Array.from(triangles) };
}

const trianglesAtEdge = (topology: Topology, e: number) => [
  ...topology.trianglesOfEdge.subarray(topology.edgeStarts[e], topology.edgeStarts[e + 1]),
];
const trianglesAtVertex = (topology: Topology, v: number) => [
  ...topology.trianglesOfVertex.subarray(topology.vertexStarts[v], topology.vertexStarts[v + 1]),
];

describe('buildTopology', () => {
  it('finds the edges and stars of a tetrahedron', () => {
    const topology = buildTopology(meshOf(4, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]));
    expect(topology.edges.length).toBe(12);
    for (let e = 0; e < 6; e++) expect(trianglesAtEdge(topology, e)).toHaveLength(2);
    for (let v = 0; v < 4; v++) expect(trianglesAtVertex(topology, v)).toHaveLength(3);
  });

  it('lists every triangle of an edge that has more than two', () => {
    const topology = buildTopology(meshOf(5, [0, 1, 2, 1, 0, 3, 4, 0, 1]));
    expect([...topology.edges.subarray(0, 2)]).toEqual([0, 1]);
    expect(trianglesAtEdge(topology, 0)).toEqual([0, 1, 2]);
    expect(topology.edges.length).toBe(14);
  });

  it('gives vertices without triangles an empty star', () => {
    const topology = buildTopology(meshOf(5, [1, 2, 4]));
    expect([0, 1, 2, 3, 4].map(v => trianglesAtVertex(topology, v))).toEqual([[], [0], [0], [], [0]]);
  });

  it('gives a triangle that names a vertex twice one edge, and one that names it three times none', () => {
    const topology = buildTopology(meshOf(3, [0, 0, 2, 1, 1, 1]));
    expect([...topology.edges]).toEqual([0, 2]);
    expect([...topology.edgesOfTriangle]).toEqual([NO_EDGE, 0, 0, NO_EDGE, NO_EDGE, NO_EDGE]);
    expect(trianglesAtEdge(topology, 0)).toEqual([0]);
    expect([0, 1, 2].map(v => trianglesAtVertex(topology, v))).toEqual([[0], [1], [0]]);
  });

  it('agrees with a slow search on 300 random index soups (seed 5)', () => {
    const random = createRandom(5);
    for (let n = 0; n < 300; n++) {
      const vertices = 1 + Math.floor(9 * random());
      const count = 1 + Math.floor(12 * random());
      const triangles = Array.from({ length: 3 * count }, () => Math.floor(vertices * random()));
      const topology = buildTopology(meshOf(vertices, triangles));
      const sides = triangles.map((a, k) => [a, triangles[k % 3 === 2 ? k - 2 : k + 1]].sort((x, y) => x - y));
      const names = sides.map(([a, b]) => `${a}-${b}`);
      const expected = [...new Set(names.filter((_, k) => sides[k][0] !== sides[k][1]))].sort();
      const edges = Array.from(
        { length: topology.edges.length / 2 },
        (_, e) => `${topology.edges[2 * e]}-${topology.edges[2 * e + 1]}`,
      );
      expect([...edges].sort()).toEqual(expected);
      topology.edgesOfTriangle.forEach((e, k) => {
        expect(e === NO_EDGE ? `${triangles[k]}-${triangles[k]}` : edges[e]).toBe(names[k]);
      });
      const owners = (isOwner: (t: number) => boolean) => Array.from({ length: count }, (_, t) => t).filter(isOwner);
      edges.forEach((name, e) => {
        expect(trianglesAtEdge(topology, e)).toEqual(owners(t => names.slice(3 * t, 3 * t + 3).includes(name)));
      });
      for (let v = 0; v < vertices; v++) {
        expect(trianglesAtVertex(topology, v)).toEqual(owners(t => triangles.slice(3 * t, 3 * t + 3).includes(v)));
      }
    }
  });

  it('refuses an index without a vertex', () => {
    expect(() => buildTopology(meshOf(3, [0, 1, 3]))).toThrow('buildTopology: triangle 0 names vertex 3');
  });
});
