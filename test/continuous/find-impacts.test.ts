import { describe, expect, it } from 'vitest';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts';
import { createImpact, findEdgeEdgeImpact, findVertexTriangleImpact } from '../../src/continuous/elementary/index.ts';
import {
  createSweep,
  findImpacts,
  findSelfImpacts,
  type Impacts,
  type SurfaceImpact,
  type Sweep,
  sweepTo,
} from '../../src/continuous/index.ts';
import { createShape, posedPositions, touchesSelf } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { buildTopology } from '../../src/mesh/topology.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { createCharacterShape } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName, deformerNames } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';

interface Truth {
  time: number;
  count: number;
}

/** All pairs of features of two bodies, or of one with itself. */
function searchAll(a: Sweep, b: Sweep): Truth {
  const impact = createImpact();
  const truth: Truth = { time: Infinity, count: 0 };
  const note = (isContact: boolean): void => {
    if (!isContact) return;
    truth.count++;
    truth.time = Math.min(truth.time, impact.time);
  };
  const [p, q] = [a, b].map(({ start, end }) => {
    const { mesh, vertexOrder } = start.shape;
    const reorder = (positions: Float64Array): Float64Array =>
      Float64Array.from(
        { length: positions.length },
        (_, k) => positions[3 * vertexOrder[Math.floor(k / 3)] + (k % 3)],
      );
    return {
      motion: { start: reorder(posedPositions(start)), end: reorder(posedPositions(end)) },
      triangles: mesh.triangles,
      edges: buildTopology(mesh).edges,
    };
  });
  const isSelf = a === b;
  const against = (x: typeof p, y: typeof p): void => {
    for (const v of new Set(x.triangles)) {
      for (let t = 0; t < y.triangles.length; t += 3) {
        const [i, j, k] = y.triangles.subarray(t, t + 3);
        if (isSelf && (v === i || v === j || v === k)) continue;
        note(findVertexTriangleImpact(x.motion, 3 * v, y.motion, 3 * i, 3 * j, 3 * k, 1e-6, impact));
      }
    }
  };
  against(p, q);
  if (!isSelf) against(q, p);
  for (let e = 0; e < p.edges.length; e += 2) {
    for (let f = isSelf ? e + 2 : 0; f < q.edges.length; f += 2) {
      const [i, j, k, l] = [p.edges[e], p.edges[e + 1], q.edges[f], q.edges[f + 1]];
      if (isSelf && (i === k || i === l || j === k || j === l)) continue;
      note(findEdgeEdgeImpact(p.motion, 3 * i, 3 * j, q.motion, 3 * k, 3 * l, 1e-6, impact));
    }
  }
  return truth;
}

/** How far apart the two places of an impact are at its time. */
function gapOf(a: Sweep, b: Sweep, { impacts }: Pick<Impacts, 'impacts'>, i: number): number {
  const { triangles, barycentrics, time, point } = impacts[i];
  const at = [a, b].map(({ start, end }, side) => {
    const [p, q] = [posedPositions(start), posedPositions(end)];
    const { mesh, triangleOrder, vertexOrder } = start.shape;
    const slot = triangleOrder.indexOf(triangles[side]);
    return [0, 1, 2].map(axis =>
      [0, 1, 2].reduce((sum, k) => {
        const v = 3 * vertexOrder[mesh.triangles[3 * slot + k]] + axis;
        return sum + barycentrics[side][k] * (p[v] + time * (q[v] - p[v]));
      }, 0),
    );
  });
  expect(Math.hypot(...at[0].map((x, axis) => x - point[axis]))).toBeLessThan(1e-6);
  return Math.hypot(...at[0].map((x, axis) => x - at[1][axis]));
}

/** Without the pair that says that the step begins in contact. */
function featuresOf({ impacts }: Pick<Impacts, 'impacts'>): SurfaceImpact[] {
  return impacts.filter(({ kind }) => kind !== 'triangle-triangle');
}

/** Two bodies, one of this deformer, on their way between random poses. */
function createRandomSweeps(name: DeformerName, seed: number, random: Random): [Sweep, Sweep] {
  const kinds = [name, deformerNames[Math.floor(deformerNames.length * random())]];
  const [a, b] = kinds.map((kind, body) => {
    const character = createRandomCharacter(10 * seed + body, 4);
    character.mesh.positions.forEach((x, k, all) => {
      if (k % 3 === 0) all[k] = x % 3; // some stand far away
    });
    const volumes = (['box', 'sphere', 'dop'] as const)[Math.floor(3 * random())];
    const shape = createCharacterShape(kind, character, { volumes, leafSize: 1 + (seed % 5) });
    const sweep = createSweep(shape);
    for (let step = 0; step < 3; step++) {
      const jointMatrices = createRandomPose(random, character.skeleton, { turn: 0.7, shift: 1, isAffine: false });
      const count = sweep.start.jointMatrices.length;
      const weights = createRandomWeights(random, sweep.start.weights.length).map(w => 0.3 * w);
      sweepTo(sweep, { jointMatrices: jointMatrices.slice(0, count), weights });
    }
    return sweep;
  });
  return [a, b];
}

describe('impacts of two bodies', () => {
  it.each(deformerNames)('%s against any other: all of them, and the first, as brute force finds them', name => {
    const random = createRandom(deformerNames.indexOf(name) + 1);
    let contacts = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const sweeps = createRandomSweeps(name, seed, random);
      const truth = searchAll(sweeps[0], sweeps[1]);
      const touches = findPairsByBruteForce(sweeps[0].start, sweeps[1].start).length > 0;
      const all = findImpacts(sweeps[0], sweeps[1], { find: 'all' });
      expect(featuresOf(all).length).toBe(truth.count);
      expect(featuresOf(all)[0]?.time ?? Infinity).toBe(truth.time);
      const first = findImpacts(sweeps[0], sweeps[1]);
      for (const found of [all, first]) {
        expect(found.isFreeAtStart).toBe(!touches);
        expect(found.time).toBe(touches ? 0 : truth.time);
        expect(found.impacts[0]?.time ?? Infinity).toBe(found.time);
      }
      if (touches) expect(first.impacts.map(({ kind }) => kind)).toEqual(['triangle-triangle']);
      first.impacts.forEach((_, i) => {
        if (first.impacts[i].state === 'impact') expect(gapOf(sweeps[0], sweeps[1], first, i)).toBeLessThan(1e-3);
      });
      contacts += truth.count;
    }
    expect(contacts).toBeGreaterThan(10);
  });

  const mutants = readChanges`
    bounds/corner-boxes.ts
      boxes are compared at the start only
        - a[i] > b[j + 3] && aEnd[i] > bEnd[j + 3]
        + a[i] > b[j + 3]
      boxes are compared at the end only
        - b[j + 1] > a[i + 4] && bEnd[j + 1] > aEnd[i + 4]
        + bEnd[j + 1] > aEnd[i + 4]
  `;

  it.each(mutants)('this would notice if %s', (_, change) => {
    const load = createLoader(change);
    const changed = load<typeof import('../../src/continuous/find-impacts.ts')>('continuous/find-impacts.ts');
    const random = createRandom(1);
    const isWrong = Array.from({ length: 20 }, (_, k) => createRandomSweeps('linear-blend', k + 1, random)).some(
      ([a, b]) => featuresOf(changed.findImpacts(a, b, { find: 'all' })).length !== searchAll(a, b).count,
    );
    expect(isWrong).toBe(true);
  });

  it('a sweep against itself is refused', () => {
    const sweep = createSweep(createShape(createTube({ rings: 4, sides: 4, joints: 2 }).mesh, { kind: 'rigid' }));
    expect(() => findImpacts(sweep, sweep)).toThrow(/findSelfImpacts/);
  });
});

/** A tube that curls up until its ends meet, and further. */
function createCurl(): { sweep: Sweep; pose(time: number): { jointMatrices: Float64Array }; skeleton: never } {
  const joints = 8;
  const model = createTube({ rings: 26, sides: 7, joints, length: 6, radius: 0.4 });
  const shape = createShape(model.mesh, { kind: 'linear-blend', skin: model.skin, skeleton: model.skeleton });
  const root = new Float64Array(12);
  writePlacement(root, 0, 0, 0, 0);
  return {
    sweep: createSweep(shape),
    skeleton: model.skeleton as never,
    pose(time) {
      const rotations = createRotations(joints);
      for (let j = 1; j < joints; j++) turnJoint(rotations, j, 1, 0, 0.1 * time, time);
      const jointMatrices = new Float64Array(12 * joints);
      writeJointMatrices(model.skeleton, rotations, root, jointMatrices);
      return { jointMatrices };
    },
  };
}

describe('impacts of a body with itself', () => {
  it('along a clip: the first contact of each step is that of brute force, and coverage says how it was found', () => {
    const { sweep, pose, skeleton } = createCurl();
    sweepTo(sweep, pose(0));
    let steps = 0;
    let firstContact = 0;
    for (let time = 0.05; time < 1.5; time += 0.05) {
      sweepTo(sweep, pose(time));
      const found = findSelfImpacts(sweep, { skeleton });
      const truth = searchAll(sweep, sweep);
      expect(found.isFreeAtStart).toBe(!touchesSelf(sweep.start));
      expect(found.time).toBe(found.isFreeAtStart ? truth.time : 0);
      steps++;
      expect(found.coverage).toHaveLength(1);
      expect(found.coverage[0].checkedBy).toBe(found.isFreeAtStart ? 'views' : 'volumes');
      if (truth.count === 0) continue;
      if (firstContact === 0) {
        firstContact = time;
        expect(found.isFreeAtStart).toBe(true);
        expect(found.impacts.length).toBeGreaterThan(0);
        const [joint, other] = found.impacts[0].joints;
        expect(Math.abs(joint - other)).toBeGreaterThan(2); // far apart along the tube
      }
      expect(featuresOf(findSelfImpacts(sweep, { skeleton, find: 'all' })).length).toBe(truth.count);
      for (const impact of found.impacts)
        expect(gapOf(sweep, sweep, found, found.impacts.indexOf(impact))).toBeLessThan(1e-3);
    }
    expect(steps).toBeGreaterThan(25);
    expect(firstContact).toBeGreaterThan(0.3);
  });

  it('steps may be taken in any order', () => {
    const { sweep, pose } = createCurl();
    const another = createCurl();
    for (const [from, to] of [
      [0.2, 0.3],
      [0.9, 1.1],
      [0.1, 0.9],
    ]) {
      sweepTo(sweep, pose(from));
      sweepTo(sweep, pose(to));
      another.sweep = createSweep(sweep.start.shape);
      sweepTo(another.sweep, pose(from));
      sweepTo(another.sweep, pose(to));
      expect(findSelfImpacts(sweep).time).toBe(findSelfImpacts(another.sweep).time);
    }
  });

  it('an open surface is checked by volumes, and the answer says why', () => {
    const character = createRandomCharacter(3, 6);
    const sweep = createSweep(createCharacterShape('linear-blend', character));
    const random = createRandom(1);
    for (let step = 0; step < 8; step++) {
      sweepTo(sweep, {
        jointMatrices: createRandomPose(random, character.skeleton, { turn: 0.5 * step, shift: 0.1, isAffine: false }),
      });
      const found = findSelfImpacts(sweep);
      const truth = searchAll(sweep, sweep);
      expect(found.time).toBe(touchesSelf(sweep.start) ? 0 : truth.time);
      expect(featuresOf(findSelfImpacts(sweep, { find: 'all' }))[0]?.time ?? Infinity).toBe(truth.time);
      expect(found.coverage.map(({ checkedBy }) => checkedBy)).toEqual(['volumes']);
      expect(found.coverage[0].component.flaw).toMatch(/open at the edge between vertices/);
    }
  });
});
