import type { Mesh } from '../../src/mesh/mesh.ts';
import { meshShape } from '../mesh-shape.ts';
import { createDistanceField, flat, mirrorPart, type Part, type Point } from '../signed-distance.ts';
import { LOWER_LEFT, toothPart } from './teeth.ts';

const SIDE: Point = [1, 0, 0];

const LEFT_PARTS: Part[] = [
  // The body of the jaw from the chin back; its halves are grown together in front.
  { from: [0.02, -0.098, 0.925], to: [0.045, -0.108, 0.86], radii: [0.032, 0.038], blend: 0.04 },
  { from: [0.045, -0.108, 0.86], to: [0.078, -0.112, 0.76], radii: [0.038, 0.042], ...flat(SIDE, 1.3), blend: 0.04 },
  { from: [0.078, -0.112, 0.76], to: [0.145, -0.112, 0.43], radii: [0.042, 0.05], ...flat(SIDE, 1.6), blend: 0.03 },
  { from: [0.145, -0.112, 0.43], to: [0.165, -0.085, 0.35], radii: [0.05, 0.055], ...flat(SIDE, 1.8), blend: 0.03 },
  // Up to the hinge, the tall process for the chewing muscle, and the hook below the hinge.
  { from: [0.165, -0.07, 0.35], to: [0.185, -0.012, 0.28], radii: [0.048, 0.022], ...flat(SIDE, 1.6), blend: 0.03 },
  { from: [0.145, 0, 0.265], to: [0.225, 0, 0.268], radii: [0.018, 0.018], blend: 0.012 },
  { from: [0.163, -0.06, 0.38], to: [0.176, 0.06, 0.352], radii: [0.055, 0.045], ...flat(SIDE, 2), blend: 0.03 },
  { from: [0.176, 0.06, 0.352], to: [0.182, 0.13, 0.328], radii: [0.045, 0.032], ...flat(SIDE, 2), blend: 0.03 },
  { from: [0.165, -0.105, 0.34], to: [0.168, -0.088, 0.232], radii: [0.032, 0.014], ...flat(SIDE, 1.4), blend: 0.03 },
];

const CHIN: Part = { from: [-0.03, -0.092, 0.925], to: [0.03, -0.092, 0.925], radii: [0.033, 0.033], blend: 0.03 };

/** Finer on the teeth. */
function sizeEdges(_x: number, y: number, z: number): number {
  return z > 0.43 && y > -0.066 ? 0.38 : 1;
}

/**
 * Between the two hinges, on the line about which the jaw opens; it turns aside about the vertical through this point.
 */
export const JAW_HINGE: Point = [0, 0, 0.266];

/**
 * The lower jaw to the skull of `createSkull`, in the same frame, closed.
 */
export function createMandible(options: { triangles?: number } = {}): Mesh {
  const parts = [...LEFT_PARTS, ...LOWER_LEFT.map(toothPart)];
  return meshShape(
    createDistanceField([CHIN, ...parts, ...parts.map(mirrorPart)]),
    options.triangles ?? 10_000,
    0.015,
    sizeEdges,
  );
}
