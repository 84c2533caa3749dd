import type { Bodies } from '../body/bodies.ts';
import { limitModes } from '../body/modes.ts';
import {
  AXIS_SIZE,
  BENDING_A,
  BENDING_B,
  MASS_A,
  MASS_B,
  NORMAL,
  prepareRows,
  ROW_SIZE,
  SURFACE_SPEED,
  TARGET,
} from '../contacts/contact-rows.ts';
import type { World } from '../world.ts';

/** Colliders and the ground come last, and this often: they are what nothing may go through. */
const LAST_GROUND_SWEEPS = 4;

/** How much of its push of the last step a contact begins with. */
const REMEMBERED = 0.95;

/**
 * Stops what approaches where it touches, contact by contact, and changes velocities, spins and speeds of modes at
 * once: sequential impulses with pushes that are summed up over the sweeps and begin with those of the last step.
 *
 * A contact is a Kelvin-Voigt element along the line of centres, spring beside damper, integrated implicitly. Its
 * damper is as stiff as the step allows: it takes all of the approaching speed; saying so instead of giving a damping in N s/m
 * scales the element to the masses it acts on and to the step. Its spring is in `separateBodies`. Friction is a damper
 * across the normal that stops the sliding but never pushes with more than `friction` times the normal push; it acts on bodies as
 * wholes and bends none. A contact
 * never pulls; one that is above a surface still may come down that far and no farther.
 *
 * Cost of a sweep: some fifty multiplications per contact and four per mode and contact.
 */
export function solveContacts(world: World): void {
  const { options, rows } = world;
  prepareRows(world);
  const { count, groundStart } = rows;
  for (let row = 0; row < count; row++) beginRow(world, row);
  for (let sweep = 0; sweep < options.sweeps; sweep++) {
    limitStrains(world);
    if (sweep % 2 === 0) for (let row = 0; row < groundStart; row++) solveRow(world, row);
    else for (let row = groundStart - 1; row >= 0; row--) solveRow(world, row);
    for (let row = groundStart; row < count; row++) solveRow(world, row);
  }
  for (let sweep = 0; sweep < LAST_GROUND_SWEEPS; sweep++) {
    limitStrains(world);
    if (sweep % 2 === 0) for (let row = count - 1; row >= groundStart; row--) solveRow(world, row);
    else for (let row = groundStart; row < count; row++) solveRow(world, row);
  }
  for (let row = 0; row < count; row++) finishRow(world, row);
}

/** Makes bodies that contact bends beyond their limit rigid. */
function limitStrains({ bodies, options }: World): void {
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.modeCounts[body] === 0 || bodies.inverseMasses[body] === 0 || bodies.still[body] === 1) continue;
    limitModes(bodies, body, options.timeStep, options.strainLimit);
  }
}

/** Gives the pushes of the last step once more; those across the normal are kept as a vector, for the axes may turn. */
function beginRow(world: World, row: number): void {
  const { rows, chosen } = world;
  const { data } = rows;
  const n = NORMAL + ROW_SIZE * row;
  const { pushes } = chosen;
  const k = 4 * rows.sides[3 * row + 2];
  const x = REMEMBERED * pushes[k + 1];
  const y = REMEMBERED * pushes[k + 2];
  const z = REMEMBERED * pushes[k + 3];
  const t = n + AXIS_SIZE;
  const w = t + AXIS_SIZE;
  pushes[k] *= REMEMBERED;
  pushes[k + 1] = x * data[t] + y * data[t + 1] + z * data[t + 2];
  pushes[k + 2] = x * data[w] + y * data[w + 1] + z * data[w + 2];
  if (pushes[k] === 0) return;
  pushAlong(world, row, n, pushes[k]);
  pushModes(world, row, pushes[k]);
  pushAlong(world, row, t, pushes[k + 1]);
  pushAlong(world, row, w, pushes[k + 2]);
}

function solveRow(world: World, row: number): void {
  const { rows, chosen, options } = world;
  const { data } = rows;
  const { pushes } = chosen;
  const o = ROW_SIZE * row;
  const n = o + NORMAL;
  const k = 4 * rows.sides[3 * row + 2];
  const before = pushes[k];
  const lacking = data[o + TARGET] - speedAlong(world, row, n) - speedOfModes(world, row);
  const answer = data[n + 15] + bendingAnswer(world, row);
  const push = Math.max(0, before + lacking / answer);
  if (push !== before) {
    pushes[k] = push;
    pushAlong(world, row, n, push - before);
    pushModes(world, row, push - before);
  }
  if (push === 0 && before === 0) return;
  const t = n + AXIS_SIZE;
  const w = t + AXIS_SIZE;
  const wasT = pushes[k + 1];
  const wasW = pushes[k + 2];
  let pushT = wasT - speedAlong(world, row, t) / data[t + 15];
  let pushW = wasW - speedAlong(world, row, w) / data[w + 15];
  const size = Math.sqrt(pushT * pushT + pushW * pushW);
  const most = options.friction * push;
  if (size > most) {
    pushT *= most / size;
    pushW *= most / size;
  }
  pushes[k + 1] = pushT;
  pushes[k + 2] = pushW;
  pushAlong(world, row, t, pushT - wasT);
  pushAlong(world, row, w, pushW - wasW);
}

/** Writes the push across the normal as a vector for the next step. */
function finishRow({ rows, chosen }: World, row: number): void {
  const { data } = rows;
  const { pushes } = chosen;
  const k = 4 * rows.sides[3 * row + 2];
  const t = NORMAL + AXIS_SIZE + ROW_SIZE * row;
  const w = t + AXIS_SIZE;
  const pushT = pushes[k + 1];
  const pushW = pushes[k + 2];
  for (let axis = 0; axis < 3; axis++) pushes[k + 1 + axis] = pushT * data[t + axis] + pushW * data[w + axis];
}

/** How fast the first body moves along an axis away from the second, both taken as rigid. */
function speedAlong({ bodies, rows }: World, row: number, axis: number): number {
  const { data, sides } = rows;
  const p = 3 * sides[3 * row];
  const q = 3 * sides[3 * row + 1];
  const speed = speedOf(bodies, p, data, axis, axis + 3);
  return q < 0 ? speed - data[axis + SURFACE_SPEED] : speed - speedOf(bodies, q, data, axis, axis + 6);
}

/** How fast a body moves along an axis where its contact is, from the moment of a unit push about it. */
function speedOf(
  { velocities, spins }: Bodies,
  body: number,
  data: Float64Array,
  axis: number,
  moment: number,
): number {
  return (
    data[axis] * velocities[body] +
    data[axis + 1] * velocities[body + 1] +
    data[axis + 2] * velocities[body + 2] +
    data[moment] * spins[body] +
    data[moment + 1] * spins[body + 1] +
    data[moment + 2] * spins[body + 2]
  );
}

/** Pushes the two bodies apart along an axis (N s). */
function pushAlong({ bodies, rows }: World, row: number, axis: number, push: number): void {
  const { velocities, spins } = bodies;
  const { data, sides } = rows;
  const p = 3 * sides[3 * row];
  const q = 3 * sides[3 * row + 1];
  const o = ROW_SIZE * row;
  const pushA = push * data[o + MASS_A];
  velocities[p] += pushA * data[axis];
  velocities[p + 1] += pushA * data[axis + 1];
  velocities[p + 2] += pushA * data[axis + 2];
  spins[p] += push * data[axis + 9];
  spins[p + 1] += push * data[axis + 10];
  spins[p + 2] += push * data[axis + 11];
  if (q < 0) return;
  const pushB = push * data[o + MASS_B];
  velocities[q] -= pushB * data[axis];
  velocities[q + 1] -= pushB * data[axis + 1];
  velocities[q + 2] -= pushB * data[axis + 2];
  spins[q] -= push * data[axis + 12];
  spins[q + 1] -= push * data[axis + 13];
  spins[q + 2] -= push * data[axis + 14];
}

function speedOfModes({ bodies, rows, mostModes }: World, row: number): number {
  const { sides, shifts } = rows;
  const a = sides[3 * row];
  const b = sides[3 * row + 1];
  const k = 2 * row * mostModes;
  const speed = sumModes(bodies, a, shifts, k);
  return b < 0 ? speed : speed - sumModes(bodies, b, shifts, k + mostModes);
}

function sumModes({ modeStarts, modeCounts, speeds }: Bodies, body: number, shifts: Float32Array, k: number): number {
  const start = modeStarts[body];
  const count = modeCounts[body];
  let speed = 0;
  for (let j = 0; j < count; j++) speed += shifts[k + j] * speeds[start + j];
  return speed;
}

function bendingAnswer({ bodies, rows }: World, row: number): number {
  const { data, sides } = rows;
  const a = sides[3 * row];
  const b = sides[3 * row + 1];
  const o = ROW_SIZE * row;
  let answer = 0;
  if (data[o + MASS_A] > 0) answer += bodies.yielding[a] * data[o + BENDING_A];
  if (data[o + MASS_B] > 0) answer += bodies.yielding[b] * data[o + BENDING_B];
  return answer;
}

function pushModes({ bodies, rows, mostModes }: World, row: number, push: number): void {
  const { data, sides, shifts } = rows;
  const o = ROW_SIZE * row;
  const k = 2 * row * mostModes;
  if (data[o + MASS_A] > 0) addModes(bodies, sides[3 * row], shifts, k, push);
  if (data[o + MASS_B] > 0) addModes(bodies, sides[3 * row + 1], shifts, k + mostModes, -push);
}

function addModes(bodies: Bodies, body: number, shifts: Float32Array, k: number, push: number): void {
  const { speeds, modeStarts, modeCounts, responses, yielding } = bodies;
  const { pushed } = responses[body];
  const start = modeStarts[body];
  const count = modeCounts[body];
  const share = push * yielding[body];
  for (let j = 0; j < count; j++) speeds[start + j] += share * pushed[j] * shifts[k + j];
}
