import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createMan, createManWalk } from '../../models/index.ts';
import { createHand, createHandGrip } from '../../models/skeletal/index.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { computeBoundingBox, computeBoundingSphere } from '../../src/three/compute-bounds.ts';
import { accelerate } from '../../src/three/index.ts';
import { createRandom, type Staged, type StageOptions, stage } from './make-meshes.ts';
import { stageModel } from './stage-model.ts';

const cases: Record<string, StageOptions> = {
  skinned: {},
  'skinned, bound aside, detached': { bindMode: 'detached', isBoundAside: true },
  'skinned, sheared and mirrored': { scale: [-2, 0.5, 1], isBoundAside: true },
  'skinned and morphed': { morphs: 'absolute' },
  morphed: { isSkinned: false, morphs: 'relative' },
  'a handful of triangles': { segments: 1 },
};

interface Bounds {
  box: three.Box3;
  sphere: three.Sphere;
}

function boundsOf(mesh: three.Mesh): Bounds {
  computeBoundingBox.call(mesh);
  computeBoundingSphere.call(mesh);
  const { boundingBox, boundingSphere } = mesh as three.SkinnedMesh;
  return { box: boundingBox, sphere: boundingSphere };
}

/** Every vertex as three.js computes it, in local space; nothing is spared. */
function listVertices({ mesh, scene }: Staged): three.Vector3[] {
  scene.updateMatrixWorld(true);
  const { count } = mesh.geometry.attributes.position;
  return Array.from({ length: count }, (_, v) => mesh.getVertexPosition(v, new three.Vector3()));
}

describe('computeBoundingBox and computeBoundingSphere', () => {
  it.each(Object.keys(cases))('contain every vertex to the last bit, the box no more, 40 poses: %s', name => {
    const staged = stage(cases[name]);
    const random = createRandom(11);
    computeBoundsTree.call(staged.mesh);
    for (let k = 0; k < 40; k++) {
      staged.pose(random);
      if (k % 4 === 0) staged.scene.position.x = 1e4 * random(); // far away, where numbers are coarse
      const { box, sphere } = boundsOf(staged.mesh);
      const vertices = listVertices(staged);
      const smallest = new three.Box3().setFromPoints(vertices);
      expect(box.containsBox(smallest)).toBe(true);
      expect(box.min.distanceTo(smallest.min) + box.max.distanceTo(smallest.max)).toBeLessThan(1e-7);
      const inWorld = sphere.clone().applyMatrix4(staged.mesh.matrixWorld);
      for (const vertex of vertices) {
        expect(vertex.distanceTo(sphere.center)).toBeLessThanOrEqual(sphere.radius);
        vertex.applyMatrix4(staged.mesh.matrixWorld);
        expect(vertex.distanceTo(inWorld.center)).toBeLessThanOrEqual(inWorld.radius * (1 + 1e-12) + 1e-10);
      }
    }
  });

  it('are as tight as promised on characters in motion: spheres as small as those of three.js', () => {
    const man = createMan({ triangles: 3000 });
    const walk = createManWalk(man);
    const hand = createHand();
    const grip = createHandGrip(hand);
    const clips = [
      { model: man, write: (k: number, out: Float64Array) => walk.write(k / 17, 0.1 * k, 0, 0.3 * k, out) },
      { model: hand, write: (k: number, out: Float64Array) => grip.write(8 * k, out) },
    ];
    for (const { model, write } of clips) {
      const staged = stageModel(model);
      const { mesh } = staged;
      computeBoundsTree.call(mesh);
      const pose = new Float64Array(12 * model.skin.jointCount);
      let sum = 0;
      for (let k = 0; k < 15; k++) {
        write(k, pose);
        staged.setPose(pose);
        const { box, sphere } = boundsOf(mesh);
        const radius = sphere.radius;
        const mine = box.clone();
        staged.scene.updateMatrixWorld(true);
        three.SkinnedMesh.prototype.computeBoundingBox.call(mesh);
        three.SkinnedMesh.prototype.computeBoundingSphere.call(mesh);
        expect(mine.containsBox(mesh.boundingBox)).toBe(true);
        const size = mine.getSize(new three.Vector3()).length();
        expect(mine.min.distanceTo(mesh.boundingBox.min) / size).toBeLessThan(1e-6);
        expect(mine.max.distanceTo(mesh.boundingBox.max) / size).toBeLessThan(1e-6);
        expect(radius / mesh.boundingSphere.radius).toBeLessThan(1.1);
        sum += radius / mesh.boundingSphere.radius;
      }
      expect(sum / 15).toBeLessThan(1);
    }
  });

  it('leave the collider of the mesh as it is', () => {
    const staged = stage();
    const collider = computeBoundsTree.call(staged.mesh);
    staged.pose(createRandom(12));
    const { epoch } = collider.posed;
    const matrices = collider.jointMatrices.slice();
    boundsOf(staged.mesh);
    expect(collider.posed.epoch).toBe(epoch);
    expect(collider.jointMatrices).toEqual(matrices);
  });

  it('leave meshes without a tree to three.js', () => {
    const skinned = stage();
    skinned.scene.updateMatrixWorld(true);
    const { box, sphere } = boundsOf(skinned.mesh);
    expect(box).toEqual(new three.Box3().setFromPoints(listVertices(skinned)));
    skinned.mesh.boundsTree = undefined;
    expect(sphere.radius).toBeGreaterThan(1);
    const plain = stage({ isSkinned: false });
    boundsOf(plain.mesh);
    expect(plain.mesh.geometry.boundingBox).not.toBeNull();
    expect(plain.mesh.geometry.boundingSphere).not.toBeNull();
  });
});

describe('accelerate', () => {
  /** What a camera that looks along -z from (0, 0, 3) sees. */
  function frustum(): three.Frustum {
    const camera = new three.PerspectiveCamera(30, 1, 0.1, 10);
    camera.position.z = 3;
    camera.updateMatrixWorld(true);
    const matrix = new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return new three.Frustum().setFromProjectionMatrix(matrix);
  }

  it.each([{}, { morphs: 'relative' } as const])('lets three.js cull a mesh by its current pose: %o', options => {
    const staged = stage(options);
    const mesh = staged.mesh as three.SkinnedMesh;
    accelerate(mesh);
    const [root] = mesh.skeleton.bones;
    expect(mesh.intersectsFrustum(frustum())).toBe(true);
    root.position.x = 20; // only the bones move: three.js by itself would go on drawing, and never draw it there
    expect(mesh.intersectsFrustum(frustum())).toBe(false);
    mesh.position.x = 50;
    expect(mesh.intersectsFrustum(frustum())).toBe(false);
    root.position.x = 0; // an attached mesh is where its bones are
    expect(mesh.intersectsFrustum(frustum())).toBe(true);
  });

  it('culls a morphed mesh by where its targets take it', () => {
    const staged = stage({ isSkinned: false, morphs: 'relative' });
    accelerate(staged.mesh);
    staged.mesh.position.x = 2.2;
    expect(staged.mesh.intersectsFrustum(frustum())).toBe(false);
    staged.mesh.morphTargetInfluences![0] = 6;
    expect(staged.mesh.intersectsFrustum(frustum())).toBe(true);
  });

  it('leaves the bounds of a plain mesh to its geometry', () => {
    const { mesh } = stage({ isSkinned: false });
    const own = mesh.intersectsFrustum;
    accelerate(mesh);
    expect(mesh.intersectsFrustum).toBe(own);
    expect(mesh.boundsTree!.shape.deformer.kind).toBe('rigid');
  });
});
