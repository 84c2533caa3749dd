import { createIcosphere } from './icosphere.ts';
import type { MorphModel } from './morph-model.ts';

/** Halvings of an icosahedron: 20 * 4^5 = 20480 triangles. */
const LEVELS = 5;

/** In which direction a bud sits, how far it swells (dents are negative), and how narrow it is (larger is narrower). */
interface Bud {
  at: readonly [number, number, number];
  height: number;
  narrowness: number;
}

const PEBBLE: Bud[] = [
  { at: [0.7, 0.5, 0.5], height: 0.2, narrowness: 4 },
  { at: [-0.6, 0.6, -0.5], height: 0.22, narrowness: 5 },
  { at: [0.1, -0.9, 0.4], height: 0.16, narrowness: 4 },
  { at: [-0.4, 0.35, 0.8], height: -0.16, narrowness: 6 },
  { at: [0.6, -0.3, -0.7], height: -0.14, narrowness: 6 },
];

const BLOSSOM: Bud[] = [
  { at: [1, 0.15, 0.1], height: 0.85, narrowness: 9 },
  { at: [-0.95, 0.3, 0.2], height: 0.7, narrowness: 11 },
  { at: [0.1, 1, -0.1], height: 0.75, narrowness: 9 },
  { at: [0.2, -1, 0.25], height: 0.8, narrowness: 10 },
  { at: [0.1, 0.05, 1], height: 0.7, narrowness: 9 },
  { at: [-0.15, -0.1, -1], height: 0.8, narrowness: 10 },
  { at: [0.6, -0.55, -0.6], height: 0.45, narrowness: 14 },
  { at: [-0.6, 0.6, 0.7], height: 0.4, narrowness: 14 },
];

/**
 * Writes the place of the unit direction (x, y, z) on a ball of radius `base` with buds. Such a body is star-shaped, so it
 * cannot cut itself, and neither can any morph between two of them.
 */
function placeBudded(base: number, buds: Bud[], x: number, y: number, z: number, out: Float64Array, o: number): void {
  let radius = base;
  for (const { at, height, narrowness } of buds) {
    const cosine = (x * at[0] + y * at[1] + z * at[2]) / Math.hypot(...at);
    radius += height * Math.exp(narrowness * (cosine - 1));
  }
  out[o] = radius * x;
  out[o + 1] = radius * y;
  out[o + 2] = radius * z;
}

/** Half the length of the twisted body, and by how much each of its ends is turned against the middle, in radians. */
const HALF_LENGTH = 1.45;
const TWIST = 1.9;

/**
 * A long body with a waist and three flutes, twisted about x. Each plane across x cuts it in one star-shaped outline,
 * and twisting turns each outline in its own plane: this body cannot cut itself either.
 */
function placeTwisted(x: number, y: number, z: number, out: Float64Array, o: number): void {
  const flutes = 1 + 0.3 * (y * y - 3 * z * z) * y;
  const radius = flutes * (0.52 + 0.55 * x * x + 0.12 * x);
  const cosine = Math.cos(TWIST * x);
  const sine = Math.sin(TWIST * x);
  out[o] = HALF_LENGTH * x;
  out[o + 1] = radius * (cosine * y - sine * z);
  out[o + 2] = radius * (sine * y + cosine * z);
}

type Place = (x: number, y: number, z: number, out: Float64Array, o: number) => void;

const PLACES: Place[] = [
  (x, y, z, out, o) => placeBudded(0.9, PEBBLE, x, y, z, out, o),
  (x, y, z, out, o) => placeBudded(0.62, BLOSSOM, x, y, z, out, o),
  placeTwisted,
];

/**
 * The body of the first experiment of Larsson and Akenine-Moller 2003; both bodies of the scene share it: a pebble, a
 * blossom of eight lobes and a twisted, waisted body, each of 20480 triangles. About 1 in radius.
 */
export function createMorphBodies(): MorphModel {
  const sphere = createIcosphere(LEVELS);
  const references = PLACES.map(place => {
    const positions = new Float64Array(sphere.positions.length);
    for (let o = 0; o < positions.length; o += 3) {
      place(sphere.positions[o], sphere.positions[o + 1], sphere.positions[o + 2], positions, o);
    }
    return positions;
  });
  return { name: 'morph-bodies', mesh: { positions: references[0], triangles: sphere.triangles }, references };
}
