// biome-ignore-all lint/style/useExponentiationOperator: Math.pow can be replaced by one that is the same in every engine (npm run compare)
import { createRandom } from '../../src/math/random.ts';
import { triangleNormal } from '../../src/math/triangle-normal.ts';
import type { ModalMotion, ReducedModel } from './reduced-model.ts';

/** A wind that blows across x: steady, plus harmonic gusts that travel along x. */
export interface Wind {
  /** Mean pressure in Pa. */
  pressure: number;
  /** Strength of the gusts together, relative to the mean. */
  gustiness: number;
  /** The slowest and the fastest gust, in Hz. */
  from: number;
  to: number;
  gusts: number;
  /** How fast gusts travel along x, in m/s. */
  travel: number;
  /** Part of critical damping in every mode. */
  damping: number;
  seed: number;
}

/**
 * How the model moves in a wind that has always been blowing: the forced solution of each mode's own equation, q'' + 2
 * damping frequency q' + frequency^2 q = force, which for harmonic gusts is known in closed form. So any time can be
 * asked for, and nothing depends on steps. `loads` holds for each vertex the force on it under unit pressure. Gusts are
 * spread evenly over the logarithm of their frequency, weaker the faster they are, with seeded phases.
 */
export function createGustResponse(model: ReducedModel, loads: Float64Array, wind: Wind): ModalMotion {
  const { modes, frequencies, mesh } = model;
  const random = createRandom(wind.seed);
  const { gusts } = wind;
  const speeds = new Float64Array(gusts);
  const cosines = modes.map(() => new Float64Array(gusts));
  const sines = modes.map(() => new Float64Array(gusts));
  const mean = modes.map(
    (mode, m) => (wind.pressure * sumForce(mode, loads, mesh.positions, 0)[0]) / frequencies[m] ** 2,
  );
  const strengths = Array.from({ length: gusts }, (_, g) => Math.pow(g + 1, -0.5));
  const total = Math.hypot(...strengths);
  for (let g = 0; g < gusts; g++) {
    const share = (g + 0.3 * random()) / Math.max(1, gusts - 1);
    const speed = 2 * Math.PI * wind.from * Math.pow(wind.to / wind.from, share);
    const phase = 2 * Math.PI * random();
    const strength = (wind.pressure * wind.gustiness * strengths[g]) / total;
    speeds[g] = speed;
    modes.forEach((mode, m) => {
      const [even, odd] = sumForce(mode, loads, mesh.positions, speed / wind.travel);
      const real = frequencies[m] ** 2 - speed ** 2;
      const imaginary = 2 * wind.damping * frequencies[m] * speed;
      const size = strength / Math.hypot(real, imaginary);
      const lag = phase - Math.atan2(imaginary, real);
      cosines[m][g] = size * (even * Math.cos(lag) + odd * Math.sin(lag));
      sines[m][g] = size * (odd * Math.cos(lag) - even * Math.sin(lag));
    });
  }
  return {
    modeCount: modes.length,
    write(time, out) {
      for (let m = 0; m < mean.length; m++) out[m] = mean[m];
      for (let g = 0; g < gusts; g++) {
        const [c, s] = [Math.cos(speeds[g] * time), Math.sin(speeds[g] * time)];
        for (let m = 0; m < mean.length; m++) out[m] += cosines[m][g] * c + sines[m][g] * s;
      }
    },
  };
}

/** The force on a mode under a pressure cos(wave x) and under a pressure sin(wave x). */
function sumForce(mode: Float64Array, loads: Float64Array, positions: Float64Array, wave: number): [number, number] {
  let even = 0;
  let odd = 0;
  for (let o = 0; o < mode.length; o += 3) {
    const force = mode[o] * loads[o] + mode[o + 1] * loads[o + 1] + mode[o + 2] * loads[o + 2];
    even += force * Math.cos(wave * positions[o]);
    odd += force * Math.sin(wave * positions[o]);
  }
  return [even, odd];
}

/** A third of the area vectors of the triangles around each vertex. */
export function measureVertexAreas({ mesh }: ReducedModel, take: (area: number, axis: number) => number): Float64Array {
  const { positions: p, triangles } = mesh;
  const areas = new Float64Array(p.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    triangleNormal(p, a, b, c, normal, 0);
    for (let k = 0; k < 3; k++) {
      const share = take(normal[k] / 2, k) / 3;
      areas[a + k] += share;
      areas[b + k] += share;
      areas[c + k] += share;
    }
  }
  return areas;
}
