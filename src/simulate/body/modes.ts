import type { Bodies } from './bodies.ts';
import type { BodyShape } from './body-shape.ts';

/**
 * Where in a step elastic forces are taken: 0.5 would keep energy, 1 would kill vibration. This much above the half
 * damps a mode of frequency w by (IMPLICITNESS - 0.5) * w * step of critical beside its own damping.
 */
const IMPLICITNESS = 0.55;

/** Up to this share of the strain limit a body bends as if there were none. */
const YIELDING_UNTIL = 0.7;

/** How the modes of one shape answer in a step of one world. */
export interface ModeResponse {
  /**
   * Per mode: how its stiffness slows it per unit of amplitude, what remains of that speed, and what a unit push adds.
   */
  braking: Float64Array;
  remaining: Float64Array;
  pushed: Float64Array;
}

/**
 * The modes a'' + 2 d w a' + w^2 a = push are stepped by the theta method: the amplitude moves with the speed `s = (1 -
 * t) a' + t a'_next`, and forces are those at the amplitude `a + t * step * s`. Solved for s, this is s = (a' - t *
 * step * w^2 a + t * push) / (1 + 2 d w t * step + (t * step * w)^2): stable for every frequency and step, and without
 * pushes (a'^2 + w^2 a^2) / 2 never grows. Contact acts on s, the speed at which the surface really moves in the step,
 * elastic forces included; the energy it gives to the modes is push * s.
 */
export function createModeResponse(shape: BodyShape, damping: number, timeStep: number): ModeResponse {
  const { modes } = shape;
  const { frequencies } = shape.model;
  const response: ModeResponse = {
    braking: new Float64Array(modes),
    remaining: new Float64Array(modes),
    pushed: new Float64Array(modes),
  };
  const share = IMPLICITNESS * timeStep;
  for (let j = 0; j < modes; j++) {
    const w = frequencies[j];
    response.braking[j] = share * w * w;
    response.remaining[j] = 1 / (1 + 2 * damping * w * share + share * share * w * w);
    response.pushed[j] = IMPLICITNESS * response.remaining[j];
  }
  return response;
}

/**
 * Writes the speed each mode of a body has in the coming step if nothing touches it, and how yielding the body is: 1
 * until its strain would be near the limit, 0 at the limit. Near it the modes slow down and take only that share of a
 * push, so a body bent to its limit is rigid. Slowing takes energy away: the energy after a step is a convex function
 * of the speed, and no larger than before the step both for the free speed and for 0.
 */
export function beginModes(bodies: Bodies, body: number, timeStep: number, limit: number): void {
  const { amplitudes, rates, speeds } = bodies;
  const { braking, remaining } = bodies.responses[body];
  const start = bodies.modeStarts[body];
  const modes = bodies.modeCounts[body];
  for (let j = 0; j < modes; j++) {
    speeds[start + j] = (rates[start + j] - braking[j] * amplitudes[start + j]) * remaining[j];
  }
  const bent = strainAfter(bodies, body, timeStep) / limit;
  const yielding = Math.max(0, Math.min(1, (1 - bent) / (1 - YIELDING_UNTIL)));
  bodies.yielding[body] = yielding;
  if (yielding < 1) for (let j = start; j < start + modes; j++) speeds[j] *= yielding;
}

/**
 * Where contact has made the modes so fast that the step would end above the strain limit: slows them so that it ends
 * at the limit, makes the body rigid for the rest of the step and says so. (The strain is convex in the speed, so a
 * straight line between the strain now and then gives a factor that is small enough.)
 */
export function limitModes(bodies: Bodies, body: number, timeStep: number, limit: number): boolean {
  if (bodies.yielding[body] === 0) return false;
  const then = strainAfter(bodies, body, timeStep);
  if (!(then > limit)) return false;
  const now = strainAfter(bodies, body, 0);
  const share = Math.max(0, Math.min(1, (limit - now) / (then - now)));
  const end = bodies.modeStarts[body] + bodies.modeCounts[body];
  for (let j = bodies.modeStarts[body]; j < end; j++) bodies.speeds[j] *= share;
  bodies.yielding[body] = 0;
  return true;
}

/**
 * No edge is strained by more than this after `time`: the sum of |amplitude| times the greatest strain of each mode.
 */
function strainAfter(bodies: Bodies, body: number, time: number): number {
  const { amplitudes, speeds } = bodies;
  const { strains } = bodies.shapes[body];
  const start = bodies.modeStarts[body];
  const modes = bodies.modeCounts[body];
  let strain = 0;
  for (let j = 0; j < modes; j++) strain += Math.abs(amplitudes[start + j] + time * speeds[start + j]) * strains[j];
  return strain;
}

/**
 * Moves the amplitudes with their speeds. Whatever is above the strain limit still shrinks with the rates by one
 * factor, which only takes energy away.
 */
export function finishModes(bodies: Bodies, body: number, timeStep: number, limit: number): void {
  const { amplitudes, rates, speeds } = bodies;
  const start = bodies.modeStarts[body];
  const modes = bodies.modeCounts[body];
  for (let j = 0; j < modes; j++) {
    const speed = speeds[start + j];
    rates[start + j] += (speed - rates[start + j]) / IMPLICITNESS;
    amplitudes[start + j] += timeStep * speed;
  }
  const strain = strainAfter(bodies, body, 0);
  if (!(strain > limit)) return;
  const share = limit / strain;
  for (let j = start; j < start + modes; j++) {
    amplitudes[j] *= share;
    rates[j] *= share;
  }
}
