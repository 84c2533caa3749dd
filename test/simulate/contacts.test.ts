import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findBodyPairs } from '../../src/simulate/contacts/body-pairs.ts';
import { cullBodies } from '../../src/simulate/contacts/cull-bodies.ts';
import { ENCOUNTER_SIZE, FRONT_END, FRONT_START } from '../../src/simulate/contacts/encounters.ts';
import { findContacts } from '../../src/simulate/contacts/find-contacts.ts';
import {
  addBody,
  type BodyShape,
  createBodyShape,
  createWorld,
  stepWorld,
  type World,
  writeBodyPositions,
} from '../../src/simulate/index.ts';
import { listSpheres, moveAllSpheres } from './list-spheres.ts';
import { createPlank } from './plank.ts';

const plank = createBodyShape(createPlank(4), { level: 5 });
const twig = createBodyShape(createPlank(2, [0.2, 0.02, 0.05], 0.02), { level: 3 });
const slab = createBodyShape(createPlank(2, [9, 0.4, 6], 0.4), { level: 7 });

const anyOrientation = (random: Random): number[] => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];

/** Bodies of three very different sizes, thrown together. */
function createJumble(random: Random, count: number, room: number, bent = 0.02): World {
  const world = createWorld({ ground: -room / 4 });
  addBody(world, slab, { kind: 'fixed' });
  for (let k = 0; k < count; k++) {
    const shape: BodyShape = k % 3 === 0 ? plank : twig;
    addBody(world, shape, {
      position: [room * (random() - 0.5), room * (random() - 0.5), room * (random() - 0.5)],
      orientation: anyOrientation(random),
      velocity: [random() - 0.5, random() - 0.5, random() - 0.5],
      spin: [random() - 0.5, random() - 0.5, random() - 0.5],
      amplitudes: Array.from({ length: shape.modes }, () => bent * (random() - 0.5)),
    });
  }
  return world;
}

function touch(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  const [x, y, z] = [0, 1, 2].map(k => a[4 * i + k] - b[4 * j + k]);
  const radii = a[4 * i + 3] + b[4 * j + 3];
  return x * x + y * y + z * z <= radii * radii;
}

const sortedPairs = (pairs: number[][]): string[] => pairs.map(pair => [...pair].sort((a, b) => a - b).join()).sort();

function pairsByForce({ bodies }: World): string[] {
  const pairs: number[][] = [];
  for (let a = 0; a < bodies.count; a++) {
    for (let b = a + 1; b < bodies.count; b++) {
      if (bodies.inverseMasses[a] + bodies.inverseMasses[b] === 0) continue;
      if (touch(bodies.roots, a, bodies.roots, b)) pairs.push([a, b]);
    }
  }
  return sortedPairs(pairs);
}

function foundPairs(world: World): string[] {
  return sortedPairs(
    Array.from({ length: world.grid.pairCount }, (_, k) => [world.grid.pairs[2 * k], world.grid.pairs[2 * k + 1]]),
  );
}

/** Contacts between bodies as text, the lower-numbered body first. */
function listContacts({ contacts }: World): string[] {
  return Array.from({ length: contacts.count }, (_, c) => [...contacts.sides.subarray(4 * c, 4 * c + 4)])
    .filter(([, , b]) => b >= 0)
    .map(([a, i, b, j]) => (a < b ? [a, i, b, j] : [b, j, a, i]).join())
    .sort();
}

function contactsByForce(world: World): string[] {
  const { bodies } = world;
  for (let body = 0; body < bodies.count; body++) moveAllSpheres(world, body);
  const spheres = Array.from({ length: bodies.count }, (_, body) => listSpheres(world, body));
  const out: string[] = [];
  for (const pair of pairsByForce(world)) {
    const [a, b] = pair.split(',').map(Number);
    for (const i of bodies.shapes[a].tree.proxyNodes) {
      for (const j of bodies.shapes[b].tree.proxyNodes) {
        if (touch(spheres[a], i, spheres[b], j)) out.push([a, i, b, j].join());
      }
    }
  }
  return out.sort();
}

describe('the broad phase', () => {
  it.each([1, 2, 3, 4])('finds the pairs that brute force finds, whatever the sizes (seed %i)', seed => {
    const random = createRandom(seed);
    const world = createJumble(random, 150, [4, 8, 40, 2000][seed % 4]);
    findBodyPairs(world);
    expect(foundPairs(world)).toEqual(pairsByForce(world));
  });

  it('also for bodies at one place, and for none', () => {
    const world = createWorld();
    findBodyPairs(world);
    expect(world.grid.pairCount).toBe(0);
    for (let k = 0; k < 20; k++) addBody(world, twig);
    findBodyPairs(world);
    expect(world.grid.pairCount).toBe(190);
  });
});

describe('the narrow phase', () => {
  it.each([1, 2, 3])('finds the contacts that brute force finds (seed %i)', seed => {
    const world = createJumble(createRandom(seed), 60, 3);
    findBodyPairs(world);
    findContacts(world);
    const found = listContacts(world);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(contactsByForce(world));
  });

  /**
   * Lets a plank drift and turn into a fixed one and vibrate, slowly or fast, many times, and compares in every step;
   * `spoil` may break something before contacts are looked for.
   */
  const compareWhileMoving = (spoil?: (world: World) => void): { wrong: number; tests: number; entries: number } => {
    const random = createRandom(7);
    const result = { wrong: 0, tests: 0, entries: 0 };
    for (let round = 0; round < 40; round++) {
      const world = createWorld({ ground: 'none', gravity: 0 });
      addBody(world, plank, { kind: 'fixed' });
      const position = [random() - 0.5, 0.15 + 0.4 * random(), 0.6 * (random() - 0.5)];
      const velocity = round % 2 === 0 ? [0, 0, 0] : position.map(x => -0.6 * x);
      const spin = [1, 1, 1].map(() => (round % 4 === 1 ? 0 : 2 * (random() - 0.5)));
      const amplitudes = [1, 1, 1, 1].map(() => (round % 3 === 0 ? 0.03 * (random() - 0.5) : 0));
      addBody(world, plank, { position, velocity, spin, amplitudes, orientation: anyOrientation(random) });
      for (let step = 0; step < 100; step++) {
        stepWorld(world);
        spoil?.(world);
        findBodyPairs(world);
        findContacts(world);
        result.tests += world.stats.sphereTests;
        const { records, count } = world.encounters;
        for (let e = 0; e < ENCOUNTER_SIZE * count; e += ENCOUNTER_SIZE) {
          result.entries += records[e + FRONT_END] - records[e + FRONT_START];
        }
        if (listContacts(world).join(' ') !== contactsByForce(world).join(' ')) result.wrong++;
      }
    }
    return result;
  };

  it('still does in step after step, where it follows fronts and leaves most of them alone', () => {
    const { wrong, tests, entries } = compareWhileMoving();
    expect(wrong).toBe(0);
    expect(tests).toBeLessThan(0.5 * entries);
  });

  it.each([
    ['shifts', ({ bodies }: World) => bodies.shifts.fill(0)],
    ['turns and bends', ({ bodies }: World) => bodies.travels.fill(0)],
  ])('and the check catches fronts that forget %s', (_name, spoil) => {
    expect(compareWhileMoving(spoil).wrong).toBeGreaterThan(0);
  });

  it('for many bodies that meet and part again (seed 6)', () => {
    const world = createJumble(createRandom(6), 60, 3);
    let wrong = 0;
    for (let step = 0; step < 60; step++) {
      stepWorld(world);
      findBodyPairs(world);
      findContacts(world);
      if (step % 6 === 0 && listContacts(world).join(' ') !== contactsByForce(world).join(' ')) wrong++;
    }
    expect(wrong).toBe(0);
    expect(world.fronts.used).toBeLessThan(40_000);
  });
});

describe('culling', () => {
  it('keeps every body that has a vertex in view (seed 5)', () => {
    const random = createRandom(5);
    const world = createJumble(random, 80, 6);
    const out = new Uint32Array(world.bodies.count);
    let culled = 0;
    for (let view = 0; view < 20; view++) {
      const planes = Float64Array.from({ length: 16 }, (_, k) => (random() - 0.5) * (k % 4 === 3 ? 3 : 1));
      const kept = new Set(out.subarray(0, cullBodies(world, planes, out)));
      culled += world.bodies.count - kept.size;
      for (let body = 0; body < world.bodies.count; body++) {
        const at = new Float64Array(world.bodies.shapes[body].model.mesh.positions.length);
        writeBodyPositions(world, body, at);
        let isSeen = false;
        for (let o = 0; o < at.length && !isSeen; o += 3) {
          isSeen = [0, 4, 8, 12].every(
            p => planes[p] * at[o] + planes[p + 1] * at[o + 1] + planes[p + 2] * at[o + 2] + planes[p + 3] >= 0,
          );
        }
        if (isSeen) expect(kept.has(body)).toBe(true);
      }
    }
    expect(culled).toBeGreaterThan(300);
  });

  it('refuses planes and room that do not fit', () => {
    const world = createWorld();
    addBody(world, twig);
    expect(() => cullBodies(world, new Float64Array(5), new Uint32Array(1))).toThrow(/cullBodies.*5 numbers/);
    expect(() => cullBodies(world, new Float64Array(4), new Uint32Array(0))).toThrow(/room for 0/);
  });
});
