import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import {
  type Contact,
  createContactTracker,
  findNearestPair,
  findNearestPoint,
  findSeparation,
  touches,
} from '../../src/three/index.ts';
import { stage } from './make-meshes.ts';

function createCrowd(count: number): { object: three.Object3D; pose(random: () => number): void }[] {
  return Array.from({ length: count }, (_, k) => {
    const part = stage({ segments: 4, isSkinned: k % 2 === 0 });
    const object = new three.Group();
    object.add(part.scene);
    return {
      object,
      pose(random) {
        part.pose(random);
        object.position.set(4 * random(), 0, 0);
      },
    };
  });
}

describe('a contact tracker', () => {
  it('tells what touches, in pose after pose, and what has begun and ended, one record for each contact', () => {
    const random = createRandom(5);
    const crowd = createCrowd(6);
    const objects = crowd.map(({ object }) => object);
    const tracker = createContactTracker(objects);
    let before = new Map<string, Contact>();
    const seen = { begun: 0, ongoing: 0, ended: 0 };
    for (let frame = 0; frame < 100; frame++) {
      crowd[Math.floor(random() * crowd.length)].pose(random);
      if (frame % 7 === 3) objects[frame % 6].visible = !objects[frame % 6].visible;
      if (frame % 10 === 9) tracker.objects.reverse();
      const { begun, ongoing, ended } = tracker.update();
      const keyOf = (a: three.Object3D, b: three.Object3D): string =>
        [objects.indexOf(a), objects.indexOf(b)].sort().join(' ');
      const now = new Map([...begun, ...ongoing].map(contact => [keyOf(contact.a, contact.b), contact]));
      const right = objects.flatMap((a, i) => objects.slice(i + 1).flatMap(b => (touches(a, b) ? [keyOf(a, b)] : [])));
      expect([...now.keys()].sort()).toEqual(right.sort());
      expect(now.size).toBe(begun.length + ongoing.length);
      for (const contact of begun) expect(before.has(keyOf(contact.a, contact.b))).toBe(false);
      for (const contact of ongoing) expect(before.get(keyOf(contact.a, contact.b))).toBe(contact);
      const gone = [...before].filter(([key]) => !now.has(key)).map(([, contact]) => contact);
      expect(new Set(ended)).toEqual(new Set(gone));
      expect(ended.length).toBe(gone.length);
      seen.begun += begun.length;
      seen.ongoing += ongoing.length;
      seen.ended += ended.length;
      before = now;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('holds a contact until it is released, and begins one only by touch', () => {
    const [a, b] = [stage({ isSkinned: false }), stage({ isSkinned: false })];
    const tracker = createContactTracker([a.mesh, b.mesh], { release: 0.5 });
    const listAt = (x: number): string => {
      b.mesh.position.x = x;
      const { begun, ongoing, ended } = tracker.update();
      return `${begun.length}${ongoing.length}${ended.length}`;
    };
    expect(listAt(1)).toBe('000'); // near, and never touched
    expect(listAt(0.5)).toBe('100');
    const gap = findNearestPair(a.mesh, b.mesh)!.distance;
    expect(gap).toBe(0);
    expect(listAt(1)).toBe('010'); // 0.3 apart
    expect(listAt(1.3)).toBe('001'); // 0.6 apart
    expect(listAt(1)).toBe('000');
  });

  it('asks of wanted pairs only', () => {
    const [a, b, c] = [stage(), stage(), stage()].map(({ mesh }) => mesh);
    const tracker = createContactTracker([a, b, c], { isWanted: (one, other) => one !== c && other !== c });
    expect(tracker.update().begun).toEqual([{ a, b }]);
    tracker.objects = [c];
    expect(tracker.update().ended).toEqual([{ a, b }]);
    expect(tracker.update().ended).toEqual([]);
  });

  it('has changed nothing if an update was broken off', () => {
    const [a, b] = [stage(), stage()];
    const tracker = createContactTracker([a.mesh, b.mesh]);
    expect(tracker.update().begun.length).toBe(1);
    const { position } = b.mesh.geometry.attributes;
    position.needsUpdate = true;
    expect(() => tracker.update()).toThrow(/^update: the geometry of/);
    expect(() => tracker.update()).toThrow(/^update: the geometry of/);
    tracker.objects.pop();
    expect(tracker.update().ended.length).toBe(1); // not forgotten meanwhile
    tracker.objects.push(5 as unknown as three.Object3D);
    expect(() => tracker.update()).toThrow(/^update: object 1 is 5; give/);
  });

  it('an object that is listed twice, or has nothing to show, is no contact of its own', () => {
    const { mesh } = stage();
    const tracker = createContactTracker([mesh, mesh, new three.Group()]);
    expect(tracker.update()).toEqual({ begun: [], ongoing: [], ended: [] });
    const other = stage().mesh;
    tracker.objects.push(other, other);
    expect(tracker.update().begun).toEqual([{ a: mesh, b: other }]);
  });

  it.each([
    ['a list', 5, {}],
    ['a distance', [], { release: -1 }],
    ['a distance', [], { release: Number.NaN }],
  ])('refuses what is not %s', (_, objects, options) => {
    const make = createContactTracker as (objects: unknown, options: object) => unknown;
    expect(() => make(objects, options)).toThrow(/^createContactTracker: .+; give/);
  });
});

describe('the nearest point of an object', () => {
  it('is that of its nearest mesh, by every vertex and triangle', () => {
    const random = createRandom(3);
    const [a, b] = [stage({ segments: 3 }), stage({ segments: 3, isSkinned: false })];
    const object = new three.Group().add(a.scene, b.scene);
    for (let round = 0; round < 30; round++) {
      a.pose(random);
      b.pose(random);
      const point = new three.Vector3(random(), random(), random()).multiplyScalar(6).subScalar(3);
      const found = findNearestPoint(object, point)!;
      object.updateMatrixWorld(true);
      const least = Math.min(...[a.mesh, b.mesh].map(mesh => leastDistance(mesh, point)));
      expect(found.distance).toBeCloseTo(least, 6);
      expect(point.distanceTo(new three.Vector3(...found.point))).toBeCloseTo(least, 6);
      expect(leastDistance(found.mesh, point)).toBeCloseTo(least, 6);
      expect(findNearestPoint(object, point, { maxDistance: 0.9 * least })).toBeNull();
    }
  });

  it('is refused for what is no point, or no object', () => {
    const { mesh } = stage();
    const ask = findNearestPoint as (object: unknown, point: unknown) => unknown;
    expect(() => ask(mesh, undefined)).toThrow(/^findNearestPoint: .+; give/);
    expect(() => ask(mesh, { x: Number.NaN, y: 0, z: 0 })).toThrow(/^findNearestPoint: .+; give/);
    expect(() => ask(5, new three.Vector3())).toThrow(/^findNearestPoint: the object is 5; give/);
    expect(findNearestPoint(new three.Group(), new three.Vector3())).toBeNull();
  });
});

/** By three.js: every triangle, where it is now. */
function leastDistance(mesh: three.Mesh, point: three.Vector3): number {
  const { index, attributes } = mesh.geometry;
  const corner = (k: number): three.Vector3 =>
    mesh.localToWorld(mesh.getVertexPosition(index ? index.getX(k) : k, new three.Vector3()));
  const count = (index ?? attributes.position).count;
  let least = Infinity;
  for (let k = 0; k < count; k += 3) {
    const triangle = new three.Triangle(corner(k), corner(k + 1), corner(k + 2));
    least = Math.min(least, triangle.closestPointToPoint(point, new three.Vector3()).distanceTo(point));
  }
  return least;
}

describe('the separation of two objects', () => {
  it('parts them: the first is moved by it, and nothing touches; nothing was moved to find it', () => {
    const random = createRandom(11);
    let asked = 0;
    for (let round = 0; round < 25; round++) {
      const [a, b] = createCrowd(2);
      const second = stage({ segments: 3 });
      a.object.add(second.scene);
      for (const part of [a, b, second]) part.pose(random);
      for (const { children } of [a.object, b.object]) {
        for (const scene of children) scene.children[0].position.set(random(), random(), random());
      }
      for (const { object } of [a, b]) object.position.set(1.5 * random(), 0, 0);
      const isTouching = touches(a.object, b.object);
      const found = findSeparation(a.object, b.object);
      expect(found !== null).toBe(isTouching);
      expect(touches(a.object, b.object)).toBe(isTouching);
      if (found === null) continue;
      asked++;
      a.object.position.addScaledVector(new three.Vector3(...found.direction), found.depth);
      expect(touches(a.object, b.object)).toBe(false);
      a.object.position.addScaledVector(new three.Vector3(...found.direction), -0.001 * found.depth - 1e-6);
      expect(touches(a.object, b.object)).toBe(true);
    }
    expect(asked).toBeGreaterThan(8);
  });

  it('refuses two that cannot be moved apart', () => {
    const { scene, mesh } = stage();
    expect(() => findSeparation(scene, mesh)).toThrow(/^findSeparation: a mesh is below both objects; give/);
  });
});
