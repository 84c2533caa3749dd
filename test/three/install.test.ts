import * as three from 'three';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import * as bvh from 'three-mesh-bvh';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accelerate, installPoseclash } from '../../src/three/index.ts';
import { aimAt, createRandom, type Staged, type StageOptions, stage } from './make-meshes.ts';
import { compareRays, describePlace, listOwnHits } from './own-answers.ts';

const prototypes = [three.Mesh.prototype, three.SkinnedMesh.prototype];
const before = prototypes.map(prototype => Object.getOwnPropertyDescriptors(prototype));
const raycaster = new three.Raycaster();
const material = new three.MeshBasicMaterial({ side: three.DoubleSide });
const bending: [string, StageOptions][] = [
  ['skinned', { material }],
  ['skinned and morphed', { material, morphs: 'relative' }],
  ['morphed', { material, isSkinned: false, morphs: 'absolute' }],
];
let uninstall = (): void => {};

afterEach(() => {
  uninstall();
  three.Mesh.prototype.raycast = before[0].raycast.value!;
  expect(prototypes.map(prototype => Object.getOwnPropertyDescriptors(prototype))).toEqual(before);
  vi.restoreAllMocks();
});

/** Asks with a ray until the tree is there. */
async function ready(mesh: three.Mesh): Promise<void> {
  while (!mesh.boundsTree) {
    raycaster.intersectObject(mesh, false);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

describe('installPoseclash', () => {
  it.each(bending)('lets three.js answer for a %s mesh, then the tree, with the same hits', async (_, kind) => {
    uninstall = installPoseclash(three);
    const staged = stage(kind);
    const { mesh } = staged;
    const sayNames = (): string[] => Object.getOwnPropertyNames(mesh).filter(name => !/^bounding/.test(name)); // of three.js
    const names = sayNames();
    const random = createRandom(1);
    staged.pose(random);
    expect(mesh.boundsTree).toBeUndefined(); // nobody has asked
    let hits = 0;
    for (let k = 0; k < 10; k++) {
      aimAt(staged, random, raycaster);
      const found = raycaster.intersectObject(mesh, false);
      expect(found.map(describePlace)).toEqual(listOwnHits(mesh, raycaster).map(describePlace));
      expect(found.every(({ boneIndex }) => boneIndex === undefined)).toBe(true);
      hits += found.length;
    }
    expect(hits).toBeGreaterThan(4);
    expect(mesh.boundsTree).toBeUndefined();
    await ready(mesh);
    expect(compareRays(staged, 2, 12, 4)).toBeGreaterThan(4);
    uninstall();
    expect(mesh.boundsTree).toBeUndefined();
    expect(sayNames()).toEqual(names);
  });

  it('builds once for a geometry, and later meshes of it have a tree at their first ray; clones too', async () => {
    uninstall = installPoseclash(three);
    const staged = stage({ material });
    const early = cloneSkinned(staged.scene);
    await ready(staged.mesh);
    const late = cloneSkinned(staged.scene);
    const plain = stage({ material, isSkinned: false, morphs: 'relative' });
    await ready(plain.mesh);
    const meshes = [early, late].map(scene => scene.getObjectByName('pipe') as three.SkinnedMesh);
    for (const mesh of [...meshes, plain.mesh.clone()]) {
      expect(mesh.boundsTree).toBeUndefined();
      mesh.raycast(raycaster, []);
      const { shape } = (mesh === meshes[0] || mesh === meshes[1] ? staged : plain).mesh.boundsTree!;
      expect(mesh.boundsTree!.shape).toBe(shape);
    }
    meshes[0].skeleton.bones[3].rotation.x = 1;
    expect(meshes[0].boundsTree!.jointMatrices).not.toEqual(meshes[1].boundsTree!.jointMatrices);
    uninstall();
    for (const mesh of meshes) expect(Object.hasOwn(mesh, 'boundsTree')).toBe(false);
  });

  it('culls by the current pose once the tree is there, what bends only', async () => {
    uninstall = installPoseclash(three);
    const frustum = new three.Frustum().setFromProjectionMatrix(new three.Matrix4().makeScale(0.2, 0.2, 0.2));
    const { mesh } = stage() as Staged & { mesh: three.SkinnedMesh };
    await ready(mesh);
    expect(mesh.intersectsFrustum(frustum)).toBe(true);
    for (const bone of mesh.skeleton.bones.slice(2, 3)) bone.position.x = 30;
    expect(mesh.intersectsFrustum(frustum)).toBe(false); // all of it is elsewhere by now
    const plain = stage({ isSkinned: false }).mesh;
    accelerate(plain);
    expect(plain.intersectsFrustum(frustum)).toBe(true);
    expect('boundingSphere' in plain).toBe(false);
  });

  it.each(['before', 'after'])('stands beside three-mesh-bvh that patches prototypes %s', async order => {
    const patch = (): void => {
      three.Mesh.prototype.raycast = bvh.acceleratedRaycast;
    };
    if (order === 'before') patch();
    uninstall = installPoseclash(three);
    if (order === 'after') patch();
    expect(three.Mesh.prototype.raycast).toBe(bvh.acceleratedRaycast);
    for (const [, kind] of bending) {
      const staged = stage(kind);
      bvh.computeBoundsTree.call(staged.mesh.geometry); // of the rest pose
      if (!staged.mesh.geometry.attributes.skinIndex) compareRays(staged, 4, 12, 4);
      await ready(staged.mesh);
      expect(compareRays(staged, 5, 12, 4)).toBeGreaterThan(4);
    }
    const plain = stage({ isSkinned: false, material });
    const tree = bvh.computeBoundsTree.call(plain.mesh.geometry) as bvh.MeshBVH;
    const asked = vi.spyOn(tree, 'raycastObject3D');
    compareRays(plain, 6, 12, 4);
    expect(asked).toHaveBeenCalled();
    expect(plain.mesh.boundsTree).toBeUndefined();
    uninstall();
    expect(three.Mesh.prototype.raycast).toBe(bvh.acceleratedRaycast); // theirs, as they left it
  });

  it('is not taken over by what treats every mesh alike (the Bvh of drei), nor put off by its end', async () => {
    uninstall = installPoseclash(three);
    const group = new three.Group();
    const plain = stage({ isSkinned: false, material });
    const bent = bending.map(([, kind]) => stage(kind));
    for (const { scene } of [plain, ...bent]) group.add(scene);
    const meshes = [plain, ...bent].map(({ mesh }) => mesh);
    for (const mesh of meshes) {
      if (mesh.geometry.boundsTree || mesh.raycast !== three.Mesh.prototype.raycast) continue;
      mesh.raycast = bvh.acceleratedRaycast;
      bvh.computeBoundsTree.call(mesh.geometry);
    }
    expect(meshes.map(mesh => Object.hasOwn(mesh, 'raycast'))).toEqual([true, false, false, false]);
    for (const staged of bent) {
      await ready(staged.mesh);
      compareRays(staged, 7, 12, 4);
      bvh.computeBoundsTree.call(staged.mesh.geometry); // as for a mesh that shares its geometry
    }
    for (const mesh of meshes) {
      if (!mesh.geometry.boundsTree) continue;
      bvh.disposeBoundsTree.call(mesh.geometry);
      mesh.raycast = three.Mesh.prototype.raycast;
    }
    expect(meshes.map(mesh => Object.hasOwn(mesh, 'raycast'))).toEqual([true, false, false, false]);
    expect(plain.mesh.raycast).toBe(three.Mesh.prototype.raycast);
    for (const staged of bent) expect(compareRays(staged, 8, 12, 4)).toBeGreaterThan(4);
    for (const { mesh } of bent) expect(mesh.boundsTree).toBeTruthy();
  });

  it('says once why a mesh has no tree, lets three.js answer, and tries again when its geometry is another', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    uninstall = installPoseclash(three);
    const { mesh } = stage({ material }) as Staged & { mesh: three.SkinnedMesh };
    const { skinWeight } = mesh.geometry.attributes;
    const right = skinWeight.clone() as three.BufferAttribute;
    const { array } = skinWeight as three.BufferAttribute;
    for (let k = 0; k < array.length; k++) array[k] *= 0.5;
    for (let k = 0; k < 5; k++) {
      raycaster.intersectObject(mesh);
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^poseclash: .+normalizeSkinWeights/),
    ]);
    expect(mesh.boundsTree).toBeUndefined();
    mesh.geometry.setAttribute('skinWeight', right);
    await ready(mesh);
  });

  it('builds nothing for what is disposed of meanwhile, and says nothing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    uninstall = installPoseclash(three);
    const { mesh } = stage();
    raycaster.intersectObject(mesh);
    mesh.geometry.dispose();
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(mesh.boundsTree).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it('gives no tree after it was taken back, in the midst of building too', async () => {
    uninstall = installPoseclash(three);
    const { mesh } = stage();
    raycaster.intersectObject(mesh);
    uninstall();
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(mesh.boundsTree).toBeUndefined();
  });

  it('leaves alone a raycast of a mesh itself, instances that morph, and what was accelerated by hand', async () => {
    uninstall = installPoseclash(three);
    expect(installPoseclash(three)).toBe(uninstall); // once
    const mute = stage().mesh;
    mute.raycast = () => {};
    expect(raycaster.intersectObject(mute)).toEqual([]);
    expect(Object.hasOwn(mute, 'raycast')).toBe(true);
    const { geometry } = stage({ isSkinned: false, morphs: 'relative' }).mesh;
    const many = new three.InstancedMesh(geometry, material, 2);
    many.setMatrixAt(1, new three.Matrix4().makeTranslation(5, 0, 0));
    raycaster.set(new three.Vector3(5, 0.1, 4), new three.Vector3(0, 0, -1));
    for (let k = 0; k < 3; k++) {
      expect(raycaster.intersectObject(many).map(({ instanceId }) => instanceId)).toEqual([1, 1]);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const own = stage().mesh;
    accelerate(own);
    uninstall();
    expect(own.boundsTree).toBeTruthy();
    expect(Object.hasOwn(own, 'raycast')).toBe(true);
  });
});
