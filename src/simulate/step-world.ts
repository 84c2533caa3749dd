import { beginModes, finishModes } from './body/modes.ts';
import { placeBody, refreshBody } from './body/refresh-body.ts';
import { beginSpheres } from './body/step-spheres.ts';
import { beginColliders, finishColliders } from './collider/world-colliders.ts';
import { findBodyPairs } from './contacts/body-pairs.ts';
import { findContacts } from './contacts/find-contacts.ts';
import { measureEnergy } from './solve/energy.ts';
import { separateBodies } from './solve/separate-bodies.ts';
import { fallAsleep, wakeTouched } from './solve/sleep.ts';
import { solveContacts } from './solve/solve-contacts.ts';
import type { World } from './world.ts';

/**
 * One step of time: what touches is found where the bodies are, velocities are changed by gravity and contact, then
 * everything moves with the new velocities, and colliders are as they were posed for the end of the step. The same calls give the same
 * bytes.
 * @example
 * {@includeCode ../../examples/api/simulate.ts#world}
 */
export function stepWorld(world: World): void {
  const { bodies } = world;
  beginColliders(world);
  findBodyPairs(world);
  findContacts(world);
  wakeTouched(world);
  begin(world);
  solveContacts(world);
  separateBodies(world);
  world.steps++;
  world.time = world.steps * world.options.timeStep;
  beginSpheres(bodies.spheres);
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.still[body] === 1) continue;
    if (bodies.inverseMasses[body] === 0) prescribe(world, body);
    else move(world, body);
    refreshBody(bodies, body, world.options.timeStep);
  }
  fallAsleep(world);
  finishColliders(world);
  world.stats.broadPhasePairs = world.grid.pairCount;
  world.stats.solved = world.rows.count;
  measureEnergy(bodies, world.stats);
}

/** Gives all free bodies the velocities they would have if nothing touched them. */
function begin(world: World): void {
  const { bodies, options } = world;
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.inverseMasses[body] === 0 || bodies.still[body] === 1) continue;
    bodies.velocities[3 * body + 1] -= options.gravity * options.timeStep;
    if (bodies.modeCounts[body] > 0) beginModes(bodies, body, options.timeStep, options.strainLimit);
  }
}

/** A fixed body has the amplitudes it is told; their speeds are those of the step that led there. */
function prescribe(world: World, body: number): void {
  const { bodies, options } = world;
  const motion = bodies.motions[body];
  if (!motion) return;
  const start = bodies.modeStarts[body];
  const end = bodies.modeStarts[body + 1];
  const { amplitudes, speeds } = bodies;
  for (let j = start; j < end; j++) speeds[j] = amplitudes[j];
  motion(world.time, amplitudes.subarray(start, end));
  for (let j = start; j < end; j++) speeds[j] = (amplitudes[j] - speeds[j]) / options.timeStep;
  bodies.yielding[body] = 1;
}

/**
 * Moves a free body by its new velocities and the shoves of this step. The spin follows from the angular momentum,
 * which turning does not change; its energy is therefore bounded whatever the shape of the body.
 */
function move(world: World, body: number): void {
  const { bodies, options } = world;
  const { positions, velocities, spins, orientations, rotations, inverseInertias, shapes, shoves } = bodies;
  const step = options.timeStep;
  const p = 3 * body;
  for (let k = 0; k < 3; k++) positions[p + k] += step * (velocities[p + k] + shoves[6 * body + k]);

  const wx = spins[p];
  const wy = spins[p + 1];
  const wz = spins[p + 2];
  const m = 9 * body;
  const bx = rotations[m] * wx + rotations[m + 3] * wy + rotations[m + 6] * wz;
  const by = rotations[m + 1] * wx + rotations[m + 4] * wy + rotations[m + 7] * wz;
  const bz = rotations[m + 2] * wx + rotations[m + 5] * wy + rotations[m + 8] * wz;
  const i = shapes[body].inertia;
  const hx = i[0] * bx + i[1] * by + i[2] * bz;
  const hy = i[3] * bx + i[4] * by + i[5] * bz;
  const hz = i[6] * bx + i[7] * by + i[8] * bz;
  const lx = rotations[m] * hx + rotations[m + 1] * hy + rotations[m + 2] * hz;
  const ly = rotations[m + 3] * hx + rotations[m + 4] * hy + rotations[m + 5] * hz;
  const lz = rotations[m + 6] * hx + rotations[m + 7] * hy + rotations[m + 8] * hz;

  const q = 4 * body;
  const x = orientations[q];
  const y = orientations[q + 1];
  const z = orientations[q + 2];
  const w = orientations[q + 3];
  const half = 0.5 * step;
  const ax = wx + shoves[6 * body + 3];
  const ay = wy + shoves[6 * body + 4];
  const az = wz + shoves[6 * body + 5];
  const tx = x + half * (ax * w + ay * z - az * y);
  const ty = y + half * (ay * w + az * x - ax * z);
  const tz = z + half * (az * w + ax * y - ay * x);
  const tw = w - half * (ax * x + ay * y + az * z);
  const scale = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + tw * tw);
  orientations[q] = tx * scale;
  orientations[q + 1] = ty * scale;
  orientations[q + 2] = tz * scale;
  orientations[q + 3] = tw * scale;
  placeBody(bodies, body);
  const s = 6 * body;
  spins[p] = inverseInertias[s] * lx + inverseInertias[s + 1] * ly + inverseInertias[s + 2] * lz;
  spins[p + 1] = inverseInertias[s + 1] * lx + inverseInertias[s + 3] * ly + inverseInertias[s + 4] * lz;
  spins[p + 2] = inverseInertias[s + 2] * lx + inverseInertias[s + 4] * ly + inverseInertias[s + 5] * lz;

  if (bodies.modeCounts[body] > 0) finishModes(bodies, body, step, options.strainLimit);
}
