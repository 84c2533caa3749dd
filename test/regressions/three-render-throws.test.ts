import * as three from 'three';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
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
afterEach(() => warnings.mockRestore());

const skinOf = ({ mesh }: Staged): three.SkinnedMesh => mesh as three.SkinnedMesh;

/** What goes wrong with a mesh in an application, and how it is put right: each returns the latter. */
const causes: Record<string, (staged: Staged) => () => void> = {
  'positions that were changed': ({ mesh }) => {
    const { position } = mesh.geometry.attributes;
    for (let v = 0; v < position.count; v++) position.setX(v, 1.5 * position.getX(v));
    position.needsUpdate = true;
    return () => computeBoundsTree.call(mesh);
  },
  'positions that were exchanged': ({ mesh }) => {
    const { position } = mesh.geometry.attributes;
    mesh.geometry.setAttribute('position', position.clone().applyMatrix4(new three.Matrix4().makeScale(2, 1, 1)));
    return () => mesh.geometry.setAttribute('position', position);
  },
  'another geometry': ({ mesh }) => {
    const { geometry } = mesh;
    mesh.geometry = geometry.clone().scale(1.5, 1, 1);
    return () => {
      mesh.geometry = geometry;
    };
  },
  'fewer faces': ({ mesh }) => {
    const index = mesh.geometry.index!;
    mesh.geometry.setIndex(Array.from({ length: index.count - 30 }, (_, k) => index.getX(k)));
    return () => mesh.geometry.setIndex(index);
  },
  'a bone that is NaN': staged => {
    const bone = skinOf(staged).skeleton.bones[4];
    const { x } = bone.position;
    bone.position.x = Number.NaN;
    return () => {
      bone.position.x = x;
    };
  },
  'a weight of a morph target that is NaN': ({ mesh }) => {
    mesh.morphTargetInfluences![1] = Number.NaN;
    return () => {
      mesh.morphTargetInfluences![1] = 0.5;
    };
  },
  'a bone out of all bounds': staged => {
    const bone = skinOf(staged).skeleton.bones[5];
    bone.scale.setScalar(1e200);
    return () => bone.scale.setScalar(1);
  },
  'bones that are missing, which three.js cannot read either': staged => {
    const { skeleton } = skinOf(staged);
    const bones = skeleton.bones.splice(5);
    return () => skeleton.bones.push(...bones);
  },
};

function askAll(staged: Staged, rays: number): string[][] {
  const raycaster = new three.Raycaster();
  const random = createRandom(5);
  return Array.from({ length: rays }, () => {
    aimAt(stage(), random, raycaster); // at where the mesh was made
    const hits = raycaster.intersectObject(staged.mesh, false);
    let expected: three.Intersection[] = [];
    try {
      expected = listOwnHits(staged.mesh, raycaster);
    } catch {
      // then nothing can be said of it
    }
    expect(hits.map(describePlace)).toEqual(expected.map(describePlace));
    raycaster.firstHitOnly = true;
    expect(raycaster.intersectObject(staged.mesh, false).map(describePlace)).toEqual(
      expected.slice(0, 1).map(describePlace),
    );
    raycaster.firstHitOnly = false;
    return hits.map(describePlace);
  });
}

/** What `WebGLRenderer.render` asks of every mesh that may be culled. */
function isDrawn({ mesh }: Staged): boolean {
  return mesh.intersectsFrustum(createFrustum());
}

describe('a mesh its tree cannot answer for', () => {
  const options: StageOptions = {
    morphs: 'relative',
    material: new three.MeshBasicMaterial({ side: three.DoubleSide }),
  };

  it.each(Object.keys(causes))('does not stop rendering or picking, says so once, and recovers: %s', name => {
    const staged = stage(options);
    accelerate(staged.mesh);
    expect(isDrawn(staged)).toBe(true);
    const before = askAll(staged, 20);
    expect(before.flat().length).toBeGreaterThan(10);
    expect(warnings).not.toHaveBeenCalled();

    const mend = causes[name](staged);
    for (let frame = 0; frame < 3; frame++) expect(isDrawn(staged)).toBe(true);
    askAll(staged, 20);
    skinOf(staged).computeBoundingBox();
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(warnings.mock.calls[0][0]).toMatch(/^poseclash: \w+: .*mesh 'pipe'.* three\.js answers/);

    mend();
    expect(isDrawn(staged)).toBe(true);
    askAll(staged, 20);
    const raycaster = new three.Raycaster(new three.Vector3(0.03, 0.02, 5), new three.Vector3(0, 0, -1));
    expect(raycaster.intersectObject(staged.mesh)[0].boneIndex).toBeGreaterThanOrEqual(0); // by the tree again
    expect(warnings).toHaveBeenCalledTimes(1);
  });

  it('is culled by where three.js has it, and never by where it was', () => {
    const staged = stage();
    accelerate(staged.mesh);
    expect(isDrawn(staged)).toBe(true);
    staged.mesh.geometry.attributes.position.needsUpdate = true;
    skinOf(staged).skeleton.bones[0].position.x = 20;
    expect(isDrawn(staged)).toBe(false);
    skinOf(staged).skeleton.bones[0].position.x = 0;
    expect(isDrawn(staged)).toBe(true);
  });

  it('says another reason too, and all of them again for a new collider', () => {
    const staged = stage();
    accelerate(staged.mesh);
    const [, , , , bone] = skinOf(staged).skeleton.bones;
    bone.position.x = Number.NaN;
    isDrawn(staged);
    bone.position.x = Infinity; // the same reason, by another number
    isDrawn(staged);
    expect(warnings).toHaveBeenCalledTimes(1);
    bone.position.x = 0;
    staged.mesh.geometry.attributes.position.needsUpdate = true;
    isDrawn(staged);
    isDrawn(staged);
    expect(warnings).toHaveBeenCalledTimes(2);
    computeBoundsTree.call(staged.mesh);
    staged.mesh.geometry.attributes.position.needsUpdate = true;
    isDrawn(staged);
    expect(warnings).toHaveBeenCalledTimes(3);
  });

  it('does not keep the hits of others from being found', () => {
    const spoiled = stage(options);
    const sound = stage(options);
    for (const { mesh } of [spoiled, sound]) accelerate(mesh);
    const alone = new three.Mesh(new three.BoxGeometry(0.1, 0.1, 0.1), options.material);
    alone.position.set(0, 0, 3);
    alone.updateMatrixWorld();
    skinOf(spoiled).skeleton.bones.length = 3;
    const raycaster = new three.Raycaster(new three.Vector3(0.02, 0.02, 5), new three.Vector3(0, 0, -1));
    const hits = raycaster.intersectObjects([spoiled.mesh, sound.mesh, alone]);
    expect(new Set(hits.map(({ object }) => object))).toEqual(new Set([sound.mesh, alone]));
  });

  it('is not taken for sound because another collider was made of it, or refused', () => {
    const staged = stage();
    accelerate(staged.mesh);
    const shape = shapeOfMesh(staged.mesh);
    const { position } = staged.mesh.geometry.attributes;
    for (let v = 0; v < position.count; v++) position.setX(v, 2 * position.getX(v));
    position.needsUpdate = true;
    expect(() => colliderOfMesh(staged.mesh, shape)).toThrow(
      "the faces of mesh 'pipe' are not where the shape has them",
    );
    colliderOfMesh(staged.mesh);
    askAll(staged, 20);
    expect(() => staged.mesh.boundsTree).toThrow("the geometry of mesh 'pipe' has changed");
  });

  it('is left to three.js at once without its tree, bounds included', () => {
    const staged = stage({ isSkinned: false, morphs: 'relative' });
    accelerate(staged.mesh);
    staged.mesh.position.x = 2.2;
    staged.mesh.morphTargetInfluences![0] = 6;
    expect(isDrawn(staged)).toBe(true);
    disposeBoundsTree.call(staged.mesh);
    expect('boundingSphere' in staged.mesh).toBe(false);
    const skinned = stage();
    accelerate(skinned.mesh);
    isDrawn(skinned);
    disposeBoundsTree.call(skinned.mesh);
    expect(skinOf(skinned).boundingSphere).toBeNull();
    expect(isDrawn(skinned)).toBe(true);
    const { boundingSphere } = skinOf(skinned);
    isDrawn(skinned);
    expect(skinOf(skinned).boundingSphere).toBe(boundingSphere);
  });
});
