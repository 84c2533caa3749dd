import type { World } from '../world.ts';

/** How far any proxy of a body can come in a step if nothing pushes it and its centre goes with `speed`: it turns and swings too. */
export function reachOfStep({ bodies, options }: World, body: number, speed: number): number {
  const { spins, rates, roots, positions } = bodies;
  const { liveliness } = bodies.shapes[body];
  const p = 3 * body;
  const r = 4 * body;
  const spin = Math.sqrt(spins[p] ** 2 + spins[p + 1] ** 2 + spins[p + 2] ** 2);
  const x = roots[r] - positions[p];
  const y = roots[r + 1] - positions[p + 1];
  const z = roots[r + 2] - positions[p + 2];
  const arm = Math.sqrt(x * x + y * y + z * z) + roots[r + 3];
  let all = speed + spin * arm;
  const start = bodies.modeStarts[body];
  for (let j = 0; j < bodies.modeCounts[body]; j++) all += Math.abs(rates[start + j]) * liveliness[j];
  return all * options.timeStep;
}
