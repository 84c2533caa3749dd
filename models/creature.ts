import { createBodyPlan } from './body-plan.ts';
import { createBoneWeights } from './bone-weights.ts';
import {
  HEAD,
  LEFT_FRONT_LEG,
  LEFT_HIND_LEG,
  NECK,
  neckRadius,
  planCreatureJoints,
  TAIL,
  tailRadius,
} from './creature-skeleton.ts';
import { meshShape } from './mesh-shape.ts';
import type { Model } from './model.ts';
import type { Part, Point } from './signed-distance.ts';
import { createDistanceField, mirrorPart } from './signed-distance.ts';
import { transferWeights } from './transfer-weights.ts';

const SIDE: Point = [1, 0, 0];
const UP: Point = [0, 1, 0];

/** A chain of round cones through the points; `blend` only where it meets what was there before, little inside it. */
function chain(points: readonly Point[], radii: readonly number[], blend: number, inner: number): Part[] {
  return points.slice(1).map((to, i) => ({
    from: points[i],
    to,
    radii: [radii[i], radii[i + 1]],
    blend: i === 0 ? blend : inner,
  }));
}

function trunkParts(): Part[] {
  return [
    {
      from: [0, 2.0, -0.95],
      to: [0, 2.02, 0.1],
      radii: [0.66, 0.78],
      flatten: { direction: SIDE, factor: 1.15 },
      blend: 0.16,
    },
    {
      from: [0, 2.02, 0.1],
      to: [0, 2.1, 0.95],
      radii: [0.78, 0.7],
      flatten: { direction: SIDE, factor: 1.15 },
      blend: 0.1,
    },
    ...chain([[0, 2.2, 0.9], ...NECK, HEAD], [0.6, ...NECK.map((_, i) => neckRadius(i)), 0.2], 0.16, 0.02),
    ...chain([[0, 2.15, -1.1], ...TAIL], [0.58, ...TAIL.map((_, i) => tailRadius(i))], 0.16, 0.015),
  ];
}

function headParts(): Part[] {
  return [
    { from: [0, 4.22, 3.08], to: [0, 4.21, 3.36], radii: [0.27, 0.23], blend: 0.1 },
    {
      from: [0, 4.18, 3.38],
      to: [0, 4.07, 3.9],
      radii: [0.2, 0.13],
      flatten: { direction: UP, factor: 1.15 },
      blend: 0.08,
    },
    { from: [0, 4.02, 3.14], to: [0, 3.74, 3.74], radii: [0.15, 0.085], blend: 0.05 },
  ];
}

function leftHeadParts(): Part[] {
  return [
    { from: [0.13, 4.34, 3.3], to: [0.17, 4.36, 3.42], radii: [0.09, 0.075], blend: 0.04 },
    { from: [0.07, 4.17, 3.92], to: [0.06, 4.14, 3.97], radii: [0.05, 0.035], blend: 0.03 },
    {
      from: [0.16, 4.36, 3.02],
      to: [0.48, 4.49, 2.81],
      radii: [0.13, 0.065],
      flatten: { direction: [0, 0.5, 1], factor: 1.3 },
      blend: 0.04,
    },
    { from: [0.1, 4.44, 3.1], to: [0.17, 4.74, 2.85], radii: [0.085, 0.06], blend: 0.04 },
    { from: [0.17, 4.74, 2.85], to: [0.2, 4.88, 2.56], radii: [0.06, 0.05], blend: 0.02 },
  ];
}

function leftLegParts(): Part[] {
  const front = LEFT_FRONT_LEG.map(joint => joint.at);
  const hind = LEFT_HIND_LEG.map(joint => joint.at);
  return [
    ...chain(front.slice(0, 5), [0.36, 0.29, 0.19, 0.145, 0.16], 0.15, 0.05),
    ...chain(hind.slice(0, 5), [0.4, 0.37, 0.2, 0.13, 0.16], 0.15, 0.05),
    { from: [0.6, 1.1, -0.92], to: [0.6, 0.75, -1.22], radii: [0.18, 0.12], blend: 0.05 },
    ...[LEFT_FRONT_LEG, LEFT_HIND_LEG].flatMap(pawParts),
  ];
}

/** Three toes: the two that have joints, and one between them. */
function pawParts(leg: typeof LEFT_FRONT_LEG): Part[] {
  const paw = leg[4].at;
  const z = paw[2];
  const toes = leg.slice(5).map(
    (toe): Part => ({
      from: [(paw[0] + toe.at[0]) / 2, 0.13, z + 0.1],
      to: toe.tip ?? toe.at,
      radii: [0.115, 0.075],
      blend: 0.05,
    }),
  );
  return [
    ...toes,
    { from: [paw[0], 0.14, z + 0.1], to: [paw[0] + 0.01, 0.085, z + 0.5], radii: [0.12, 0.08], blend: 0.04 },
  ];
}

/** A row of plates along neck, back and tail: where they stick to the body, and which way and how far they stand out. */
function planSpikes(): { at: Point; out: Point; radius: number; size: number }[] {
  const plates: { at: Point; out: Point; radius: number; size: number }[] = [];
  for (let i = 1; i < NECK.length; i++) {
    plates.push({ at: NECK[i], out: [0, 0.66, -0.75], radius: neckRadius(i), size: 0.28 });
  }
  for (let i = 0; i < 6; i++) {
    const size = 0.36 + 0.03 * Math.sin((Math.PI * i) / 5);
    plates.push({ at: [0, 2.14, 1.05 - 0.46 * i], out: [0, 0.95, -0.31], radius: 0.72, size });
  }
  for (let i = 0; i < 8; i++) {
    plates.push({ at: TAIL[i], out: [0, 0.88, -0.47], radius: tailRadius(i), size: 0.34 - 0.016 * i });
  }
  return plates;
}

const SPIKES = planSpikes();

function spikeParts(): Part[] {
  return SPIKES.map(({ at, out, radius, size }) => ({
    from: [0, at[1] + out[1] * (radius - 0.05), at[2] + out[2] * (radius - 0.05)],
    to: [0, at[1] + out[1] * (radius + size), at[2] + out[2] * (radius + size)],
    radii: [0.48 * size, 0.2 * size],
    flatten: { direction: SIDE, factor: 1.2 },
    blend: 0.04,
  }));
}

/** Finer on the head and most on horns and ears, finer on the feet, the plates and the end of the tail. */
function sizeEdges(x: number, y: number, z: number): number {
  if (y > 4.55 || (y > 4.3 && Math.abs(x) > 0.25)) return 0.42;
  if (z > 2.85 && y > 3.5) return 0.6;
  if (y < 0.35) return 0.7;
  if (Math.abs(x) < 0.15) {
    for (const { at, out, radius, size } of SPIKES) {
      const dy = y - at[1] - out[1] * (radius + size / 2);
      const dz = z - at[2] - out[2] * (radius + size / 2);
      if (dy * dy + dz * dz < size * size) return 0.55;
    }
  }
  return z < -3 ? 0.75 : 1;
}

const TRIANGLES = 13_590;

/**
 * A horned, long-necked beast on four legs: 56 joints and 13590 triangles, or the same body with as many as asked for
 * (an even number). The weights of a finer one are those of the plain one, read off at the nearest place of its skin.
 */
export function createCreature(options: { triangles?: number } = {}): Model {
  const triangles = options.triangles ?? TRIANGLES;
  const plan = createBodyPlan(planCreatureJoints());
  const left = [...leftLegParts(), ...leftHeadParts()];
  const shape = createDistanceField([
    ...trunkParts(),
    ...headParts(),
    ...spikeParts(),
    ...left,
    ...left.map(mirrorPart),
  ]);
  const plain = meshShape(shape, Math.min(triangles, TRIANGLES), 0.08, sizeEdges);
  const plainSkin = createBoneWeights(plain.positions, plan, {
    overlap: 0.5,
    smooth: { triangles: plain.triangles, rounds: 3 },
  });
  const fine = triangles > TRIANGLES;
  const mesh = fine ? meshShape(shape, triangles, 0.08, sizeEdges, triangles > 50_000 ? 1.3 : 2) : plain;
  const skin = fine ? transferWeights(plain, plainSkin, mesh.positions) : plainSkin;
  return { name: 'creature', mesh, skin, skeleton: plan.skeleton, jointNames: plan.jointNames };
}
