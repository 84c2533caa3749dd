import { compileAssembly, readFrom } from '../../scripts/compile/compile-module.ts';
import { type Arena, createArena, giveUp } from '../../src/compiled/arena.ts';
import { openEngine } from '../../src/compiled/engine.ts';
import { posedBoxes } from '../../src/compiled/posed-boxes.ts';
import { QUERY_ROOM } from '../../src/compiled/query-record.ts';
import { webAssembly } from '../../src/compiled/web-assembly.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { type Collider, createCollider, createShape, setPose } from '../../src/index.ts';
import { toInteger } from '../../src/math/predicates.ts';
import { createRandom } from '../../src/math/random.ts';
import type { Change } from './load-changed.ts';
import { createRandomCharacter, type DeformerName, deformerOf } from './random-character.ts';
import { createRandomPose } from './random-pose.ts';

/** The kinds of shapes that the compiled query knows; those whose joints are blended by quaternions among them. */
export const compiledNames: readonly DeformerName[] = [
  'linear-blend',
  'spherical-blend',
  'dual-quaternion-blend',
  'rigid',
  'morph',
  'morph with in-betweens',
  'chain of linear-blend',
  'modal-chain of linear-blend',
];
export const blendedNames: readonly DeformerName[] = ['spherical-blend', 'dual-quaternion-blend'];

/** A memory of its own for the compiled query as it is. */
export function createCompiledArena(): Arena {
  return createArena(openEngine()!.module, QUERY_ROOM);
}

/** Leaves have few triangles in changed sources, so that small models have inner nodes enough. */
const LEAVES = { from: 'const MERGED: u32 = 24;', to: 'const MERGED: u32 = 6;' };

/** As it is, but for small leaves. */
export function createFineArena(): Promise<Arena> {
  return createChangedArena({ file: 'pack-shape.ts', ...LEAVES });
}

/** The same for a query (that begins at `entry`) whose sources differ in one place, and have small leaves; refuses if there is no such place. */
export async function createChangedArena({ file, from, to }: Change, entry = 'index.ts'): Promise<Arena> {
  const read = readFrom('src/compiled/assembly');
  if (read(file)?.split(from).length !== 2) throw new Error(`${file} does not say "${from}" once.`);
  const { Module } = webAssembly()!;
  const readChanged = (name: string) =>
    (name === file ? read(name)!.replace(from, to) : read(name))?.replace(LEAVES.from, LEAVES.to) ?? null;
  const binary = await compileAssembly(entry, readChanged, '-O0'); // it is not run for long
  if (entry === 'index.ts') return createArena(new Module(binary), QUERY_ROOM);
  const arena = createCompiledArena();
  const part = entry.startsWith('self/') ? arena.self : arena.check;
  part.module = new Module(binary);
  return arena;
}

/**
 * A tiny sheet all of whose vertices follow the same two to six joints by the same weights, which float32 holds: linear blending bounds it nearly exactly, so that all depends on how far
 * it is bent from there. Joints are turned about one point or several.
 */
export function createBentSheet(name: DeformerName, seed: number): Collider {
  const random = createRandom(seed);
  const character = createRandomCharacter(seed, 5);
  const { mesh } = character;
  const { positions: corners } = mesh;
  for (let k = 3; k < corners.length; k++) corners[k] = corners[k % 3] + 1e-3 * (corners[k] - corners[k % 3]);
  const n = 2 + (seed % 5);
  const shares = Array.from({ length: n }, () => 1 + Math.floor(8 * random()));
  shares[0] += 64 - shares.reduce((sum, share) => sum + share);
  const vertices = mesh.positions.length / 3;
  const joints = Uint16Array.from({ length: n * vertices }, (_, k) => k % n);
  const weights = Float64Array.from(joints, joint => (seed % 3 ? shares[joint] / 64 : 1 / n));
  const positions = new Float64Array(3 * n).map((_, k) => corners[k % 3] + (seed % 2 ? 1 : 2 * random()) * (k % 3));
  const parents = new Int32Array(n).map((_, joint) => joint - 1);
  character.skin = { jointCount: n, influences: n, joints, weights };
  character.skeleton = { parents, positions };
  const collider = createCollider(createShape(mesh, deformerOf(name, character), { leafSize: 1 + (seed % 4) }));
  const range = { turn: 0.2 + 1.2 * random(), shift: seed % 4 ? 0 : 0.3, isAffine: false };
  setPose(collider, { jointMatrices: createRandomPose(random, character.skeleton, range) });
  return collider;
}

/**
 * Tiny sheets beside each other. Vertices of one follow their joints by the same weights, which float32 holds, so that linear blending bounds it nearly exactly; several sheets follow the same joints by other weights, some by
 * hardly more than nothing. The skeleton is any tree, and joints between two that move a vertex need not move it.
 */
export function createPatches(name: DeformerName, seed: number): Collider {
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(n * random());
  const jointCount = 2 + below(6);
  const roots = seed % 4 === 0; // several, perhaps
  const parents = new Int32Array(jointCount).map((_, joint) =>
    roots ? below(joint + 1) - 1 : below(joint) - +(joint === 0),
  );
  const positions = Float64Array.from({ length: 3 * jointCount }, () => random());
  const sets = [0, 1, 2].map(() => {
    const joints = Array.from({ length: jointCount }, (_, joint) => joint).sort(() => random() - 0.5);
    return joints.slice(0, 2 + below(Math.min(4, jointCount - 1)));
  });
  const corners: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  for (let patch = 0; patch < 10; patch++) {
    const place = Array.from({ length: 3 }, () => 2 * random() - 0.5);
    const set = sets[below(sets.length)];
    const shares = set.map((_, k) => (k === 0 ? 0 : 1 + below(random() < 0.5 ? 8 : Math.floor(256 / set.length))));
    shares[0] = 256 - shares.reduce((sum, share) => sum + share);
    shares.unshift(...shares.splice(below(set.length))); // any of them may have most
    const first = corners.length / 3;
    for (let v = 0; v < 16; v++) {
      corners.push(...place.map((x, axis) => x + 1e-4 * (axis === 0 ? v % 4 : axis === 1 ? v >> 2 : random())));
      for (let k = 0; k < 5; k++) {
        joints.push(set[k] ?? 0);
        weights.push(k < set.length ? shares[k] / 256 : 0);
      }
    }
    for (let v = 0; v < 11; v++) {
      if (v % 4 < 3) triangles.push(...[0, 1, 5, 0, 5, 4].map(k => first + v + k));
    }
  }
  const character = createRandomCharacter(seed, 1);
  character.mesh = { positions: Float64Array.from(corners), triangles: Uint32Array.from(triangles) };
  character.skin = { jointCount, influences: 5, joints: Uint16Array.from(joints), weights: Float64Array.from(weights) };
  character.skeleton = { parents, positions };
  const collider = createCollider(createShape(character.mesh, deformerOf(name, character)));
  const range = { turn: 1.4 * random(), shift: seed % 3 ? 0 : 0.3 * random(), isAffine: false };
  setPose(collider, { jointMatrices: createRandomPose(random, character.skeleton, range) });
  return collider;
}

/**
 * A tiny sheet whose vertices follow the first joint and one of several others by halves, of which one alone is turned otherwise than the first. One vertex is far away, beside which that is little: so only the
 * bend of one set widens the boxes, and nobody looks at it closely.
 */
export function createSheetOfSets(name: DeformerName, seed: number): Collider {
  const character = createRandomCharacter(seed, 6);
  const { positions: corners } = character.mesh;
  const [x, y, z] = corners;
  for (let k = 3; k < corners.length; k++) corners[k] = corners[k % 3] + 1e-3 * (corners[k] - corners[k % 3]);
  corners[0] += 30;
  const sets = 2 + (seed % 9);
  const vertices = corners.length / 3;
  const joints = Uint16Array.from({ length: 2 * vertices }, (_, k) => (k % 2) * (1 + ((k >> 1) % sets)));
  const weights = Float64Array.from(joints, (_, k) => (k < 2 ? 1 - k : 0.5));
  const parents = new Int32Array(1 + sets).map((_, joint) => (joint > 0 ? 0 : -1));
  const positions = Float64Array.from({ length: 3 + 3 * sets }, (_, k) => [x, y - 1, z][k % 3]);
  character.skin = { jointCount: 1 + sets, influences: 2, joints, weights };
  character.skeleton = { parents, positions };
  const collider = createCollider(createShape(character.mesh, deformerOf(name, character)));
  const matrices = collider.jointMatrices.slice();
  for (let joint = 0; joint <= sets; joint++) {
    const angle = joint === 1 + ((seed >> 1) % sets) ? 0.4 : -0.4; // so that joints alone reach no higher than what follows both by halves
    const [c, d] = [Math.cos(angle), Math.sin(angle)];
    matrices.set([1, 0, 0, 0, 0, c, -d, y - 1 - c * (y - 1) + d * z, 0, d, c, z - d * (y - 1) - c * z], 12 * joint);
  }
  setPose(collider, { jointMatrices: matrices });
  return collider;
}

/**
 * Whether the compiled query takes this pose: of dual quaternions it does not where joints of a set are turned by half a turn against each other, for a
 * vertex may be anywhere then; and rotation centres may be some hundred times as far away as joints are.
 */
export function takesPose(arena: Arena, collider: Collider): boolean {
  return boxesOf(arena, collider) !== null;
}

/**
 * `posedBoxes`. A test that asks about thousands of colliders leaves no time for collecting those that nobody needs any more: so all that has been packed is given up when it is much, or at last
 * the next one would be refused.
 */
export function boxesOf(
  arena: Arena,
  collider: Collider,
  origin: Float64Array | null = null,
): ReturnType<typeof posedBoxes> {
  const posed = posedBoxes(arena, collider, origin);
  if (arena.untouched < 2 ** 26) return posed;
  for (const block of arena.blocks.filter(({ used }) => used < Infinity)) giveUp(arena.blocks, block);
  return posed;
}

/** How far the worst posed vertex is outside a compiled box that should hold it; 0 or less: none is. NaN counts as outside. */
export function findCompiledEscape(arena: Arena, collider: Collider, origin: Float64Array | null = null): number {
  const posed = boxesOf(arena, collider, origin);
  if (posed === null) throw new Error('The compiled query does not take this collider.');
  const { tree, mesh, deformer } = collider.shape;
  const vertices = new Float64Array(mesh.positions.length);
  deformAll(deformer, mesh.positions, collider.posed, vertices);
  let worst = -Infinity;
  for (let node = 0; node < tree.links.length; node++) {
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const x = vertices[3 * mesh.triangles[corner] + axis];
        const low = posed.boxes[6 * node + axis];
        const high = posed.boxes[6 * node + 3 + axis];
        const beyond =
          posed.origin[axis] === 0 ? Math.max(low - x, x - high) : escapeFar(low, x, high, posed.origin[axis]);
        if (!(beyond <= worst)) worst = Number.isNaN(beyond) ? Infinity : beyond;
      }
    }
  }
  return worst;
}

/** The same where the origin is not 0: sums of float64 round, so they are compared as whole numbers of 2^-1074 where that may matter. */
function escapeFar(low: number, x: number, high: number, origin: number): number {
  const rounding = 4 * Number.EPSILON * (Math.abs(low) + Math.abs(high) + Math.abs(x) + Math.abs(origin));
  if (x - (low + origin) > rounding && high + origin - x > rounding) return 0;
  const [exactLow, exactX, exactHigh] = [
    toInteger(low) + toInteger(origin),
    toInteger(x),
    toInteger(high) + toInteger(origin),
  ];
  return exactLow <= exactX && exactX <= exactHigh
    ? 0
    : Math.max(low + origin - x, x - high - origin, Number.MIN_VALUE);
}
