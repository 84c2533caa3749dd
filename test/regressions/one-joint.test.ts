import { describe, expect, it } from 'vitest';
import {
  createImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpactExactly,
} from '../../src/continuous/elementary/index.ts';
import { createSweep, findSelfImpacts, type Sweep } from '../../src/continuous/index.ts';
import { findContactsByBruteForce } from '../../src/continuous/self/brute-force.ts';
import { findFeatures } from '../../src/continuous/self/features.ts';
import { createFeatureTester } from '../../src/continuous/self/test-features.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { type Collider, createShape, posedPositions, type Shape } from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { createBoxes } from '../support/boxes.ts';

/** Turned by at most so many radians, and moved about so far along each axis. */
function drawMatrix(random: Random, distance: number, most = 1): Float64Array {
  const [axis, turn, matrix] = [new Float64Array(3), new Float64Array(4), new Float64Array(12)];
  randomDirection(random, axis, 0);
  quaternionAbout(axis[0], axis[1], axis[2], most * random(), turn, 0);
  setRotationAbout(matrix, 0, turn[0], turn[1], turn[2], turn[3], 0, 0, 0);
  for (let row = 0; row < 3; row++) matrix[4 * row + 3] = distance * (0.6 + 0.4 * random()) * (random() < 0.5 ? -1 : 1);
  return matrix;
}

function orderedPositions(collider: Collider): Float64Array {
  const positions = posedPositions(collider);
  const { vertexOrder } = collider.shape;
  return positions.map((_, k) => positions[3 * vertexOrder[Math.floor(k / 3)] + (k % 3)]);
}

/** When the first pair of features meets, by integers; Infinity if none does. Floats pick the pairs: they miss none. */
function findTruth(sweep: Sweep): number {
  const { mesh } = sweep.start.shape;
  const motion = { start: orderedPositions(sweep.start), end: orderedPositions(sweep.end) };
  const tester = createFeatureTester(findFeatures(mesh), motion);
  findContactsByBruteForce(tester);
  const { count, areEdges, first, second } = tester.contacts;
  const { edges } = tester.features.topology;
  const impact = createImpact();
  let time = Infinity;
  for (let i = 0; i < count; i++) {
    const [e, f] = [2 * first[i], 2 * second[i]];
    const [a, b, c] = mesh.triangles.subarray(3 * second[i], 3 * second[i] + 3);
    const meets = areEdges[i]
      ? findEdgeEdgeImpactExactly(
          motion,
          3 * edges[e],
          3 * edges[e + 1],
          motion,
          3 * edges[f],
          3 * edges[f + 1],
          impact,
        )
      : findVertexTriangleImpactExactly(motion, 3 * first[i], motion, 3 * a, 3 * b, 3 * c, impact);
    if (meets) time = Math.min(time, impact.time);
  }
  return time;
}

/** Steps of a shape on one joint until so many bring a contact: how many of these are missed, or named late. */
function countMissed(shape: Shape, distance: number, wanted: number): { contacts: number; missed: number } {
  const random = createRandom(1);
  const sweep = createSweep(shape);
  const tally = { contacts: 0, missed: 0 };
  for (let step = 0; step < 2000 && tally.contacts < wanted; step++) {
    const turn = step % 2;
    const from = { jointMatrices: drawMatrix(random, random(), turn) };
    setSweep(sweep, from, { jointMatrices: drawMatrix(random, distance, turn) });
    const truth = findTruth(sweep);
    if (truth === Infinity) continue;
    tally.contacts++;
    if (findSelfImpacts(sweep).time > truth) tally.missed++;
  }
  return tally;
}

describe('what follows one joint alone, where rounding closes a gap', () => {
  it.each([
    [1e-10, 1e6, 10],
    [3e-11, 1e6, 40],
    [1e-9, 1e8, 40],
    [5e-14, 1e3, 40],
    [4e-8, 1e9, 40],
  ])('two boxes %d apart, moved by %d: no contact is missed', (gap, distance, wanted) => {
    const shape = createShape(
      createBoxes(
        [
          [-1, -1, -1],
          [0, 1, 1],
        ],
        [
          [gap, -0.7, -0.8],
          [1.3, 0.9, 0.6],
        ],
      ),
      { kind: 'rigid' },
    );
    expect(countMissed(shape, distance, wanted)).toEqual({ contacts: wanted, missed: 0 });
  });

  it('neighbours of one surface too: a thin blade, far away', () => {
    const shape = createShape(
      createBoxes([
        [-1, -1, 0],
        [1, 1, 1e-10],
      ]),
      { kind: 'rigid' },
    );
    expect(countMissed(shape, 1e6, 8)).toEqual({ contacts: 8, missed: 0 });
  });

  it('a gap that rounding cannot close costs no test', () => {
    const shape = createShape(
      createBoxes(
        [
          [-1, -1, -1],
          [0, 1, 1],
        ],
        [
          [1e-3, -1, -1],
          [1, 1, 1],
        ],
      ),
      { kind: 'rigid' },
    );
    const sweep = createSweep(shape);
    const random = createRandom(3);
    const stats = { volumeTests: 0, candidates: 0, featureTests: 0 };
    for (let step = 0; step < 20; step++) {
      setSweep(sweep, { jointMatrices: drawMatrix(random, 1) }, { jointMatrices: drawMatrix(random, 1e3) });
      expect(findSelfImpacts(sweep, { stats }).time).toBe(Infinity);
    }
    expect(stats.featureTests).toBe(0);
  });
});
