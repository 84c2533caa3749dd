import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRotations, createTube, type Model, turnJoint, writeJointMatrices } from '../../../models/index.ts';
import { writeChainMatrices } from '../../../models/skeletal/chain-matrices.ts';
import { dropChain, type FallingChain } from '../../../models/skeletal/drop-chain.ts';
import { foldJoints } from '../../../models/skeletal/fold-joints.ts';
import { createGeodesic } from '../../../models/skeletal/geodesic.ts';
import { createBox, createRope, createRopeFall, createUrchin } from '../../../models/skeletal/index.ts';
import { skinPositions } from '../../../scripts/skin-positions.ts';
import { measureSurface } from '../surface-facts.ts';
import { findSelfContacts, findSelfContactsByBruteForce } from './self-contacts.ts';

function hashModel({ mesh, skin, skeleton }: Model): string {
  const hash = createHash('sha256');
  for (const array of [mesh.positions, mesh.triangles, skin.joints, skin.weights, skeleton.positions])
    hash.update(array);
  return hash.digest('hex');
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** A tube of six joints, each turned by `bend` about x after the first. */
function bendTube(bend: number): { positions: Float64Array; triangles: Uint32Array } {
  const tube = createTube({ rings: 40, sides: 8, joints: 6, overlap: 1 });
  const rotations = createRotations(6);
  for (let j = 1; j < 6; j++) turnJoint(rotations, j, 1, 0, 0, bend);
  const matrices = new Float64Array(72);
  writeJointMatrices(tube.skeleton, rotations, IDENTITY, matrices);
  return { positions: skinPositions(tube, matrices), triangles: tube.mesh.triangles };
}

describe('the finder of self-contacts', () => {
  test.each([0, 0.7, 1.3, 1.6])('finds what brute force finds in a tube bent by %d at each joint', bend => {
    const mesh = bendTube(bend);
    const key = ([t, u]: [number, number]): string => `${t},${u}`;
    const found = findSelfContacts(mesh).map(key).sort();
    expect(found).toEqual(findSelfContactsByBruteForce(mesh).map(key).sort());
    expect(found.length > 0).toBe(bend > 1);
    expect(findSelfContacts(mesh, 1)).toHaveLength(Math.min(1, found.length));
  });

  test('finds two triangles that cross beyond their common vertex', () => {
    const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0.5, -1, 1, 0.5, 1);
    expect(findSelfContacts({ positions, triangles: Uint32Array.of(0, 1, 2, 0, 3, 4) })).toEqual([[0, 1]]);
    positions[11] = 0.5;
    expect(findSelfContacts({ positions, triangles: Uint32Array.of(0, 1, 2, 0, 3, 4) })).toEqual([]);
  });
});

describe('a posed chain', () => {
  const joints = 9;
  const rest = Float64Array.from({ length: 3 * joints }, (_, k) => (k % 3 === 1 ? 0.5 * Math.floor(k / 3) : 0));
  /** A helix about y that climbs as it turns. */
  const places = Float64Array.from({ length: 3 * joints }, (_, k) => {
    const angle = 0.35 * Math.floor(k / 3);
    return [1.2 * Math.cos(angle), 0.1 * angle, 1.2 * Math.sin(angle)][k % 3];
  });
  const column = (matrices: Float64Array, j: number, axis: number): number[] =>
    [0, 1, 2].map(k => matrices[12 * j + 4 * k + axis]);
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

  function pose(twists?: Float64Array): Float64Array {
    const out = new Float64Array(12 * joints);
    writeChainMatrices(rest, { places, normal: Float64Array.of(0, 1, 0) }, out, twists);
    return out;
  }

  test('has each joint at its place, its y axis along the chain', () => {
    const matrices = pose();
    for (let j = 0; j < joints; j++) {
      for (let k = 0; k < 3; k++) {
        const o = 12 * j + 4 * k;
        expect(matrices[o + 1] * rest[3 * j + 1] + matrices[o + 3]).toBeCloseTo(places[3 * j + k], 12);
      }
      const [from, to] = [Math.max(0, j - 1), Math.min(joints - 1, j + 1)];
      const along = [0, 1, 2].map(k => places[3 * to + k] - places[3 * from + k]);
      expect(dot(column(matrices, j, 1), along)).toBeCloseTo(Math.hypot(...along), 12);
    }
  });

  test('is turned about itself as little as can be from joint to joint', () => {
    const matrices = pose();
    for (let j = 1; j < joints; j++) {
      // The shortest turn has its axis across both tangents, and leaves what lies along that axis as it is.
      const [a, b] = [column(matrices, j - 1, 1), column(matrices, j, 1)];
      const axis = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      for (const side of [0, 2]) {
        expect(dot(column(matrices, j, side), axis)).toBeCloseTo(dot(column(matrices, j - 1, side), axis), 12);
      }
    }
  });

  test('is twisted by what is asked for, from x towards -z as a turn about y does', () => {
    const plain = pose();
    const twisted = pose(new Float64Array(joints).fill(0.3));
    for (let j = 0; j < joints; j++) {
      expect(column(twisted, j, 1)).toEqual(column(plain, j, 1));
      expect(dot(column(twisted, j, 0), column(plain, j, 0))).toBeCloseTo(Math.cos(0.3), 12);
      expect(dot(column(twisted, j, 0), column(plain, j, 2))).toBeCloseTo(-Math.sin(0.3), 12);
    }
  });
});

describe('a falling chain', () => {
  /** A coil of not quite two turns, the second straight above the first. */
  function dropCoil(seconds: number): FallingChain {
    const [count, spacing, radius, width, rise] = [78, 0.06, 0.033, 0.4, 0.01];
    const turn = 2 * Math.asin(Math.sqrt(spacing ** 2 - rise ** 2) / (2 * width));
    const places = Float64Array.from({ length: 3 * count }, (_, k) => {
      const j = Math.floor(k / 3);
      return [width * Math.cos(turn * j), 0.2 + rise * j, width * Math.sin(turn * j)][k % 3];
    });
    const chain = { places, velocities: new Float64Array(3 * count), spacing, radius };
    for (let t = 0; t < seconds; t += 1 / 80) dropChain(chain, 1 / 80);
    return chain;
  }

  test('comes to rest on the floor and on itself, its links as long as ever, bent no sharper than a rope', () => {
    const { places: p, spacing, radius, velocities } = dropCoil(1.5);
    const distance = (a: number, b: number): number =>
      Math.hypot(p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]);
    let [highest, closest] = [0, Infinity];
    for (let o = 0; o < p.length; o += 3) {
      expect(p[o + 1]).toBeGreaterThanOrEqual(radius);
      highest = Math.max(highest, p[o + 1]);
      if (o + 3 < p.length) expect(Math.abs(distance(o, o + 3) / spacing - 1)).toBeLessThan(0.02);
      if (o + 6 < p.length) expect(distance(o, o + 6)).toBeGreaterThan(1.7 * spacing);
      for (let q = 0; q < o - 60; q += 3) closest = Math.min(closest, distance(o, q));
    }
    expect(highest).toBeLessThan(0.2);
    expect(closest).toBeGreaterThan(1.7 * radius);
    expect(closest).toBeLessThan(2.5 * radius);
    expect(Math.max(...velocities.map(Math.abs))).toBeLessThan(0.5);
  });

  test('falls as all things do until it meets something', () => {
    const chain: FallingChain = {
      places: Float64Array.from({ length: 30 }, (_, k) => (k % 3 === 1 ? 9 : k % 3 === 0 ? (k / 3) * 0.1 : 0)),
      velocities: new Float64Array(30),
      spacing: 0.1,
      radius: 0.03,
    };
    for (let step = 0; step < 80; step++) dropChain(chain, 1 / 80);
    expect(chain.places[1]).toBeCloseTo(9 - 9.81 / 2, 1);
    expect(chain.velocities[1]).toBeCloseTo(-9.81, 1);
  });
});

test('the ends of the rope move by more than the length of a bone, the rest of it by less on average', () => {
  const rope = createRope();
  const fall = createRopeFall(rope);
  const bone = rope.skeleton.positions[4] - rope.skeleton.positions[1];
  const [before, after] = [new Float64Array(2400), new Float64Array(2400)];
  let [mean, fastest] = [0, 0];
  for (let step = 1; step < fall.steps; step++) {
    fall.write(step - 1, before);
    fall.write(step, after);
    for (let j = 0; j < 200; j++) {
      const y = rope.skeleton.positions[3 * j + 1];
      const moved = [3, 7, 11].map(
        k => after[12 * j + k] - before[12 * j + k] + y * (after[12 * j + k - 2] - before[12 * j + k - 2]),
      );
      const distance = Math.hypot(...moved);
      mean += distance / (200 * (fall.steps - 1));
      if (j === 199) fastest = Math.max(fastest, distance);
    }
  }
  expect(fastest).toBeGreaterThan(2 * bone);
  expect(mean).toBeLessThan(bone);
});

describe('folding joints', () => {
  const tube = createTube({ rings: 20, sides: 6, joints: 5, overlap: 1 });
  const folded = foldJoints(tube, ['joint-2', 'joint-3']);

  test('gives what they moved to the nearest ancestor that stays', () => {
    expect(folded.jointNames).toEqual(['joint-0', 'joint-1', 'joint-4']);
    expect([...folded.skeleton.parents]).toEqual([-1, 0, 1]);
    expect([...folded.skeleton.positions]).toEqual([
      ...tube.skeleton.positions.subarray(0, 6),
      ...tube.skeleton.positions.subarray(12),
    ]);
    const total = (model: Model, v: number, joints: number[]): number => {
      let sum = 0;
      for (let k = 4 * v; k < 4 * v + 4; k++) if (joints.includes(model.skin.joints[k])) sum += model.skin.weights[k];
      return sum;
    };
    for (let v = 0; v < tube.mesh.positions.length / 3; v++) {
      expect(total(folded, v, [0])).toBeCloseTo(total(tube, v, [0]), 2);
      expect(total(folded, v, [1])).toBeCloseTo(total(tube, v, [1, 2, 3]), 2);
      expect(total(folded, v, [2])).toBeCloseTo(total(tube, v, [4]), 2);
    }
  });

  test.each([['joint-0'], ['joint-9']])('refuses %s, which is the root or not there', name => {
    expect(() => foldJoints(tube, [name])).toThrow(`foldJoints: tube cannot do without ${name}`);
  });
});

test.each([1, 3, 4])('a geodesic of frequency %i is a closed ball of 20 f^2 triangles', frequency => {
  const { mesh, shares } = createGeodesic(frequency);
  const facts = measureSurface(mesh);
  expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
  expect(facts.volume).toBeGreaterThan(2.5);
  expect(mesh.triangles).toHaveLength(60 * frequency * frequency);
  for (let v = 0; v < shares.length; v += 3) {
    expect(shares[v] + shares[v + 1] + shares[v + 2]).toBe(frequency);
    expect(Math.hypot(...mesh.positions.subarray(v, v + 3))).toBeCloseTo(1, 12);
  }
});

test.each([createRope, createBox, createUrchin])('%o: is the same each time it is made', create => {
  expect(hashModel(create())).toBe(hashModel(create()));
});
