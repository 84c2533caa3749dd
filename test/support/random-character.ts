import type { DeformerSource, Mesh, Skeleton, Skin } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';

/** A small skinned mesh drawn at random: as hostile as the promises allow, not as a character would be. */
export interface RandomCharacter {
  mesh: Mesh;
  skin: Skin;
  skeleton: Skeleton;
  /** Displacement fields: some smooth, some rough, most of them nothing at some vertices. */
  fields: Float64Array[];
}

/**
 * A crumpled sheet of `side` x `side` quads over a random skeleton. Vertices follow 1 to 6 joints; some share weights, some
 * have weights that float32 holds exactly, so that bounds get as thin as they can.
 */
export function createRandomCharacter(seed: number, side = 7): RandomCharacter {
  const random = createRandom(seed);
  const positions = new Float64Array(3 * (side + 1) ** 2);
  const crumple = 0.3 * random();
  const offset = random() < 0.3 ? 100 * random() : 0;
  for (let v = 0; v < positions.length / 3; v++) {
    const u = (v % (side + 1)) / side;
    const w = Math.floor(v / (side + 1)) / side;
    positions[3 * v] = Math.fround(offset + 3 * u + crumple * (random() - 0.5));
    positions[3 * v + 1] = Math.fround(3 * w + crumple * (random() - 0.5));
    positions[3 * v + 2] = Math.fround(Math.sin(4 * u) + crumple * (random() - 0.5));
  }
  const triangles: number[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const v = row * (side + 1) + column;
      triangles.push(v, v + 1, v + side + 2, v, v + side + 2, v + side + 1);
    }
  }
  const jointCount = 2 + Math.floor(6 * random());
  const skeleton = createRandomSkeleton(random, jointCount, offset);
  return {
    mesh: { positions, triangles: Uint32Array.from(triangles) },
    skin: createRandomSkin(random, positions, skeleton),
    skeleton,
    fields: createRandomFields(random, positions),
  };
}

/** Every kind of deformer a character can have; chains with each way of skinning, morphs and chains of them with and without in-betweens. */
export const deformerNames = [
  'rigid',
  'linear-blend',
  'spherical-blend',
  'dual-quaternion-blend',
  'morph',
  'morph with in-betweens',
  'modal',
  'chain of linear-blend',
  'chain of spherical-blend',
  'chain of dual-quaternion-blend',
  'chain with in-betweens of linear-blend',
  'chain with in-betweens of spherical-blend',
  'chain with in-betweens of dual-quaternion-blend',
  'modal-chain of linear-blend',
  'modal-chain of spherical-blend',
  'modal-chain of dual-quaternion-blend',
] as const;
export type DeformerName = (typeof deformerNames)[number];
type ChainName = Extract<DeformerName, `${string}chain${string}`>;

export function deformerOf(name: DeformerName, character: RandomCharacter): DeformerSource {
  const { skin, skeleton, fields } = character;
  switch (name) {
    case 'rigid':
      return { kind: name };
    case 'morph':
      return { kind: 'morph', targets: fields };
    case 'morph with in-betweens':
      return { kind: 'morph', targets: fields, inBetweens: 2 };
    case 'modal':
      return { kind: 'modal', modes: fields };
    case 'linear-blend':
    case 'spherical-blend':
    case 'dual-quaternion-blend':
      return { kind: name, skin, skeleton };
    default:
      return chainOf(name, character);
  }
}

function chainOf(name: ChainName, { skin, skeleton, fields }: RandomCharacter): DeformerSource {
  const [before, kind] = name.split(' of ') as [string, 'linear-blend' | 'spherical-blend' | 'dual-quaternion-blend'];
  const skinning = { kind, skin, skeleton };
  if (before === 'modal-chain') return { kind: before, modes: fields, skinning };
  const inBetweens = before === 'chain with in-betweens' ? 2 : undefined;
  return { kind: 'chain', targets: fields, inBetweens, skinning };
}

function createRandomFields(random: Random, positions: Float64Array): Float64Array[] {
  const count = 1 + Math.floor(4 * random());
  return Array.from({ length: count }, () => {
    const size = 10 ** (2 * random() - 1.5);
    const isRough = random() < 0.4;
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const radius = 3 * random();
    const center = 3 * Math.floor((positions.length / 3) * random());
    const field = new Float64Array(positions.length);
    for (let v = 0; v < positions.length; v += 3) {
      const distance = Math.hypot(...[0, 1, 2].map(axis => positions[v + axis] - positions[center + axis]));
      if (distance > radius) continue;
      const strength = size * (1 - distance / radius);
      for (let axis = 0; axis < 3; axis++) {
        field[v + axis] = Math.fround(strength * ([x, y, z][axis] + (isRough ? random() - 0.5 : 0)));
      }
    }
    return field;
  });
}

function createRandomSkeleton(random: Random, jointCount: number, offset: number): Skeleton {
  const parents = new Int32Array(jointCount).fill(-1);
  const positions = new Float64Array(3 * jointCount);
  for (let j = 0; j < jointCount; j++) {
    if (j > 0) parents[j] = Math.floor(random() * j);
    positions[3 * j] = offset + 3 * random();
    positions[3 * j + 1] = 3 * random();
    positions[3 * j + 2] = random();
  }
  return { parents, positions };
}

function createRandomSkin(random: Random, positions: Float64Array, skeleton: Skeleton): Skin {
  const jointCount = skeleton.parents.length;
  const influences = 6;
  const vertices = positions.length / 3;
  const joints = new Uint16Array(vertices * influences);
  const weights = new Float64Array(vertices * influences);
  const style = random();
  for (let v = 0; v < vertices; v++) {
    const count = 1 + Math.floor(random() * Math.min(influences, jointCount));
    const near = Math.floor((jointCount * v) / vertices);
    let sum = 0;
    for (let k = 0; k < count; k++) {
      joints[v * influences + k] = style < 0.5 ? (near + k) % jointCount : Math.floor(random() * jointCount);
      weights[v * influences + k] = 0.01 + random();
      sum += weights[v * influences + k];
    }
    for (let k = 0; k < count; k++) weights[v * influences + k] /= sum;
    if (style > 0.3 && style < 0.7) roundWeights(weights, v * influences, count);
  }
  return { jointCount, influences, joints, weights };
}

/** Weights in eighths that sum to 1: float32 holds them, so a group of equal weights leaves bounds no room at all. */
function roundWeights(weights: Float64Array, o: number, count: number): void {
  let sum = 0;
  for (let k = 1; k < count; k++) sum += weights[o + k] = Math.floor(8 * weights[o + k]) / 8;
  weights[o] = 1 - sum;
}
