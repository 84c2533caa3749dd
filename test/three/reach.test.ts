import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { accelerate } from '../../src/three/index.ts';
import { linkOf } from '../../src/three/link.ts';
import { findReach } from '../../src/three/reach.ts';
import { cases } from '../support/cases.ts';
import { aimAt, type Staged, stage } from './make-meshes.ts';
import { describePlace, listOwnHits } from './own-answers.ts';
import { createSkinnedMesh } from './stage-model.ts';

/** Whether it is known that a ray passes. */
function isOutOfReach(mesh: three.Mesh, ray: three.Ray): boolean {
  return findReach(linkOf(mesh, 'test'), mesh, ray) === 'out';
}

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
        const isOut = isOutOfReach(mesh, raycaster.ray);
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
    expect(isOutOfReach(mesh, ray(3))).toBe(true);
    expect(isOutOfReach(mesh, ray(1))).toBe(false);
    bone.rotation.z = Math.PI; // up again
    expect(isOutOfReach(mesh, ray(16.5))).toBe(true);
    bone.rotation.z = 0;
    mesh.skeleton.bones[4].position.y += 3; // farther from the one above
    expect(isOutOfReach(mesh, ray(3))).toBe(false);
    mesh.skeleton.bones[4].position.y -= 3;
    mesh.skeleton.bones[3].scale.setScalar(4);
    expect(isOutOfReach(mesh, ray(3))).toBe(false);
    mesh.skeleton.bones[3].scale.x = Number.NaN;
    expect(isOutOfReach(mesh, ray(3))).toBe(false);
    mesh.skeleton.bones[3].scale.setScalar(1);
    expect(isOutOfReach(mesh, ray(3))).toBe(true);
    const lower = mesh.skeleton.bones[3];
    lower.quaternion.set(1.5, 0, 0, 1.5); // four times too long, which lengthens what hangs from it
    const there = ray(-5.17);
    there.origin.z = 6;
    expect(isOutOfReach(mesh, there)).toBe(false);
    lower.quaternion.identity();
    expect(isOutOfReach(mesh, there)).toBe(true);
    lower.rotation.z = Math.PI;
    expect(isOutOfReach(mesh, ray(16.5))).toBe(true);
    lower.pivot = new three.Vector3(0, 9, 0); // turned about there
    expect(isOutOfReach(mesh, ray(16.5))).toBe(false);
    lower.pivot = null;
    lower.rotation.z = 0;
    expect(isOutOfReach(mesh, ray(3))).toBe(true);
    mesh.skeleton.boneInverses[4].elements[13] += 3; // in place, and nobody is told
    expect(isOutOfReach(mesh, ray(3))).toBe(false);
  });

  it('is not told of meshes whose bones go by matrices, or that are bound otherwise', () => {
    const far = new three.Ray(new three.Vector3(-9, 50, 0), new three.Vector3(1, 0, 0));
    const { mesh } = stage() as Staged & { mesh: three.SkinnedMesh };
    expect(isOutOfReach(mesh, far)).toBe(true);
    mesh.skeleton.bones[3].matrixAutoUpdate = false;
    expect(isOutOfReach(mesh, far)).toBe(false);
    for (const options of [
      { bindMode: 'detached' },
      { isBoundAside: true },
      { morphs: 'relative' },
      { isSkinned: false },
    ] as const) {
      expect(isOutOfReach(stage(options).mesh, far)).toBe(false);
    }
  });

  it('of a body with four arms it tells of most rays that pass between them, and of none that hits', () => {
    const random = createRandom(9);
    const { scene, mesh, bones } = createStar();
    const raycaster = new three.Raycaster();
    accelerate(mesh);
    const rest = mesh.skeleton.boneInverses[3].elements[13];
    let passed = 0;
    let known = 0;
    let hits = 0;
    for (let k = 0; k < cases(300, 3000); k++) {
      for (const bone of bones) {
        bone.rotation.set(0.8 * random() - 0.4, 0.8 * random() - 0.4, 0.8 * random() - 0.4);
        bone.scale.setScalar(0.8 + 0.4 * random());
      }
      const bent = bones[Math.floor(bones.length * random())];
      const { x, y, z, w } = bent.quaternion;
      const longer = 0.5 + random();
      if (k % 5 === 0) bent.quaternion.set(longer * x, longer * y, longer * z, longer * w); // no rotation any more
      if (k % 7 === 0) mesh.skeleton.boneInverses[3].elements[13] = rest + random(); // as nobody should
      bent.pivot = k % 11 === 0 ? new three.Vector3(random(), 3 * random(), 0) : null;
      mesh.position.set(random(), random(), random());
      const from = new three.Vector3(2 * random() - 1, 2 * random() - 1, 20); // the arms are about in a plane
      const to = new three.Vector3(7 * random() - 3.5, 7 * random() - 3.5, random() - 0.5);
      raycaster.set(from, to.sub(from).normalize());
      const expected = listOwnHits(mesh, raycaster).map(({ faceIndex }) => faceIndex);
      const isOut = isOutOfReach(mesh, raycaster.ray);
      if (isOut) expect(expected).toEqual([]);
      expect(raycaster.intersectObject(mesh, false).map(({ faceIndex }) => faceIndex)).toEqual(expected);
      passed += Number(expected.length === 0);
      hits += Number(expected.length > 0);
      known += Number(isOut);
      bent.pivot = null;
      scene.updateMatrixWorld(true);
    }
    expect(hits).toBeGreaterThan(30);
    expect(known).toBeGreaterThan(0.3 * passed); // one sphere about all would tell of hardly any
  });

  it('is no triangle whose corners follow different bones', () => {
    const random = createRandom(3);
    const { scene, mesh, bones } = createPipe();
    const raycaster = new three.Raycaster();
    accelerate(mesh);
    let hits = 0;
    let known = 0;
    for (let k = 0; k < cases(100, 1000); k++) {
      for (const bone of bones) bone.rotation.set(random() - 0.5, random() - 0.5, random() - 0.5);
      scene.updateMatrixWorld(true);
      const to = new three.Vector3(0, 2 * random(), 0).applyMatrix4(bones[k % 3].matrixWorld);
      if (k % 4 === 0) to.x += 4;
      raycaster.set(new three.Vector3(9, 3, 9), to.sub(new three.Vector3(9, 3, 9)).normalize());
      const expected = listOwnHits(mesh, raycaster).map(({ faceIndex }) => faceIndex);
      known += Number(isOutOfReach(mesh, raycaster.ray));
      expect(raycaster.intersectObject(mesh, false).map(({ faceIndex }) => faceIndex)).toEqual(expected);
      hits += Number(expected.length > 0);
    }
    expect(hits).toBeGreaterThan(30);
    expect(known).toBeGreaterThan(10);
  });

  it('leaves the matrices of bones as they are, hit or not', () => {
    const { mesh, bones, scene } = createStar();
    const raycaster = new three.Raycaster();
    accelerate(mesh);
    scene.updateMatrixWorld(true);
    const before = bones.map(({ matrixWorld }) => matrixWorld.clone());
    bones[2].rotation.x = 0.1;
    mesh.position.x = 0.01;
    raycaster.set(new three.Vector3(0, 2, 9), new three.Vector3(0, 0, -1));
    const [hit] = raycaster.intersectObject(mesh, false);
    expect(hit.object).toBe(mesh);
    expect(mesh.matrixWorld.elements[12]).toBe(0.01); // what a hit is described with
    bones.forEach(({ matrixWorld }, k) => {
      expect(matrixWorld.equals(before[k])).toBe(true);
    });
  });
});

/** A pipe of long triangles: each of its rings follows a bone of its own, and no vertex is in between. */
function createPipe(): { scene: three.Scene; mesh: three.SkinnedMesh; bones: three.Bone[] } {
  const bones = Array.from({ length: 4 }, () => new three.Bone());
  for (let b = 1; b < 4; b++) bones[b - 1].add(bones[b].translateY(2));
  const pipe = new three.CylinderGeometry(0.1, 0.1, 6, 5, 3).translate(0, 3, 0);
  const positions = Array.from(pipe.attributes.position.array);
  const ringOf = (k: number): number => Math.round(positions[3 * k + 1] / 2);
  const joints = Array.from(positions.slice(0, positions.length / 3), (_, k) => [ringOf(k), 0, 0, 0]).flat();
  const weights = Array.from(joints, (_, k) => (k % 4 === 0 ? 1 : 0));
  const material = new three.MeshBasicMaterial({ side: three.DoubleSide });
  const mesh = createSkinnedMesh(positions, joints, weights, Array.from(pipe.index!.array), material);
  mesh.add(bones[0]);
  const scene = new three.Scene().add(mesh);
  scene.updateMatrixWorld(true);
  mesh.bind(new three.Skeleton(bones), new three.Matrix4());
  return { scene, mesh, bones };
}

/** Four arms of three bones each from one middle; the skin between two bones follows both, and in the middle all. */
function createStar(): { scene: three.Scene; mesh: three.SkinnedMesh; bones: three.Bone[] } {
  const middle = new three.Bone();
  const arms = Array.from({ length: 12 }, () => new three.Bone());
  const positions: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const index: number[] = [];
  for (let arm = 0; arm < 4; arm++) {
    const turn = new three.Matrix4().makeRotationZ((arm * Math.PI) / 2);
    arms.slice(3 * arm, 3 * arm + 3).forEach((bone, b) => {
      if (b === 0) bone.position.set(0, 0.5, 0).applyMatrix4(turn);
      else bone.position.set(0, 1, 0).applyMatrix4(turn);
      (b === 0 ? middle : arms[3 * arm + b - 1]).add(bone);
    });
    const pipe = new three.CylinderGeometry(0.15, 0.2, 3.5, 6, 14).translate(0, 1.75, 0).applyMatrix4(turn);
    index.push(...Array.from(pipe.index!.array, v => v + positions.length / 3));
    const { position } = pipe.attributes;
    for (let v = 0; v < position.count; v++) {
      const out = Math.min(2.999, Math.abs(position.getX(v)) + Math.abs(position.getY(v)));
      const at = Math.max(0, Math.floor(out - 0.5)); // the bone before it
      const share = out < 0.5 ? out : Math.min(1, Math.max(0, out - 0.5 - at));
      positions.push(position.getX(v), position.getY(v), position.getZ(v));
      joints.push(out < 0.5 ? 0 : 1 + 3 * arm + at, out < 0.5 ? 1 + 3 * arm : 1 + 3 * arm + Math.min(2, at + 1), 0, 0);
      weights.push(1 - share, share, 0, 0);
    }
  }
  const material = new three.MeshBasicMaterial({ side: three.DoubleSide });
  const mesh = createSkinnedMesh(positions, joints, weights, index, material);
  mesh.add(middle);
  const scene = new three.Scene().add(mesh);
  scene.updateMatrixWorld(true);
  mesh.bind(new three.Skeleton([middle, ...arms]), new three.Matrix4());
  return { scene, mesh, bones: [middle, ...arms] };
}
