import type { Mesh } from '../../src/mesh/mesh.ts';
import { meshShape } from '../mesh-shape.ts';
import type { Part, Point } from '../signed-distance.ts';
import { createDistanceField, mirrorPart } from '../signed-distance.ts';
import type { Material } from './brick.ts';
import { createFilledBody, embedVertices, type FilledBody, fillCells } from './fill-cells.ts';
import { solveFreeBody } from './free-body.ts';
import type { ReducedModel } from './reduced-model.ts';
import { subdivideMesh } from './subdivide.ts';

/** Metres; y is up, the fish looks along +z. */
const SIDE: Point = [1, 0, 0];
/** The cells of the analysis: about 45 along the fish. */
const CELL = 0.0105;
/** One soft material for muscle, skin and spine, a little heavier than water. */
export const FLESH: Material = { stiffness: 4e5, contraction: 0.45, density: 1050 };

/** The trunk: where along z, how high its middle is, half its height. It is about half as wide as high. */
const TRUNK: [z: number, y: number, radius: number][] = [
  [0.2, -0.005, 0.0175],
  [0.163, -0.001, 0.036],
  [0.115, 0.003, 0.049],
  [0.05, 0.005, 0.057],
  [-0.02, 0.004, 0.051],
  [-0.085, 0.002, 0.034],
  [-0.14, 0.001, 0.0185],
  [-0.172, 0.001, 0.017],
];

/** Many short cones with little blending: few long ones would bulge where they meet. */
const SLICES = 16;

/** The trunk at `t` of its length, on cubic curves through the table (Catmull and Rom). */
function sliceTrunk(t: number): [z: number, y: number, radius: number] {
  const at = Math.min(t * (TRUNK.length - 1), TRUNK.length - 1 - 1e-9);
  const i = Math.floor(at);
  const f = at - i;
  const row = (k: number): readonly number[] => TRUNK[Math.max(0, Math.min(TRUNK.length - 1, k))];
  const value = (c: number): number => {
    const [a, b, d, e] = [row(i - 1)[c], row(i)[c], row(i + 1)[c], row(i + 2)[c]];
    return b + (f / 2) * (d - a + f * (2 * a - 5 * b + 4 * d - e + f * (3 * b - a - 3 * d + e)));
  };
  return [value(0), value(1), value(2)];
}

function createTrunk(): Part[] {
  return Array.from({ length: SLICES }, (_, slice) => {
    const [fromZ, fromY, fromRadius] = sliceTrunk(slice / SLICES);
    const [z, y, radius] = sliceTrunk((slice + 1) / SLICES);
    const factor = 2 - 0.25 * Math.abs(z - 0.06) * 10 * (z > 0.06 ? 1 : 0.5);
    return {
      from: [0, fromY, fromZ],
      to: [0, y, z],
      radii: [fromRadius, radius],
      flatten: { direction: SIDE, factor },
      blend: 0.003,
    };
  });
}

/** A fin as a fan of flat rays that melt together. `from` and `to` give the ends of ray `t` in 0..1. */
function createFin(
  rays: number,
  from: (t: number) => Point,
  to: (t: number) => Point,
  radii: readonly [number, number],
  flat: Point,
  factor: number,
): Part[] {
  return Array.from({ length: rays }, (_, ray) => {
    const t = rays === 1 ? 0 : ray / (rays - 1);
    return { from: from(t), to: to(t), radii, flatten: { direction: flat, factor }, blend: 0.005 };
  });
}

function createMiddleFins(): Part[] {
  const fork = (t: number): number => Math.abs(2 * t - 1);
  return [
    ...createFin(
      11,
      t => [0, 0.001 + 0.012 * (t - 0.5) * 2, -0.168],
      t => [0, 0.001 + 0.066 * (2 * t - 1), -0.222 - 0.032 * fork(t) ** 2],
      [0.0065, 0.0072],
      SIDE,
      2.6,
    ),
    ...createFin(
      10,
      t => [0, 0.046 - 0.022 * t * t, 0.06 - 0.13 * t],
      t => [0, 0.09 - 0.042 * t, 0.035 - 0.14 * t],
      [0.0075, 0.0066],
      SIDE,
      2.6,
    ),
    ...createFin(
      6,
      t => [0, -0.03 + 0.014 * t, -0.055 - 0.06 * t],
      t => [0, -0.064 + 0.028 * t, -0.085 - 0.055 * t],
      [0.0072, 0.0062],
      SIDE,
      2.6,
    ),
  ];
}

/** The paired fins, eye and gill cover of the left side (x > 0). */
const LEFT_PARTS: Part[] = [
  ...createFin(
    5,
    t => [0.025, -0.024 - 0.012 * t, 0.105 - 0.006 * t],
    t => [0.052 - 0.008 * t, -0.026 - 0.034 * t, 0.05 + 0.012 * t],
    [0.006, 0.0068],
    [0.8, 0, 0.5],
    2.2,
  ),
  ...createFin(
    4,
    t => [0.012, -0.045 + 0.002 * t, 0.035 - 0.016 * t],
    t => [0.024, -0.075 + 0.014 * t, 0.0 - 0.02 * t],
    [0.0062, 0.0062],
    [0.9, 0.3, 0],
    2.2,
  ),
  { from: [0.0185, 0.0125, 0.161], to: [0.0186, 0.0126, 0.1612], radii: [0.0095, 0.0095], blend: 0.002 },
  {
    from: [0.011, -0.001, 0.135],
    to: [0.011, -0.001, 0.128],
    radii: [0.03, 0.032],
    flatten: { direction: SIDE, factor: 1.75 },
    blend: 0.004,
  },
];

/** Lips, and the mouth between them. */
const HEAD_PARTS: Part[] = [
  { from: [-0.006, -0.0115, 0.207], to: [0.006, -0.0115, 0.207], radii: [0.0062, 0.0062], blend: 0.005 },
  { from: [-0.006, -0.0005, 0.212], to: [0.006, -0.0005, 0.212], radii: [0.006, 0.006], blend: 0.005 },
  { from: [-0.02, -0.0065, 0.22], to: [0.02, -0.0065, 0.22], radii: [0.005, 0.005], blend: 0.003, carve: true },
];

/** Finer on the fins, which are thin. */
function sizeEdges(x: number, y: number, z: number): number {
  return z < -0.17 || y > 0.063 || y < -0.055 || Math.abs(x) > 0.033 ? 0.75 : 1;
}

/** The surface of the fish, and the bricks it is analysed with. */
export function createFishBody(triangles: number): { mesh: Mesh; filled: FilledBody } {
  const parts = [...createTrunk(), ...createMiddleFins(), ...LEFT_PARTS, ...LEFT_PARTS.map(mirrorPart), ...HEAD_PARTS];
  const mesh = subdivideMesh(meshShape(createDistanceField(parts), 2 * Math.round(triangles / 8), 0.006, sizeEdges));
  return { mesh, filled: createFilledBody(mesh, fillCells(mesh, CELL)) };
}

/**
 * A fish of 45 cm (24776 triangles unless told otherwise) and its lowest three vibrations, as it lies slack: an elastic
 * solid on a cubic lattice, cells at the surface weighing and resisting as much as they are filled. Fins are thinner
 * than a cell, and are so stiffer than a skin of flesh would be; their rays make them so too.
 */
export function createFish(options: { triangles?: number } = {}): ReducedModel {
  const { mesh, filled } = createFishBody(options.triangles ?? 24776);
  const { modes, frequencies, mass, center, inertia } = solveFreeBody(filled.body, FLESH, 3);
  const fields = modes.map(mode => embedVertices(mesh, filled, CELL, mode));
  const positions = mesh.positions.map((x, i) => x - center[i % 3]);
  return { name: 'fish', mesh: { positions, triangles: mesh.triangles }, modes: fields, frequencies, mass, inertia };
}
