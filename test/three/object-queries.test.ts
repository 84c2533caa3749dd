import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { findNearestPairByBruteForce } from '../../src/query/probe/brute-force-queries.ts';
import { findClosePairs, findNearestPair, findPairs, touches } from '../../src/three/index.ts';
import { stage } from './make-meshes.ts';

/** A character of three meshes, of every kind, and how to move it. */
function createCharacter(): { object: three.Group; meshes: three.Mesh[]; pose(random: Random): void } {
  const object = new three.Group();
  const parts = [
    stage({ segments: 5 }),
    stage({ segments: 4, isSkinned: false, morphs: 'relative' }),
    stage({ segments: 4, isSkinned: false }),
  ];
  for (const { scene } of parts) object.add(scene);
  return {
    object,
    meshes: parts.map(({ mesh }) => mesh),
    pose(random) {
      for (const part of parts) part.pose(random);
      object.position.set(5 * random(), 5 * random(), 0);
    },
  };
}

function createMorphing(): three.InstancedMesh {
  const geometry = new three.BoxGeometry();
  geometry.morphAttributes.position = [geometry.attributes.position.clone()];
  const mesh = new three.InstancedMesh(geometry, new three.MeshBasicMaterial(), 3);
  mesh.setMorphAt(0, new three.Mesh(geometry));
  return mesh;
}

/** All faces that touch, by testing every triangle of every mesh with every other. */
function byForce(a: three.Mesh[], b: three.Mesh[]): string[] {
  return a.flatMap((one, i) =>
    b.flatMap((other, j) => {
      const pairs = findPairsByBruteForce(one.boundsTree!, other.boundsTree!);
      return Array.from({ length: pairs.length / 2 }, (_, k) => `${i} ${j} ${pairs[2 * k]} ${pairs[2 * k + 1]}`);
    }),
  );
}

describe('queries of objects', () => {
  it('find what testing all triangles of all meshes finds, in pose after pose, with nothing updated in between', () => {
    const random = createRandom(1);
    const [a, b] = [createCharacter(), createCharacter()];
    let touching = 0;
    for (let round = 0; round < 40; round++) {
      a.pose(random);
      b.pose(random);
      const found = findPairs(a.object, b.object);
      const listed = found.flatMap(({ meshA, meshB, pairs }) =>
        Array.from(
          { length: pairs.length / 2 },
          (_, k) => `${a.meshes.indexOf(meshA)} ${b.meshes.indexOf(meshB)} ${pairs[2 * k]} ${pairs[2 * k + 1]}`,
        ),
      );
      expect(listed.sort()).toEqual(byForce(a.meshes, b.meshes).sort());
      expect(touches(a.object, b.object)).toBe(listed.length > 0);
      expect(found.every(({ pairs }) => pairs.length > 0)).toBe(true);
      const nearest = findNearestPair(a.object, b.object)!;
      const distances = a.meshes.flatMap(one =>
        b.meshes.map(other => findNearestPairByBruteForce(one.boundsTree!, other.boundsTree!)!.distance),
      );
      expect(nearest.distance).toBeCloseTo(Math.min(...distances), 9);
      expect(a.meshes).toContain(nearest.meshA);
      const limit = { maxDistance: 0.9 * nearest.distance };
      if (nearest.distance > 0) expect(findNearestPair(a.object, b.object, limit)).toBeNull();
      if (listed.length > 0) expect([...findClosePairs([a.object, b.object])]).toEqual([0, 1]);
      touching += Number(listed.length > 0);
    }
    expect(touching).toBeGreaterThan(5);
    expect(touching).toBeLessThan(35);
  });

  it('find close pairs of a crowd: none that touches is left out, each once, ascending', () => {
    const random = createRandom(2);
    const crowd = Array.from({ length: 7 }, createCharacter);
    for (const member of crowd) member.pose(random);
    const objects = crowd.map(({ object }) => object);
    const pairs = findClosePairs(objects);
    const keys = Array.from({ length: pairs.length / 2 }, (_, k) => 10 * pairs[2 * k] + pairs[2 * k + 1]);
    expect(keys).toEqual([...new Set(keys)].sort((x, y) => x - y));
    objects.forEach((one, i) => {
      objects.forEach((other, j) => {
        if (i < j && touches(one, other)) expect(keys).toContain(10 * i + j);
      });
    });
  });

  it('leave out what is not visible, and meshes without triangles; a mesh is not held against itself', () => {
    const a = stage();
    const b = stage();
    expect(touches(a.scene, b.scene)).toBe(true);
    b.mesh.visible = false;
    expect(touches(a.scene, b.scene)).toBe(false);
    b.mesh.visible = true;
    a.scene.add(new three.Mesh());
    expect(touches(a.scene, b.scene)).toBe(true);
    expect(touches(a.mesh, a.scene)).toBe(false);
    expect(touches(new three.Group(), b.scene)).toBe(false);
    expect(findNearestPair(new three.Group(), b.scene)).toBeNull();
  });

  it('give a mesh a tree if it has none, and leave its rays alone', () => {
    const [a, b] = [stage(), stage()];
    const { raycast } = a.mesh;
    touches(a.mesh, b.mesh);
    expect(a.mesh.boundsTree).toBeTruthy();
    expect(a.mesh.raycast).toBe(raycast);
    const tree = a.mesh.boundsTree;
    touches(a.mesh, b.mesh);
    expect(a.mesh.boundsTree).toBe(tree);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 5],
    ['a geometry', new three.BufferGeometry()],
    ['instances that morph', createMorphing()],
  ])('refuse %s with a cure', (_, wrong) => {
    const right = stage().mesh;
    for (const query of [touches, findPairs, findNearestPair]) {
      const ask = query as (a: unknown, b: unknown) => unknown;
      expect(() => ask(wrong, right)).toThrow(new RegExp(`^${query.name}: .+; (give|make)`));
      expect(() => ask(right, wrong)).toThrow(new RegExp(`^${query.name}: .+; (give|make)`));
    }
    expect(() => (findClosePairs as (list: unknown) => unknown)([right, wrong])).toThrow(/^findClosePairs: .+; /);
  });
});
