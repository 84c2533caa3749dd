import type { Bodies } from '../body/bodies.ts';
import type { World } from '../world.ts';
import { chooseContacts, keepChosen } from './choose-contacts.ts';
import { addContact, keepContact } from './contacts.ts';
import {
  addEncounter,
  BODY_A,
  BODY_B,
  CHOSEN_END,
  CHOSEN_START,
  CONTACT_END,
  CONTACT_START,
  clearEncounters,
  ENCOUNTER_SIZE,
  FRONT_AGE,
  FRONT_BASE,
  FRONT_END,
  FRONT_LIMIT,
  FRONT_START,
  findEncounter,
} from './encounters.ts';
import { compactFronts, followFront, moveFamily } from './follow-front.ts';
import { meetColliders } from './meet-colliders.ts';
import { reachOfStep } from './reach-of-step.ts';

/** A front that has grown by this much, or is this old (steps), is given up: the trees are walked from their roots. */
const GROWN = 1.5;
const OLD = 80;

/**
 * Finds all touching pairs of proxies of the listed pairs of bodies, and all proxies that may touch a collider or the ground; and
 * chooses which of them are solved. Contacts of bodies that are still (see `bodies.still`) are those of the last step.
 */
export function findContacts(world: World): void {
  const { stats, bodies } = world;
  swapSteps(world);
  stats.sphereTests = stats.sphereUpdates = stats.triangleTests = 0;
  keepStill(world);
  const { pairs, pairCount } = world.grid;
  for (let k = 0; k < pairCount; k++) meet(world, pairs[2 * k], pairs[2 * k + 1]);
  meetColliders(world);
  if (world.options.ground !== 'none') {
    for (let body = 0; body < bodies.count; body++) {
      if (bodies.still[body] === 0 && bodies.inverseMasses[body] > 0) meetGround(world, body, world.options.ground);
    }
  }
  bodies.shifts.fill(0, 0, 3 * bodies.count);
  bodies.travels.fill(0, 0, bodies.count);
  stats.contacts = world.contacts.count;
}

/** Makes what was of this step the last one's, and empties the room of the one before for the step to come. */
function swapSteps(world: World): void {
  [world.encounters, world.lastEncounters] = [world.lastEncounters, world.encounters];
  [world.contacts, world.lastContacts] = [world.lastContacts, world.contacts];
  [world.chosen, world.lastChosen] = [world.lastChosen, world.chosen];
  clearEncounters(world.encounters);
  compactFronts(world.fronts, world.lastEncounters);
  world.contacts.count = world.chosen.count = 0;
}

/** Keeps the contacts of still bodies with still bodies, with colliders that stand and with the ground, but not their fronts. */
function keepStill(world: World): void {
  const { lastEncounters, encounters, contacts, chosen } = world;
  const { records } = lastEncounters;
  for (let o = 0; o < ENCOUNTER_SIZE * lastEncounters.count; o += ENCOUNTER_SIZE) {
    const a = records[o + BODY_A];
    const b = records[o + BODY_B];
    const from = records[o + CONTACT_START];
    const to = records[o + CONTACT_END];
    if (from === to || !isStill(world, a) || !isStill(world, b)) continue;
    const e = addEncounter(encounters, a, b);
    encounters.records[e + CONTACT_START] = contacts.count;
    const shift = contacts.count - from;
    for (let c = from; c < to; c++) keepContact(world, c);
    encounters.records[e + CONTACT_END] = contacts.count;
    encounters.records[e + CHOSEN_START] = chosen.count;
    for (let n = records[o + CHOSEN_START]; n < records[o + CHOSEN_END]; n++) keepChosen(world, n, shift);
    encounters.records[e + CHOSEN_END] = chosen.count;
  }
}

/** The ground is still, and a collider that stands. */
function isStill({ bodies, colliders }: World, side: number): boolean {
  return side >= 0 ? bodies.still[side] === 1 : side === -1 || !colliders[-2 - side].isMoving;
}

function meet(world: World, a: number, b: number): void {
  const { bodies, lastEncounters, encounters, contacts } = world;
  const last = findEncounter(lastEncounters, a, b);
  const e = addEncounter(encounters, a, b);
  const { records } = encounters;
  records[e + CONTACT_START] = contacts.count;
  let travel = 0;
  if (last >= 0 && isFollowed(lastEncounters.records, last)) {
    for (const field of FRONT_FIELDS) records[e + field] = lastEncounters.records[last + field];
    travel = lastEncounters.travels[last / ENCOUNTER_SIZE] + comeNearer(bodies, a, b);
  }
  followFront(world, a, b, e, travel);
  encounters.travels[e / ENCOUNTER_SIZE] = travel;
  if (records[e + FRONT_AGE]++ === 0) records[e + FRONT_BASE] = records[e + FRONT_END] - records[e + FRONT_START];
  records[e + CONTACT_END] = contacts.count;
  chooseContacts(world, e, last);
}

const FRONT_FIELDS = [FRONT_START, FRONT_END, FRONT_LIMIT, FRONT_BASE, FRONT_AGE];

function isFollowed(records: Int32Array, e: number): boolean {
  return (
    records[e + FRONT_AGE] < OLD && records[e + FRONT_END] - records[e + FRONT_START] <= GROWN * records[e + FRONT_BASE]
  );
}

/** How much nearer any two proxies of two bodies can have come, growth included, since contacts were looked for last. */
function comeNearer({ shifts, travels }: Bodies, a: number, b: number): number {
  const x = shifts[3 * a] - shifts[3 * b];
  const y = shifts[3 * a + 1] - shifts[3 * b + 1];
  const z = shifts[3 * a + 2] - shifts[3 * b + 2];
  return (Math.sqrt(x * x + y * y + z * z) + travels[a] + travels[b]) * (1 + 2 ** -40);
}

/**
 * Finds the proxies that touch the ground or can reach it in the coming step: those lower than the body can fall, turn
 * and swing until then. The ground is the one thing nothing may go through, however fast.
 */
function meetGround(world: World, body: number, height: number): void {
  const { bodies, stack, encounters, contacts } = world;
  const { roots } = bodies;
  const falling = Math.max(0, world.options.gravity * world.options.timeStep - bodies.velocities[3 * body + 1]);
  const ground = height + reachOfStep(world, body, falling);
  if (roots[4 * body + 1] - roots[4 * body + 3] > ground) return;
  const { data: spheres, numbers, first } = bodies.spheres;
  const own = numbers[body];
  const links = bodies.shapes[body].tree.links;
  const start = contacts.count;
  let tests = 0;
  stack[0] = 0;
  let top = 1;
  while (top > 0) {
    const node = stack[--top];
    const number = own[node >> 1];
    const s = (number >= first ? 8 * (number - first) : moveFamily(world, body, node >> 1)) + 4 * (node & 1);
    tests++;
    if (spheres[s + 1] - spheres[s + 3] > ground) continue;
    const child = links[node];
    if (child < 0) addContact(world, body, node, -1, -1);
    else {
      stack[top++] = child + 1;
      stack[top++] = child;
    }
  }
  world.stats.sphereTests += tests;
  if (contacts.count === start) return;
  const e = addEncounter(encounters, body, -1);
  encounters.records[e + CONTACT_START] = start;
  encounters.records[e + CONTACT_END] = contacts.count;
  chooseContacts(world, e, findEncounter(world.lastEncounters, body, -1));
}
