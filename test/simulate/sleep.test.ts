import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { contactPoints } from '../../src/simulate/contacts/contact-points.ts';
import { addBody, createBodyShape, createWorld, stepWorld, type World } from '../../src/simulate/index.ts';
import { wakeBody } from '../../src/simulate/solve/sleep.ts';
import { addBodies, createPlank } from './plank.ts';

const plank = createBodyShape(createPlank(4), { level: 5 });
const table = createBodyShape(createPlank(2, [2, 0.1, 2], 0.1), { level: 8 });

function stepTimes(world: World, steps: number): void {
  for (let step = 0; step < steps; step++) stepWorld(world);
}

/** Planks laid on each other, all asleep. */
function createSleepingStack(count: number): World {
  const world = createWorld();
  for (let k = 0; k < count; k++) {
    addBody(world, plank, { position: [0, 0.08 + 0.13 * k, 0], orientation: [0, k % 2, 0, 1] });
  }
  for (let step = 0; step < 900 && world.stats.asleep < count; step++) stepWorld(world);
  expect(world.stats.asleep).toBe(count);
  return world;
}

const heightOf = ({ bodies }: World, body: number): number => bodies.positions[3 * body + 1];

/** Puts a body elsewhere as if it had been carried away. */
function carryAway(world: World, body: number): void {
  world.bodies.positions[3 * body] += 5;
  wakeBody(world, body);
  world.bodies.velocities[3 * body] = 0;
}

describe('sleep', () => {
  it('comes to a heap that rests; then it costs nothing, keeps its contacts and does not move at all', () => {
    const world = createWorld();
    const random = createRandom(4);
    addBodies(world, plank, 10, k => ({
      position: [0.4 * (random() - 0.5), 0.6 + 0.45 * k, 0.4 * (random() - 0.5)],
      orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
    }));
    for (let step = 0; step < 2400 && world.stats.asleep < 10; step++) stepWorld(world);
    expect(world.stats.asleep).toBe(10);
    stepWorld(world);
    const positions = world.bodies.positions.slice();
    const points = contactPoints(world);
    expect(points.length).toBeGreaterThan(30);
    stepTimes(world, 20);
    expect(world.stats).toMatchObject({ broadPhasePairs: 0, sphereTests: 0, sphereUpdates: 0, solved: 0, asleep: 10 });
    expect(world.stats.kineticEnergy).toBe(0);
    expect(contactPoints(world)).toEqual(points);
    expect(world.bodies.positions).toEqual(positions);
  });

  it('never comes to a body that touches nothing, nor to one that moves', () => {
    const world = createWorld({ ground: 'none', gravity: 0 });
    addBody(world, plank);
    addBody(world, plank, { position: [0, 3, 0], velocity: [0.02, 0, 0] });
    stepTimes(world, 200);
    expect(world.stats.asleep).toBe(0);
    expect(world.bodies.positions[3]).toBeCloseTo((0.02 * 200) / 150, 9);
  });

  it('ends when something falls on a body, and no push is lost', () => {
    const world = createSleepingStack(1);
    addBody(world, plank, { position: [0.3, 0.9, 0], velocity: [0, -3, 0] });
    let step = 0;
    while (world.stats.asleep === 1 && step++ < 100) stepWorld(world);
    expect(step).toBeLessThan(60);
    // In the very step in which it is hit.
    const { velocities } = world.bodies;
    expect(Math.hypot(...velocities.slice(0, 3)) + Math.abs(world.bodies.spins[2])).toBeGreaterThan(0.1);
  });

  it('ends when what a body lies on is gone, one after the other', () => {
    const world = createSleepingStack(4);
    const heights = [1, 2, 3].map(body => heightOf(world, body));
    carryAway(world, 0);
    stepTimes(world, 30);
    expect(world.stats.asleep).toBe(0);
    heights.forEach((height, k) => {
      expect(height - heightOf(world, k + 1)).toBeGreaterThan(0.04);
    });
  });

  it('goes on where only what lies on top is taken away', () => {
    const world = createSleepingStack(4);
    const height = heightOf(world, 0);
    carryAway(world, 3);
    stepTimes(world, 10);
    expect(world.bodies.still[0]).toBe(1);
    expect(heightOf(world, 0)).toBe(height);
  });

  it('ends when a fixed body begins to move, however slowly, and comes only when it stands', () => {
    const world = createWorld({ ground: 'none' });
    let rising = 0;
    addBody(world, table, { kind: 'fixed', motion: (_time, amplitudes) => (amplitudes[0] = rising) });
    addBody(world, plank, { position: [0, 0.3, 0] });
    for (let step = 0; step < 900 && world.stats.asleep === 0; step++) stepWorld(world);
    expect(world.stats.asleep).toBe(1);
    const height = heightOf(world, 1);
    for (let step = 0; step < 300; step++) {
      rising += 1e-4;
      stepWorld(world);
      if (step > 1) expect(world.stats.asleep).toBe(0);
    }
    expect(Math.abs(heightOf(world, 1) - height)).toBeGreaterThan(0.002);
  });
});
