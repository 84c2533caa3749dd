import * as three from 'three';
import * as meshBvh from 'three-mesh-bvh';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findNearestPoint, findPairs, loadShape, saveShape } from '../../src/index.ts';
import { acceleratedRaycast, acceleratedSkinnedRaycast } from '../../src/three/accelerated-raycast.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { colliderOfMesh } from '../../src/three/collider-of-mesh.ts';
import { accelerate, syncPose } from '../../src/three/index.ts';
import { shapeOfMesh } from '../../src/three/shape-of-mesh.ts';
import { aimAt, createRandom, type Staged, type StageOptions, stage } from '../three/make-meshes.ts';
import { describePlace, listOwnHits } from '../three/own-answers.ts';

const prototypes = { plain: three.Mesh.prototype.raycast, skinned: three.SkinnedMesh.prototype.raycast };

afterEach(() => {
  three.Mesh.prototype.raycast = prototypes.plain;
  three.SkinnedMesh.prototype.raycast = prototypes.skinned;
});

/** Gives a geometry a tree of three-mesh-bvh: its index is put in another order, in place, and no version is counted up. */
function giveForeignTree(geometry: three.BufferGeometry): void {
  meshBvh.computeBoundsTree.call(geometry, { strategy: meshBvh.SAH } as never);
}

/** Meshes that are no more than meshes are taken over as the `Bvh` of @react-three/drei does it on mounting. */
function mountBvh(group: three.Object3D): three.Mesh[] {
  const taken: three.Mesh[] = [];
  group.traverse(child => {
    if (!(child instanceof three.Mesh) || child.raycast !== three.Mesh.prototype.raycast) return;
    if ((child.geometry as { boundsTree?: unknown }).boundsTree) return;
    child.raycast = meshBvh.acceleratedRaycast;
    giveForeignTree(child.geometry);
    taken.push(child);
  });
  return taken;
}

const both = new three.MeshBasicMaterial({ side: three.DoubleSide });

/** Counts the hits of rays at a mesh in new poses; each must say of its place what three.js says. */
function compareRays(staged: Staged, seed: number, rays = 60): number {
  const random = createRandom(seed);
  const raycaster = new three.Raycaster();
  let count = 0;
  for (let k = 0; k < rays; k++) {
    staged.pose(random);
    aimAt(staged, random, raycaster);
    const expected = listOwnHits(staged.mesh, raycaster).map(describePlace);
    expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(expected);
    raycaster.firstHitOnly = true;
    expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(expected.slice(0, 1));
    raycaster.firstHitOnly = false;
    count += expected.length;
  }
  return count;
}

describe('the Bvh of drei', () => {
  it.each([
    { name: 'as documented', plain: acceleratedRaycast, skinned: acceleratedSkinnedRaycast },
    { name: 'with one function for both', plain: acceleratedRaycast, skinned: acceleratedRaycast },
    { name: 'not at all', ...prototypes },
  ])('leaves meshes with a tree of ours alone, prototypes patched $name', ({ plain, skinned }) => {
    for (const isPatchedFirst of [true, false]) {
      const patch = (): void => {
        three.Mesh.prototype.raycast = plain;
        three.SkinnedMesh.prototype.raycast = skinned;
      };
      if (isPatchedFirst) patch();
      const kinds: StageOptions[] = [
        {},
        { morphs: 'relative' },
        { isSkinned: false, morphs: 'relative' },
        { isSkinned: false },
      ];
      const all = kinds.map(kind => stage({ ...kind, material: both }));
      for (const { mesh } of all) accelerate(mesh);
      patch();
      const orders = all.map(({ mesh }) => mesh.geometry.index!.array.slice());
      expect(mountBvh(new three.Group().add(...all.map(({ scene }) => scene)))).toEqual([]);
      all.forEach((staged, k) => {
        expect(staged.mesh.geometry.index!.array).toEqual(orders[k]);
        expect(compareRays(staged, k + 1, 15)).toBeGreaterThan(4);
      });
      three.Mesh.prototype.raycast = prototypes.plain;
      three.SkinnedMesh.prototype.raycast = prototypes.skinned;
    }
  });

  it('leaves skinned meshes alone that have no tree, prototypes patched as documented', () => {
    three.Mesh.prototype.raycast = acceleratedRaycast;
    three.SkinnedMesh.prototype.raycast = acceleratedSkinnedRaycast;
    const staged = stage({ material: both });
    const plain = stage({ isSkinned: false, material: both });
    expect(mountBvh(new three.Group().add(staged.scene, plain.scene))).toEqual([plain.mesh]);
    expect(staged.mesh.raycast).toBe(acceleratedSkinnedRaycast);
    accelerate(staged.mesh);
    expect(compareRays(staged, 3)).toBeGreaterThan(20);
  });

  it('does not disturb a mesh that gets its tree by computeBoundsTree alone', () => {
    three.Mesh.prototype.raycast = acceleratedRaycast;
    three.SkinnedMesh.prototype.raycast = acceleratedSkinnedRaycast;
    const staged = stage({ isSkinned: false, material: both });
    computeBoundsTree.call(staged.mesh);
    expect(mountBvh(staged.scene)).toEqual([]);
    expect(compareRays(staged, 4)).toBeGreaterThan(20);
  });
});

describe('three-mesh-bvh, which reorders the index of a geometry in place', () => {
  const cases: Record<string, StageOptions> = {
    skinned: {},
    'skinned and morphed': { morphs: 'relative' },
    'skinned, non-indexed before': { layout: 'non-indexed' },
    'skinned, a material for each group': { material: [both, both, both] },
    morphed: { isSkinned: false, morphs: 'relative' },
    plain: { isSkinned: false },
  };

  it.each(Object.keys(cases))('changes neither faceIndex nor uv: %s', name => {
    const staged = stage({ material: both, ...cases[name] });
    accelerate(staged.mesh);
    expect(compareRays(staged, 5)).toBeGreaterThan(30);
    const warn = vi.spyOn(console, 'warn');
    giveForeignTree(staged.mesh.geometry);
    expect(compareRays(staged, 6)).toBeGreaterThan(30);
    new meshBvh.MeshBVH(staged.mesh.geometry, { strategy: meshBvh.AVERAGE, targetLeafSize: 2 } as never); // assigned nowhere
    expect(compareRays(staged, 7)).toBeGreaterThan(30);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('is noticed by the very next ray, wherever a face has gone', () => {
    const staged = stage({ material: both });
    accelerate(staged.mesh);
    const array = staged.mesh.geometry.index!.array as Uint16Array;
    const random = createRandom(8);
    const raycaster = new three.Raycaster();
    let count = 0;
    for (let k = 0; k < 60; k++) {
      const [one, other] = [0, 1].map(() => 3 * Math.floor((random() * array.length) / 3));
      const kept = array.slice(one, one + 3); // two faces change places: too few for samples
      array.copyWithin(one, other, other + 3);
      array.set(kept, other);
      staged.pose(random);
      aimAt(staged, random, raycaster);
      const expected = listOwnHits(staged.mesh, raycaster).map(describePlace);
      expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(expected);
      count += expected.length;
    }
    expect(count).toBeGreaterThan(30);
  });

  it('is noticed by queries of the core', () => {
    const staged = stage();
    const other = stage({ isSkinned: false });
    accelerate(staged.mesh);
    accelerate(other.mesh);
    other.mesh.position.set(0.3, 0.1, 0.05);
    const cornersOf = (mesh: three.Mesh, face: number): string =>
      [0, 1, 2].map(c => mesh.geometry.index!.getX(3 * face + c)).join();
    const listPairs = (): string[] => {
      const pairs = findPairs(staged.mesh.boundsTree!, other.mesh.boundsTree!);
      return Array.from({ length: pairs.length / 2 }, (_, k) =>
        [cornersOf(staged.mesh, pairs[2 * k]), cornersOf(other.mesh, pairs[2 * k + 1])].join(' x '),
      ).sort();
    };
    const corners = [0, 1, 2].map(c =>
      staged.mesh.getVertexPosition(staged.mesh.geometry.index!.getX(111 + c), new three.Vector3()),
    );
    const point = corners[0].add(corners[1]).add(corners[2]).divideScalar(3); // the middle of a face
    const near = (): string =>
      cornersOf(staged.mesh, findNearestPoint(staged.mesh.boundsTree!, point.toArray())!.triangle);
    const before = { pairs: listPairs(), near: near() };
    expect(before.pairs.length).toBeGreaterThan(20);
    const order = staged.mesh.geometry.index!.array.slice();
    giveForeignTree(staged.mesh.geometry);
    giveForeignTree(other.mesh.geometry);
    expect(staged.mesh.geometry.index!.array).not.toEqual(order);
    expect(near()).toBe(before.near);
    expect(listPairs()).toEqual(before.pairs);
  });

  it('costs one renumbering, shared by all meshes of the geometry, and no new tree', () => {
    const staged = stage();
    const { tree, records } = accelerate(staged.mesh).shape;
    const twins = Array.from({ length: 3 }, () => staged.mesh.clone());
    giveForeignTree(staged.mesh.geometry);
    const shapes = [staged.mesh, ...twins].map(mesh => mesh.boundsTree!.shape);
    expect(new Set(shapes).size).toBe(1);
    expect(shapes[0].tree).toBe(tree);
    expect(shapes[0].records).toBe(records);
    expect(computeBoundsTree.call(staged.mesh).shape).toBe(shapes[0]);
  });

  it('makes a saved shape of the order before unfit, and that is said', () => {
    const staged = stage();
    const bytes = saveShape(shapeOfMesh(staged.mesh));
    expect(colliderOfMesh(staged.mesh, loadShape(bytes)).shape.triangleOrder.length).toBeGreaterThan(0);
    giveForeignTree(staged.mesh.geometry);
    expect(() => colliderOfMesh(staged.mesh, loadShape(bytes))).toThrow(
      "colliderOfMesh: the faces of mesh 'pipe' are not where the shape has them; use the shape of this very mesh",
    );
  });

  it('is told from other faces, which are refused', () => {
    const staged = stage();
    const collider = colliderOfMesh(staged.mesh);
    const { index } = staged.mesh.geometry;
    index!.setX(4, index!.getX(7));
    index!.needsUpdate = true;
    expect(() => syncPose(collider, staged.mesh)).toThrow("syncPose: the faces of mesh 'pipe' have changed");
  });
});
