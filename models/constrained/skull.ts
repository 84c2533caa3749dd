import type { Mesh } from '../../src/mesh/mesh.ts';
import { meshShape } from '../mesh-shape.ts';
import { createDistanceField, flat, mirrorPart, type Part, type Point } from '../signed-distance.ts';
import { toothPart, UPPER_LEFT } from './teeth.ts';

const SIDE: Point = [1, 0, 0];
const UP: Point = [0, 1, 0];

const MIDDLE_PARTS: Part[] = [
  // Braincase, its crest, the back of the head.
  { from: [0, 0.125, 0.14], to: [0, 0.135, 0.35], radii: [0.132, 0.125], ...flat(UP, 1.12), blend: 0.05 },
  { from: [0, 0.24, 0.02], to: [0, 0.235, 0.34], radii: [0.05, 0.03], ...flat(SIDE, 2), blend: 0.025 },
  { from: [-0.1, 0.12, 0.05], to: [0, 0.235, 0.02], radii: [0.035, 0.03], ...flat([0, 0, 1], 1.5), blend: 0.035 },
  { from: [0.1, 0.12, 0.05], to: [0, 0.235, 0.02], radii: [0.035, 0.03], ...flat([0, 0, 1], 1.5), blend: 0.035 },
  { from: [-0.06, 0.1, 0.05], to: [0.06, 0.1, 0.05], radii: [0.055, 0.055], blend: 0.04 },
  { from: [0, 0.05, 0.06], to: [0, 0.03, 0.45], radii: [0.055, 0.045], ...flat(UP, 1.2), blend: 0.04 },
  // Forehead and muzzle.
  { from: [0, 0.165, 0.4], to: [0, 0.15, 0.5], radii: [0.105, 0.09], ...flat(UP, 1.12), blend: 0.06 },
  { from: [0, 0.125, 0.5], to: [0, 0.065, 0.93], radii: [0.085, 0.06], ...flat(SIDE, 1.15), blend: 0.06 },
  { from: [0, 0.045, 0.5], to: [0, 0.035, 0.94], radii: [0.05, 0.045], ...flat(UP, 1.3), blend: 0.04 },
  { from: [-0.044, 0.032, 0.955], to: [0.044, 0.032, 0.955], radii: [0.032, 0.032], blend: 0.025 },
  { from: [0, 0.115, 0.9], to: [0, 0.112, 0.965], radii: [0.025, 0.016], blend: 0.02 },
];

const LEFT_PARTS: Part[] = [
  // Upper jaw, widest at the shearing teeth.
  { from: [0.118, 0.045, 0.5], to: [0.12, 0.045, 0.62], radii: [0.05, 0.05], blend: 0.04 },
  { from: [0.12, 0.045, 0.62], to: [0.076, 0.045, 0.86], radii: [0.05, 0.043], blend: 0.03 },
  // Postorbital process.
  { from: [0.07, 0.2, 0.425], to: [0.13, 0.203, 0.41], radii: [0.035, 0.014], ...flat(UP, 1.3), blend: 0.03 },
  // The arch: from the upper jaw out and back to the ear, and the shelf that the jaw hinges under.
  { from: [0.135, 0.065, 0.555], to: [0.22, 0.066, 0.46], radii: [0.05, 0.036], ...flat([1, 0, 1], 1.7), blend: 0.04 },
  { from: [0.22, 0.066, 0.46], to: [0.266, 0.082, 0.36], radii: [0.036, 0.034], ...flat([1, 0, 0.5], 2), blend: 0.03 },
  {
    from: [0.266, 0.082, 0.36],
    to: [0.238, 0.073, 0.27],
    radii: [0.034, 0.03],
    ...flat([1, 0, -0.3], 1.7),
    blend: 0.02,
  },
  { from: [0.24, 0.073, 0.275], to: [0.12, 0.09, 0.2], radii: [0.03, 0.042], ...flat(UP, 1.2), blend: 0.025 },
  { from: [0.165, 0.05, 0.213], to: [0.165, 0.005, 0.211], radii: [0.02, 0.014], blend: 0.02 },
  { from: [0.225, 0.09, 0.425], to: [0.212, 0.125, 0.405], radii: [0.018, 0.011], blend: 0.02 },
  // Ear capsule and the knob on which the head nods.
  { from: [0.07, 0.01, 0.15], to: [0.075, 0.01, 0.2], radii: [0.045, 0.042], blend: 0.012 },
  { from: [0.035, 0.055, 0.0], to: [0.05, 0.035, 0.025], radii: [0.022, 0.022], blend: 0.015 },
];

/** Taken away, on the left: the eye socket and the hollow behind it. In the middle: the nose, the spinal canal. */
const LEFT_HOLLOWS: Part[] = [
  { from: [0.13, 0.135, 0.47], to: [0.23, 0.16, 0.485], radii: [0.062, 0.08], blend: 0.015, carve: true },
];
const MIDDLE_HOLLOWS: Part[] = [
  {
    from: [0, 0.078, 0.935],
    to: [0, 0.072, 1.03],
    radii: [0.028, 0.04],
    ...flat(SIDE, 1.1),
    blend: 0.012,
    carve: true,
  },
  { from: [0, 0.085, -0.02], to: [0, 0.085, 0.04], radii: [0.03, 0.024], blend: 0.012, carve: true },
];

/** Finer on the teeth. */
function sizeEdges(x: number, y: number, z: number): number {
  if (y < 0.004 && z > 0.44) return 0.36;
  return z > 0.9 || (x > 0.2 && z < 0.5) ? 0.75 : 1;
}

/**
 * The skull of a dog without its lower jaw. Lengths are in skull lengths: the back of the head is at z = 0, the front
 * teeth at z = 1, y is up, its left is +x; the upper teeth grow down from y = 0.
 */
export function createSkull(options: { triangles?: number } = {}): Mesh {
  const left = [...LEFT_PARTS, ...LEFT_HOLLOWS];
  const teeth = UPPER_LEFT.map(toothPart);
  const parts = [
    ...MIDDLE_PARTS,
    ...left,
    ...left.map(mirrorPart),
    ...MIDDLE_HOLLOWS,
    ...teeth,
    ...teeth.map(mirrorPart),
  ];
  return meshShape(createDistanceField(parts), options.triangles ?? 12_000, 0.02, sizeEdges);
}
