import { describe, expect, it } from 'vitest';
import { boundsOf, type Collider, createCollider, createShape, setPlacement, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { beginColliders } from '../../src/simulate/collider/world-colliders.ts';
import { findBodyPairs } from '../../src/simulate/contacts/body-pairs.ts';
import { findContacts } from '../../src/simulate/contacts/find-contacts.ts';
import {
  addBody,
  addCollider,
  createBodyShape,
  createWorld,
  stepWorld,
  type World,
  type WorldOptions,
} from '../../src/simulate/index.ts';
import { createPlate, shift } from '../support/boxes.ts';
import { cases } from '../support/cases.ts';
import { createCharacterCollider, poseRanges, setRandomPose, volumeChoices } from '../support/pose-character.ts';
import { createRandomCharacter, deformerNames } from '../support/random-character.ts';
import { createCrowdedWorld } from './crowded-world.ts';
import { type FaceContact, faceContactsByForce, listFaceContacts } from './face-contacts-by-force.ts';
import { createPlank } from './plank.ts';

const plank = createBodyShape(createPlank(4), { level: 5 });
const twig = createBodyShape(createPlank(2, [0.3, 0.05, 0.1], 0.03), { level: 5 });
/** A sheet without thickness, lying in y = 0 unless placed: [-3, 3] both ways. */
const sheet = createShape(layFlat(createPlate(12, 3)), { kind: 'rigid' });

function layFlat({ positions, triangles }: ReturnType<typeof createPlate>): ReturnType<typeof createPlate> {
  return { positions: positions.map((_, k) => (k % 3 === 1 ? 0 : positions[k % 3 === 0 ? k : k - 1])), triangles };
}

/** Looks for contacts as a step would, and changes nothing else. */
function findNow(world: World): FaceContact[] {
  beginColliders(world);
  findBodyPairs(world);
  findContacts(world);
  return listFaceContacts(world);
}

/** Says what differs; null: nothing. Names must be equal, numbers up to the rounding of another order of adding. */
function differ(found: FaceContact[], expected: FaceContact[]): string | null {
  const [names, wanted] = [found, expected].map(list => new Set(list.map(({ name }) => name)));
  const lost = [...wanted].filter(name => !names.has(name));
  const extra = [...names].filter(name => !wanted.has(name));
  if (lost.length + extra.length > 0) return `lost ${lost.join(' ')}; extra ${extra.join(' ')}`;
  for (let k = 0; k < found.length; k++) {
    const off = found[k].numbers.findIndex((x, n) => !(Math.abs(x - expected[k].numbers[n]) < 1e-7));
    if (off >= 0) return `${found[k].name}: ${found[k].numbers.join(' ')} and ${expected[k].numbers.join(' ')}`;
  }
  return null;
}

/** A world with a sheet as its floor. */
function createFloor(options: WorldOptions = {}): { world: World; floor: Collider } {
  const world = createWorld({ ground: 'none', ...options });
  const floor = createCollider(sheet);
  addCollider(world, floor);
  return { world, floor };
}

describe('contacts with colliders are those of brute force', () => {
  it('two skinned men, a morphing dolphin and a hundred chairs', () => {
    const seeds = cases(1, 3);
    const steps = cases(15, 300);
    const every = 15;
    for (let seed = 1; seed <= seeds; seed++) {
      const { world, poseAt } = createCrowdedWorld(seed);
      const met = [0, 0, 0];
      for (let step = 1; step <= steps; step++) {
        poseAt(step * world.options.timeStep);
        stepWorld(world);
        if (step % every !== 0) continue;
        poseAt((step + 1) * world.options.timeStep);
        const found = findNow(world);
        for (const { name } of found) met[-2 - Number(name.split(',')[2])]++;
        expect(differ(found, faceContactsByForce(world))).toBe(null);
      }
      expect(Math.min(...met)).toBeGreaterThan(10);
    }
  });

  /** Small bodies in and about a character that changes its pose at random; `spoil` may break something. */
  const compareAll = (seeds: number, spoil?: (world: World) => void): { contacts: number; wrong: string[] } => {
    const result = { contacts: 0, wrong: [] as string[] };
    for (let seed = 0; seed < seeds; seed++) {
      const random = createRandom(100 + seed);
      const character = createRandomCharacter(seed, 5);
      const name = deformerNames[seed % deformerNames.length];
      const volumes = volumeChoices[seed % volumeChoices.length];
      const collider = createCharacterCollider(name, character, { leafSize: 1 + (seed % 4), ...volumes });
      const range =
        poseRanges[
          (['moderate', 'spread to 180 degrees and beyond', 'scaled, sheared and mirrored'] as const)[seed % 3]
        ];
      setRandomPose(random, collider, character.skeleton, range);
      const { low, high } = boundsOf(collider);
      const world = createWorld({ ground: 'none', gravity: seed % 2 });
      addCollider(world, collider);
      for (let k = 0; k < 6; k++) {
        addBody(world, k % 2 === 0 ? plank : twig, {
          position: [0, 1, 2].map(axis => low[axis] + random() * (high[axis] - low[axis])),
          orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
          velocity: [0, 1, 2].map(() => 10 * (random() - 0.5)),
          spin: [0, 1, 2].map(() => 4 * (random() - 0.5)),
        });
      }
      for (let step = 0; step < 3; step++) {
        if (step > 0) setRandomPose(random, collider, character.skeleton, range);
        spoil?.(world);
        const found = findNow(world);
        result.contacts += found.length;
        const difference = differ(found, faceContactsByForce(world));
        if (difference !== null) result.wrong.push(`${name}, seed ${seed}, step ${step}: ${difference}`);
        stepWorld(world);
      }
    }
    return result;
  };

  it('every deformer and volume, in any pose', () => {
    const { contacts, wrong } = compareAll(cases(40, 600));
    expect(wrong).toEqual([]);
    expect(contacts).toBeGreaterThan(1000);
  });

  it('and the check catches bodies whose spheres are too small', () => {
    const shrink = ({ bodies }: World): void => {
      for (let body = 0; body < bodies.count; body++) bodies.roots[4 * body + 3] *= 0.7;
    };
    expect(compareAll(20, shrink).wrong.length).toBeGreaterThan(0);
  });
});

describe('a collider that stands', () => {
  it('holds what falls on it, which loses energy and falls asleep', () => {
    const { world } = createFloor();
    addBody(world, plank, { position: [0.3, 0.8, 0.2], orientation: [0.2, 0.1, 0.3, 1] });
    for (let step = 0; step < 900 && world.stats.asleep === 0; step++) {
      stepWorld(world);
      expect(world.bodies.positions[1]).toBeGreaterThan(0.02);
    }
    expect(world.stats.asleep).toBe(1);
    expect(world.bodies.positions[1]).toBeLessThan(0.1);
    stepWorld(world);
    expect(world.stats).toMatchObject({ triangleTests: 0, solved: 0, asleep: 1 });
    expect(world.stats.contacts).toBeGreaterThan(2);
  });

  it('is as even as its triangles: what slides over their edges keeps its speed', () => {
    const { world } = createFloor({ friction: 0 });
    addBody(world, plank, { position: [-1.5, 0.08, 0.1] });
    for (let step = 0; step < 100; step++) stepWorld(world); // comes to rest
    world.bodies.velocities.set([2, 0, 0.3]);
    for (let step = 0; step < 150; step++) stepWorld(world);
    expect(world.bodies.velocities[0]).toBeCloseTo(2, 6);
    expect(world.bodies.velocities[2]).toBeCloseTo(0.3, 6);
    expect(Math.hypot(...world.bodies.spins.subarray(0, 3))).toBeLessThan(1e-6);
  });

  it.each([1, 10, 100, 400])('lets nothing through its triangles at %i m/s, though they have no thickness', speed => {
    const random = createRandom(speed);
    for (let round = 0; round < cases(10, 100); round++) {
      const { world } = createFloor({ gravity: 0 });
      addBody(world, twig, {
        position: [random() - 0.5, 0.6, random() - 0.5],
        orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
        velocity: [0.3 * speed * (random() - 0.5), -speed, 0.3 * speed * (random() - 0.5)],
        spin: [0, 1, 2].map(() => 20 * (random() - 0.5)),
      });
      for (let step = 0; step < 60 && Math.abs(world.bodies.positions[0]) < 2; step++) {
        stepWorld(world);
        expect(world.bodies.positions[1]).toBeGreaterThan(0);
      }
    }
  });
});

describe('a collider that is moved', () => {
  it('lifts what lies on it, lets it fall when it is taken away, and wakes it', () => {
    const { world, floor } = createFloor();
    addBody(world, plank, { position: [0, 0.06, 0] });
    for (let step = 0; step < 600 && world.stats.asleep === 0; step++) stepWorld(world);
    expect(world.stats.asleep).toBe(1);
    for (let step = 1; step <= 150; step++) {
      setPlacement(floor, shift(0, 0.004 * step, 0)); // 0.6 m/s
      stepWorld(world);
    }
    expect(world.bodies.positions[1]).toBeGreaterThan(0.62);
    expect(world.bodies.velocities[1]).toBeCloseTo(0.6, 1);
    for (let step = 0; step < 600 && world.stats.asleep === 0; step++) stepWorld(world);
    expect(world.stats.asleep).toBe(1);
    setPlacement(floor, shift(0, -5, 0));
    stepWorld(world);
    stepWorld(world);
    expect(world.stats.asleep).toBe(0);
    expect(world.bodies.velocities[1]).toBeLessThan(-0.05);
  });

  it('drags along what lies on it, until both are as fast', () => {
    const { world, floor } = createFloor({ friction: 0.5 });
    addBody(world, plank, { position: [0, 0.06, 0] });
    for (let step = 0; step < 50; step++) stepWorld(world);
    for (let step = 1; step <= 150; step++) {
      setPlacement(floor, shift(0.006 * step, 0, 0)); // 0.9 m/s, reached after 0.2 s
      stepWorld(world);
      expect(world.bodies.velocities[0]).toBeLessThan(0.91);
    }
    expect(world.bodies.velocities[0]).toBeCloseTo(0.9, 3);
  });

  it.each([1, 5, 18])('hits what hovers before it at %i m/s, and does not pass through', speed => {
    const { world, floor } = createFloor({ gravity: 0 });
    // At the fastest it is below the twig before a step and above it after.
    const first = -6.5 * speed * world.options.timeStep;
    setPlacement(floor, shift(0, first, 0));
    stepWorld(world); // a jump, with nothing near
    addBody(world, twig, { position: [0.1, 0, 0.2] });
    for (let step = 1; step <= 20; step++) {
      const height = first + speed * step * world.options.timeStep;
      setPlacement(floor, shift(0, height, 0));
      stepWorld(world);
      expect(world.bodies.positions[1]).toBeGreaterThan(height);
    }
    expect(world.bodies.velocities[1]).toBeGreaterThan(0.9 * speed);
  });

  it('stands where it is if a pose is refused', () => {
    const { world, floor } = createFloor();
    addBody(world, plank, { position: [0, 0.06, 0] });
    stepWorld(world);
    expect(() => setPose(floor, { jointMatrices: new Float64Array(12).fill(NaN) })).toThrow(/setPose/);
    for (let step = 0; step < 100; step++) stepWorld(world);
    expect(world.bodies.positions[1]).toBeGreaterThan(0.02);
    expect(Math.abs(world.bodies.velocities[0])).toBeLessThan(1e-3);
  });
});

it('the same calls give the same bytes', () => {
  const [a, b] = [0, 1].map(() => {
    const { world, poseAt } = createCrowdedWorld(5, 12);
    for (let step = 1; step <= 40; step++) {
      poseAt(step * world.options.timeStep);
      stepWorld(world);
    }
    return world;
  });
  expect(a.stats.triangleTests).toBeGreaterThan(0);
  expect([...a.bodies.positions]).toEqual([...b.bodies.positions]);
  expect(a.stats).toEqual(b.stats);
});

it('refuses what is no collider, and one that is there already', () => {
  const { world, floor } = createFloor();
  expect(() => addCollider(world, {} as Collider)).toThrow(/addCollider: the collider is/);
  expect(() => addCollider(world, floor)).toThrow(/addCollider.*in the world already/);
  expect(world.colliders.length).toBe(1);
});
