import * as three from 'three';
import * as SkeletonUtils from 'three/addons/utils/SkeletonUtils.js';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { findNearestPair, findPairs, loadShape, pointOn, saveShape, touches } from '../../src/index.ts';
import { computeBoundsTree, disposeBoundsTree } from '../../src/three/bounds-tree.ts';
import { colliderOfMesh } from '../../src/three/collider-of-mesh.ts';
import { accelerate } from '../../src/three/index.ts';
import { shapeOfMesh } from '../../src/three/shape-of-mesh.ts';
import { aimAt, createRandom, type Staged, type StageOptions, stage } from '../three/make-meshes.ts';
import { createFrustum, describePlace, listOwnHits } from '../three/own-answers.ts';

let warnings: MockInstance<typeof console.warn>;
beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  expect(warnings).not.toHaveBeenCalled();
  warnings.mockRestore();
});

const both = new three.MeshBasicMaterial({ side: three.DoubleSide });

describe('mesh.boundsTree', () => {
  it.each<StageOptions>([{}, { morphs: 'relative' }, { isSkinned: false, morphs: 'absolute' }, { isSkinned: false }])(
    'answers as a collider made at that moment does, 20 poses, nothing synced or updated: %o',
    options => {
      const [one, other] = [stage(options), stage()];
      const random = createRandom(61);
      for (const { mesh } of [one, other]) accelerate(mesh);
      let touching = 0;
      for (let k = 0; k < 20; k++) {
        one.pose(random);
        other.pose(random);
        one.mesh.parent!.position.multiplyScalar(0.2);
        other.mesh.parent!.position.multiplyScalar(0.2);
        const isTouching = touches(one.mesh.boundsTree!, other.mesh.boundsTree!);
        const pairs = findPairs(one.mesh.boundsTree!, other.mesh.boundsTree!);
        const gap = findNearestPair(one.mesh.boundsTree!, other.mesh.boundsTree!)!.distance;
        const [a, b] = [one, other].map(({ mesh }) => colliderOfMesh(mesh));
        expect(isTouching).toBe(touches(a, b));
        expect(pairs).toEqual(findPairs(a, b));
        expect(gap).toBe(findNearestPair(a, b)!.distance);
        touching += Number(isTouching);
      }
      expect(touching).toBeGreaterThan(2);
      expect(touching).toBeLessThan(20);
    },
  );

  it('keeps what queries know while nothing moves', () => {
    const { mesh } = stage();
    const collider = accelerate(mesh);
    const { epoch } = mesh.boundsTree!.posed;
    expect(mesh.boundsTree).toBe(collider);
    expect(mesh.boundsTree!.posed.epoch).toBe(epoch);
  });

  it('throws for a mesh that cannot be posed, and answers nothing of an older pose', () => {
    const { mesh } = stage();
    accelerate(mesh);
    const [, , bone] = (mesh as three.SkinnedMesh).skeleton.bones;
    bone.position.y = Number.NaN;
    expect(() => mesh.boundsTree).toThrow(
      /^boundsTree: mesh 'pipe' cannot be posed: number \d+ of joint matrices 0 is NaN/,
    );
    bone.position.y = 1;
    const [x, y] = pointOn(mesh.boundsTree!, 0, [1, 0, 0]).point;
    expect(Number.isFinite(x + y)).toBe(true);
  });

  it('takes a collider that is assigned, and lets go of it', () => {
    const { mesh } = stage();
    accelerate(mesh);
    const loaded = colliderOfMesh(mesh, loadShape(saveShape(shapeOfMesh(mesh))));
    mesh.boundsTree = loaded;
    (mesh as three.SkinnedMesh).skeleton.bones[0].position.x = 3;
    expect(mesh.boundsTree).toBe(loaded);
    expect(loaded.jointMatrices[3]).toBeCloseTo(3, 12);
    disposeBoundsTree.call(mesh);
    expect(mesh.boundsTree).toBeNull();
    mesh.boundsTree = undefined;
    expect(mesh.boundsTree).toBeUndefined();
  });

  it('takes a shape that was loaded, by accelerate', () => {
    const { mesh } = stage();
    const shape = loadShape(saveShape(shapeOfMesh(mesh)));
    expect(accelerate(mesh, { shape }).shape).toBe(shape);
    (mesh as three.SkinnedMesh).skeleton.bones[0].position.x = 3;
    expect(mesh.boundsTree!.jointMatrices[3]).toBeCloseTo(3, 12);
  });

  it('notices morph targets that were exchanged, or mean something else', () => {
    const { mesh } = stage({ isSkinned: false, morphs: 'relative' });
    accelerate(mesh);
    const { position } = mesh.geometry.morphAttributes;
    mesh.geometry.morphAttributes.position = [position![1], position![0]];
    expect(() => mesh.boundsTree).toThrow('has changed');
    mesh.geometry.morphAttributes.position = position;
    expect(mesh.boundsTree).toBeDefined();
    mesh.geometry.morphTargetsRelative = false;
    expect(() => mesh.boundsTree).toThrow('has changed');
    mesh.geometry.morphTargetsRelative = true;
    position!.pop();
    expect(() => mesh.boundsTree).toThrow('the shape');
  });

  it('of another library is not taken for ours', () => {
    const staged = stage({ material: both });
    accelerate(staged.mesh);
    staged.mesh.boundsTree = { refit() {} } as never;
    const raycaster = new three.Raycaster(new three.Vector3(0.02, 0.02, 5), new three.Vector3(0, 0, -1));
    expect(raycaster.intersectObject(staged.mesh).length).toBeGreaterThan(0);
    expect(staged.mesh.intersectsFrustum(createFrustum())).toBe(true);
  });
});

describe('clones of an accelerated mesh', () => {
  function expectRight(mesh: three.Mesh, random: () => number): void {
    let root: three.Object3D = mesh;
    while (root.parent) root = root.parent;
    const raycaster = new three.Raycaster();
    let count = 0;
    for (let k = 0; k < 15; k++) {
      aimAt({ mesh, scene: root } as Staged, random, raycaster);
      const hits = raycaster.intersectObject(mesh, false);
      expect(hits.map(describePlace)).toEqual(listOwnHits(mesh, raycaster).map(describePlace));
      if ((mesh as three.SkinnedMesh).isSkinnedMesh) expect(hits.every(({ boneIndex }) => boneIndex! >= 0)).toBe(true);
      count += hits.length;
    }
    expect(count).toBeGreaterThan(5);
  }

  it('are accelerated: a collider of their own, the same shape', () => {
    const random = createRandom(71);
    const kinds: StageOptions[] = [{}, { isSkinned: false, morphs: 'relative' }, { isSkinned: false }];
    for (const options of kinds) {
      const staged = stage({ ...options, material: both });
      const collider = accelerate(staged.mesh);
      staged.pose(random);
      const twin = staged.mesh.clone();
      const again = twin.clone();
      staged.scene.add(twin, again);
      again.position.x += 1;
      for (const mesh of [twin, again]) {
        expect(mesh.boundsTree!.shape).toBe(collider.shape);
        expect(mesh.boundsTree).not.toBe(collider);
        expect(mesh.raycast).toBe(staged.mesh.raycast);
        expect(mesh.intersectsFrustum).toBe(staged.mesh.intersectsFrustum);
        expectRight(mesh, random);
      }
      disposeBoundsTree.call(again);
      expect(again.clone().boundsTree).toBeUndefined();
    }
  });

  it('made by SkeletonUtils follow their own bones', () => {
    const random = createRandom(72);
    const staged = stage({ material: both, morphs: 'relative' });
    const { shape } = accelerate(staged.mesh);
    const root = SkeletonUtils.clone(staged.scene);
    const twins: three.SkinnedMesh[] = [];
    root.traverse(object => object instanceof three.SkinnedMesh && twins.push(object));
    const [twin] = twins;
    expect(twin.boundsTree!.shape).toBe(shape);
    staged.pose(random);
    const posed = twin.boundsTree!.jointMatrices.slice();
    staged.pose(random);
    expect(twin.boundsTree!.jointMatrices).toEqual(posed); // not those of the mesh it was cloned from
    for (const bone of twin.skeleton.bones) bone.rotation.z += 0.2;
    expect(twin.boundsTree!.jointMatrices).not.toEqual(posed);
    expectRight(twin, random);
    expectRight(staged.mesh, random);
  });

  it('are refused like their model if the geometry has changed since', () => {
    const { mesh } = stage();
    accelerate(mesh);
    mesh.geometry.attributes.position.needsUpdate = true;
    const twin = mesh.clone();
    expect(() => twin.boundsTree).toThrow('has changed');
    expect(computeBoundsTree.call(twin)).toBe(twin.boundsTree);
  });

  it('leave a clone method of the mesh itself alone', () => {
    const { mesh } = stage({ isSkinned: false });
    const own = vi.fn(() => mesh);
    mesh.clone = own as never;
    accelerate(mesh);
    expect(mesh.clone()).toBe(mesh);
    expect(own).toHaveBeenCalledOnce();
  });
});
