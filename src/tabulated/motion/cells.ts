import type { Freedom } from './kinematics.ts';

/** How many values or cells all freedoms make together. */
export function countSamples(freedoms: readonly Freedom[]): number {
  return freedoms.reduce((product, { samples }) => product * samples, 1);
}

/** Writes the values of sample `s`, both ends of every range included. */
export function writeSample(freedoms: readonly Freedom[], s: number, values: Float64Array): void {
  for (let k = 0; k < freedoms.length; k++) {
    const { low, high, samples } = freedoms[k];
    values[k] = low + ((high - low) * (s % samples)) / (samples - 1);
    s = Math.floor(s / samples);
  }
}

/** A box of motion: values within `halfSteps` of `values`. */
export interface Cell {
  values: Float64Array;
  halfSteps: Float64Array;
}

/**
 * Cell `s` of those that together cover all ranges. Half steps are a little longer than half, so that no value falls
 * between two cells by rounding.
 */
export function createCell(freedoms: readonly Freedom[], s: number): Cell {
  const values = new Float64Array(freedoms.length);
  const halfSteps = new Float64Array(freedoms.length);
  for (let k = 0; k < freedoms.length; k++) {
    const { low, high, samples } = freedoms[k];
    const half = (high - low) / (2 * samples);
    values[k] = low + half * (2 * (s % samples) + 1);
    halfSteps[k] = half + 8 * 2 ** -52 * (Math.abs(low) + Math.abs(high));
    s = Math.floor(s / samples);
  }
  return { values, halfSteps };
}

/** The cell's halves along every freedom: part `p` of 2^freedoms. */
export function divideCell({ values, halfSteps }: Cell, p: number): Cell {
  const part = { values: values.slice(), halfSteps: halfSteps.slice() };
  for (let k = 0; k < values.length; k++) {
    const half = 0.5 * halfSteps[k];
    part.values[k] += (p >> k) & 1 ? half : -half;
    part.halfSteps[k] = half + 4 * 2 ** -52 * (Math.abs(values[k]) + halfSteps[k]);
  }
  return part;
}
