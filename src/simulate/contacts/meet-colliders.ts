import { findInCapsule } from '../../query/probe/overlap.ts';
import type { WorldCollider } from '../collider/world-colliders.ts';
import type { World } from '../world.ts';
import { chooseContacts } from './choose-contacts.ts';
import {
  addEncounter,
  BODY_A,
  BODY_B,
  CONTACT_END,
  CONTACT_START,
  colliderSide,
  ENCOUNTER_SIZE,
  findEncounter,
} from './encounters.ts';
import { findFaceContacts } from './face-contacts.ts';
import { reachOfStep } from './reach-of-step.ts';

/**
 * Finds the contacts of free bodies with colliders: of each proxy with the triangles it touches, or may touch before the step ends,
 * that no nearer triangle hides (`addFaces`). Like the ground, a collider is what nothing may go through: so it is looked for as far as
 * body and surface can come together in the step, and a contact that is still open lets them come so near and no nearer.
 *
 * Triangles are those that `findInCapsule` names for the sphere around a body: what is posed of the collider is what is near a body.
 */
export function meetColliders(world: World): void {
  const { colliders, bodies } = world;
  if (colliders.length > 0) findPushes(world);
  colliders.forEach((collider, c) => {
    for (let body = 0; body < bodies.count; body++) {
      if (bodies.inverseMasses[body] === 0 || (bodies.still[body] === 1 && !collider.isMoving)) continue;
      const reach = reachToCollider(world, body, collider);
      if (isNear(world, body, collider, reach)) meet(world, body, c, reach);
    }
  });
}

/**
 * Notes how fast the fastest is that touches each body: none of them can push it to more than that (what they are pushed by themselves
 * is left out; it has less to give with every body between).
 */
function findPushes({ bodies, encounters }: World): void {
  const { pushes, paces } = bodies;
  const { records, count } = encounters;
  pushes.fill(0, 0, bodies.count);
  for (let o = 0; o < ENCOUNTER_SIZE * count; o += ENCOUNTER_SIZE) {
    const a = records[o + BODY_A];
    const b = records[o + BODY_B];
    if (b < 0 || records[o + CONTACT_START] === records[o + CONTACT_END]) continue;
    pushes[a] = Math.max(pushes[a], paces[b]);
    pushes[b] = Math.max(pushes[b], paces[a]);
  }
}

/** How much nearer any proxy of a body and any triangle of a collider can come in the step. */
export function reachToCollider(world: World, body: number, { reach }: WorldCollider): number {
  const { velocities, pushes } = world.bodies;
  const { gravity, timeStep } = world.options;
  const speed = Math.sqrt(velocities[3 * body] ** 2 + velocities[3 * body + 1] ** 2 + velocities[3 * body + 2] ** 2);
  return reach + reachOfStep(world, body, speed + Math.abs(gravity) * timeStep + pushes[body]);
}

/** What measuring may lose: more than the rounding of distances (1e-10 of the coordinates), less than anything that counts. */
function slackOf({ bodies }: World, body: number, { start }: WorldCollider): number {
  return bodies.pads[body] + 2 ** -30 * start.posed.magnitude;
}

function isNear(world: World, body: number, collider: WorldCollider, reach: number): boolean {
  const { roots } = world.bodies;
  const { box } = collider;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const at = roots[4 * body + axis];
    const gap = Math.max(box[axis] - at, at - box[3 + axis]);
    if (gap > 0) square += gap * gap;
  }
  return !(Math.sqrt(square) > roots[4 * body + 3] + reach + slackOf(world, body, collider));
}

function meet(world: World, body: number, c: number, reach: number): void {
  const { bodies, colliders, contacts, encounters } = world;
  const { roots } = bodies;
  const { start } = colliders[c];
  const slack = slackOf(world, body, colliders[c]);
  const center = roots.subarray(4 * body, 4 * body + 3);
  const triangles = findInCapsule(start, center, center, roots[4 * body + 3] + reach + slack);
  if (triangles.length === 0) return;
  const first = contacts.count;
  findFaceContacts(world, body, c, triangles, reach, slack);
  if (contacts.count === first) return;
  const side = colliderSide(c);
  const e = addEncounter(encounters, body, side);
  encounters.records[e + CONTACT_START] = first;
  encounters.records[e + CONTACT_END] = contacts.count;
  chooseContacts(world, e, findEncounter(world.lastEncounters, body, side));
}
