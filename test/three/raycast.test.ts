import * as three from 'three';
import { describe, expect, it, vi } from 'vitest';
import { acceleratedRaycast } from '../../src/three/accelerated-raycast.ts';
import { computeBoundsTree, disposeBoundsTree } from '../../src/three/bounds-tree.ts';
import { aimAt, createRandom, type Staged, type StageOptions, stage } from './make-meshes.ts';

const front = new three.MeshBasicMaterial({ side: three.FrontSide });
const back = new three.MeshBasicMaterial({ side: three.BackSide });
const both = new three.MeshBasicMaterial({ side: three.DoubleSide });

const cases: Record<string, StageOptions> = {
  skinned: {},
  'skinned, seen from behind': { material: back },
  'skinned, seen from both sides': { material: both },
  'skinned, attached, bound aside': { isBoundAside: true },
  'skinned, detached': { bindMode: 'detached' },
  'skinned, detached, bound aside': { bindMode: 'detached', isBoundAside: true },
  'skinned, under an uneven scale': { scale: [2, 0.5, 1.5], isBoundAside: true },
  'skinned, mirrored': { scale: [1, -1, 1] },
  'skinned, mirrored and detached': { scale: [-1, 1, 2], bindMode: 'detached' },
  'skinned, non-indexed': { layout: 'non-indexed' },
  'skinned, interleaved': { layout: 'interleaved' },
  'skinned, quantized': { layout: 'quantized' },
  'skinned, a material for each group': { material: [front, back, both] },
  'skinned, materials missing': { material: [both, front] },
  'skinned, non-indexed, a material for each group': { layout: 'non-indexed', material: [both, front, back] },
  'skinned and morphed': { morphs: 'relative' },
  'skinned and morphed, to absolute targets': { morphs: 'absolute', material: both },
  'skinned and morphed, non-indexed': { morphs: 'absolute', layout: 'non-indexed' },
  morphed: { isSkinned: false, morphs: 'relative' },
  'morphed to absolute targets': { isSkinned: false, morphs: 'absolute', scale: [1, 2, -0.7] },
  'morphed, quantized': { isSkinned: false, morphs: 'relative', layout: 'quantized', material: both },
  plain: { isSkinned: false },
  'plain, mirrored, from both sides': { isSkinned: false, scale: [-2, 1, 1], material: both },
  'plain, non-indexed, a material for each group': {
    isSkinned: false,
    layout: 'non-indexed',
    material: [front, both, back],
  },
};

const ownRaycast = { skinned: three.SkinnedMesh.prototype.raycast, plain: three.Mesh.prototype.raycast };

/** What three.js itself finds. It must be told of everything that moved, and it stumbles over missing materials. */
function askThree({ mesh, scene }: Staged, raycaster: three.Raycaster): three.Intersection[] {
  scene.updateMatrixWorld(true);
  const hits: three.Intersection[] = [];
  const { groups } = mesh.geometry;
  const { material } = mesh;
  if (Array.isArray(material)) {
    mesh.geometry.groups = groups.filter(({ materialIndex }) => material[materialIndex!] !== undefined);
  }
  // Spheres of its own may miss the mesh: they leave morphs out, and shear (a scale above a rotation) too.
  const everywhere = new three.Sphere(new three.Vector3(), 1e3);
  mesh.geometry.boundingSphere = everywhere;
  if (mesh instanceof three.SkinnedMesh) mesh.boundingSphere = everywhere;
  (mesh instanceof three.SkinnedMesh ? ownRaycast.skinned : ownRaycast.plain).call(mesh, raycaster, hits);
  mesh.geometry.groups = groups;
  return hits.sort((a, b) => a.distance - b.distance);
}

function askOurs({ mesh }: Staged, raycaster: three.Raycaster): three.Intersection[] {
  const hits: three.Intersection[] = [];
  acceleratedRaycast.call(mesh, raycaster, hits);
  return hits.sort((a, b) => a.distance - b.distance);
}

/** All that three.js says of a hit, in plain numbers. */
function describeHit({ distance, point, face, faceIndex, uv, uv1, normal, barycoord }: three.Intersection): number[] {
  return [
    ...[faceIndex!, face!.a, face!.b, face!.c, face!.materialIndex, distance],
    ...[point, face!.normal, uv!, uv1!, normal!, barycoord!].flatMap(vector => [...vector]),
  ];
}

function expectSame(ours: readonly three.Intersection[], theirs: readonly three.Intersection[]): void {
  expect(ours.map(({ faceIndex }) => faceIndex)).toEqual(theirs.map(({ faceIndex }) => faceIndex));
  ours.forEach((hit, k) => {
    const expected = describeHit(theirs[k]);
    describeHit(hit).forEach((number, n) => {
      expect(Math.abs(number - expected[n])).toBeLessThan(1e-9);
    });
    expect(hit.object).toBe(theirs[k].object);
  });
}

describe('acceleratedRaycast', () => {
  it.each(Object.keys(cases))('finds what three.js finds, 10 poses and 150 rays: %s', name => {
    const random = createRandom(Object.keys(cases).indexOf(name) + 1);
    const staged = stage(cases[name]);
    computeBoundsTree.call(staged.mesh);
    const raycaster = new three.Raycaster();
    let count = 0;
    for (let k = 0; k < 150; k++) {
      aimAt(staged, random, raycaster);
      if (k % 15 === 0) staged.pose(random); // after aiming, so that no matrix is up to date
      const ours = askOurs(staged, raycaster);
      const theirs = askThree(staged, raycaster);
      expectSame(ours, theirs);
      count += ours.length;
      raycaster.firstHitOnly = true;
      expectSame(askOurs(staged, raycaster), theirs.slice(0, 1));
      raycaster.firstHitOnly = false;
    }
    expect(count).toBeGreaterThan(40);
  });

  it('keeps near and far, both ends included', () => {
    const staged = stage({ material: both });
    computeBoundsTree.call(staged.mesh);
    const random = createRandom(31);
    staged.pose(random);
    const raycaster = new three.Raycaster();
    let count = 0;
    for (let k = 0; k < 100; k++) {
      aimAt(staged, random, raycaster);
      raycaster.near = 0;
      raycaster.far = Infinity;
      const all = askOurs(staged, raycaster);
      if (all.length < 2) continue;
      count++;
      raycaster.near = all[1].distance;
      expectSame(askOurs(staged, raycaster), all.slice(1));
      raycaster.far = all[1].distance;
      expectSame(askOurs(staged, raycaster), all.slice(1, 2));
      raycaster.near = all[0].distance + 1e-6;
      raycaster.far = all[1].distance - 1e-6;
      expect(askOurs(staged, raycaster)).toEqual([]);
      expect(askThree(staged, raycaster)).toEqual([]);
    }
    expect(count).toBeGreaterThan(30);
  });

  it('sees only what is in the draw range, the nearest of it too', () => {
    const staged = stage({ material: both });
    computeBoundsTree.call(staged.mesh);
    staged.mesh.geometry.setDrawRange(60, 240);
    const random = createRandom(32);
    const raycaster = new three.Raycaster();
    let hidden = 0;
    for (let k = 0; k < 100; k++) {
      aimAt(staged, random, raycaster);
      const theirs = askThree(staged, raycaster);
      expectSame(askOurs(staged, raycaster), theirs);
      raycaster.firstHitOnly = true;
      expectSame(askOurs(staged, raycaster), theirs.slice(0, 1));
      raycaster.firstHitOnly = false;
      staged.mesh.geometry.setDrawRange(0, Infinity);
      if (askOurs(staged, raycaster)[0]?.faceIndex !== theirs[0]?.faceIndex) hidden++;
      staged.mesh.geometry.setDrawRange(60, 240);
    }
    expect(hidden).toBeGreaterThan(10);
  });

  it('leaves a mesh to three.js while its draw range or a group begins within a face', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const staged = stage({ material: both });
    computeBoundsTree.call(staged.mesh);
    const random = createRandom(34);
    const raycaster = new three.Raycaster();
    const compare = (): number => {
      let count = 0;
      for (let k = 0; k < 30; k++) {
        aimAt(staged, random, raycaster);
        const theirs = askThree(staged, raycaster);
        expectSame(askOurs(staged, raycaster), theirs);
        count += theirs.length;
      }
      return count;
    };
    staged.mesh.geometry.setDrawRange(61, 241);
    expect(compare()).toBeGreaterThan(5);
    staged.mesh.geometry.setDrawRange(0, Infinity);
    staged.mesh.geometry.clearGroups();
    staged.mesh.geometry.addGroup(32, 300, 0);
    staged.mesh.material = [both];
    expect(compare()).toBeGreaterThan(5);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0][0]).toContain('begins at 61, within a face; let it begin at a multiple of 3');
    warn.mockRestore();
  });

  it('says which bones a hit follows, heaviest first, numbered as in the skeleton', () => {
    const staged = stage({ morphs: 'relative' });
    computeBoundsTree.call(staged.mesh);
    const { skinIndex, skinWeight } = staged.mesh.geometry.attributes;
    const random = createRandom(33);
    const raycaster = new three.Raycaster();
    const seen = new Set<number>();
    for (let k = 0; k < 100; k++) {
      staged.pose(random);
      aimAt(staged, random, raycaster);
      for (const { face, barycoord, boneIndex, boneWeights } of askOurs(staged, raycaster)) {
        const expected = new Map<number, number>();
        [face!.a, face!.b, face!.c].forEach((vertex, corner) => {
          for (let slot = 0; slot < 4; slot++) {
            const weight = skinWeight.getComponent(vertex, slot) * barycoord!.getComponent(corner);
            const bone = skinIndex.getComponent(vertex, slot);
            if (weight > 0) expected.set(bone, (expected.get(bone) ?? 0) + weight);
          }
        });
        expect(boneWeights!.length).toBe(expected.size);
        for (const { boneIndex: bone, weight } of boneWeights!) expect(weight).toBeCloseTo(expected.get(bone)!, 6);
        const weights = boneWeights!.map(({ weight }) => weight);
        expect(weights).toEqual([...weights].sort((a, b) => b - a));
        expect(boneIndex).toBe(boneWeights![0].boneIndex);
        seen.add(boneIndex!);
      }
    }
    expect([...seen].sort()).toEqual([2, 3, 4, 5, 6]);
  });

  it('says nothing of bones for a mesh that has none', () => {
    const staged = stage({ isSkinned: false, material: both });
    computeBoundsTree.call(staged.mesh);
    const raycaster = new three.Raycaster(new three.Vector3(0.05, 0.03, 5), new three.Vector3(0, 0, -1));
    const [hit] = askOurs(staged, raycaster);
    expect(hit.faceIndex).toBeGreaterThanOrEqual(0);
    expect(hit.boneIndex).toBeUndefined();
    expect(hit.boneWeights).toBeUndefined();
  });

  it('plugs into Raycaster, for one mesh or for all', () => {
    const staged = stage({ material: both });
    staged.mesh.raycast = acceleratedRaycast;
    computeBoundsTree.call(staged.mesh);
    const raycaster = new three.Raycaster();
    const random = createRandom(34);
    let count = 0;
    for (let k = 0; k < 20; k++) {
      aimAt(staged, random, raycaster);
      const hits = raycaster.intersectObject(staged.scene);
      expectSame(hits, askThree(staged, raycaster));
      expect(hits.every(({ boneIndex }) => boneIndex !== undefined)).toBe(true);
      count += hits.length;
    }
    expect(count).toBeGreaterThan(10);
  });

  it('leaves meshes without a tree to three.js, and takes them back', () => {
    const random = createRandom(35);
    const raycaster = new three.Raycaster();
    for (const options of [{}, { isSkinned: false }]) {
      const staged = stage({ ...options, material: both });
      staged.scene.updateMatrixWorld(true);
      computeBoundsTree.call(staged.mesh);
      disposeBoundsTree.call(staged.mesh);
      for (let k = 0; k < 20; k++) {
        aimAt(staged, random, raycaster);
        const hits = askOurs(staged, raycaster);
        expect(hits).toEqual(askThree(staged, raycaster));
        expect(hits.every(({ boneIndex }) => boneIndex === undefined)).toBe(true);
      }
    }
  });

  it('hits nothing without a direction or a material, and nothing before the origin', () => {
    const staged = stage({ material: both });
    computeBoundsTree.call(staged.mesh);
    const raycaster = new three.Raycaster(new three.Vector3(0, 0.03, 5), new three.Vector3(0, 0, -1));
    expect(askOurs(staged, raycaster).length).toBeGreaterThan(0);
    raycaster.ray.direction.set(0, 0, 0);
    expect(askOurs(staged, raycaster)).toEqual([]);
    raycaster.ray.direction.set(Number.NaN, 0, 1);
    expect(askOurs(staged, raycaster)).toEqual([]);
    raycaster.ray.direction.set(0, 0, 1);
    expect(askOurs(staged, raycaster)).toEqual([]);
    raycaster.ray.direction.set(0, 0, -1);
    raycaster.ray.origin.x = Number.NaN;
    expect(askOurs(staged, raycaster)).toEqual([]);
    raycaster.ray.origin.x = 0;
    raycaster.far = Number.NaN;
    expect(askOurs(staged, raycaster)).toEqual([]);
    raycaster.far = Infinity;
    raycaster.near = -1;
    expect(askOurs(staged, raycaster).length).toBeGreaterThan(0);
    staged.mesh.material = undefined as never;
    expect(askOurs(staged, raycaster)).toEqual([]);
  });
});
