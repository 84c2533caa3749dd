import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../papers/scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  type Mesh,
  type Skin,
  setPose,
  touches,
} from '../../src/index.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { findData, needsData } from '../needs.ts';
import { cases } from '../support/cases.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const kinds = ['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const;

/** Colliders for the bodies of a scene; bodies of one model share a shape, as they would in a game. */
function createBodies(scene: Scene, kind: (typeof kinds)[number]): Collider[] {
  const shapes = new Map(
    [...new Set(scene.bodies)].map(model => {
      const { mesh, skin, skeleton } = model;
      return [model, createShape(mesh, { kind, skin, skeleton })];
    }),
  );
  return scene.bodies.map(model => createCollider(shapes.get(model)!));
}

function poseBodies(scene: Scene, bodies: Collider[], step: number): void {
  bodies.forEach((collider, body) => {
    const jointMatrices = new Float64Array(collider.jointMatrices.length);
    scene.writePose(body, step, jointMatrices);
    setPose(collider, { jointMatrices });
  });
}

/** The steps of a scene at which each kind of skinning is looked at, by their place in the list. */
type Chosen = Record<(typeof kinds)[number], number[]>;

/**
 * Steps to look at: the bodies touch at all of them but the first. Brute force takes a second a step or more, so each step is looked
 * at with one kind of skinning; in a long run, with all.
 */
const walks: [name: string, steps: number[], chosen: Chosen][] = [
  [
    'two-men-walking',
    [44, 45, 58, 66, 68],
    { 'linear-blend': [0, 1], 'spherical-blend': [2, 4], 'dual-quaternion-blend': [3] },
  ],
  [
    'creatures-walk-through',
    [5, 13, 34, 61, 110],
    { 'linear-blend': [4], 'spherical-blend': [1], 'dual-quaternion-blend': [0, 2] },
  ],
];

describe.each(walks)('%s', (name, steps, chosen) => {
  it.each(kinds)(
    '%s: the pairs are exactly those of brute force, at the first touch, in the thick of it and at the last',
    kind => {
      const scene = scenes[name]();
      const [a, b] = createBodies(scene, kind);
      const looks = cases(0, 1) === 1 ? steps.keys() : chosen[kind];
      for (const k of looks) {
        const step = steps[k];
        poseBodies(scene, [a, b], step);
        const isTouching = touches(a, b); // first, while most volumes are stale
        const expected = findPairsByBruteForce(a, b);
        expect(sortPairs(findPairs(a, b)), `step ${step}`).toEqual(sortPairs(expected));
        expect([isTouching, expected.length > 0]).toEqual([k > 0, k > 0]);
      }
    },
  );
});

describe('neck-twist', () => {
  it.each(kinds)('%s: every vertex is inside all its spheres at 0, 90 and 180 degrees', kind => {
    const scene = scenes['neck-twist']();
    const [body] = createBodies(scene, kind);
    for (const step of [0, (scene.steps - 1) / 2, scene.steps - 1]) {
      poseBodies(scene, [body], step);
      expect(findWorstEscape(body), `step ${step}`).toBeLessThanOrEqual(0);
    }
  });
});

interface Frame {
  name: string;
  poseOfA: Float32Array;
  poseOfB: Float32Array;
  pairs: Uint32Array;
}

/** Reads the format of ../shared/data/creature/README.md. */
function readCreature(path: string): { mesh: Mesh; skin: Skin; frames: Frame[] } {
  const file = readFileSync(path);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const [magic, vertices, triangles, jointCount, frameCount, situations] = new Int32Array(bytes, 0, 6);
  expect(magic).toBe(0x43524541);
  let at = 24;
  const take = <T>(
    Type: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    count: number,
    size: number,
  ): T => {
    const values = new Type(bytes, at, count);
    at += count * size;
    return values;
  };
  const positions = Float64Array.from(take(Float32Array, 3 * vertices, 4));
  const corners = take(Uint32Array, 3 * triangles, 4);
  const joints = take(Uint8Array, 4 * vertices, 1);
  const weights = take(Float32Array, 4 * vertices, 4);
  const frames: Frame[] = [];
  for (let situation = 0; situation < situations; situation++) {
    for (let frame = 0; frame < frameCount; frame++) {
      const poseOfA = toRows(take(Float32Array, 16 * jointCount, 4));
      const poseOfB = toRows(take(Float32Array, 16 * jointCount, 4));
      const [count] = take(Int32Array, 1, 4);
      const name = `${['near', 'light touch', 'deep'][situation]}, frame ${frame}`;
      frames.push({ name, poseOfA, poseOfB, pairs: take(Uint32Array, 2 * count, 4) });
    }
  }
  expect(at).toBe(bytes.byteLength);
  return { mesh: { positions, triangles: corners }, skin: { jointCount, influences: 4, joints, weights }, frames };
}

/** 4x4 matrices column by column to 3x4 matrices row by row. */
function toRows(palette: Float32Array): Float32Array {
  return Float32Array.from({ length: (palette.length / 16) * 12 }, (_, k) => {
    const [joint, row, column] = [Math.floor(k / 12), Math.floor((k % 12) / 4), k % 4];
    return palette[16 * joint + 4 * column + row];
  });
}

const creaturePath = findData('creature/creature_0.bin');

describe('two creatures with answers confirmed by CGAL', () => {
  it('all 60 pair lists are equal', needsData('creature/creature_0.bin'), () => {
    const { mesh, skin, frames } = readCreature(creaturePath);
    const shape = createShape(mesh, { kind: 'linear-blend', skin });
    const [a, b] = [createCollider(shape), createCollider(shape)];
    let pairs = 0;
    for (const frame of frames) {
      setPose(a, { jointMatrices: frame.poseOfA });
      setPose(b, { jointMatrices: frame.poseOfB });
      expect(sortPairs(findPairs(a, b)), frame.name).toEqual(sortPairs(frame.pairs));
      pairs += frame.pairs.length / 2;
    }
    expect(frames.length).toBe(60);
    expect(pairs).toBeGreaterThan(1000);
  });
});
