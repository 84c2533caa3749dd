import * as three from 'three';
import { describe, expect, it, vi } from 'vitest';
import { touches as collidersTouch, findPairs as findColliderPairs } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import {
  accelerate,
  accelerateAsync,
  createContactTracker,
  findClosePairs,
  findNearestPair,
  findNearestPoint,
  findPairs,
  findSeparation,
  meshMethods,
  touches,
} from '../../src/three/index.ts';
import { cases } from '../support/cases.ts';
import { stage } from './make-meshes.ts';

type Many = three.InstancedMesh | three.BatchedMesh;

/** A mesh that draws many in a scene, and ways to change what it draws. */
interface Stage {
  scene: three.Scene;
  mesh: Many;
  parent: three.Object3D;
  /** Moves, hides, shows, adds and deletes some; tells nobody. */
  change(random: Random): void;
}

const SIDE = 3;

function randomPlace(random: Random, size = SIDE): three.Matrix4 {
  const around = (): number => size * (random() - 0.5);
  const turn = new three.Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
  const mirror = random() < 0.2 ? -1 : 1;
  const scale = new three.Vector3(mirror * (0.5 + random()), 0.5 + random(), 0.5 + random());
  return new three.Matrix4().compose(new three.Vector3(around(), around(), around()), turn, scale);
}

/** Of no size, flat, or of no numbers: what three.js never hits. */
function oddPlace(random: Random): three.Matrix4 {
  const place = randomPlace(random);
  const kind = Math.floor(3 * random());
  if (kind === 0) return new three.Matrix4().makeScale(0, 0, 0);
  if (kind === 1) return place.scale(new three.Vector3(1, 0, 1));
  place.elements[5] = Number.NaN;
  return place;
}

interface Options {
  isBatched?: boolean;
  isIndexed?: boolean;
  material?: three.Material | three.Material[];
  scale?: [number, number, number];
  drawRange?: [number, number];
}

function stageMany(options: Options = {}): Stage {
  const { scale = [1, 1, 1] } = options;
  const scene = new three.Scene();
  const parent = new three.Group();
  parent.scale.set(...scale);
  scene.add(parent);
  const made = options.isBatched ? makeBatched(options) : makeInstanced(options);
  parent.add(made.mesh);
  return {
    ...made,
    scene,
    parent,
    change(random) {
      made.change(random);
      if (random() < 0.3) parent.rotation.set(3 * random(), 3 * random(), 3 * random());
      if (random() < 0.3) made.mesh.position.set(random(), random(), random());
    },
  };
}

type Made = Pick<Stage, 'mesh' | 'change'>;

function makeInstanced({ isIndexed = true, material = front, drawRange }: Options): Made {
  const shape = createGeometries(isIndexed)[Array.isArray(material) ? 2 : 0]; // which has groups
  if (drawRange) shape.setDrawRange(...drawRange);
  const most = 40;
  const mesh = new three.InstancedMesh(shape, material, most);
  return {
    mesh,
    change(random) {
      if (random() < 0.3) mesh.count = Math.floor(most * random());
      for (let k = 0; k < most; k++) {
        if (random() < 0.2) mesh.setMatrixAt(k, random() < 0.1 ? oddPlace(random) : randomPlace(random));
      }
    },
  };
}

function makeBatched({ isIndexed = true, material = front }: Options): Made {
  const mesh = new three.BatchedMesh(40, 5000, 10000, material as three.Material);
  const shapes = createGeometries(isIndexed).map(geometry => mesh.addGeometry(geometry));
  const alive: number[] = [];
  const pick = (random: Random): number => Math.floor(alive.length * random());
  return {
    mesh,
    change(random) {
      for (let k = 0; k < 8 && alive.length < 40; k++) {
        const id = mesh.addInstance(shapes[Math.floor(shapes.length * random())]);
        mesh.setMatrixAt(id, randomPlace(random));
        alive.push(id);
      }
      while (alive.length > 30) mesh.deleteInstance(alive.splice(pick(random), 1)[0]);
      for (const id of alive) {
        if (random() < 0.1) mesh.setVisibleAt(id, random() < 0.5);
        if (random() < 0.1) mesh.setGeometryIdAt(id, shapes[Math.floor(shapes.length * random())]);
        if (random() < 0.2) mesh.setMatrixAt(id, random() < 0.1 ? oddPlace(random) : randomPlace(random));
      }
    },
  };
}

/** The second has a number of corners that is no multiple of 3: the faces of the third begin between two others. */
function createGeometries(isIndexed: boolean): three.BufferGeometry[] {
  const odd = new three.SphereGeometry(0.5, 5, 4);
  odd.setIndex([...odd.index!.array, 0, 1]);
  const all = [new three.TorusGeometry(0.5, 0.2, 5, 8), odd, new three.CylinderGeometry(0.2, 0.4, 1, 6)];
  for (const geometry of all) geometry.deleteAttribute('uv1');
  return isIndexed ? all : all.map(geometry => geometry.toNonIndexed());
}

const front = new three.MeshBasicMaterial();
const back = new three.MeshBasicMaterial({ side: three.BackSide });
const both = new three.MeshBasicMaterial({ side: three.DoubleSide });

const stages: Record<string, Options> = {
  instanced: {},
  'instanced, from both sides, under an uneven scale': { material: both, scale: [2, 0.5, 1.5] },
  'instanced, mirrored, from behind': { material: back, scale: [-1, 1, 1] },
  'instanced, non-indexed, partly drawn': { isIndexed: false, drawRange: [30, 90] },
  'instanced, with several materials': { material: [both, back, front] },
  batched: { isBatched: true },
  'batched, from both sides, under an uneven scale': { isBatched: true, material: both, scale: [2, 0.5, 1.5] },
  'batched, mirrored, non-indexed': { isBatched: true, isIndexed: false, material: back, scale: [1, -1, 1] },
};

const own = { instanced: three.InstancedMesh.prototype.raycast, batched: three.BatchedMesh.prototype.raycast };

/** What three.js itself finds, told of all that moved; spheres of its own are too small under shear. */
function askThree(mesh: Many, scene: three.Scene, raycaster: three.Raycaster): three.Intersection[] {
  scene.updateMatrixWorld(true);
  const everywhere = (): three.Sphere => new three.Sphere(new three.Vector3(), 1e3);
  const hits: three.Intersection[] = [];
  if (mesh instanceof three.BatchedMesh) {
    const { _geometryInfo } = mesh as unknown as { _geometryInfo: { boundingSphere: three.Sphere }[] };
    for (const info of _geometryInfo) info.boundingSphere = everywhere();
    own.batched.call(mesh, raycaster, hits);
  } else {
    mesh.boundingSphere = everywhere();
    mesh.geometry.boundingSphere = everywhere();
    own.instanced.call(mesh, raycaster, hits);
  }
  // Where a matrix is of no numbers it reports hits nowhere.
  return hits.filter(({ distance }) => Number.isFinite(distance)).sort((a, b) => a.distance - b.distance);
}

/** All that a hit says, rounded far below what differs between places. */
function describeHit(hit: three.Intersection): unknown[] {
  const round = (x: number): number => Math.round(x * 1e6) / 1e6 + 0;
  const vector = (v: three.Vector2 | three.Vector3 | undefined): number[] | undefined => v?.toArray().map(round);
  const { face, faceIndex, instanceId, batchId } = hit;
  const places = [hit.point, hit.uv, hit.uv1, hit.normal, hit.barycoord ?? undefined, face?.normal].map(vector);
  return [instanceId, batchId, faceIndex, face?.a, face?.b, face?.c, face?.materialIndex, round(hit.distance), places];
}

function aim(random: Random, raycaster: three.Raycaster): void {
  const place = (size: number): three.Vector3 =>
    new three.Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(size);
  const from = place(3 * SIDE);
  raycaster.set(from, place(SIDE).sub(from).normalize());
  raycaster.near = random() < 0.3 ? SIDE * random() : 0;
  raycaster.far = random() < 0.3 ? 3 * SIDE * random() : Infinity;
}

describe('rays at meshes that draw many', () => {
  it.each(Object.entries(stages))('%s: find what three.js finds, whatever moved, came or went', (_, options) => {
    let hits = 0;
    for (const seed of Array(cases(3, 30)).keys()) {
      const random = createRandom(seed + 1);
      const { mesh, scene, change } = stageMany(options);
      change(random);
      accelerate(mesh);
      const raycaster = new three.Raycaster();
      for (let k = 0; k < 60; k++) {
        if (k % 4 === 0) change(random);
        aim(random, raycaster);
        raycaster.firstHitOnly = false;
        const found = raycaster.intersectObject(mesh, false);
        raycaster.firstHitOnly = true;
        const first = raycaster.intersectObject(mesh, false);
        const expected = askThree(mesh, scene, raycaster);
        expect(found.map(describeHit)).toEqual(expected.map(describeHit));
        expect(first.map(describeHit)).toEqual(expected.slice(0, 1).map(describeHit));
        hits += expected.length;
      }
    }
    expect(hits).toBeGreaterThan(50);
  });
});

/** The same as single meshes, for which the queries are tested elsewhere; `ids` has the instance that each is. */
function takeApart(mesh: Many): { group: three.Group; ids: number[] } {
  mesh.updateWorldMatrix(true, false);
  const group = new three.Group();
  const ids: number[] = [];
  const add = (id: number, geometry: three.BufferGeometry): void => {
    const single = new three.Mesh(geometry);
    mesh.getMatrixAt(id, single.matrix);
    single.matrix.premultiply(mesh.matrixWorld);
    single.matrixAutoUpdate = false;
    if (single.matrix.determinant() === 0) return; // of no size
    group.add(single);
    ids.push(id);
  };
  if (mesh instanceof three.BatchedMesh) {
    const { _instanceInfo } = mesh as unknown as { _instanceInfo: { active: boolean; visible: boolean }[] };
    _instanceInfo.forEach(({ active, visible }, id) => {
      if (active && visible) add(id, geometryAt(mesh, mesh.getGeometryIdAt(id)));
    });
  } else for (let id = 0; id < mesh.count; id++) add(id, mesh.geometry);
  return { group, ids };
}

const cut = new WeakMap<three.BatchedMesh, Map<number, three.BufferGeometry>>();

function geometryAt(mesh: three.BatchedMesh, id: number): three.BufferGeometry {
  const known = cut.get(mesh) ?? new Map<number, three.BufferGeometry>();
  cut.set(mesh, known);
  let geometry = known.get(id);
  if (!geometry) {
    const { start, count } = mesh.getGeometryRangeAt(id)!;
    geometry = new three.BufferGeometry().setAttribute('position', mesh.geometry.attributes.position);
    geometry.setIndex([...mesh.geometry.index!.array.slice(start, start + count)]);
    known.set(id, geometry);
  }
  return geometry;
}

/** Without matrices of no numbers, which these queries refuse, and flat ones. */
function stageWhole(isBatched: boolean, random: Random, size: number): Stage {
  const staged = stageMany({ isBatched, scale: [1, 1.5, 0.7] });
  staged.change(random);
  const { mesh } = staged;
  const place = (id: number): unknown =>
    mesh.setMatrixAt(id, random() < 0.1 ? new three.Matrix4().makeScale(0, 0, 0) : randomPlace(random, size));
  if (isBatched) for (let id = 0; id < 8; id++) place(id);
  else for (let id = 0; id < 40; id++) place(id);
  if (!isBatched) (mesh as three.InstancedMesh).count = 10 + Math.floor(20 * random());
  return staged;
}

describe.each([
  ['an InstancedMesh', false],
  ['a BatchedMesh', true],
])('queries of objects with %s', (_, isBatched) => {
  it('find what they find of single meshes, and name the instance', () => {
    let touching = 0;
    let apart = 0;
    for (const seed of Array(cases(5, 50)).keys()) {
      const random = createRandom(seed + 1);
      const size = seed % 2 === 0 ? 3 : 12;
      const { mesh, scene } = stageWhole(isBatched, random, size);
      const pipe = stage({ segments: 4 });
      pipe.pose(random);
      pipe.mesh.parent!.position.set(0, seed % 4, 0);
      const others = stageWhole(!isBatched, random, size);
      others.scene.position.x = seed % 3 === 0 ? size : 0;
      for (const [other, otherParts] of [
        [pipe.scene, null],
        [others.scene, others.mesh],
      ] as const) {
        const { group, ids } = takeApart(mesh);
        const apartOther = otherParts ? takeApart(otherParts) : { group: pipe.scene, ids: [] };
        expect(touches(scene, other)).toBe(touches(group, apartOther.group));
        expect(touches(other, mesh)).toBe(touches(group, apartOther.group));
        const listed = findPairs(scene, other).map(({ meshA, instanceA, instanceB, pairs }) => {
          expect(meshA).toBe(mesh);
          return `${instanceA} ${instanceB} ${[...pairs]}`;
        });
        const expected = findPairs(group, apartOther.group).map(({ meshA, meshB, pairs }) => {
          const instanceB = otherParts ? apartOther.ids[apartOther.group.children.indexOf(meshB)] : undefined;
          return `${ids[group.children.indexOf(meshA)]} ${instanceB} ${[...pairs]}`;
        });
        expect(listed.sort()).toEqual(expected.sort());
        const nearest = findNearestPair(scene, other)!;
        const nearestApart = findNearestPair(group, apartOther.group)!;
        expect(nearest.distance).toBeCloseTo(nearestApart.distance, 9);
        const limit = { maxDistance: 0.99 * nearestApart.distance };
        if (nearestApart.distance > 0) expect(findNearestPair(scene, other, limit)).toBeNull();
        const point = new three.Vector3(size * random(), size * random(), size * random());
        const near = findNearestPoint(scene, point)!;
        const nearApart = findNearestPoint(group, point)!;
        expect(near.distance).toBeCloseTo(nearApart.distance, 9);
        expect(near.instance).toBe(ids[group.children.indexOf(nearApart.mesh)]);
        if (listed.length > 0) expect([...findClosePairs([scene, other])]).toEqual([0, 1]);
        touching += Number(listed.length > 0);
        apart += Number(listed.length === 0);
      }
    }
    expect(touching).toBeGreaterThan(2);
    expect(apart).toBeGreaterThan(2);
  });

  it('tell of contacts instance by instance, and of an object that contains it as of one', () => {
    const random = createRandom(5);
    const { mesh, scene } = stageWhole(isBatched, random, 4);
    const pipe = stage({ segments: 4 });
    const single = createContactTracker([mesh, pipe.mesh]);
    const whole = createContactTracker([scene, pipe.mesh]);
    let before: (number | undefined)[] = [];
    let changes = 0;
    for (let step = 0; step < 16; step++) {
      pipe.pose(random);
      pipe.mesh.parent!.position.set(0, 0, 0);
      mesh.setMatrixAt(step % 5, randomPlace(random, 2));
      const { begun, ongoing, ended } = single.update();
      const now = [...new Set(findPairs(mesh, pipe.mesh).map(({ instanceA }) => instanceA))];
      expect([...begun, ...ongoing].map(({ instanceA }) => instanceA).sort()).toEqual([...now].sort());
      expect(ended.map(({ instanceA }) => instanceA).sort()).toEqual(before.filter(id => !now.includes(id)).sort());
      expect(begun.every(({ a, b, instanceB }) => a === mesh && b === pipe.mesh && instanceB === undefined)).toBe(true);
      const asOne = whole.update();
      expect(asOne.begun.length + asOne.ongoing.length).toBe(now.length > 0 ? 1 : 0);
      expect(asOne.begun.every(contact => contact.a === scene && !('instanceA' in contact))).toBe(true);
      changes += begun.length + ended.length;
      before = now;
    }
    expect(changes).toBeGreaterThan(5);
  });

  it('tell the way out: along it nothing touches any more, and in the end no way is shorter than it must be', () => {
    const random = createRandom(3);
    const { mesh } = stageWhole(isBatched, random, 2);
    const pipe = stage({ segments: 4 });
    const { depth, direction, atLeast } = findSeparation(pipe.scene, mesh)!;
    expect(depth).toBeGreaterThanOrEqual(atLeast);
    pipe.scene.position.addScaledVector(new three.Vector3().fromArray(direction), depth);
    expect(touches(pipe.scene, mesh)).toBe(false);
  });

  it('refuse what is nowhere, and take it up again once it is somewhere', () => {
    const { mesh, scene } = stageWhole(isBatched, createRandom(1), 2);
    const pipe = stage();
    const expected = findPairs(scene, pipe.scene);
    const matrix = new three.Matrix4();
    mesh.getMatrixAt(3, matrix);
    mesh.setMatrixAt(3, new three.Matrix4().makeScale(1, Number.NaN, 1));
    expect(() => touches(scene, pipe.scene)).toThrow(/^touches: instance 3 of the mesh is nowhere \(NaN\); give/);
    mesh.setMatrixAt(3, matrix);
    expect(findPairs(scene, pipe.scene)).toEqual(expected);
  });
});

describe('a mesh that draws many', () => {
  it('notices a change of any number of any matrix, though nobody told of it', () => {
    const mesh = new three.InstancedMesh(new three.BoxGeometry(), front, 3);
    const pole = new three.Mesh(new three.BoxGeometry(0.1, 0.1, 0.1));
    const { array } = mesh.instanceMatrix;
    for (const number of [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]) {
      for (const instance of [0, 1, 2]) {
        array.set(new three.Matrix4().makeTranslation(20, 20, 20).elements, 16 * instance);
        mesh.setMatrixAt((instance + 1) % 3, new three.Matrix4().makeTranslation(-20, -20, -20));
        touches(mesh, pole);
        array[16 * instance + number] += 3;
        const corner = new three.Vector3(0.5, 0.5, 0.5).applyMatrix4(
          new three.Matrix4().fromArray(array, 16 * instance),
        );
        pole.position.copy(corner);
        expect(touches(mesh, pole)).toBe(true);
      }
    }
  });

  it('is parted from another without being pushed into an instance that was not touched before', () => {
    const mesh = new three.InstancedMesh(new three.BoxGeometry(), front, 2);
    mesh.setMatrixAt(1, new three.Matrix4().makeTranslation(1.95, 0, 0));
    const box = new three.Mesh(new three.BoxGeometry());
    box.position.x = 0.9; // 0.1 to the right is out of the first instance, and in the second
    const { depth, direction } = findSeparation(box, mesh)!;
    box.position.addScaledVector(new three.Vector3().fromArray(direction), depth);
    expect(touches(box, mesh)).toBe(false);
    expect(depth).toBeCloseTo(1, 6);
  });

  it('has a collider for each instance, where it is now', () => {
    const { mesh } = stageWhole(false, createRandom(2), 4);
    const colliders = accelerate(mesh as three.InstancedMesh);
    const pipe = stage();
    accelerate(pipe.mesh);
    for (const { instanceA, pairs } of findPairs(mesh, pipe.mesh)) {
      expect(findColliderPairs(colliders.at(instanceA!), pipe.mesh.boundsTree!)).toEqual(pairs);
    }
    mesh.setMatrixAt(0, new three.Matrix4());
    expect(collidersTouch(colliders.at(0), pipe.mesh.boundsTree!)).toBe(true);
    mesh.position.x = 9;
    expect(collidersTouch(colliders.at(0), pipe.mesh.boundsTree!)).toBe(false);
    expect(colliders.at(0)).toBe(colliders.at(0));
    for (const wrong of [-1, 40, 1.5, Number.NaN]) {
      expect(() => colliders.at(wrong)).toThrow(/^at: the mesh draws no instance .+; give/);
    }
  });

  it('is left to three.js where it cannot be answered for, with one warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const random = createRandom(4);
    const { mesh, scene } = stageWhole(false, random, 2) as Stage & { mesh: three.InstancedMesh };
    accelerate(mesh);
    const { position } = mesh.geometry.attributes;
    position.setX(0, 3);
    position.needsUpdate = true;
    const raycaster = new three.Raycaster();
    for (let k = 0; k < 20; k++) {
      aim(random, raycaster);
      const expected = askThree(mesh, scene, raycaster).map(describeHit);
      mesh.geometry.boundingSphere = null;
      expect(raycaster.intersectObject(mesh).map(describeHit)).toEqual(expected);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(() => touches(mesh, stage().mesh)).toThrow(/^touches: a geometry of the mesh has changed; call/);
    accelerate(mesh);
    expect(touches(mesh, stage().mesh)).toBe(true);
    warn.mockRestore();
  });

  it('is refused by name where each instance morphs', () => {
    const geometry = new three.BoxGeometry();
    geometry.morphAttributes.position = [geometry.attributes.position.clone()];
    const mesh = new three.InstancedMesh(geometry, front, 3);
    expect(accelerate(mesh)).toBeDefined();
    mesh.setMorphAt(1, new three.Mesh(geometry));
    expect(() => accelerate(mesh)).toThrow(/^accelerate: instances of the mesh morph \(setMorphAt\); give/);
  });

  it('stays fast in clones, and is as before once its trees are taken away', async () => {
    const random = createRandom(6);
    for (const isBatched of [false, true]) {
      const { mesh, scene } = stageWhole(isBatched, random, 2);
      await accelerateAsync(mesh as three.InstancedMesh);
      expect(Object.hasOwn(mesh, 'raycast')).toBe(true);
      const twin = mesh.clone();
      expect(twin.raycast).toBe(mesh.raycast);
      twin.setMatrixAt(0, new three.Matrix4());
      const raycaster = new three.Raycaster();
      for (let k = 0; k < 20; k++) {
        aim(random, raycaster);
        for (const one of [mesh, twin]) {
          const expected = askThree(one, one === mesh ? scene : new three.Scene().add(one), raycaster).map(describeHit);
          expect(raycaster.intersectObject(one).map(describeHit)).toEqual(expected);
          meshMethods.disposeBoundsTree.call(one);
          expect(raycaster.intersectObject(one).map(describeHit)).toEqual(expected);
        }
      }
    }
  });
});
