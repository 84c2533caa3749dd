import type { Bodies } from '../body/bodies.ts';
import { BODY_A, BODY_B, CONTACT_END, CONTACT_START, ENCOUNTER_SIZE, findEncounter } from '../contacts/encounters.ts';
import type { World } from '../world.ts';

/** A body must have been slower than this (m/s) for this long (s) to fall asleep, and so must all it touches. */
const SLOW = 0.05;
const FOR = 0.2;

/** A body that is faster than this (m/s) wakes what it touches: gravity needs two steps of 1/150 s for it. */
const WAKING = 0.1;

/** What is moved from outside is only slow if it stands (m/s). */
const STANDING = 1e-6;

/**
 * Lets free bodies fall asleep that touch something and have been slow for a while, they and all they touch. Asleep, a
 * body does not move or vibrate; its contacts with what is still are kept as they are, and what is awake finds it as
 * unyielding as the ground. Engines mostly put whole islands of touching bodies to sleep; a heap is one island and
 * hardly ever rests everywhere, so here each body sleeps for itself as soon as all is quiet around it.
 */
export function fallAsleep(world: World): void {
  const { bodies, encounters, options } = world;
  const { still, slowSteps, inverseMasses, paces, touches } = bodies;
  const needed = Math.ceil(FOR / options.timeStep);
  for (let body = 0; body < bodies.count; body++) {
    touches[body] = 0;
    const slow = inverseMasses[body] > 0 ? SLOW : STANDING;
    if (still[body] === 0) slowSteps[body] = paces[body] > slow ? 0 : slowSteps[body] + 1;
  }
  const isRestless = (side: number): boolean =>
    side >= 0 ? still[side] === 0 && slowSteps[side] < needed : isMovingCollider(world, side);
  const { records } = encounters;
  for (let o = 0; o < ENCOUNTER_SIZE * encounters.count; o += ENCOUNTER_SIZE) {
    if (records[o + CONTACT_START] === records[o + CONTACT_END]) continue;
    const a = records[o + BODY_A];
    const b = records[o + BODY_B];
    touches[a] = Math.max(touches[a], isRestless(b) ? 2 : 1);
    if (b >= 0) touches[b] = Math.max(touches[b], isRestless(a) ? 2 : 1);
  }
  let asleep = 0;
  for (let body = 0; body < bodies.count; body++) {
    if (inverseMasses[body] === 0) continue;
    if (still[body] === 0 && touches[body] === 1 && slowSteps[body] >= needed) stop(bodies, body);
    asleep += still[body];
  }
  world.stats.asleep = asleep;
}

function stop(bodies: Bodies, body: number): void {
  bodies.still[body] = 1;
  bodies.paces[body] = 0;
  bodies.velocities.fill(0, 3 * body, 3 * body + 3);
  bodies.spins.fill(0, 3 * body, 3 * body + 3);
  bodies.rates.fill(0, bodies.modeStarts[body], bodies.modeStarts[body + 1]);
  bodies.speeds.fill(0, bodies.modeStarts[body], bodies.modeStarts[body + 1]);
}

function isMovingCollider({ colliders }: World, side: number): boolean {
  return side < -1 && colliders[-2 - side].isMoving;
}

/**
 * Wakes what is asleep and is touched by something fast or by a collider that moves, or has lost a contact with something awake. Called before
 * contacts are solved, so that no push is lost. What wakes is not fast yet: if it gets so, it wakes others in the next
 * step, and so on through a heap whose support goes.
 */
export function wakeTouched(world: World): void {
  const { bodies, encounters, lastEncounters } = world;
  const { still, paces, inverseMasses } = bodies;
  const { records } = encounters;
  for (let o = 0; o < ENCOUNTER_SIZE * encounters.count; o += ENCOUNTER_SIZE) {
    const a = records[o + BODY_A];
    const b = records[o + BODY_B];
    if (records[o + CONTACT_START] === records[o + CONTACT_END]) continue;
    if (isMovingCollider(world, b)) wakeBody(world, a);
    if (b < 0 || still[a] === still[b]) continue;
    const other = still[a] === 1 ? b : a;
    if (paces[other] > (inverseMasses[other] > 0 ? WAKING : STANDING)) wakeBody(world, still[a] === 1 ? a : b);
  }
  const { records: old } = lastEncounters;
  for (let o = 0; o < ENCOUNTER_SIZE * lastEncounters.count; o += ENCOUNTER_SIZE) {
    const a = old[o + BODY_A];
    const b = old[o + BODY_B];
    if (b < 0 || still[a] === still[b] || old[o + CONTACT_START] === old[o + CONTACT_END]) continue;
    const e = findEncounter(encounters, a, b);
    if (e < 0 || records[e + CONTACT_START] === records[e + CONTACT_END]) wakeBody(world, still[a] === 1 ? a : b);
  }
}

/**
 * Wakes a body, if it is free and asleep. For callers that change its state: nothing else tells the world of it.
 */
export function wakeBody({ bodies }: World, body: number): void {
  if (bodies.inverseMasses[body] === 0) return;
  bodies.still[body] = 0;
  bodies.slowSteps[body] = 0;
}
