import type { World } from '../world.ts';

/**
 * Writes the vertices of a body as it is now: bent by its amplitudes, then placed in the world. For pictures and tests.
 * @example
 * {@includeCode ../../../examples/api/simulate.ts#world}
 */
export function writeBodyPositions(world: World, body: number, out: Float64Array): void {
  const { bodies } = world;
  const { model } = bodies.shapes[body];
  const rest = model.mesh.positions;
  const { rotations: r, positions: p } = bodies;
  const m = 9 * body;
  const modes = bodies.modeCounts[body];
  const start = bodies.modeStarts[body];
  for (let o = 0; o < rest.length; o += 3) {
    let x = rest[o];
    let y = rest[o + 1];
    let z = rest[o + 2];
    for (let j = 0; j < modes; j++) {
      const amplitude = bodies.amplitudes[start + j];
      x += amplitude * model.modes[j][o];
      y += amplitude * model.modes[j][o + 1];
      z += amplitude * model.modes[j][o + 2];
    }
    out[o] = r[m] * x + r[m + 1] * y + r[m + 2] * z + p[3 * body];
    out[o + 1] = r[m + 3] * x + r[m + 4] * y + r[m + 5] * z + p[3 * body + 1];
    out[o + 2] = r[m + 6] * x + r[m + 7] * y + r[m + 8] * z + p[3 * body + 2];
  }
}
