import { type Bodies, FRAME_SIZE } from './bodies.ts';

/**
 * Moves both spheres of a family with all modes of a body, then with the body itself, and writes them in world space,
 * from `s` on in the spheres of the step. Reads no vertex; why the spheres hold what they should is said at
 * `boundNodes`. Cost: 4 multiplications and as many additions per sphere and mode. [James2004], equations 5 and 7. Both at
 * once take a quarter less time than one by one, and mostly both are asked for.
 */
export function refitSpheres(bodies: Bodies, body: number, family: number, s: number): void {
  const { records: record, padShares, modes: stored } = bodies.shapes[body];
  const o = family * (8 + 8 * stored);
  const amplitudes = bodies.amplitudes;
  const start = bodies.modeStarts[body];
  const modes = bodies.modeCounts[body];
  let x0 = record[o];
  let y0 = record[o + 1];
  let z0 = record[o + 2];
  let r0 = record[o + 3];
  let x1 = record[o + 4];
  let y1 = record[o + 5];
  let z1 = record[o + 6];
  let r1 = record[o + 7];
  for (let j = 0, k = o + 8; j < modes; j++, k += 8) {
    const amplitude = amplitudes[start + j];
    const size = Math.abs(amplitude);
    x0 += amplitude * record[k];
    y0 += amplitude * record[k + 1];
    z0 += amplitude * record[k + 2];
    r0 += size * record[k + 3];
    x1 += amplitude * record[k + 4];
    y1 += amplitude * record[k + 5];
    z1 += amplitude * record[k + 6];
    r1 += size * record[k + 7];
  }
  const frames = bodies.frames;
  const f = FRAME_SIZE * body;
  const pad = frames[f + 12];
  const spheres = bodies.spheres.data;
  const xx = frames[f];
  const xy = frames[f + 1];
  const xz = frames[f + 2];
  const yx = frames[f + 3];
  const yy = frames[f + 4];
  const yz = frames[f + 5];
  const zx = frames[f + 6];
  const zy = frames[f + 7];
  const zz = frames[f + 8];
  const px = frames[f + 9];
  const py = frames[f + 10];
  const pz = frames[f + 11];
  spheres[s] = xx * x0 + xy * y0 + xz * z0 + px;
  spheres[s + 1] = yx * x0 + yy * y0 + yz * z0 + py;
  spheres[s + 2] = zx * x0 + zy * y0 + zz * z0 + pz;
  spheres[s + 3] = r0 + pad * padShares[2 * family];
  spheres[s + 4] = xx * x1 + xy * y1 + xz * z1 + px;
  spheres[s + 5] = yx * x1 + yy * y1 + yz * z1 + py;
  spheres[s + 6] = zx * x1 + zy * y1 + zz * z1 + pz;
  spheres[s + 7] = r1 + pad * padShares[2 * family + 1];
}
