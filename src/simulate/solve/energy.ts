import type { Bodies } from '../body/bodies.ts';
import type { WorldStats } from '../stats.ts';

/** The energy of all free bodies: modes have mass 1, so a mode holds rate^2 / 2 and (frequency * amplitude)^2 / 2. */
export function measureEnergy(bodies: Bodies, stats: WorldStats): void {
  const { velocities, spins, rotations, amplitudes, rates } = bodies;
  let kinetic = 0;
  let elastic = 0;
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.inverseMasses[body] === 0) continue;
    const p = 3 * body;
    const m = 9 * body;
    const i = bodies.shapes[body].inertia;
    const x = rotations[m] * spins[p] + rotations[m + 3] * spins[p + 1] + rotations[m + 6] * spins[p + 2];
    const y = rotations[m + 1] * spins[p] + rotations[m + 4] * spins[p + 1] + rotations[m + 7] * spins[p + 2];
    const z = rotations[m + 2] * spins[p] + rotations[m + 5] * spins[p + 1] + rotations[m + 8] * spins[p + 2];
    const turning =
      x * (i[0] * x + i[1] * y + i[2] * z) +
      y * (i[3] * x + i[4] * y + i[5] * z) +
      z * (i[6] * x + i[7] * y + i[8] * z);
    const speed2 = velocities[p] ** 2 + velocities[p + 1] ** 2 + velocities[p + 2] ** 2;
    kinetic += 0.5 * (speed2 / bodies.inverseMasses[body] + turning);
    const start = bodies.modeStarts[body];
    const { frequencies } = bodies.shapes[body].model;
    for (let j = 0; j < bodies.modeCounts[body]; j++) {
      kinetic += 0.5 * rates[start + j] ** 2;
      elastic += 0.5 * (frequencies[j] * amplitudes[start + j]) ** 2;
    }
  }
  stats.kineticEnergy = kinetic;
  stats.elasticEnergy = elastic;
}
