import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { PLACE_SIZE } from '../../src/simulate/contacts/contacts.ts';
import {
  addBody,
  createBodyShape,
  createWorld,
  stepWorld,
  type World,
  type WorldOptions,
  writeBodyPositions,
} from '../../src/simulate/index.ts';
import { REST_DEPTH } from '../../src/simulate/solve/separate-bodies.ts';
import { createPlank } from './plank.ts';

const plank = createBodyShape(createPlank(4), { level: 5 });

/** Kinetic, elastic and potential energy of a world of planks. */
function energyOf(world: World): number {
  let potential = 0;
  for (let body = 0; body < world.bodies.count; body++) {
    if (world.bodies.inverseMasses[body] === 0) continue;
    potential += (world.options.gravity * world.bodies.positions[3 * body + 1]) / world.bodies.inverseMasses[body];
  }
  return world.stats.kineticEnergy + world.stats.elasticEnergy + potential;
}

function lowestPoint(world: World): number {
  let lowest = Infinity;
  for (let body = 0; body < world.bodies.count; body++) {
    const at = new Float64Array(world.bodies.shapes[body].model.mesh.positions.length);
    writeBodyPositions(world, body, at);
    for (let o = 1; o < at.length; o += 3) lowest = Math.min(lowest, at[o]);
  }
  return lowest;
}

/** A heap of planks dropped on the ground. */
function createHeap(count: number, options: WorldOptions = {}): World {
  const world = createWorld(options);
  const random = createRandom(4);
  for (let k = 0; k < count; k++) {
    addBody(world, plank, {
      position: [0.4 * (random() - 0.5), 0.6 + 0.45 * k, 0.4 * (random() - 0.5)],
      orientation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
    });
  }
  return world;
}

function bytesOf({ bodies }: World): Uint8Array {
  const arrays = [
    bodies.positions,
    bodies.orientations,
    bodies.velocities,
    bodies.spins,
    bodies.amplitudes,
    bodies.rates,
  ];
  return Uint8Array.from(arrays.flatMap(array => [...new Uint8Array(array.buffer)]));
}

describe('a body that touches nothing', () => {
  it('falls, and turns without losing its angular momentum', () => {
    const world = createWorld({ ground: 'none' });
    addBody(world, plank, { spin: [0.5, 3, -2], velocity: [1, 0, 0] });
    const { bodies } = world;
    const momentum = (): number[] => {
      // The inverse of the world's inverse inertia times the spin, through the body's own frame.
      const r = bodies.rotations;
      const local = [0, 1, 2].map(
        k => r[k] * bodies.spins[0] + r[3 + k] * bodies.spins[1] + r[6 + k] * bodies.spins[2],
      );
      const turned = [0, 1, 2].map(k => [0, 1, 2].reduce((sum, l) => sum + plank.inertia[3 * k + l] * local[l], 0));
      return [0, 1, 2].map(k => [0, 1, 2].reduce((sum, l) => sum + r[3 * k + l] * turned[l], 0));
    };
    const before = momentum();
    for (let step = 0; step < 150; step++) stepWorld(world);
    momentum().forEach((value, k) => {
      expect(value).toBeCloseTo(before[k], 10);
    });
    expect(bodies.positions[0]).toBeCloseTo(1, 10);
    expect(bodies.positions[1]).toBeCloseTo(-9.81 / 2, 1);
    expect(bodies.velocities[1]).toBeCloseTo(-9.81, 9);
  });

  it.each([1 / 1000, 1 / 150, 1 / 4])('vibrates without ever gaining energy, in steps of %f s', timeStep => {
    for (const damping of [0, 0.05]) {
      const world = createWorld({ ground: 'none', gravity: 0, timeStep, damping });
      addBody(world, plank, { amplitudes: [0.004, -0.003, 0.002, 0.001] });
      const { frequencies } = plank.model;
      let last = 0;
      for (let j = 0; j < 4; j++) last += 0.5 * (frequencies[j] * world.bodies.amplitudes[j]) ** 2;
      const first = last;
      for (let step = 0; step < 300; step++) {
        stepWorld(world);
        const energy = world.stats.kineticEnergy + world.stats.elasticEnergy;
        expect(energy).toBeLessThanOrEqual(last * (1 + 1e-12));
        last = energy;
      }
      if (timeStep < 0.01 && damping === 0) expect(last).toBeGreaterThan(1e-3 * first);
    }
  });

  it('swings with the frequency of its mode, if the step is fine', () => {
    const world = createWorld({ ground: 'none', gravity: 0, timeStep: 1e-4, damping: 0 });
    addBody(world, plank, { amplitudes: [0.002, 0, 0, 0] });
    const period = (2 * Math.PI) / plank.model.frequencies[0];
    for (let step = 0; step < Math.round(period / 1e-4); step++) stepWorld(world);
    expect(world.bodies.amplitudes[0] / 0.002).toBeGreaterThan(0.97);
  });

  it('never strains an edge beyond the limit', () => {
    const world = createWorld({ ground: 'none', strainLimit: 0.1 });
    addBody(world, plank, { amplitudes: [5, -5, 5, -5] });
    for (let step = 0; step < 20; step++) {
      stepWorld(world);
      const { mesh } = plank.model;
      const at = new Float64Array(mesh.positions.length);
      writeBodyPositions(world, 0, at);
      for (let t = 0; t < mesh.triangles.length; t += 3) {
        const lengths = [at, mesh.positions].map(p =>
          Math.hypot(...[0, 1, 2].map(k => p[3 * mesh.triangles[t] + k] - p[3 * mesh.triangles[t + 1] + k])),
        );
        expect(Math.abs(lengths[0] / lengths[1] - 1)).toBeLessThanOrEqual(0.1 + 1e-9);
      }
    }
  });
});

describe('contact', () => {
  it('keeps momentum and its moment in a collision of two bending bodies, and takes energy', () => {
    const world = createWorld({ ground: 'none', gravity: 0 });
    addBody(world, plank, { position: [0, 0, 0], velocity: [0, 1.5, 0] });
    addBody(world, plank, { position: [0.35, 0.4, 0.1], orientation: [0.1, 0.6, 0.2, 1], velocity: [0, -1, 0.3] });
    const { bodies } = world;
    const mass = plank.model.mass;
    const momentum = (): number[] => {
      const sums = [0, 0, 0, 0, 0, 0];
      for (let b = 0; b < 2; b++) {
        const [x, v, w] = [bodies.positions, bodies.velocities, bodies.spins].map(a => [...a.slice(3 * b, 3 * b + 3)]);
        const r = bodies.rotations.slice(9 * b, 9 * b + 9);
        const local = [0, 1, 2].map(k => r[k] * w[0] + r[3 + k] * w[1] + r[6 + k] * w[2]);
        const turned = [0, 1, 2].map(k => plank.inertia[4 * k] * local[k]);
        for (let k = 0; k < 3; k++) {
          const [m, n] = [(k + 1) % 3, (k + 2) % 3];
          sums[k] += mass * v[k];
          sums[3 + k] += mass * (x[m] * v[n] - x[n] * v[m]);
          for (let l = 0; l < 3; l++) sums[3 + k] += r[3 * k + l] * turned[l];
        }
      }
      return sums;
    };
    const before = momentum();
    stepWorld(world);
    const energy = world.stats.kineticEnergy + world.stats.elasticEnergy;
    let contacts = 0;
    for (let step = 0; step < 120; step++) {
      stepWorld(world);
      contacts += world.contacts.count;
      // Shifting bodies apart keeps their common centre, but not quite the moment of what moves on.
      momentum().forEach((value, k) => {
        expect(Math.abs(value - before[k])).toBeLessThan(k < 3 ? 1e-12 : 2e-3);
      });
    }
    expect(contacts).toBeGreaterThan(5);
    expect(world.stats.kineticEnergy + world.stats.elasticEnergy).toBeLessThan(energy);
    expect(Math.abs(bodies.velocities[1] - 1.5)).toBeGreaterThan(0.1);
  });

  it('brings a dropped plank to rest on the ground, losing energy all the way', () => {
    const world = createWorld();
    addBody(world, plank, { position: [0, 0.8, 0], orientation: [0.2, 0.1, 0.3, 1] });
    stepWorld(world);
    const first = energyOf(world);
    let last = first;
    for (let step = 0; step < 900; step++) {
      stepWorld(world);
      const energy = energyOf(world);
      // A push out of a deep contact may lift a little; never more than a hundredth of what was there.
      expect(energy).toBeLessThanOrEqual(last + 0.01 * first);
      last = energy;
      expect(lowestPoint(world)).toBeGreaterThan(-0.005);
    }
    expect(world.stats.kineticEnergy).toBeLessThan(1e-4);
    expect(world.bodies.positions[1]).toBeLessThan(0.15);
  });

  it.each(['vibrate', 'held'] as const)(
    'lets a heap (%s) come to rest, and it stays; nothing is below the ground',
    modes => {
      const world = createHeap(10, { modes });
      let fastest = 0;
      for (let step = 0; step < 900; step++) {
        stepWorld(world);
        if (step % 10 === 0) expect(lowestPoint(world)).toBeGreaterThan(-0.01);
        fastest = Math.max(fastest, world.stats.kineticEnergy);
      }
      expect(fastest).toBeGreaterThan(50);
      const before = world.bodies.positions.slice(0, 30);
      expect(world.stats.kineticEnergy).toBeLessThan(0.05);
      for (let step = 0; step < 150; step++) stepWorld(world);
      expect(world.stats.kineticEnergy).toBeLessThan(0.05);
      before.forEach((value, k) => {
        expect(Math.abs(world.bodies.positions[k] - value)).toBeLessThan(0.03);
      });
    },
  );

  it('takes bodies that are in each other apart, and leaves them no speed', () => {
    const world = createWorld({ ground: 'none', gravity: 0 });
    addBody(world, plank);
    addBody(world, plank, { position: [0.05, 0.1, 0.02], orientation: [0, 1, 0, 1] });
    stepWorld(world);
    expect(world.contacts.count).toBeGreaterThan(10);
    for (let step = 0; step < 100; step++) stepWorld(world);
    for (let c = 0; c < world.contacts.count; c++) {
      expect(world.contacts.places[PLACE_SIZE * c + 6]).toBeLessThan(REST_DEPTH + 1e-4);
    }
    expect(world.stats.kineticEnergy + world.stats.elasticEnergy).toBeLessThan(1e-9);
    expect(world.bodies.positions[4] - world.bodies.positions[1]).toBeGreaterThan(0.12);
  });

  it('does not explode when bodies start inside each other', () => {
    const world = createWorld();
    for (let k = 0; k < 12; k++)
      addBody(world, plank, { position: [0.01 * k, 0.3, 0.02 * k], orientation: [0, k, 0, 3] });
    for (let step = 0; step < 300; step++) {
      stepWorld(world);
      // On average no faster than twice what a contact may push with.
      expect(world.stats.kineticEnergy).toBeLessThan(12 * 0.5 * plank.model.mass * 3 ** 2);
    }
    expect(world.stats.kineticEnergy).toBeLessThan(12 * 0.5 * plank.model.mass);
  });

  it('holds what falls on a fixed body, and a moving one carries it', () => {
    const world = createWorld({ ground: 'none' });
    const table = createBodyShape(createPlank(2, [2, 0.1, 2], 0.1), { level: 8 });
    addBody(world, table, { kind: 'fixed', motion: (time, amplitudes) => (amplitudes[0] = 0.05 * Math.sin(4 * time)) });
    addBody(world, plank, { position: [0, 0.4, 0] });
    for (let step = 0; step < 450; step++) {
      stepWorld(world);
      expect(world.bodies.positions[4]).toBeGreaterThan(0);
    }
    expect([...world.bodies.positions.slice(0, 3)]).toEqual([0, 0, 0]);
    expect(world.bodies.amplitudes[0]).toBeCloseTo(0.05 * Math.sin(4 * world.time), 12);
  });
});

it('the same calls give the same bytes', () => {
  const [a, b] = [createHeap(8), createHeap(8)];
  for (let step = 0; step < 600; step++) stepWorld(a);
  for (let step = 0; step < 600; step++) stepWorld(b);
  expect(a.stats.contacts).toBeGreaterThan(0);
  expect(a.stats.asleep).toBeGreaterThan(0);
  expect(Buffer.compare(bytesOf(a), bytesOf(b))).toBe(0);
});
