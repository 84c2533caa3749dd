import type { World } from '../../../src/simulate/index.ts';

/** Total energy may rise above what it was at first by this share of it: what pushes bodies out of each other lifts them a little. */
const RISE = 0.01;

/** What was seen of a world while it ran, step after step. */
export interface Watch {
  /** The energy (J) at first, the most it has been, and what it is now. */
  firstEnergy: number;
  mostEnergy: number;
  lastEnergy: number;
}

export function createWatch(world: World): Watch {
  const energy = totalEnergy(world);
  return { firstEnergy: energy, mostEnergy: energy, lastEnergy: energy };
}

/**
 * Throws if anything has become infinite or NaN, or if there is more energy than at first. Called after every step; costs nothing beside
 * it.
 */
export function watchEnergy(watch: Watch, world: World): void {
  const energy = totalEnergy(world);
  if (!(energy <= watch.firstEnergy * (1 + RISE))) {
    throw new Error(
      `step ${world.steps}: the bodies have ${energy.toFixed(0)} J; at first it was ${watch.firstEnergy.toFixed(0)} J.`,
    );
  }
  watch.mostEnergy = Math.max(watch.mostEnergy, energy);
  watch.lastEnergy = energy;
}

/** Kinetic, elastic and potential energy of all free bodies (J), heights above 0. */
function totalEnergy({ bodies, options, stats }: World): number {
  let weighted = 0;
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.inverseMasses[body] > 0) weighted += bodies.positions[3 * body + 1] / bodies.inverseMasses[body];
  }
  return stats.kineticEnergy + stats.elasticEnergy + options.gravity * weighted;
}

/** Of this process, in ms: a run takes minutes, and what else the machine does in them is not asked. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
