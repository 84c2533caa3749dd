import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { accelerate } from '../../src/three/index.ts';
import { isOutOfReach } from '../../src/three/reach.ts';
import { aimAt, type Staged, stage } from './make-meshes.ts';
import { describePlace, listOwnHits } from './own-answers.ts';

describe('what is out of reach of a ray', () => {
  it('is not hit, whatever the pose, scale and ray; and much of it is known to be', () => {
    const random = createRandom(4);
    const raycaster = new three.Raycaster();
    const material = new three.MeshBasicMaterial({ side: three.DoubleSide });
    let known = 0;
    let hits = 0;
    const scales: [number, number, number][] = [
      [1, 1, 1],
      [2, 0.5, 3],
      [0.1, 0.1, 0.1],
    ];
    for (const scale of scales) {
      const staged = stage({ material, scale }) as Staged & { mesh: three.SkinnedMesh };
      const { mesh } = staged;
      accelerate(mesh);
      for (let k = 0; k < 150; k++) {
        if (k % 3 === 0) staged.pose(random);
        if (k % 7 === 0) mesh.skeleton.bones[3].position.x = 5 * random();
        aimAt(staged, random, raycaster);
        if (k % 2 === 1) raycaster.ray.origin.x += 30 * random();
        const expected = listOwnHits(mesh, raycaster).map(describePlace);
        const isOut = isOutOfReach(mesh, raycaster.ray, 'test');
        if (isOut) expect(expected).toEqual([]);
        expect(raycaster.intersectObject(mesh, false).map(describePlace)).toEqual(expected);
        known += Number(isOut);
        hits += expected.length;
      }
    }
    expect(known).toBeGreaterThan(40);
    expect(hits).toBeGreaterThan(40);
  });

  it('is tight for a straight limb: a ray just past its reach is known to pass, one just within is not', () => {
    const { mesh } = stage() as Staged & { mesh: three.SkinnedMesh };
    const bone = mesh.skeleton.bones[2];
    const ray = (y: number): three.Ray => new three.Ray(new three.Vector3(-9, y, 0), new three.Vector3(1, 0, 0));
    expect(isOutOfReach(mesh, ray(3), 'test')).toBe(true);
    expect(isOutOfReach(mesh, ray(1), 'test')).toBe(false);
    bone.rotation.x = 3; // turned about: nothing that counts
    expect(isOutOfReach(mesh, ray(3), 'test')).toBe(true);
    mesh.skeleton.bones[4].position.y += 3; // farther from the one above
    expect(isOutOfReach(mesh, ray(3), 'test')).toBe(false);
    mesh.skeleton.bones[4].position.y -= 3;
    mesh.skeleton.bones[3].scale.x = 4;
    expect(isOutOfReach(mesh, ray(3), 'test')).toBe(false);
    mesh.skeleton.bones[3].scale.x = Number.NaN;
    expect(isOutOfReach(mesh, ray(3), 'test')).toBe(false);
  });

  it('is not told of meshes whose bones go by matrices, or that are bound otherwise', () => {
    const far = new three.Ray(new three.Vector3(-9, 50, 0), new three.Vector3(1, 0, 0));
    const { mesh } = stage() as Staged & { mesh: three.SkinnedMesh };
    expect(isOutOfReach(mesh, far, 'test')).toBe(true);
    mesh.skeleton.bones[3].matrixAutoUpdate = false;
    expect(isOutOfReach(mesh, far, 'test')).toBe(false);
    for (const options of [
      { bindMode: 'detached' },
      { isBoundAside: true },
      { morphs: 'relative' },
      { isSkinned: false },
    ] as const) {
      expect(isOutOfReach(stage(options).mesh, far, 'test')).toBe(false);
    }
  });
});
