import type { Surface, SurfaceMaterial } from '../../picture/surface.ts';
import { createTexture, type Texture } from '../../picture/texture.ts';
import type { CheckPlan } from '../../src/check/plan/plan.ts';
import type { BodyPose } from '../../src/check/plan/subject.ts';
import { type BodyLooks, isPlain, type Looks } from '../looks/looks.ts';
import type { Material } from '../looks/material.ts';

/** What is drawn of a body, but for where it is. */
export type Costume = Omit<Surface, 'positions' | 'isMirrored'>;

/** Bodies of which nothing is known are of clay, in turn, so that they are told apart. */
const CLAYS: readonly (readonly [number, number, number, number])[] = [
  [0.8, 0.78, 0.75, 1],
  [0.62, 0.7, 0.79, 1],
  [0.74, 0.79, 0.68, 1],
];

/** The looks of a plan's bodies, with the triangles of its shapes. */
export function createCostumes({ shapes }: CheckPlan, looks: Looks): Costume[] {
  const textures = new Map<string, Texture>();
  const materials = looks.materials.map(material => dress(material, looks, textures));
  const isClay = isPlain(looks);
  return shapes.map(({ mesh, order }, b) => {
    const { corners, uvs, colors, materialOfTriangle } = looks.bodies[b];
    const clay = { ...materials[0], color: CLAYS[b % CLAYS.length], isDoubleSided: true };
    return {
      triangles: mesh.triangles,
      corners: orderCorners(corners, order),
      uvs,
      colors,
      materials: isClay ? materials.map(() => clay) : materials,
      materialOfTriangle: order.map(triangle => materialOfTriangle[triangle]),
    };
  });
}

function dress(material: Material, { images }: Looks, textures: Map<string, Texture>): SurfaceMaterial {
  const { image, wrap, color, alpha, cutoff, isDoubleSided, isUnlit } = material;
  const key = `${image} ${wrap}`;
  if (image >= 0 && !textures.has(key)) textures.set(key, createTexture(images[image], wrap));
  return { color, texture: textures.get(key) ?? null, alpha, cutoff, isDoubleSided, isUnlit };
}

function orderCorners(corners: BodyLooks['corners'], order: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: corners.length }, (_, k) => corners[3 * order[Math.floor(k / 3)] + (k % 3)]);
}

/** Costumes on the bodies of a moment. */
export function dressBodies(
  costumes: readonly Costume[],
  { positions, poses }: { positions: readonly Float64Array[]; poses: readonly BodyPose[] },
): Surface[] {
  return costumes.map((costume, b) => ({ ...costume, positions: positions[b], isMirrored: isMirrored(poses[b]) }));
}

/** Whether a pose turns a body inside out. */
function isMirrored({ jointMatrices: m }: BodyPose): boolean {
  const [a, b, c] = [m[0], m[1], m[2]];
  return a * (m[5] * m[10] - m[6] * m[9]) - b * (m[4] * m[10] - m[6] * m[8]) + c * (m[4] * m[9] - m[5] * m[8]) < 0;
}
