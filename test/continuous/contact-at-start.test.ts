import { describe, expect, it } from 'vitest';
import { addTetrahedra } from '../../models/add-tetrahedra.ts';
import { createTube } from '../../models/index.ts';
import { createSweep, findSelfImpacts } from '../../src/continuous/index.ts';
import { findContactsByBruteForce } from '../../src/continuous/self/brute-force.ts';
import { findFeatures } from '../../src/continuous/self/features.ts';
import { createStepStats } from '../../src/continuous/self/step-stats.ts';
import { createFeatureTester } from '../../src/continuous/self/test-features.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { createShape, type Mesh, posedPositions, type Skin } from '../../src/index.ts';

const joints = 6;
const tube = createTube({ rings: 25, sides: 8, joints, length: 8, radius: 0.4 });

/** The tube and two tetrahedra, which cross each other if `shift` is below 1, far away on its first joint. */
function createBodies(shift: number): { mesh: Mesh; skin: Skin } {
  const corners = [0, shift].flatMap(at => [at, 0.1 * at, 0, 1 + at, 0, 0, at, 1, 0, at, 0, 1]);
  return addTetrahedra(
    tube.mesh,
    tube.skin,
    corners.map(x => 50 + x),
  );
}

/** Each joint is moved to the side, the farther the more. */
function bend(by: number): Float64Array {
  return Float64Array.from({ length: 12 * joints }, (_, k) => {
    const joint = Math.floor(k / 12);
    return k % 12 === 0 || k % 12 === 5 || k % 12 === 10 ? 1 : k % 12 === 3 ? by * joint * joint : 0;
  });
}

describe('a step that begins in contact', () => {
  const from = { jointMatrices: bend(0.02) };
  const to = { jointMatrices: bend(0.03) };

  it('has all its contacts found, and the rest of the surface tested as little as in a free step', () => {
    const [free, inContact] = [3, 0.3].map(shift => {
      const { mesh, skin } = createBodies(shift);
      const sweep = createSweep(createShape(mesh, { kind: 'linear-blend', skin }));
      setSweep(sweep, from, to);
      const stats = createStepStats();
      const found = findSelfImpacts(sweep, { find: 'all', stats });
      const motion = { start: posedPositions(sweep.start), end: posedPositions(sweep.end) };
      const tester = createFeatureTester(findFeatures(mesh), motion);
      findContactsByBruteForce(tester);
      const met = found.impacts.filter(({ kind }) => kind !== 'triangle-triangle').length;
      expect(met).toBe(tester.contacts.count);
      return { ...found, featureTests: stats.featureTests };
    });
    expect(free).toMatchObject({ time: Infinity, isFreeAtStart: true });
    expect(inContact).toMatchObject({ time: 0, isFreeAtStart: false });
    // Between the two tetrahedra there are 2 * 4 * 4 pairs of a vertex and a triangle and 6 * 6 of edges.
    expect(inContact.featureTests).toBeLessThanOrEqual(free.featureTests + 68);
    expect(inContact.featureTests).toBeLessThan(tube.mesh.triangles.length / 3);
  });
});
