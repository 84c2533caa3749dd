import { DEPTH, MASS_A, MASS_B, NORMAL, ROW_SIZE } from '../contacts/contact-rows.ts';
import type { World } from '../world.ts';

/** Spheres may rest this deep in each other (m): a body that lies still then keeps its contacts. */
export const REST_DEPTH = 0.002;

/** The time (s) in which a contact deeper than that comes out, and the fastest it may come out (m/s). */
const RETARDATION = 0.01;
const FASTEST_SHOVE = 2;

const SWEEPS = 3;

/**
 * Finds how to shift bodies in this step so that what is in each other comes out: velocities that only this step has
 * (`shoves`), so that no speed and no energy is left of them. This is the spring of the contact, damped so much that it
 * comes out like depth / (step + retardation) and stores nothing. Bodies are shifted as wholes, sequentially as in
 * `solveContacts`, the ground last.
 */
export function separateBodies(world: World): void {
  const { bodies, rows } = world;
  const { count, groundStart } = rows;
  bodies.shoves.fill(0, 0, 6 * bodies.count);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (sweep % 2 === 0) for (let row = 0; row < groundStart; row++) shoveApart(world, row);
    else for (let row = groundStart - 1; row >= 0; row--) shoveApart(world, row);
    for (let row = groundStart; row < count; row++) shoveApart(world, row);
  }
  for (let row = count - 1; row >= groundStart; row--) shoveApart(world, row);
}

function shoveApart({ bodies, rows, options }: World, row: number): void {
  const { data, sides } = rows;
  const { shoves } = bodies;
  const o = ROW_SIZE * row;
  const n = o + NORMAL;
  const depth = data[o + DEPTH] - REST_DEPTH;
  const p = 6 * sides[3 * row];
  const q = 6 * sides[3 * row + 1];
  if (depth <= 0 && q >= 0) return;
  const target = Math.min(FASTEST_SHOVE, Math.max(0, depth) / (options.timeStep + RETARDATION));
  let speed = 0;
  for (let k = 0; k < 6; k++) speed += data[n + k] * shoves[p + k];
  if (q >= 0) {
    for (let k = 0; k < 3; k++) speed -= data[n + k] * shoves[q + k] + data[n + 6 + k] * shoves[q + 3 + k];
  }
  if (speed >= target) return;
  const push = (target - speed) / data[n + 15];
  for (let k = 0; k < 3; k++) {
    shoves[p + k] += push * data[o + MASS_A] * data[n + k];
    shoves[p + 3 + k] += push * data[n + 9 + k];
  }
  if (q < 0) return;
  for (let k = 0; k < 3; k++) {
    shoves[q + k] -= push * data[o + MASS_B] * data[n + k];
    shoves[q + 3 + k] -= push * data[n + 12 + k];
  }
}
