import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { PLACE_SIZE } from '../../src/simulate/contacts/contacts.ts';
import {
  addEncounter,
  CHOSEN_END,
  CHOSEN_START,
  CONTACT_END,
  CONTACT_START,
  clearEncounters,
  createEncounters,
  ENCOUNTER_SIZE,
  findEncounter,
} from '../../src/simulate/contacts/encounters.ts';
import { addBody, createBodyShape, createWorld, stepWorld } from '../../src/simulate/index.ts';
import { addBodies, createPlank } from './plank.ts';

const plank = createBodyShape(createPlank(4), { level: 5 });

describe('the contacts that are solved', () => {
  it('are few, apart from each other, and the deepest is among them', () => {
    const world = createWorld();
    const random = createRandom(8);
    addBodies(world, plank, 12, k => ({
      position: [0.5 * random(), 0.2 + 0.02 * k, 0.5 * random()],
      orientation: [0.1 * random(), random() - 0.5, 0.1 * random(), random() - 0.5],
    }));
    let most = 0;
    for (let step = 0; step < 60; step++) {
      stepWorld(world);
      const { records, count } = world.encounters;
      const { places } = world.contacts;
      for (let e = 0; e < ENCOUNTER_SIZE * count; e += ENCOUNTER_SIZE) {
        const found = Array.from(
          { length: records[e + CONTACT_END] - records[e + CONTACT_START] },
          (_, k) => records[e + CONTACT_START] + k,
        );
        const chosen = [...world.chosen.contacts.subarray(records[e + CHOSEN_START], records[e + CHOSEN_END])];
        most = Math.max(most, found.length);
        if (found.length === 0) continue;
        expect(chosen.length).toBeGreaterThan(0);
        expect(chosen.length).toBeLessThanOrEqual(records[e + 1] < 0 ? 24 : 8);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.every(c => found.includes(c))).toBe(true);
        const depth = (c: number): number => places[PLACE_SIZE * c + 6];
        expect(Math.max(...chosen.map(depth))).toBe(Math.max(...found.map(depth)));
        for (const c of chosen) {
          for (const d of chosen) {
            const [p, q] = [c, d].map(contact => places.subarray(PLACE_SIZE * contact, PLACE_SIZE * contact + 6));
            const apart = Math.hypot(...[3, 4, 5].map(k => p[k] - q[k]), ...[0, 1, 2].map(k => 0.1 * (p[k] - q[k])));
            if (c !== d) expect(apart).toBeGreaterThan(0.0149);
          }
        }
      }
    }
    expect(most).toBeGreaterThan(40);
  });

  it.each(['vibrate', 'held'] as const)('carry exactly the weight of a body at rest (%s)', modes => {
    const world = createWorld({ modes });
    addBody(world, plank, { position: [0, 0.12, 0] });
    addBody(world, plank, { position: [0.02, 0.25, 0.01], orientation: [0, 0.3, 0, 1] });
    let steps = 0;
    // What was pushed in the step before all fell asleep.
    while (world.stats.asleep < 2 && steps++ < 900) stepWorld(world);
    expect(world.stats.asleep).toBe(2);
    let ground = 0;
    let between = 0;
    for (let n = 0; n < world.chosen.count; n++) {
      const contact = world.chosen.contacts[n];
      const up = world.chosen.pushes[4 * n] * world.contacts.places[PLACE_SIZE * contact + 1];
      if (world.contacts.sides[4 * contact + 2] < 0) ground += up;
      else between += Math.abs(up + world.chosen.pushes[4 * n + 2]);
    }
    const weight = (2 * 9.81) / 150;
    expect(Math.abs(between / weight - 1)).toBeLessThan(0.1);
    expect(Math.abs(ground / weight - 2)).toBeLessThan(0.1);
  });

  it('hold a plank on a slope below the angle of friction, and let it slide above', () => {
    // A slope is a ground with gravity aside: two planks on a fixed one that is turned.
    const slide = (angle: number): number => {
      const world = createWorld({ ground: 'none', friction: 0.4 });
      const turn = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
      const slope = createBodyShape(createPlank(0, [3, 0.1, 1], 0.04), { level: 11 });
      addBody(world, slope, { kind: 'fixed', orientation: turn });
      const up = 0.15;
      addBody(world, plank, { position: [-up * Math.sin(angle), up * Math.cos(angle), 0], orientation: turn });
      for (let step = 0; step < 150; step++) stepWorld(world);
      return Math.hypot(
        world.bodies.positions[3] + up * Math.sin(angle),
        world.bodies.positions[4] - up * Math.cos(angle),
      );
    };
    expect(slide(0.2)).toBeLessThan(0.08);
    expect(slide(0.8)).toBeGreaterThan(0.5);
  });
});

it('encounters are found again by their bodies, and no others are (seed 5)', () => {
  const encounters = createEncounters();
  for (let round = 0; round < 3; round++) {
    clearEncounters(encounters);
    const random = createRandom(5 + round);
    const places = new Map<string, number>();
    for (let k = 0; k < 2000; k++) {
      const [a, b] = [Math.floor(300 * random()), Math.floor(301 * random()) - 1];
      if (!places.has(`${a},${b}`)) places.set(`${a},${b}`, addEncounter(encounters, a, b));
    }
    expect(encounters.count).toBe(places.size);
    let wrong = 0;
    for (let a = 0; a < 300; a++) {
      for (let b = -1; b < 300; b++) if (findEncounter(encounters, a, b) !== (places.get(`${a},${b}`) ?? -1)) wrong++;
    }
    expect(wrong).toBe(0);
  }
});
