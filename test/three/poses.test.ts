import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { type Collider, pointOn } from '../../src/index.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { colliderOfMesh } from '../../src/three/collider-of-mesh.ts';
import { syncPose, touches } from '../../src/three/index.ts';
import { heldCollider } from '../../src/three/mesh-collider.ts';
import { createRandom, type Staged, type StageOptions, stage } from './make-meshes.ts';

const cases: Record<string, StageOptions> = {
  skinned: {},
  'skinned, bound aside': { isBoundAside: true },
  'skinned, detached, bound aside': { bindMode: 'detached', isBoundAside: true },
  'skinned, sheared and mirrored': { scale: [-2, 0.5, 1], isBoundAside: true },
  'skinned and morphed': { morphs: 'relative' },
  'skinned and morphed, to absolute targets': { morphs: 'absolute', layout: 'non-indexed' },
  morphed: { isSkinned: false, morphs: 'absolute' },
  plain: { isSkinned: false, scale: [3, 1, 1] },
};

/** The largest distance, over all corners of all faces, between where the collider and three.js have them. */
function measureError({ mesh, scene }: Staged, collider: Collider): number {
  const corners: number[][] = [];
  const { index, attributes } = mesh.geometry;
  const faces = (index?.count ?? attributes.position.count) / 3;
  for (let face = 0; face < faces; face++) {
    for (let corner = 0; corner < 3; corner++) {
      const barycentrics = [0, 1, 2].map(k => (k === corner ? 1 : 0));
      corners.push([...pointOn(collider, face, barycentrics).point]);
    }
  }
  scene.updateMatrixWorld(true);
  const at = new three.Vector3();
  return Math.max(
    ...corners.map((corner, k) => {
      mesh.getVertexPosition(index ? index.getX(k) : k, at).applyMatrix4(mesh.matrixWorld);
      return at.distanceTo(new three.Vector3(...corner));
    }),
  );
}

function boneOf({ mesh }: Staged, number: number): three.Bone {
  return (mesh as three.SkinnedMesh).skeleton.bones[number];
}

describe('syncPose', () => {
  it.each(Object.keys(cases))('puts every vertex where three.js has it, 20 poses, nothing updated before: %s', name => {
    const staged = stage(cases[name]);
    const random = createRandom(7);
    const collider = colliderOfMesh(staged.mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
    for (let k = 0; k < 20; k++) {
      staged.pose(random);
      expect(syncPose(collider, staged.mesh)).toBe(true);
      expect(measureError(staged, collider)).toBeLessThan(1e-12);
    }
  });

  it('keeps what queries know while nothing moves, and says so', () => {
    const staged = stage({ morphs: 'relative' });
    const collider = colliderOfMesh(staged.mesh);
    staged.pose(createRandom(8));
    expect(syncPose(collider, staged.mesh)).toBe(true);
    const { epoch } = collider.posed;
    expect(syncPose(collider, staged.mesh)).toBe(false);
    staged.scene.updateMatrixWorld(true);
    expect(syncPose(collider, staged.mesh)).toBe(false);
    expect(collider.posed.epoch).toBe(epoch);
    const moves: (() => void)[] = [
      () => {
        boneOf(staged, 4).rotation.x += 1e-9;
      },
      () => {
        staged.mesh.morphTargetInfluences![1] += 1e-9;
      },
      () => {
        staged.scene.position.x += 1e-9;
      },
      () => {
        (staged.mesh as three.SkinnedMesh).skeleton.boneInverses[4].elements[12] += 1e-9;
      },
      () => {
        (staged.mesh as three.SkinnedMesh).bindMatrix.elements[12] += 1e-9;
      },
    ];
    for (const move of moves) {
      move();
      expect(syncPose(collider, staged.mesh)).toBe(true);
    }
  });

  it('follows bones that are hung elsewhere, exchanged, or bound anew', () => {
    const staged = stage();
    const mesh = staged.mesh as three.SkinnedMesh;
    const collider = colliderOfMesh(mesh);
    const elsewhere = new three.Group();
    elsewhere.position.set(1, 2, 3);
    elsewhere.rotation.set(0.5, 0, 0.2);
    staged.scene.add(elsewhere);
    elsewhere.add(boneOf(staged, 4));
    syncPose(collider, mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
    elsewhere.position.x = 7;
    syncPose(collider, mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);

    const exchanged = new three.Bone();
    exchanged.position.set(0, 0.5, 0.5);
    boneOf(staged, 3).add(exchanged);
    mesh.skeleton.bones[5] = exchanged;
    syncPose(collider, mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);

    const other = stage();
    other.pose(createRandom(9));
    mesh.bind((other.mesh as three.SkinnedMesh).skeleton, new three.Matrix4());
    staged.scene.add(other.scene);
    syncPose(collider, mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
  });

  it('moves objects whose matrices are written by hand with what they hang from, and leaves set world matrices alone', () => {
    const staged = stage();
    const collider = colliderOfMesh(staged.mesh);
    const bone = boneOf(staged, 3);
    bone.matrixAutoUpdate = false;
    bone.matrix.makeTranslation(0.1, -1, 0);
    syncPose(collider, staged.mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
    boneOf(staged, 0).rotation.z = 1; // carries it
    syncPose(collider, staged.mesh);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
    bone.matrixWorldAutoUpdate = false;
    bone.matrixWorld.makeTranslation(5, 5, 5);
    syncPose(collider, staged.mesh);
    expect(bone.matrixWorld.elements[12]).toBe(5);
    expect(measureError(staged, collider)).toBeLessThan(1e-12);
  });

  it('does not make three.js forget what is still to be updated below', () => {
    const staged = stage();
    const collider = colliderOfMesh(staged.mesh);
    const held = new three.Object3D();
    held.matrixAutoUpdate = false;
    const bone = boneOf(staged, 3);
    bone.add(held);
    staged.scene.updateMatrixWorld(true);
    staged.scene.traverse(object => {
      object.matrixAutoUpdate = false; // else whatever is above makes everything below up to date
    });
    bone.matrix.makeTranslation(9, 0, 0);
    bone.matrixWorldNeedsUpdate = true;
    syncPose(collider, staged.mesh);
    staged.scene.updateMatrixWorld();
    expect(held.matrixWorld.elements[12]).toBe(9);
  });

  it('brings what three.js itself reads up to date, too', () => {
    const staged = stage({ isBoundAside: true });
    const mesh = staged.mesh as three.SkinnedMesh;
    const collider = colliderOfMesh(mesh);
    staged.pose(createRandom(10));
    syncPose(collider, mesh);
    const before = mesh.getVertexPosition(17, new three.Vector3());
    staged.scene.updateMatrixWorld(true);
    expect(mesh.getVertexPosition(17, new three.Vector3()).distanceTo(before)).toBeLessThan(1e-12);
  });

  it('refuses, and says what to do', () => {
    const skinned = stage();
    const collider = colliderOfMesh(skinned.mesh);
    const morphed = stage({ isSkinned: false, morphs: 'relative' });
    expect(() => syncPose(collider, morphed.mesh)).toThrow(
      "syncPose: mesh 'pipe' has 1 bones that move it and 2 morph targets, the shape 5 and 0; use the shape of this very mesh",
    );
    skinned.mesh.geometry.attributes.position.needsUpdate = true;
    expect(() => syncPose(collider, skinned.mesh)).toThrow(
      "syncPose: the geometry of mesh 'pipe' has changed; make its collider anew",
    );
    syncPose(computeBoundsTree.call(skinned.mesh), skinned.mesh);
    skinned.mesh.geometry = skinned.mesh.geometry.clone();
    expect(() => syncPose(collider, skinned.mesh)).toThrow('has changed');
    computeBoundsTree.call(skinned.mesh);
    (skinned.mesh as three.SkinnedMesh).skeleton.bones.length = 5;
    expect(() => syncPose(collider, skinned.mesh)).toThrow("mesh 'pipe' follows bone 5, but its skeleton has 5");
    const unbound = new three.SkinnedMesh(stage().mesh.geometry);
    expect(() => colliderOfMesh(unbound)).toThrow(
      'colliderOfMesh: the mesh has no skeleton; call bind(skeleton) on it',
    );
    const strange = stage();
    (strange.mesh as three.SkinnedMesh).bindMode = 'loose' as three.BindMode;
    expect(() => colliderOfMesh(strange.mesh)).toThrow("the bindMode of mesh 'pipe' is 'loose'; use 'attached' or");
  });
});

/** What an application may do to an object between a mesh and the scene, or to a bone; it moves the mesh otherwise than position, rotation and scale say. */
const ways: Record<string, (staged: Staged) => void> = {
  'nothing special': () => {},
  'a matrix of its own': ({ mesh }) => {
    mesh.parent!.matrixAutoUpdate = false;
    mesh.parent!.matrix.makeTranslation(0.5, 0, 0);
  },
  'a world matrix of its own': ({ mesh }) => {
    mesh.parent!.matrixWorldAutoUpdate = false;
    mesh.parent!.matrixWorld.makeTranslation(0, 0.25, 0);
  },
  'a pivot': ({ mesh }) => {
    Object.assign(mesh.parent!, { pivot: new three.Vector3(1, 2, 3) });
  },
  'an update of its own': ({ mesh }) => {
    mesh.updateMatrix = function (this: three.Object3D): void {
      this.matrix.makeTranslation(0, 0, 0.3);
    };
  },
  'an update of its own, to the world': ({ mesh }) => {
    mesh.parent!.updateWorldMatrix = function (this: three.Object3D): void {
      this.matrixWorld.makeTranslation(0.1, 0.2, 0.3);
    };
  },
  'a camera above all': ({ scene }) => {
    const camera = new three.PerspectiveCamera();
    camera.position.set(0, 0.1, 0);
    camera.add(...scene.children);
    scene.add(camera);
  },
};

describe('queries of objects, which leave matrices alone', () => {
  it.each(Object.keys(ways).flatMap(way => Object.keys(cases).map(name => [way, name])))(
    'pose as syncPose does, to the last bit, whatever happens meanwhile: %s, %s',
    (way, name) => {
      const [staged, twin] = [stage(cases[name]), stage(cases[name])];
      const random = createRandom(11);
      const other = stage({ isSkinned: false });
      for (let k = 0; k < 6; k++) {
        const seed = Math.floor(1e6 * random());
        for (const { pose } of [staged, twin]) pose(createRandom(seed));
        if (k === 2) for (const changed of [staged, twin]) ways[way](changed);
        if (k === 4) for (const { scene, mesh } of [staged, twin]) scene.add(mesh); // and the bones stay where they were
        touches(staged.mesh, other.mesh);
        const collider = heldCollider(staged.mesh)!;
        const expected = colliderOfMesh(twin.mesh);
        expect(collider.jointMatrices).toEqual(expected.jointMatrices);
        expect(collider.weights).toEqual(expected.weights);
        expect(syncPose(collider, staged.mesh)).toBe(false);
      }
    },
  );

  it('do so: a renderer finds what it would find without them', () => {
    const { mesh, pose } = stage();
    const other = stage().mesh;
    touches(mesh, other); // builds the tree
    const objects = [mesh, mesh.parent!, ...(mesh as three.SkinnedMesh).skeleton.bones];
    const before = objects.map(({ matrixWorld }) => matrixWorld.clone());
    pose(createRandom(3));
    touches(mesh, other);
    objects.forEach(({ matrixWorld }, k) => {
      expect(matrixWorld.equals(before[k])).toBe(true);
    });
  });
});
