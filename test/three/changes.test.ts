import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createCollider, findPairs, setPose, touches } from '../../src/index.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { accelerate } from '../../src/three/index.ts';
import { aimAt, createRandom, type Staged, stage } from './make-meshes.ts';
import { createFrustum, describePlace, listOwnHits } from './own-answers.ts';

const both = new three.MeshBasicMaterial({ side: three.DoubleSide });

describe('an accelerated mesh', () => {
  const raycaster = new three.Raycaster();

  function compare(staged: Staged, random: () => number, rays: number): number {
    let count = 0;
    for (let k = 0; k < rays; k++) {
      aimAt(staged, random, raycaster);
      const expected = listOwnHits(staged.mesh, raycaster).map(describePlace);
      expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(expected);
      count += expected.length;
    }
    return count;
  }

  it.each<[string, [number, number, number]]>([
    ['nothing', [0, 0, 0]],
    ['a plane', [1, 0, 1]],
    ['a mirror image', [-1, 2, 1]],
    ['a point reflection', [-1, -1, -1]],
  ])('may be scaled to %s: nothing throws, what three.js hits is hit', (_, scale) => {
    for (const options of [{}, { bindMode: 'detached' as const }, { isSkinned: false, morphs: 'relative' as const }]) {
      const staged = stage({ ...options, scale, material: both });
      accelerate(staged.mesh);
      const random = createRandom(81);
      for (let k = 0; k < 5; k++) {
        staged.pose(random);
        expect(() => staged.mesh.intersectsFrustum(createFrustum())).not.toThrow();
        if (scale[0] * scale[1] * scale[2] === 0) {
          aimAt(staged, random, raycaster);
          expect(() => raycaster.intersectObject(staged.mesh)).not.toThrow();
          expect(() => touches(staged.mesh.boundsTree!, staged.mesh.boundsTree!)).not.toThrow();
        } else compare(staged, random, 5);
      }
    }
  });

  it('follows draw range, groups and materials that change', () => {
    const staged = stage({ material: both });
    accelerate(staged.mesh);
    const random = createRandom(82);
    expect(compare(staged, random, 20)).toBeGreaterThan(10);
    staged.mesh.geometry.setDrawRange(30, 150);
    compare(staged, random, 20);
    staged.mesh.geometry.setDrawRange(0, Infinity);
    staged.mesh.material = [both, both, both];
    staged.mesh.geometry.clearGroups();
    expect(compare(staged, random, 20)).toBe(0);
    staged.mesh.geometry.addGroup(0, 240, 1);
    expect(compare(staged, random, 20)).toBeGreaterThan(5);
  });

  it('is asked only on layers the ray is on', () => {
    const staged = stage({ material: both });
    accelerate(staged.mesh);
    const ray = new three.Raycaster(new three.Vector3(0.02, 0.02, 5), new three.Vector3(0, 0, -1));
    expect(ray.intersectObject(staged.mesh).length).toBeGreaterThan(0);
    staged.mesh.layers.set(3);
    expect(ray.intersectObject(staged.mesh)).toEqual([]);
    ray.layers.enable(3);
    expect(ray.intersectObject(staged.mesh).length).toBeGreaterThan(0);
  });

  it('outlives the disposal of its geometry, which frees the graphics card only, and a new bind', () => {
    const staged = stage({ material: both });
    accelerate(staged.mesh);
    staged.mesh.geometry.dispose();
    const random = createRandom(83);
    expect(compare(staged, random, 20)).toBeGreaterThan(10);
    const skinned = staged.mesh as three.SkinnedMesh;
    staged.pose(random);
    staged.scene.updateMatrixWorld(true);
    skinned.bind(new three.Skeleton(skinned.skeleton.bones.slice()));
    expect(compare(staged, random, 20)).toBeGreaterThan(10);
    const other = createCollider(skinned.boundsTree!.shape);
    setPose(other, { jointMatrices: skinned.boundsTree!.jointMatrices });
    expect(findPairs(skinned.boundsTree!, other).length).toBeGreaterThan(0);
  });

  it('of many instances has no boundsTree, and nothing of ours where it is refused', () => {
    const many = new three.InstancedMesh(new three.BoxGeometry(), both, 3);
    expect(() => computeBoundsTree.call(many)).toThrow(/the mesh draws many; call accelerate\(mesh\)/);
    many.morphTexture = new three.DataTexture();
    expect(() => accelerate(many)).toThrow(/morph/);
    expect(Object.hasOwn(many, 'raycast') || Object.hasOwn(many, 'clone')).toBe(false);
  });
});
