import { describe, expect, it } from 'vitest';
import {
  createImpact,
  findEdgeEdgeImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpact,
  findVertexTriangleImpactExactly,
} from '../../src/continuous/elementary/index.ts';
import {
  createSweep,
  findImpacts,
  findSelfImpacts,
  type SurfaceImpact,
  type Sweep,
} from '../../src/continuous/index.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { createShape, type Mesh, posedPositions } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { buildTopology } from '../../src/mesh/topology.ts';
import { createBoxes, createPlate, turnAndShift } from '../support/boxes.ts';

/** How many pairs of features of a step meet at its first contact, in integers; floats, which are never late, pick them. */
function countTogether(a: Sweep, b: Sweep): { time: number; count: number } {
  const [p, q] = [a, b].map(({ start, end }) => ({
    motion: { start: posedPositions(start), end: posedPositions(end) },
    ...given.get(start.shape)!,
  }));
  const impact = createImpact();
  const near: { time: number; decide(): number }[] = [];
  const exactly = (meets: boolean): number => (meets ? impact.time : Infinity);
  const against = (x: typeof p, y: typeof p): void => {
    for (let v = 0; v < x.mesh.positions.length; v += 3) {
      for (let t = 0; t < y.mesh.triangles.length; t += 3) {
        const [i, j, k] = Array.from(y.mesh.triangles.subarray(t, t + 3), w => 3 * w);
        if (!findVertexTriangleImpact(x.motion, v, y.motion, i, j, k, 1e-6, impact)) continue;
        const decide = (): number => exactly(findVertexTriangleImpactExactly(x.motion, v, y.motion, i, j, k, impact));
        near.push({ time: impact.time, decide });
      }
    }
  };
  against(p, q);
  against(q, p);
  for (let e = 0; e < p.edges.length; e += 2) {
    for (let f = 0; f < q.edges.length; f += 2) {
      const [i, j, k, l] = [p.edges[e], p.edges[e + 1], q.edges[f], q.edges[f + 1]].map(v => 3 * v);
      if (!findEdgeEdgeImpact(p.motion, i, j, q.motion, k, l, 1e-6, impact)) continue;
      const decide = (): number => exactly(findEdgeEdgeImpactExactly(p.motion, i, j, q.motion, k, l, impact));
      near.push({ time: impact.time, decide });
    }
  }
  near.sort((one, other) => one.time - other.time);
  let [time, count] = [Infinity, 0];
  for (const pair of near) {
    if (pair.time > time) break;
    const own = pair.decide();
    if (own < time) [time, count] = [own, 0];
    if (own === time && own < Infinity) count++;
  }
  return { time, count };
}

const given = new WeakMap<object, { mesh: Mesh; edges: Uint32Array }>();

function create(mesh: Mesh): Sweep {
  const shape = createShape(mesh, { kind: 'rigid' });
  given.set(shape, { mesh, edges: buildTopology(mesh).edges });
  return createSweep(shape);
}

/** A box of random size that falls flat on the plate z = 0, turned and shifted on the way. */
function fall(box: Sweep, random: Random): void {
  const place = (): [number, number, number] => [6 * random(), random() - 0.5, random() - 0.5];
  const [height, depth] = [0.1 + random(), 0.1 + random()];
  const from = turnAndShift(...place(), height);
  const to = turnAndShift(...place(), -depth);
  setSweep(box, { jointMatrices: from }, { jointMatrices: to });
}

function distinct(impacts: SurfaceImpact[]): number {
  return new Set(impacts.map(impact => JSON.stringify(impact))).size;
}

describe('contacts that meet at one time', () => {
  it('a box that falls flat on a plate: all of them, in 200 random steps', () => {
    const random = createRandom(1);
    const plate = create(createPlate(3, 3));
    let several = 0;
    for (let step = 0; step < 200; step++) {
      const size = [0.3 + random(), 0.3 + random(), 1];
      const box = create(createBoxes([size.map((x, axis) => (axis < 2 ? -x : 0)), size]));
      fall(box, random);
      const truth = countTogether(box, plate);
      for (const found of [findImpacts(box, plate), findImpacts(plate, box)]) {
        expect(found.time).toBeLessThanOrEqual(truth.time);
        expect(found.time).toBeGreaterThan(truth.time - 1e-6);
        // All that float64 cannot tell from the first, so at least those that meet exactly then; and none that is later.
        expect(distinct(found.impacts)).toBeGreaterThanOrEqual(truth.count);
        for (const { time } of found.impacts) expect(time).toBeLessThanOrEqual(truth.time + 1e-6);
      }
      expect(findImpacts(box, plate).isFreeAtStart).toBe(true);
      if (truth.count > 4) several++;
    }
    expect(several).toBeGreaterThan(100);
  });

  it('the same of one surface with itself', () => {
    const random = createRandom(2);
    const plates = createPlate(2, 3);
    let several = 0;
    for (let step = 0; step < 60; step++) {
      const size = [0.3 + random(), 0.3 + random(), 1];
      const box = createBoxes([size.map((x, axis) => (axis < 2 ? -x : 0)), size]);
      const alone = [create(box), create(plates)];
      fall(alone[0], random);
      const truth = countTogether(alone[0], alone[1]);
      const vertices = (box.positions.length + plates.positions.length) / 3;
      const mesh = {
        positions: Float64Array.of(...box.positions, ...plates.positions),
        triangles: Uint32Array.of(...box.triangles, ...plates.triangles.map(v => v + 8)),
      };
      const skin = {
        jointCount: 2,
        influences: 1,
        joints: Uint16Array.from({ length: vertices }, (_, v) => (v < 8 ? 0 : 1)),
        weights: new Float64Array(vertices).fill(1),
      };
      const sweep = createSweep(createShape(mesh, { kind: 'linear-blend', skin }));
      const pose = (jointMatrices: Float64Array): { jointMatrices: Float64Array } => ({
        jointMatrices: Float64Array.of(...jointMatrices, ...turnAndShift(0, 0, 0, 0)),
      });
      setSweep(sweep, pose(alone[0].start.jointMatrices), pose(alone[0].end.jointMatrices));
      const found = findSelfImpacts(sweep);
      expect(distinct(found.impacts)).toBeGreaterThanOrEqual(truth.count);
      for (const { time } of found.impacts) expect(time).toBeLessThanOrEqual(truth.time + 1e-6);
      if (truth.count > 4) several++;
    }
    expect(several).toBeGreaterThan(30);
  });
});
