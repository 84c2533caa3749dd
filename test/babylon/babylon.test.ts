import { Ray } from '@babylonjs/core/Culling/ray.js';
import '@babylonjs/core/Meshes/instancedMesh.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { MultiMaterial } from '@babylonjs/core/Materials/multiMaterial.js';
import { Plane } from '@babylonjs/core/Maths/math.plane.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateHotSpotQueryForPickingInfo, GetHotSpotToRef } from '@babylonjs/core/Meshes/abstractMesh.hotSpot.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accelerate, colliderOf, findPairs, hotspotAt, refreshBounds, touches } from '../../src/babylon/index.ts';
import { createStats } from '../../src/debug.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { castRay } from '../../src/query/probe/cast-ray.ts';
import { loadShape, saveShape } from '../../src/save-shape.ts';
import { cases } from '../support/cases.ts';
import { aimAt, pickByBabylon, refreshAll, type Staged, type StageOptions, stage } from './stage-mesh.ts';

const kinds: Record<string, StageOptions> = {
  skinned: {},
  'skinned, right-handed': { isRightHanded: true },
  'skinned, eight influences': { hasExtra: true },
  'skinned, bones that follow nodes': { isLinked: true },
  'skinned, with a pose matrix': { hasPoseMatrix: true },
  'skinned, mirrored': { scale: [1, -1, 1] },
  'skinned, uneven and mirrored': { scale: [-2, 0.5, 1.5], isLinked: true },
  'skinned, not indexed': { isUnIndexed: true },
  'skinned, in parts': { isDivided: true },
  'skinned and morphed': { morphs: 2 },
  'skinned and morphed, right-handed, mirrored': { morphs: 3, isRightHanded: true, scale: [1, 1, -1] },
  morphed: { isSkinned: false, morphs: 2 },
  'morphed by more targets than attributes hold': { isSkinned: false, morphs: 12, scale: [1, 2, -0.7] },
  'skinned, morphed, eight influences, not indexed': { morphs: 2, hasExtra: true, isUnIndexed: true },
  plain: { isSkinned: false },
  'plain, mirrored, in parts': { isSkinned: false, scale: [-2, 1, 1], isDivided: true },
};

afterEach(() => {
  vi.restoreAllMocks();
});

/** The same pick, up to what Babylon rounds: it keeps posed positions and matrices in float32. */
function expectSame(mine: ReturnType<typeof pickByBabylon>, own: ReturnType<typeof pickByBabylon>, what: string): void {
  expect([mine.hit, mine.faceId, mine.subMeshId, mine.subMeshFaceId], what).toEqual([
    ...[own.hit, own.faceId, own.subMeshId, own.subMeshFaceId],
  ]);
  expect(mine.pickedMesh === own.pickedMesh, what).toBe(true);
  if (!own.hit) return;
  expect(mine.distance, what).toBeCloseTo(own.distance, 3);
  expect(Vector3.Distance(mine.pickedPoint!, own.pickedPoint!), what).toBeLessThan(1e-3);
  expect(Math.abs(mine.bu - own.bu) + Math.abs(mine.bv - own.bv), what).toBeLessThan(1e-3);
}

function pick({ scene }: Staged, ray: Ray, mesh: AbstractMesh): ReturnType<typeof pickByBabylon> {
  return scene.pickWithRay(ray, one => one === mesh)!;
}

describe('picking', () => {
  it.each(Object.entries(kinds))('finds what Babylon finds after it has posed every vertex: %s', (name, options) => {
    const staged = stage(options);
    const { mesh } = staged;
    accelerate(mesh);
    let hits = 0;
    for (let step = 0; step < cases(8, 80); step++) {
      staged.pose(createRandom(step + 1));
      const rays = Array.from({ length: 12 }, (_, k) => aimAt(mesh, createRandom(31 * step + k)));
      staged.pose(createRandom(1000 + step));
      refreshAll(mesh); // all that Babylon keeps is of another pose,
      staged.pose(createRandom(step + 1)); // and nothing is refreshed before we are asked
      const found = rays.map(ray => pick(staged, ray, mesh));
      rays.forEach((ray, k) => {
        const own = pickByBabylon(mesh, ray);
        if (own.hit) hits++;
        expectSame(found[k], own, `${name}, step ${step}, ray ${k}`);
      });
    }
    expect(hits).toBeGreaterThan(cases(40, 400));
  });

  it('is left to Babylon, as the mesh is posed now, where the tree cannot answer, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const staged = stage({ morphs: 1 });
    const { mesh } = staged;
    accelerate(mesh);
    staged.pose(createRandom(3));
    const ray = aimAt(mesh, createRandom(4));
    mesh.setVerticesData(
      'position',
      Float32Array.from(mesh.getVerticesData('position')!, x => 1.1 * x),
      true,
    );
    expectSame(pick(staged, ray, mesh), pickByBabylon(mesh, ray), 'changed positions');
    pick(staged, ray, mesh);
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      "poseclash: intersects: the data of mesh 'pipe' has changed; call accelerate on it again. " +
        'Until then Babylon.js answers for it by its own, slower methods.',
    ]);
    expect(() => colliderOf(mesh)).toThrow("colliderOf: the data of mesh 'pipe' has changed");
    accelerate(mesh);
    expectSame(pick(staged, ray, mesh), pickByBabylon(mesh, ray), 'a new tree');
    mesh.morphTargetManager!.getTarget(0).influence = NaN;
    expect(pick(staged, ray, mesh).hit).toBe(false);
    mesh.morphTargetManager!.getTarget(0).influence = 0;
    expectSame(pick(staged, ray, mesh), pickByBabylon(mesh, ray), 'finite again');
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('works on after the data on the CPU was given up, where Babylon cannot', () => {
    const staged = stage();
    const { mesh } = staged;
    accelerate(mesh);
    const ray = new Ray(new Vector3(5, 0.3, 0.02), new Vector3(-1, 0, 0), 100, 0);
    const before = pick(staged, ray, mesh);
    mesh.geometry!.clearCachedData();
    expectSame(pick(staged, ray, mesh), before, 'cleared');
    expect(before.hit).toBe(true);
  });

  it('obeys predicates of triangles, lengths, fill modes and materials that are missing', () => {
    const staged = stage({ isDivided: true });
    const { mesh, scene } = staged;
    accelerate(mesh);
    staged.pose(createRandom(5));
    const ray = Array.from({ length: 50 }, (_, k) => aimAt(mesh, createRandom(k))).find(
      one => pickByBabylon(mesh, one).hit,
    )!;
    const first = pick(staged, ray, mesh);
    const corners: number[][] = [];
    const second = scene.pickWithRay(
      ray,
      one => one === mesh,
      false,
      (p0, _p1, _p2, _ray, i0, i1, i2) => {
        corners.push([i0, i1, i2]);
        const posed = mesh.getPositionData(true, true)!;
        expect(Vector3.Distance(p0, Vector3.FromArray(posed, 3 * i0))).toBeLessThan(1e-4);
        return corners.length > 1;
      },
    )!;
    expect(second.distance).toBeGreaterThan(first.distance);
    expect(corners[0]).toEqual(Array.from(mesh.getIndices()!.slice(3 * first.faceId, 3 * first.faceId + 3)));
    const short = new Ray(ray.origin, ray.direction, 0.99 * first.distance, 0);
    expect(pick(staged, short, mesh).hit).toBe(false);
    const materials = new MultiMaterial('some', scene);
    materials.subMaterials = [null];
    mesh.material = materials;
    expect(pick(staged, ray, mesh).hit).toBe(false);
    expect(pick(staged, new Ray(ray.origin, new Vector3(NaN, 0, 0)), mesh).hit).toBe(false);
    mesh.scaling.setAll(0);
    expect(pick(staged, ray, mesh).hit).toBe(false);
  });

  it('answers for instances and thin instances', () => {
    const staged = stage();
    const { mesh, scene } = staged;
    const instance = mesh.createInstance('twin');
    const shape = accelerate(mesh).shape;
    expect(accelerate(instance).shape).toBe(shape);
    staged.pose(createRandom(8));
    instance.position.set(9, -2, 1);
    instance.scaling.set(1, -1.5, 1);
    const rays = Array.from({ length: 30 }, (_, k) => aimAt(instance, createRandom(k)));
    const hits = rays.map(ray => [pick(staged, ray, instance), pickByBabylon(instance, ray)]);
    hits.forEach(([mine, own], k) => {
      expectSame(mine, own, `instance, ray ${k}`);
    });
    expect(hits.filter(([mine]) => mine.hit).length).toBeGreaterThan(5);

    const thin = stage();
    accelerate(thin.mesh);
    thin.mesh.thinInstanceAdd([Matrix.Translation(0, 5, 0), Matrix.Translation(3, 0, 0)]);
    thin.mesh.thinInstanceEnablePicking = true;
    thin.mesh.thinInstanceRefreshBoundingInfo(true);
    const found = thin.scene.pickWithRay(new Ray(new Vector3(3.1, 0.1, -9), new Vector3(0, 0, 1)))!;
    expect([found.hit, found.thinInstanceIndex]).toEqual([true, 1]);
    expect(Math.hypot(found.pickedPoint!.x - 3.1, found.pickedPoint!.y - 0.1)).toBeLessThan(1e-6);
    expect(() => touches(thin.mesh, thin.mesh)).toThrow('stands in many places at once');
    expect(scene.meshes.length).toBe(2);
  });

  it('looks at few vertices, and shares a shape among clones; a saved one is taken', () => {
    const { mesh, parent } = stage();
    const collider = accelerate(mesh);
    const clone = mesh.clone('clone');
    expect(accelerate(clone).shape).toBe(collider.shape);
    expect(accelerate(clone, { leafSize: 4 }).shape).not.toBe(collider.shape);
    const saved = loadShape(saveShape(collider.shape));
    expect(accelerate(mesh, { shape: saved }).shape).toBe(saved);
    parent.position.x = 2;
    const stats = createStats();
    expect(castRay(colliderOf(mesh), { origin: [9, 0.1, 0.05], direction: [-1, 0, 0] }, { stats })).not.toBeNull();
    expect(stats.vertices).toBeLessThan(mesh.getTotalVertices() / 2);
    const other = stage({ isSkinned: false }).mesh;
    expect(() => accelerate(other, { shape: saved })).toThrow('give the shape of this very mesh');
    expect(() => accelerate({} as AbstractMesh)).toThrow('accelerate: that is no mesh of Babylon.js');
  });
});

describe('bounds', () => {
  it.each(Object.entries(kinds))('are those Babylon computes of all vertices: %s', (name, options) => {
    const staged = stage(options);
    const { mesh } = staged;
    for (let step = 0; step < cases(5, 50); step++) {
      staged.pose(createRandom(50 + step));
      refreshBounds(mesh);
      const { minimum, maximum } = mesh.getBoundingInfo();
      const { boundingBox } = mesh.getBoundingInfo();
      const world = [boundingBox.minimumWorld.clone(), boundingBox.maximumWorld.clone()];
      const mine = [minimum.clone(), maximum.clone()];
      refreshAll(mesh);
      const own = mesh.getBoundingInfo();
      expect(Vector3.Distance(mine[0], own.minimum), name).toBeLessThan(1e-5);
      expect(Vector3.Distance(mine[1], own.maximum), name).toBeLessThan(1e-5);
      expect(Vector3.Distance(world[0], own.boundingBox.minimumWorld), name).toBeLessThan(1e-4);
      expect(Vector3.Distance(world[1], own.boundingBox.maximumWorld), name).toBeLessThan(1e-4);
    }
  });

  it('decide what is drawn: a bent limb that reaches into the picture is, one that has left is not', () => {
    const { mesh } = stage({ isDivided: true });
    const right = Array.from({ length: 6 }, () => new Plane(1, 0, 0, -1.5)); // all with x of 1.5 or more
    expect(mesh.isInFrustum(right)).toBe(false);
    mesh.skeleton!.bones[2].setRotation(new Vector3(0, 0, -Math.PI / 2)); // the whole pipe lies along x, from 0 to 2
    expect(mesh.isInFrustum(right)).toBe(false); // Babylon's own is of the rest pose
    accelerate(mesh);
    expect(mesh.isInFrustum(right)).toBe(true);
    expect(mesh.subMeshes.every(part => part.isInFrustum(right))).toBe(true);
    mesh.skeleton!.bones[2].setRotation(Vector3.Zero());
    expect(mesh.isInFrustum(right)).toBe(false);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    mesh.skeleton!.bones[2].setPosition(new Vector3(NaN, 0, 0));
    expect(mesh.isInFrustum(right)).toBe(true); // drawn, if nobody knows
  });

  it('are left alone where they are locked', () => {
    const { mesh } = stage();
    mesh.getBoundingInfo().isLocked = true;
    const { minimum } = mesh.getBoundingInfo();
    mesh.skeleton!.bones[2].setRotation(new Vector3(0, 0, 1));
    refreshBounds(mesh);
    expect(mesh.getBoundingInfo().minimum.equals(minimum)).toBe(true);
  });
});

describe('hotspots', () => {
  it.each(Object.entries(kinds))('follow the skin as Babylon says: %s', (name, options) => {
    const staged = stage(options);
    const { mesh } = staged;
    const isUneven = options.scale && new Set(options.scale.map(Math.abs)).size > 1; // Babylon's normals are skewed there
    for (let step = 0; step < cases(6, 60); step++) {
      const random = createRandom(70 + step);
      staged.pose(random);
      const place = { pickedMesh: mesh, faceId: Math.floor(random() * 160), bu: random() / 2, bv: random() / 2 };
      const { point, normal, bones } = hotspotAt(place);
      const [at, facing] = [new Vector3(), new Vector3()];
      refreshAll(mesh);
      if (options.isUnIndexed) {
        const query = {
          pointIndex: [0, 1, 2].map(k => 3 * place.faceId + k),
          barycentric: [place.bu, place.bv, 1 - place.bu - place.bv],
        };
        expect(GetHotSpotToRef(mesh, query as never, at, facing)).toBe(true);
      } else {
        const query = CreateHotSpotQueryForPickingInfo(place as never);
        expect(GetHotSpotToRef(mesh, query, at, facing)).toBe(true);
      }
      expect(Vector3.Distance(point, at), name).toBeLessThan(1e-4);
      if (!isUneven) expect(Vector3.Dot(normal, facing), name).toBeCloseTo(1, 3);
      expect(normal.length()).toBeCloseTo(1, 6);
      expect(bones.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(options.isSkinned === false ? 0 : 1, 9);
      if (bones.length > 0) expect(bones[0].bone.name).toMatch(/^bone-\d$/);
    }
    expect(() => hotspotAt({ pickedMesh: null, faceId: 0, bu: 0, bv: 0 })).toThrow('no mesh was picked');
  });
});

describe('contact', () => {
  it('is what every triangle against every triangle gives, of nodes with several meshes', () => {
    const one = stage({ morphs: 1 });
    const { scene } = one;
    const other = stage({ scale: [-1, 1, 1] });
    let touching = 0;
    for (let step = 0; step < cases(12, 120); step++) {
      const random = createRandom(step);
      one.pose(random);
      other.pose(random);
      one.parent.position.setAll(0);
      other.parent.position.set(random(), random(), random());
      const pairs = findPairsByBruteForce(colliderOf(one.mesh), colliderOf(other.mesh));
      const sorted = (list: Uint32Array) =>
        Array.from({ length: list.length / 2 }, (_, k) => `${list[2 * k]}-${list[2 * k + 1]}`).sort();
      const found = findPairs(one.parent, other.parent);
      expect(touches(one.parent, other.mesh)).toBe(pairs.length > 0);
      expect(found.length).toBe(pairs.length > 0 ? 1 : 0);
      if (found.length === 0) continue;
      touching++;
      expect([found[0].meshA, found[0].meshB]).toEqual([one.mesh, other.mesh]);
      expect(sorted(found[0].pairs)).toEqual(sorted(pairs));
    }
    expect(touching).toBeGreaterThan(cases(2, 20));
    expect(touches(one.parent, one.parent)).toBe(false); // nothing is held against itself
    other.mesh.isVisible = false;
    expect(findPairs(one.parent, other.parent)).toEqual([]);
    expect(() => touches(one.parent, scene as never)).toThrow('touches: the second node is');
  });
});
