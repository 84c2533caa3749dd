import { type Bodies, FRAME_SIZE } from './bodies.ts';
import { refitSpheres } from './refit-family.ts';
import { placeFamily } from './step-spheres.ts';

/** Turns a float64 length of many roundings into one that holds in real arithmetic. */
const OUTWARD = 1 + 2 ** -40;

/** Brings the matrix and the inverse inertia of a body up to date with its orientation. */
export function placeBody(bodies: Bodies, body: number): void {
  const { orientations, rotations, inverseInertias, inverseMasses } = bodies;
  const q = 4 * body;
  const x = orientations[q];
  const y = orientations[q + 1];
  const z = orientations[q + 2];
  const w = orientations[q + 3];
  const m = 9 * body;
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  rotations[m] = r00;
  rotations[m + 1] = r01;
  rotations[m + 2] = r02;
  rotations[m + 3] = r10;
  rotations[m + 4] = r11;
  rotations[m + 5] = r12;
  rotations[m + 6] = r20;
  rotations[m + 7] = r21;
  rotations[m + 8] = r22;
  if (inverseMasses[body] === 0) return;
  const i = bodies.shapes[body].inverseInertia;
  const a00 = r00 * i[0] + r01 * i[3] + r02 * i[6];
  const a01 = r00 * i[1] + r01 * i[4] + r02 * i[7];
  const a02 = r00 * i[2] + r01 * i[5] + r02 * i[8];
  const a10 = r10 * i[0] + r11 * i[3] + r12 * i[6];
  const a11 = r10 * i[1] + r11 * i[4] + r12 * i[7];
  const a12 = r10 * i[2] + r11 * i[5] + r12 * i[8];
  const a20 = r20 * i[0] + r21 * i[3] + r22 * i[6];
  const a21 = r20 * i[1] + r21 * i[4] + r22 * i[7];
  const a22 = r20 * i[2] + r21 * i[5] + r22 * i[8];
  const o = 6 * body;
  inverseInertias[o] = a00 * r00 + a01 * r01 + a02 * r02;
  inverseInertias[o + 1] = a00 * r10 + a01 * r11 + a02 * r12;
  inverseInertias[o + 2] = a00 * r20 + a01 * r21 + a02 * r22;
  inverseInertias[o + 3] = a10 * r10 + a11 * r11 + a12 * r12;
  inverseInertias[o + 4] = a10 * r20 + a11 * r21 + a12 * r22;
  inverseInertias[o + 5] = a20 * r20 + a21 * r21 + a22 * r22;
}

/**
 * Readies a body for contact in the coming step: measures how far it has come since it was readied last, finds the pad
 * its spheres need and moves its root.
 *
 * How far a proxy can have come beside the shift of the body: its reach times the turn (2 sin of half the angle, at
 * most twice the distance of the quaternions), plus for each mode the most any proxy shifts and grows by it.
 *
 * The pad: a coordinate in the world is at most `reach` large and rounded to float32, the radius likewise; 2^-22 of the
 * reach is more than twice these halves of a unit in the last place, times root 3. Where it grows, so may the rounding
 * of proxies that fronts have made room for.
 */
export function refreshBody(bodies: Bodies, body: number, timeStep: number): void {
  const { amplitudes, lastAmplitudes, positions, lastPositions, pads, shifts, travels } = bodies;
  const { records, liveliness, gyration, model } = bodies.shapes[body];
  const start = bodies.modeStarts[body];
  const modes = bodies.modeCounts[body];
  let square = 0;
  let bent = 0;
  let reach = Math.abs(records[0]) + Math.abs(records[1]) + Math.abs(records[2]) + records[3];
  for (let j = 0; j < modes; j++) {
    const amplitude = amplitudes[start + j];
    const way = amplitude - lastAmplitudes[start + j];
    square += way * way;
    bent += Math.abs(way) * liveliness[j];
    reach += Math.abs(amplitude) * liveliness[j];
    lastAmplitudes[start + j] = amplitude;
  }
  const p = 3 * body;
  let moved = 0;
  for (let k = p; k < p + 3; k++) {
    const way = positions[k] - lastPositions[k];
    shifts[k] += way;
    moved += way * way;
    lastPositions[k] = positions[k];
  }
  const turn = turnFromLast(bodies, body);
  const travel = bent + turn * reach;
  bodies.paces[body] = Math.sqrt(moved + turn * turn * gyration + square / model.mass) / timeStep;
  reach += Math.max(Math.abs(positions[p]), Math.abs(positions[p + 1]), Math.abs(positions[p + 2]));
  const pad = reach * 2 ** -22;
  travels[body] += travel * OUTWARD + 16 * Math.max(0, pad - pads[body]);
  pads[body] = pad;
  const { frames, rotations } = bodies;
  const f = FRAME_SIZE * body;
  for (let k = 0; k < 9; k++) frames[f + k] = rotations[9 * body + k];
  for (let k = 0; k < 3; k++) frames[f + 9 + k] = positions[p + k];
  frames[f + 12] = pad;
  const s = placeFamily(bodies.spheres, body, 0);
  refitSpheres(bodies, body, 0, s);
  for (let k = 0; k < 4; k++) bodies.roots[4 * body + k] = bodies.spheres.data[s + k];
}

/** At least how far any point at distance 1 from the axis has turned since the body was readied last. */
function turnFromLast({ orientations, lastOrientations }: Bodies, body: number): number {
  let square = 0;
  for (let k = 4 * body; k < 4 * body + 4; k++) {
    square += (orientations[k] - lastOrientations[k]) ** 2;
    lastOrientations[k] = orientations[k];
  }
  return 2 * Math.sqrt(square);
}
