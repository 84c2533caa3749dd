import { describe, expect, it } from 'vitest';
import {
  createCollider,
  createShape,
  findPairs,
  type Mesh,
  type ShapeOptions,
  setPlacement,
  touches,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { type BuiltTree, buildBinaryTree, buildSurfaceAreaTree } from '../../src/tree/build.ts';
import { buildMinimalSphereTree } from '../../src/tree/build-minimal-spheres.ts';
import { pruneTree } from '../../src/tree/prune.ts';
import { summedArea, summedSphereArea } from '../../src/tree/split.ts';
import type { Tree } from '../../src/tree/tree.ts';
import { boxTriangles } from '../../src/tree/triangle-boxes.ts';
import { validateTree } from '../../src/tree/validate.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { sortPairs } from '../support/sort-pairs.ts';

type Build = (mesh: Mesh, leafSize: number) => BuiltTree;
const builds: [name: string, build: Build][] = [
  [
    'surface-area',
    (mesh, leafSize) => buildSurfaceAreaTree(boxTriangles(mesh.triangles, [mesh.positions]), leafSize, summedArea),
  ],
  [
    'sphere-area',
    (mesh, leafSize) =>
      buildSurfaceAreaTree(boxTriangles(mesh.triangles, [mesh.positions]), leafSize, summedSphereArea),
  ],
  ['minimal-spheres', mesh => buildMinimalSphereTree(mesh)],
];
const treeNames: NonNullable<ShapeOptions['tree']>[] = ['surface-area', 'minimal-spheres'];

/** How often each triangle (by its number in the mesh) lies in a leaf, found by walking down from the root. */
function countInLeaves({ tree, order }: BuiltTree): number[] {
  const counts = new Array<number>(order.length).fill(0);
  const open = [0];
  while (open.length > 0) {
    const node = open.pop()!;
    if (tree.links[node] < 0) {
      for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) counts[order[slot]]++;
    } else for (let child = tree.links[node]; child < tree.ends[node]; child++) open.push(child);
  }
  return counts;
}

function copyTree(tree: Tree): Tree {
  return structuredClone(tree);
}

describe.each(builds)('the %s tree', (name, build) => {
  it('is a tree, over 60 random characters', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { mesh } = createRandomCharacter(seed, 1 + (seed % 9));
      const { tree } = build(mesh, 1 + (seed % 8));
      expect(() => validateTree(tree, mesh.triangles.length / 3)).not.toThrow();
    }
  });

  it('holds every triangle in exactly one leaf', () => {
    for (let seed = 0; seed < 30; seed++) {
      const { mesh } = createRandomCharacter(seed, 1 + (seed % 9));
      const counts = countInLeaves(build(mesh, 1 + (seed % 8)));
      expect(counts).toEqual(new Array(mesh.triangles.length / 3).fill(1));
    }
  });

  it('keeps to the leaf size', () => {
    const { mesh } = createRandomCharacter(1, 9);
    for (const leafSize of [1, 2, 3, 8, 50, 1000]) {
      const { tree } = build(mesh, leafSize);
      const limit = name === 'minimal-spheres' ? 1 : leafSize;
      const sizes = Array.from(tree.slotEnds, (end, node) => (tree.links[node] < 0 ? end - tree.slotStarts[node] : 0));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      expect(tree.maxLeafSize).toBe(Math.max(...sizes));
    }
  });

  it('is the same every time', () => {
    for (let seed = 0; seed < 10; seed++) {
      expect(build(createRandomCharacter(seed).mesh, 4)).toEqual(build(createRandomCharacter(seed).mesh, 4));
    }
  });

  it('of one triangle is one leaf', () => {
    const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
    const { tree } = build(mesh, 8);
    expect([...tree.links]).toEqual([-1]);
    expect(() => validateTree(tree, 1)).not.toThrow();
  });
});

describe.each(treeNames)('queries over a %s tree', tree => {
  /** `count` triangles at one place, by shared or by separate vertices; or all at one point. */
  function createStack(count: number, style: 'shared' | 'separate' | 'point'): Mesh {
    const corners = style === 'point' ? [1, 1, 1, 1, 1, 1, 1, 1, 1] : [0, 0, 0, 2, 0, 0, 0, 2, 0];
    const copies = style === 'shared' ? 1 : count;
    return {
      positions: Float64Array.from({ length: 9 * copies }, (_, k) => corners[k % 9]),
      triangles: Uint32Array.from({ length: 3 * count }, (_, k) => k % (3 * copies)),
    };
  }

  const needle: Mesh = {
    positions: Float64Array.of(0.4, 0.4, -1, 0.4, 0.5, 1, 0.5, 0.4, 1),
    triangles: Uint32Array.of(0, 1, 2),
  };

  it.each(['shared', 'separate'] as const)(
    'find all of 100 coincident triangles (%s vertices), and none beside them',
    style => {
      for (const leafSize of [1, 8]) {
        const stack = createCollider(createShape(createStack(100, style), { kind: 'rigid' }, { tree, leafSize }));
        validateTree(stack.shape.tree, 100);
        const tip = createCollider(createShape(needle, { kind: 'rigid' }, { tree }));
        expect(sortPairs(findPairs(stack, tip))).toEqual(sortPairs(findPairsByBruteForce(stack, tip)));
        expect(findPairs(stack, tip).length).toBe(200);
        expect(findPairs(stack, createCollider(stack.shape)).length).toBe(2 * 100 * 100);
        setPlacement(tip, Float64Array.of(1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0));
        expect(findPairs(stack, tip).length).toBe(0);
        expect(touches(stack, tip)).toBe(false);
      }
    },
  );

  it('find 50 triangles shrunk to one point exactly where the point is', () => {
    const dust = createCollider(createShape(createStack(50, 'point'), { kind: 'rigid' }, { tree }));
    const plate = createCollider(createShape(createStack(1, 'shared'), { kind: 'rigid' }, { tree }));
    expect(findPairs(dust, plate).length).toBe(0);
    setPlacement(dust, Float64Array.of(1, 0, 0, -0.5, 0, 1, 0, -0.5, 0, 0, 1, -1)); // onto (0.5, 0.5, 0), in the plate
    expect(findPairs(dust, plate).length).toBe(100);
    expect(sortPairs(findPairs(dust, plate))).toEqual(sortPairs(findPairsByBruteForce(dust, plate)));
  });

  it('of one triangle against one triangle are exact', () => {
    const plate = createCollider(createShape(createStack(1, 'shared'), { kind: 'rigid' }, { tree }));
    const tip = createCollider(createShape(needle, { kind: 'rigid' }, { tree }));
    expect([...findPairs(plate, tip)]).toEqual([0, 0]);
    setPlacement(tip, Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1)); // stands on the plate with one corner
    expect([...findPairs(plate, tip)]).toEqual([0, 0]);
    setPlacement(tip, Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1 + 2 ** -52));
    expect([...findPairs(plate, tip)]).toEqual([]);
  });

  it('numbers triangles as they were given, vertices without triangles included', () => {
    const character = createRandomCharacter(3, 4);
    const { positions, triangles } = character.mesh;
    const padded = {
      positions: Float64Array.from([9, 9, 9, ...positions, 7, 7, 7]),
      triangles: triangles.map(v => v + 1),
    };
    const [a, b] = [character.mesh, padded].map(mesh => createCollider(createShape(mesh, { kind: 'rigid' }, { tree })));
    const pairs = sortPairs(findPairs(a, b));
    expect(pairs).toEqual(sortPairs(findPairsByBruteForce(a, b)));
    for (let t = 0; t < triangles.length / 3; t++) expect(pairs).toContain(`${t} ${t}`);
  });
});

describe('pruneTree', () => {
  it('keeps all triangles and leaves in place, and has fewer nodes', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = createRandom(seed);
      const triangles = 50 + Math.floor(100 * random());
      const { tree, order } = buildBinaryTree(triangles, 1, (_ids, from, to) => (from + to) >>> 1);
      const radii = Float64Array.from(tree.links, () => 0.1 + random());
      const pruned = pruneTree(tree, radii, 0.85);
      expect(() => validateTree(pruned, triangles)).not.toThrow();
      expect(pruned.links.length).toBeLessThan(tree.links.length);
      expect(pruned.leafCount).toBe(tree.leafCount);
      expect(pruned.maxArity).toBeGreaterThan(2);
      expect(countInLeaves({ tree: pruned, order })).toEqual(new Array(triangles).fill(1));
    }
  });

  it('leaves out exactly the inner nodes that are nearly as large as the node they hang under', () => {
    const { tree } = buildBinaryTree(8, 1, (_ids, from, to) => (from + to) >>> 1);
    const halving = Float64Array.from(tree.links, (_, node) => tree.slotEnds[node] - tree.slotStarts[node]);
    expect(pruneTree(tree, halving, 0.85).links.length).toBe(tree.links.length);
    const equal = new Float64Array(tree.links.length).fill(1);
    const flat = pruneTree(tree, equal, 0.85);
    expect([flat.links.length, flat.depth, flat.maxArity]).toEqual([9, 1, 8]);
  });

  it('makes the minimal-spheres tree of a character smaller than its binary tree', () => {
    const { mesh } = createRandomCharacter(2, 9);
    const triangles = mesh.triangles.length / 3;
    expect(buildMinimalSphereTree(mesh).tree.links.length).toBeLessThan(2 * triangles - 1);
  });
});

describe('validateTree', () => {
  const { mesh } = createRandomCharacter(2, 4);
  const triangles = mesh.triangles.length / 3;
  const sound = builds[0][1](mesh, 4).tree;
  const inner = sound.links.findIndex((link, node) => node > 0 && link >= 0);
  const leaf = sound.links.findIndex(link => link < 0);

  const damages: [name: string, damage: (tree: Tree) => void, complaint: RegExp][] = [
    ['no nodes', tree => void Object.assign(tree, { links: new Int32Array(0) }), /0 links, \d+ ends/],
    ['an array too short', tree => void (tree.ends = tree.ends.slice(1)), /links, \d+ ends, .* do not fit together/],
    ['a root that misses triangles', tree => void (tree.slotEnds[0] -= 1), /the root holds slots 0\.\.31 of 32/],
    ['a root that begins late', tree => void (tree.slotStarts[0] = 1), /the root holds slots 1\.\.32 of 32/],
    ['an empty node', tree => emptyLeaf(tree), /node \d+ holds no triangle/],
    ['a leaf numbered twice', tree => void (tree.links[leaf] = lastLeaf(tree)), /is leaf \d+ of \d+, again/],
    [
      'a leaf number out of range',
      tree => void (tree.links[leaf] = ~tree.leafCount),
      /is leaf \d+ of \d+, again or out of range/,
    ],
    ['a child before its parent', tree => void (tree.links[inner] = 0), /node \d+ has the children 0\.\./],
    [
      'an only child',
      tree => void (tree.ends[inner] = tree.links[inner] + 1),
      /node \d+ has the children \d+\.\.\d+ of/,
    ],
    [
      'children beyond the last node',
      tree => void (tree.ends[inner] = 10_000),
      /node \d+ has the children \d+\.\.10000 of/,
    ],
    ['a child of two parents', tree => shareChildren(tree), /node 2 has two parents/],
    [
      'a gap between siblings',
      tree => void tree.slotStarts[tree.links[0] + 1]++,
      /node \d+ begins at slot \d+, not at \d+/,
    ],
    [
      'siblings that end too soon',
      tree => void tree.slotEnds[tree.ends[0] - 1]--,
      /the children of node 0 end at slot 31, not at 32/,
    ],
    ['a node nobody holds', tree => void addOrphan(tree), /1 nodes have no parent/],
    ['too many leaves said', tree => void tree.leafCount++, /\d+ leaves are there, \d+ are said/],
    ['a depth too small for the stack', tree => void tree.depth--, /depth \d+, arity 2 and leaf size \d are there/],
    ['an arity too small for the stack', tree => void tree.maxArity--, /depth \d+, arity 2 and leaf size \d are there/],
    [
      'a leaf size too small for the list',
      tree => void tree.maxLeafSize--,
      /depth \d+, arity 2 and leaf size \d are there/,
    ],
  ];

  function lastLeaf(tree: Tree): number {
    return ~(tree.leafCount - 1);
  }

  /** The first child of the root takes the second for its own. */
  function shareChildren(tree: Tree): void {
    tree.links[1] = 2;
    tree.ends[1] = 4;
  }

  /** Of two leaves under one node, the first takes all triangles. */
  function emptyLeaf(tree: Tree): void {
    const parent = tree.links.findIndex(link => link >= 0 && tree.links[link] < 0 && tree.links[link + 1] < 0);
    const first = tree.links[parent];
    tree.slotEnds[first] = tree.slotStarts[first + 1] = tree.slotEnds[parent];
  }

  function addOrphan(tree: Tree): void {
    tree.links = Int32Array.from([...tree.links, ~tree.leafCount++]);
    for (const key of ['ends', 'slotStarts'] as const) tree[key] = Uint32Array.from([...tree[key], 0]);
    tree.slotEnds = Uint32Array.from([...tree.slotEnds, 1]);
  }

  it('accepts the sound tree that the damaged ones are made from', () => {
    expect(() => validateTree(copyTree(sound), triangles)).not.toThrow();
  });

  it.each(damages)('rejects %s, and says so', (_name, damage, complaint) => {
    const tree = copyTree(sound);
    damage(tree);
    const validate = (): void => validateTree(tree, triangles, 'someCaller');
    expect(validate).toThrow(complaint);
    expect(validate).toThrow(/^someCaller: .*; the tree is damaged, build it again\.$/);
  });
});
