import type { Part, Point } from '../signed-distance.ts';

/**
 * A tooth of the left half: where its crown leaves the jaw, where its tip is, how thick it is there, how flat across x.
 */
export interface Tooth {
  root: Point;
  tip: Point;
  radii: readonly [root: number, tip: number];
  flat?: number;
}

/**
 * The bite of a dog: upper teeth bite outside lower ones. Canines pass each other, the lower one in front; premolars
 * point into each other's gaps; the upper fourth premolar and the lower first molar shear; the last molars meet.
 */
export const UPPER_LEFT: Tooth[] = [
  // Three incisors, the outermost the largest.
  { root: [0.018, 0.012, 0.986], tip: [0.0185, -0.032, 0.994], radii: [0.0145, 0.0065] },
  { root: [0.05, 0.012, 0.98], tip: [0.052, -0.035, 0.988], radii: [0.0155, 0.0065] },
  { root: [0.083, 0.012, 0.962], tip: [0.091, -0.046, 0.974], radii: [0.018, 0.007] },
  // The canine, bent back.
  { root: [0.095, 0.04, 0.862], tip: [0.113, -0.03, 0.878], radii: [0.033, 0.0255] },
  { root: [0.113, -0.03, 0.878], tip: [0.12, -0.085, 0.876], radii: [0.0255, 0.0165] },
  { root: [0.12, -0.085, 0.876], tip: [0.12, -0.125, 0.863], radii: [0.0165, 0.007] },
  // Four premolars, each with a heel; the last one shears.
  { root: [0.113, 0.008, 0.822], tip: [0.115, -0.024, 0.822], radii: [0.0145, 0.007], flat: 1.3 },
  { root: [0.12, 0.008, 0.774], tip: [0.122, -0.035, 0.776], radii: [0.022, 0.007], flat: 1.5 },
  { root: [0.121, 0.008, 0.752], tip: [0.123, -0.019, 0.75], radii: [0.016, 0.008], flat: 1.5 },
  { root: [0.131, 0.008, 0.702], tip: [0.134, -0.04, 0.704], radii: [0.025, 0.007], flat: 1.5 },
  { root: [0.134, 0.008, 0.677], tip: [0.136, -0.021, 0.675], radii: [0.017, 0.008], flat: 1.5 },
  { root: [0.157, 0.012, 0.618], tip: [0.163, -0.058, 0.62], radii: [0.034, 0.008], flat: 1.9 },
  { root: [0.162, 0.012, 0.58], tip: [0.168, -0.04, 0.577], radii: [0.028, 0.01], flat: 1.8 },
  { root: [0.165, 0.01, 0.598], tip: [0.168, -0.03, 0.598], radii: [0.022, 0.012], flat: 1.8 },
  // Two molars: an outer cusp and a low inner shelf.
  { root: [0.166, 0.012, 0.53], tip: [0.174, -0.03, 0.533], radii: [0.026, 0.01] },
  { root: [0.166, 0.012, 0.509], tip: [0.172, -0.024, 0.509], radii: [0.02, 0.01] },
  { root: [0.133, 0.01, 0.518], tip: [0.137, -0.013, 0.518], radii: [0.024, 0.015] },
  { root: [0.155, 0.01, 0.47], tip: [0.158, -0.018, 0.47], radii: [0.021, 0.011] },
];

export const LOWER_LEFT: Tooth[] = [
  { root: [0.0135, -0.075, 0.952], tip: [0.014, -0.026, 0.964], radii: [0.0125, 0.006] },
  { root: [0.036, -0.075, 0.947], tip: [0.038, -0.026, 0.958], radii: [0.013, 0.006] },
  { root: [0.056, -0.073, 0.937], tip: [0.059, -0.027, 0.946], radii: [0.0135, 0.006] },
  { root: [0.058, -0.115, 0.862], tip: [0.073, -0.05, 0.909], radii: [0.032, 0.0225] },
  { root: [0.073, -0.05, 0.909], tip: [0.082, -0.015, 0.923], radii: [0.0225, 0.0145] },
  { root: [0.082, -0.015, 0.923], tip: [0.089, 0.018, 0.926], radii: [0.0145, 0.006] },
  { root: [0.078, -0.068, 0.852], tip: [0.08, -0.038, 0.852], radii: [0.0125, 0.0065], flat: 1.3 },
  { root: [0.083, -0.072, 0.807], tip: [0.085, -0.031, 0.81], radii: [0.018, 0.007], flat: 1.5 },
  { root: [0.084, -0.072, 0.789], tip: [0.085, -0.046, 0.787], radii: [0.014, 0.008], flat: 1.5 },
  { root: [0.09, -0.073, 0.742], tip: [0.092, -0.027, 0.745], radii: [0.021, 0.007], flat: 1.5 },
  { root: [0.093, -0.073, 0.719], tip: [0.094, -0.044, 0.717], radii: [0.015, 0.008], flat: 1.5 },
  { root: [0.101, -0.073, 0.672], tip: [0.103, -0.022, 0.675], radii: [0.023, 0.008], flat: 1.5 },
  { root: [0.105, -0.073, 0.648], tip: [0.106, -0.038, 0.646], radii: [0.017, 0.009], flat: 1.5 },
  { root: [0.111, -0.078, 0.603], tip: [0.111, -0.018, 0.598], radii: [0.036, 0.009], flat: 2 },
  { root: [0.108, -0.076, 0.625], tip: [0.108, -0.026, 0.628], radii: [0.026, 0.009], flat: 1.9 },
  { root: [0.118, -0.078, 0.56], tip: [0.119, -0.03, 0.555], radii: [0.029, 0.013], flat: 1.5 },
  { root: [0.128, -0.078, 0.503], tip: [0.129, -0.034, 0.505], radii: [0.024, 0.011], flat: 1.2 },
  { root: [0.132, -0.078, 0.482], tip: [0.133, -0.038, 0.48], radii: [0.02, 0.011], flat: 1.2 },
  { root: [0.142, -0.075, 0.444], tip: [0.143, -0.04, 0.444], radii: [0.016, 0.01] },
];

/** Teeth keep their outline: they hardly melt into the jaw. */
export function toothPart({ root, tip, radii, flat }: Tooth): Part {
  return {
    from: root,
    to: tip,
    radii,
    flatten: flat === undefined ? undefined : { direction: [1, 0, 0], factor: flat },
    blend: 0.006,
  };
}
