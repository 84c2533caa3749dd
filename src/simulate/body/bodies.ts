import type { BodyShape } from './body-shape.ts';
import type { ModeResponse } from './modes.ts';
import { createStepSpheres, type StepSpheres } from './step-spheres.ts';

/** Writes the amplitudes a prescribed body has at `time`; those it does not write stay. */
export type PrescribedMotion = (time: number, amplitudes: Float64Array) => void;

/** The state of all bodies, array by array; body `b` has entry `b`, or as many as are said, from `b` times that on. */
export interface Bodies {
  count: number;
  shapes: BodyShape[];
  /** Of free bodies undefined; a prescribed body is moved by nothing else. */
  motions: (PrescribedMotion | undefined)[];
  /** 3: where the centre of mass is. */
  positions: Float64Array;
  /** 4: (x, y, z, w), of unit length; and the same as a matrix by rows, 9. */
  orientations: Float64Array;
  rotations: Float64Array;
  /** 3 each: metres and radians per second, in the world. */
  velocities: Float64Array;
  spins: Float64Array;
  /** 6: velocity and spin that shift a body in this step and are then forgotten; see `separateBodies`. */
  shoves: Float64Array;
  /** 0 for a body that nothing can move. */
  inverseMasses: Float64Array;
  /** 6: symmetric, in the world (xx xy xz yy yz zz). */
  inverseInertias: Float64Array;
  /** Where the modes of each body begin in the next arrays, and how many it uses (none if modes are held). */
  modeStarts: Int32Array;
  modeCounts: Int32Array;
  amplitudes: Float64Array;
  rates: Float64Array;
  /** How fast the amplitudes move in the step at hand; contact changes these. */
  speeds: Float64Array;
  /** 1: how much a body yields to contact by bending, 0 to 1; see `beginModes`. */
  yielding: Float64Array;
  /** 1 for what does not move: asleep, or fixed without a motion. For how many steps a free body has been slow. */
  still: Uint8Array;
  /** Whom a body is no pair with; see `findBodyPairs`. */
  exempt: Uint8Array;
  slowSteps: Int32Array;
  /** What a body touches, while `fallAsleep` looks: 0 nothing, 1 only what is slow, 2 something else. */
  touches: Uint8Array;
  /** How fast a body moved in the last step (m/s): the root mean square of the speeds of its parts, about. */
  paces: Float64Array;
  /** How fast the fastest was that touches a body, where colliders are met (m/s). */
  pushes: Float64Array;
  /** Where each body was (3 and 4) and how it was bent (per mode) when its spheres were moved last. */
  lastPositions: Float64Array;
  lastOrientations: Float64Array;
  lastAmplitudes: Float64Array;
  /** How each body was shifted (3) since contacts were looked for last, and how far any proxy came beside that (m). */
  shifts: Float64Array;
  travels: Float64Array;
  /** What float32 spheres in the world must be enlarged by for the places they lose. */
  pads: Float64Array;
  /** `FRAME_SIZE`: rotation (9), position (3) and pad (1) once more, side by side for the kernels that move spheres. */
  frames: Float64Array;
  /** 4: the sphere around all of a body, in the world. */
  roots: Float32Array;
  spheres: StepSpheres;
  /** For each body: how its modes answer in a step; shared by bodies of one shape. */
  responses: ModeResponse[];
}

export const FRAME_SIZE = 16;

export function createBodies(): Bodies {
  return {
    count: 0,
    shapes: [],
    motions: [],
    positions: new Float64Array(0),
    orientations: new Float64Array(0),
    rotations: new Float64Array(0),
    velocities: new Float64Array(0),
    spins: new Float64Array(0),
    shoves: new Float64Array(0),
    inverseMasses: new Float64Array(0),
    inverseInertias: new Float64Array(0),
    modeStarts: new Int32Array(1),
    modeCounts: new Int32Array(0),
    amplitudes: new Float64Array(0),
    rates: new Float64Array(0),
    speeds: new Float64Array(0),
    yielding: new Float64Array(0),
    still: new Uint8Array(0),
    exempt: new Uint8Array(0),
    slowSteps: new Int32Array(0),
    touches: new Uint8Array(0),
    paces: new Float64Array(0),
    pushes: new Float64Array(0),
    lastPositions: new Float64Array(0),
    lastOrientations: new Float64Array(0),
    lastAmplitudes: new Float64Array(0),
    shifts: new Float64Array(0),
    travels: new Float64Array(0),
    pads: new Float64Array(0),
    frames: new Float64Array(0),
    roots: new Float32Array(0),
    spheres: createStepSpheres(),
    responses: [],
  };
}

/** Makes room for one more body with that many modes, doubling the arrays that are full, and returns its number. */
export function appendBody(bodies: Bodies, modes: number): number {
  const body = bodies.count++;
  const count = body + 1;
  bodies.roots = grow(bodies.roots, 4 * count);
  bodies.positions = grow(bodies.positions, 3 * count);
  bodies.orientations = grow(bodies.orientations, 4 * count);
  bodies.rotations = grow(bodies.rotations, 9 * count);
  bodies.velocities = grow(bodies.velocities, 3 * count);
  bodies.spins = grow(bodies.spins, 3 * count);
  bodies.shoves = grow(bodies.shoves, 6 * count);
  bodies.inverseMasses = grow(bodies.inverseMasses, count);
  bodies.inverseInertias = grow(bodies.inverseInertias, 6 * count);
  bodies.still = grow(bodies.still, count);
  bodies.exempt = grow(bodies.exempt, count);
  bodies.slowSteps = grow(bodies.slowSteps, count);
  bodies.touches = grow(bodies.touches, count);
  bodies.paces = grow(bodies.paces, count);
  bodies.pushes = grow(bodies.pushes, count);
  bodies.lastPositions = grow(bodies.lastPositions, 3 * count);
  bodies.lastOrientations = grow(bodies.lastOrientations, 4 * count);
  bodies.shifts = grow(bodies.shifts, 3 * count);
  bodies.travels = grow(bodies.travels, count);
  bodies.pads = grow(bodies.pads, count);
  bodies.frames = grow(bodies.frames, FRAME_SIZE * count);
  bodies.yielding = grow(bodies.yielding, count);
  bodies.modeCounts = grow(bodies.modeCounts, count);
  bodies.modeStarts = grow(bodies.modeStarts, count + 1);
  const start = bodies.modeStarts[body];
  bodies.modeStarts[body + 1] = start + modes;
  bodies.modeCounts[body] = modes;
  bodies.amplitudes = grow(bodies.amplitudes, start + modes);
  bodies.rates = grow(bodies.rates, start + modes);
  bodies.speeds = grow(bodies.speeds, start + modes);
  bodies.lastAmplitudes = grow(bodies.lastAmplitudes, start + modes);
  return body;
}

/** An array with room for that many numbers: itself, or a longer one that begins with what it has. */
function grow<Numbers extends Float64Array | Float32Array | Int32Array | Uint8Array>(
  array: Numbers,
  needed: number,
): Numbers {
  if (array.length >= needed) return array;
  const larger = new (array.constructor as new (length: number) => Numbers)(2 * needed);
  larger.set(array);
  return larger;
}
