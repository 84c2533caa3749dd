import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { createCollider, createShape, findSelfPairs, type Mesh, setPose } from '../../src/index.ts';

/** Joints that only move: a place for each. */
function placeJoints(places: readonly (readonly [number, number, number])[]): Float64Array {
  return Float64Array.from(places.flatMap(([x, y, z]) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]));
}

/** A body whose vertices follow one joint each, that holds its rest pose until 1 s and then moves on. */
function createSubject(
  mesh: Mesh,
  jointOfVertex: readonly number[],
  rest: Float64Array,
  later: Float64Array,
): CheckSubject {
  const jointCount = rest.length / 12;
  const skin = {
    jointCount,
    influences: 1,
    joints: Uint16Array.from(jointOfVertex),
    weights: new Float32Array(jointOfVertex.length).fill(1),
  };
  return {
    name: 'strips',
    bodies: [
      {
        name: 'strips',
        mesh,
        source: { kind: 'linear-blend', skin },
        jointNames: Array.from({ length: jointCount }, (_, j) => `j${j}`),
        materialNames: [],
      },
    ],
    rest: [{ jointMatrices: rest, weights: new Float64Array(0) }],
    clips: [
      {
        name: 'hold',
        start: 0,
        end: 2,
        poseAt: (time, [out]) => {
          const part = Math.max(0, time - 1);
          for (let k = 0; k < rest.length; k++) out.jointMatrices[k] = rest[k] + part * (later[k] - rest[k]);
        },
      },
    ],
  };
}

/** How many pairs of triangles of a body touch as it was made, or where it rests. */
function countSelfPairs({ bodies, rest }: CheckSubject, b: number): number {
  const { mesh, source } = bodies[b];
  const collider = createCollider(createShape(mesh, source));
  const { jointMatrices, weights } = rest[b];
  const made = jointMatrices.map((_, k) => ((k % 12) % 5 === 0 ? 1 : 0));
  const found = new Set<string>();
  for (const matrices of [made, jointMatrices]) {
    setPose(collider, weights.length > 0 ? { jointMatrices: matrices, weights } : { jointMatrices: matrices });
    const pairs = findSelfPairs(collider);
    for (let k = 0; k < pairs.length; k += 2)
      found.add(
        pairs
          .subarray(k, k + 2)
          .slice()
          .sort()
          .join(),
      );
  }
  return found.size;
}

describe('contacts at rest', () => {
  it('of the resting scene are known although the mesh has others as it was made', () => {
    // Triangles 0 and 1 cross as made; 2 and 3 stand apart, and cross where joint 3 puts the latter at rest.
    const cross = (x: number, gap: number): number[] => [
      ...[x, 0, 0, x + 1, 0, 0, x, 1, 0],
      ...[x + gap, 0.2, -0.5, x + gap, 0.2, 0.5, x + gap + 1, 0.3, 0],
    ];
    const mesh = {
      positions: Float64Array.from([...cross(0, 0.2), ...cross(5, 3)]),
      triangles: Uint32Array.from({ length: 12 }, (_, k) => k),
    };
    const still = placeJoints([0, 0, 0, -2.8].map(x => [x, 0, 0]));
    const joints = Array.from({ length: 12 }, (_, v) => Math.floor(v / 3));
    const report = checkSubject(createSubject(mesh, joints, still, still));
    expect(report.rest.map(({ a, b, pairs }) => [a.joint, b.joint, pairs])).toEqual([
      ['j0', 'j1', 1],
      ['j2', 'j3', 1],
    ]);
    expect(report.clips[0].findings).toEqual([]);
  });

  it('next to one as the mesh was made count as well, and so do their neighbours', () => {
    // Two strips across each other's plane, one along x, the other too: they share a stretch of the axis, short as made, long at rest.
    const steps = 12;
    const strip = (x: number, isUpright: boolean): number[] =>
      Array.from({ length: 2 * (steps + 1) }, (_, v) => {
        const side = v % 2 === 0 ? -0.31 : 0.42;
        return [x + Math.floor(v / 2), isUpright ? side : 0.01, isUpright ? 0.02 : side];
      }).flat();
    const trianglesFrom = (first: number): number[] =>
      Array.from({ length: 2 * steps }, (_, t) => [first + t, first + t + 1 + (t % 2), first + t + 2 - (t % 2)]).flat();
    const mesh = {
      positions: Float64Array.from([...strip(0, false), ...strip(steps - 0.6, true)]),
      triangles: Uint32Array.from([...trianglesFrom(0), ...trianglesFrom(2 * (steps + 1))]),
    };
    const joints = Array.from({ length: 4 * (steps + 1) }, (_, v) => (v < 2 * (steps + 1) ? 0 : 1));
    const rest = placeJoints([
      [0, 0, 0],
      [-3.3, 0, 0],
    ]);
    const later = placeJoints([
      [0, 0, 0],
      [-3.7, 0, 0],
    ]);
    const subject = createSubject(mesh, joints, rest, later);
    const report = checkSubject(subject);
    expect(report.rest.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(countSelfPairs(subject, 0));
    expect(report.clips[0].findings).toEqual([]);
  });

  it('of one instance of a mesh are left out of that instance only, where there are many', () => {
    // Four sheets of joint 0 and four of joint 1 that stand apart as made: one instance rests with them through each other, one moves so.
    const sheets = [0, 1, 2, 3].map(k => 0.1 * k);
    const positions = [
      ...sheets.flatMap(z => [0, 0, z, 1, 0, z, 0, 1, z]),
      ...sheets.flatMap(x => [5.2 + x, 0.1, -1, 5.2 + x, 0.1, 1, 5.2 + x, 0.3, 0]),
    ];
    const triangles = Uint32Array.from({ length: 24 }, (_, k) => k);
    const placesOf = (x: number, z: number): Float64Array =>
      placeJoints([
        [0, 0, z],
        [x, 0, z],
      ]);
    const joints = Array.from(triangles, v => (v < 12 ? 0 : 1));
    const one = createSubject(
      { positions: Float64Array.from(positions), triangles },
      joints,
      placesOf(-5, 0),
      placesOf(-5, 0),
    );
    const other = { rest: placesOf(0, 9), later: placesOf(-5, 9) };
    const subject: CheckSubject = {
      ...one,
      bodies: [one.bodies[0], { ...one.bodies[0], name: 'other' }],
      rest: [one.rest[0], { jointMatrices: other.rest, weights: new Float64Array(0) }],
      clips: [
        {
          ...one.clips[0],
          poseAt(time, [out, ofOther]) {
            one.clips[0].poseAt(time, [out]);
            const part = Math.max(0, time - 1);
            ofOther.jointMatrices.set(other.rest.map((x, k) => x + part * (other.later[k] - x)));
          },
        },
      ],
    };
    const report = checkSubject(subject);
    expect(report.rest.map(({ a, b, pairs }) => [a.body, b.body, pairs])).toEqual([['strips', 'strips', 16]]);
    expect(report.clips[0].findings.map(({ a, b }) => [a.body, a.joint, b.body, b.joint])).toEqual([
      ['other', 'j0', 'other', 'j1'],
    ]);
  });
});

/** Models of other people, where they are at hand; none comes with the project. */
const folder = new URL('../../../shared/data/', import.meta.url);

describe.skipIf(!existsSync(folder))('real models that hold their rest pose', () => {
  it.each(['gltf/q-Snake.glb', 'gltf-more/q-dinosaurs-Stegosaurus.glb'])(
    '%s lists all contacts, and has no findings',
    async name => {
      const subject = createGltfSubject(name, await readGltf(readFileSync(new URL(name, folder))));
      const hold: CheckSubject['clips'][number] = {
        name: 'hold',
        start: 0,
        end: 0.1,
        poseAt: (_, out) => {
          subject.rest.forEach(({ jointMatrices, weights }, b) => {
            out[b].jointMatrices.set(jointMatrices);
            out[b].weights.set(weights);
          });
        },
      };
      const report = checkSubject({ ...subject, clips: [hold] });
      const ofItself = report.rest.filter(({ a, b }) => a.body === b.body);
      const expected = subject.bodies.reduce((sum, _, b) => sum + countSelfPairs(subject, b), 0);
      expect(expected).toBeGreaterThan(0);
      expect(ofItself.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(expected);
      expect(report.clips[0].findings).toEqual([]);
    },
  );
});
