import { describe, expect, it } from 'vitest';
import { createCollider, createShape, findPairs, type Mesh, setPlacement } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import type { BuiltTree } from '../../src/tree/build.ts';
import { buildMidpointTree } from '../../src/tree/build-midpoint.ts';
import { validateTree } from '../../src/tree/validate.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { sortPairs } from '../support/sort-pairs.ts';

/** Small triangles of size `size` at the given points. */
function createFlakes(points: readonly (readonly number[])[], size = 0.01): Mesh {
  const corners = points.flatMap(([x, y, z]) => [x - size, y - size, z, x + size, y - size, z, x, y + 2 * size, z]);
  return {
    positions: Float64Array.from(corners),
    triangles: Uint32Array.from({ length: 3 * points.length }, (_, k) => k),
  };
}

/** The triangles of each child of a node, by their numbers in the mesh. */
function childrenOf({ tree, order }: BuiltTree, node: number): number[][] {
  const children: number[][] = [];
  for (let child = tree.links[node]; child < tree.ends[node]; child++) {
    children.push([...order.subarray(tree.slotStarts[child], tree.slotEnds[child])]);
  }
  return children;
}

const cube = [0, 1, 2, 3, 4, 5, 6, 7].map(k => [k & 1, (k >> 1) & 1, k >> 2]);

describe('the midpoint tree', () => {
  it('is a tree that keeps to the leaf size and holds every triangle once, over 60 random characters', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { mesh } = createRandomCharacter(seed, 1 + (seed % 9));
      const leafSize = 1 + (seed % 8);
      const { tree, order } = buildMidpointTree(mesh, leafSize);
      expect(() => validateTree(tree, mesh.triangles.length / 3)).not.toThrow();
      expect(tree.maxLeafSize).toBeLessThanOrEqual(leafSize);
      expect([...order].sort((s, t) => s - t)).toEqual([...order.keys()]);
      tree.links.forEach((link, node) => {
        if (link >= 0) expect(tree.slotEnds[node] - tree.slotStarts[node]).toBeGreaterThan(leafSize);
      });
    }
  });

  it('is the same every time', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { mesh } = createRandomCharacter(seed);
      expect(buildMidpointTree(mesh, 2)).toEqual(buildMidpointTree(structuredClone(mesh), 2));
    }
  });

  it('has eight leaves under the root for eight flakes at the corners of a cube', () => {
    const built = buildMidpointTree(createFlakes(cube), 1);
    expect(childrenOf(built, 0)).toEqual([[0], [1], [2], [3], [4], [5], [6], [7]]);
    expect(built.tree).toMatchObject({ depth: 1, maxArity: 8, leafCount: 8, maxLeafSize: 1 });
  });

  it('drops empty children', () => {
    const built = buildMidpointTree(createFlakes([cube[0], cube[3], cube[5], cube[0].map(x => x + 0.1)]), 1);
    expect(childrenOf(built, 0)).toEqual([[0, 3], [1], [2]]);
  });

  it('divides at the middle of the extents, not of the centroids or at the median', () => {
    const points = [0, 0.1, 0.2, 0.3, 0.45].map(x => [x, 0, 0]);
    const mesh = createFlakes([...points, [0.5, 0, 0]]);
    mesh.positions[3 * 3 * 5 + 3] = 1; // the last flake reaches far out, its centroid is at 0.66
    expect(childrenOf(buildMidpointTree(mesh, 1), 0)).toEqual([[0, 1, 2, 3, 4], [5]]);
  });

  it('divides at the middle of the centroids where that of the extents divides nothing', () => {
    const mesh = createFlakes([0, 0.1, 0.3].map(x => [x, 0, 0]));
    mesh.positions[21] = 5; // the last flake reaches to 5, its centroid is at 1.9
    expect(childrenOf(buildMidpointTree(mesh, 1), 0)).toEqual([[0, 1], [2]]);
  });

  it.each([2, 3, 100, 1000])('halves %i triangles whose centroids coincide', count => {
    const mesh = createFlakes(new Array(count).fill([1, 2, 3]));
    const { tree } = buildMidpointTree(mesh, 1);
    expect(() => validateTree(tree, count)).not.toThrow();
    expect(tree.depth).toBe(Math.ceil(Math.log2(count)));
    expect(tree.maxArity).toBe(2);
  });

  it('of one triangle is one leaf', () => {
    expect([...buildMidpointTree(createFlakes([[0, 0, 0]]), 1).tree.links]).toEqual([-1]);
  });

  it('is what createShape builds: one triangle per leaf unless told', () => {
    const { mesh } = createRandomCharacter(4);
    const source = { kind: 'rigid' } as const;
    expect(createShape(mesh, source, { tree: 'midpoint' }).tree).toEqual(buildMidpointTree(mesh, 1).tree);
    expect(createShape(mesh, source, { tree: 'midpoint', leafSize: 5 }).tree).toEqual(buildMidpointTree(mesh, 5).tree);
  });

  it.each(['sphere', 'box', 'dop'] as const)('answers queries exactly with volumes %s', volumes => {
    const random = createRandom(7);
    for (let seed = 0; seed < 15; seed++) {
      const [a, b] = [seed, seed + 100].map(s =>
        createCollider(
          createShape(
            createRandomCharacter(s).mesh,
            { kind: 'rigid' },
            { tree: 'midpoint', volumes, leafSize: 1 + (s % 3) },
          ),
        ),
      );
      const [dx, dy, dz] = [0, 1, 2].map(
        axis => a.shape.mesh.positions[axis] - b.shape.mesh.positions[axis] + 2 * random() - 1,
      );
      setPlacement(b, Float64Array.of(1, 0, 0, dx, 0, 1, 0, dy, 0, 0, 1, dz));
      expect(sortPairs(findPairs(a, b))).toEqual(sortPairs(findPairsByBruteForce(a, b)));
    }
  });
});
