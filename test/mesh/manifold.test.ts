import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { NO_COMPONENT, reportManifold } from '../../src/mesh/manifold.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { BOX_FACES } from '../support/boxes.ts';

/** Positions in general position, so that no face is degenerate unless its indices are. */
function meshOf(triangles: number[]): Mesh {
  const random = createRandom(11);
  const positions = Float64Array.from({ length: 3 * (Math.max(...triangles) + 1) }, random);
  return { positions, triangles: Uint32Array.from(triangles) };
}

const tetrahedron = (a: number, b: number, c: number, d: number) => [a, c, b, a, b, d, b, c, d, c, a, d];
const quad = (a: number, b: number, c: number, d: number) => [a, b, c, a, c, d];
const CUBE = BOX_FACES.flatMap(([a, b, c, d]) => quad(a, b, c, d));

/** A band of `n` quads around; `isTwisted` joins its end upside down. */
function band(n: number, isTwisted: boolean): number[] {
  return Array.from({ length: n }, (_, k) => {
    const [a, b] = [2 * k, 2 * k + 1];
    const [c, d] = k + 1 < n ? [2 * k + 2, 2 * k + 3] : isTwisted ? [1, 0] : [0, 1];
    return quad(a, c, d, b);
  }).flat();
}

function torus(n: number): number[] {
  const at = (i: number, j: number) => (i % n) * n + (j % n);
  return Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n]).flatMap(([i, j]) =>
    quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)),
  );
}

describe('reportManifold', () => {
  it.each([
    ['a tetrahedron', tetrahedron(0, 1, 2, 3), 2],
    ['a cube', CUBE, 2],
    ['a torus', torus(5), 0],
  ])('finds %s closed, manifold and oriented', (_, triangles, euler) => {
    const report = reportManifold(meshOf(triangles));
    expect(report).toMatchObject({ isClosed: true, isManifold: true, isOriented: true, components: 1 });
    expect(report.eulerCharacteristic).toBe(euler);
    expect(report.degenerateTriangles).toHaveLength(0);
  });

  it('finds the rim of an open cube', () => {
    const report = reportManifold(meshOf(CUBE.slice(6)));
    expect(report).toMatchObject({ isClosed: false, isManifold: true, isOriented: true, eulerCharacteristic: 1 });
    const rim = Array.from({ length: 4 }, (_, k) => [...report.boundaryEdges.subarray(2 * k, 2 * k + 2)].join('-'));
    expect(rim.sort()).toEqual(['0-1', '0-2', '1-3', '2-3']);
    expect(report.boundaryEdges).toHaveLength(8);
  });

  it('finds a flipped face not oriented, but manifold', () => {
    const triangles = tetrahedron(0, 1, 2, 3);
    [triangles[0], triangles[1]] = [triangles[1], triangles[0]];
    expect(reportManifold(meshOf(triangles))).toMatchObject({ isClosed: true, isManifold: true, isOriented: false });
  });

  it('tells a Moebius strip from a band', () => {
    expect(reportManifold(meshOf(band(6, false)))).toMatchObject({ isManifold: true, isOriented: true, components: 1 });
    const report = reportManifold(meshOf(band(6, true)));
    expect(report).toMatchObject({ isManifold: true, isOriented: false, isClosed: false, eulerCharacteristic: 0 });
    expect(report.boundaryEdges).toHaveLength(24);
  });

  it('finds the vertex two tetrahedra share', () => {
    const report = reportManifold(meshOf([...tetrahedron(0, 1, 2, 3), ...tetrahedron(3, 4, 5, 6)]));
    expect(report).toMatchObject({ isClosed: true, isManifold: false, isOriented: true, components: 2 });
    expect([...report.nonManifoldVertices]).toEqual([3]);
    expect(report.nonManifoldEdges).toHaveLength(0);
    expect([...report.componentOfTriangle]).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect(report.eulerCharacteristic).toBe(3);
  });

  it('finds the edge two tetrahedra share', () => {
    const report = reportManifold(meshOf([...tetrahedron(0, 1, 2, 3), ...tetrahedron(2, 3, 4, 5)]));
    expect(report).toMatchObject({ isClosed: true, isManifold: false, isOriented: true, components: 1 });
    expect([...report.nonManifoldEdges]).toEqual([2, 3]);
    expect([...report.nonManifoldVertices]).toEqual([2, 3]);
  });

  it('finds a vertex at which two open fans meet', () => {
    const report = reportManifold(meshOf([0, 1, 2, 0, 2, 3, 0, 4, 5]));
    expect(report).toMatchObject({ isManifold: false, components: 2 });
    expect([...report.nonManifoldVertices]).toEqual([0]);
  });

  it('finds a vertex at which an open and a closed fan meet, whichever comes first', () => {
    for (const triangles of [
      [0, 1, 2, 3, 4, 5, 3, 5, 6, 3, 6, 4, 3, 1, 2],
      [3, 1, 2, 3, 4, 5, 3, 5, 6, 3, 6, 4],
      [3, 4, 5, 3, 5, 6, 3, 6, 4, 3, 1, 2],
    ]) {
      expect([...reportManifold(meshOf(triangles)).nonManifoldVertices]).toContain(3);
    }
  });

  it('accepts a pillow of two faces', () => {
    const report = reportManifold(meshOf([0, 1, 2, 0, 2, 1]));
    expect(report).toMatchObject({ isClosed: true, isManifold: true, isOriented: true, eulerCharacteristic: 2 });
  });

  it('counts separate pieces', () => {
    const report = reportManifold(meshOf([...tetrahedron(0, 1, 2, 3), ...tetrahedron(4, 5, 6, 7), 8, 9, 10]));
    expect(report).toMatchObject({ isClosed: false, isManifold: true, components: 3, eulerCharacteristic: 5 });
  });

  it('lists a triangle that names a vertex twice and leaves it out otherwise', () => {
    const report = reportManifold(meshOf([...tetrahedron(0, 1, 2, 3), 0, 0, 1, 2, 2, 2]));
    expect(report).toMatchObject({ isClosed: true, isManifold: true, isOriented: true, components: 1 });
    expect([...report.degenerateTriangles]).toEqual([4, 5]);
    expect([...report.componentOfTriangle]).toEqual([0, 0, 0, 0, NO_COMPONENT, NO_COMPONENT]);
  });

  it('finds no surface if every triangle names a vertex twice', () => {
    expect(reportManifold(meshOf([0, 0, 1]))).toMatchObject({ isClosed: false, components: 0, eulerCharacteristic: 0 });
  });

  it('agrees with a slow search for fans on 400 random index soups (seed 3)', () => {
    const random = createRandom(3);
    for (let n = 0; n < 400; n++) {
      const triangles: number[] = [];
      for (let t = 0; t < 1 + n / 40; t++) {
        const corners = [0, 1, 2, 3, 4, 5, 6].sort(() => random() - 0.5).slice(0, 3);
        triangles.push(...corners);
      }
      const mesh = meshOf([...triangles, 6, 6, 6]);
      const expected = [0, 1, 2, 3, 4, 5, 6].filter(v => !isFanSlowly(triangles, v));
      expect([...reportManifold(mesh).nonManifoldVertices]).toEqual(expected);
    }
  });
});

/** The opposite sides of the faces at v must form one path or one ring. */
function isFanSlowly(triangles: number[], v: number): boolean {
  const links: [number, number][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.slice(t, t + 3);
    if (corners.includes(v)) links.push(corners.filter(corner => corner !== v) as [number, number]);
  }
  const nodes = [...new Set(links.flat())];
  if (nodes.some(node => links.filter(link => link.includes(node)).length > 2)) return false;
  const reached = new Set(nodes.slice(0, 1));
  for (let round = 0; round < nodes.length; round++) {
    for (const [a, b] of links) if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
  }
  return reached.size === nodes.length;
}
