import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { liveliness, readLetterA, readTorus } from '../../examples/modal-data.ts';
import {
  createCollider,
  createShape,
  findPairs,
  posedPositions,
  reportManifold,
  setPlacement,
  setPose,
} from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { refitRules } from '../../src/refit/rules.ts';
import { findData, needsData } from '../needs.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const folder = findData('modal');

const models = [
  { name: 'torus', read: readTorus, vertices: 501, modes: 40 },
  { name: 'letter A', read: readLetterA, vertices: 417, modes: 20 },
];

/** Amplitudes of all modes, a few or one, from faint to ten times what looks right; or a small step from the last ones. */
function drawAmplitudes(random: Random, lively: Float64Array, last: Float64Array): Float64Array {
  const size = 10 ** (3 * random() - 2);
  const share = [1, 0.2, 0.05][Math.floor(3 * random())];
  const drawn = lively.map(most => (random() < share ? size * most * (2 * random() - 1) : 0));
  return random() < 0.5 ? drawn : drawn.map((amplitude, m) => last[m] + 0.02 * amplitude);
}

describe.each(models)('$name', needsData('modal'), ({ read, vertices, modes }) => {
  const model = existsSync(folder)
    ? read(folder)
    : { mesh: { positions: new Float64Array(0), triangles: new Uint32Array(0) }, modes: [] };
  const { mesh } = model;
  const lively = liveliness(model);

  it('is read as one closed surface of genus 1 that faces outward, with smooth modes', () => {
    expect(mesh.positions.length / 3).toBe(vertices);
    expect(model.modes.length).toBe(modes);
    expect(mesh.triangles.length / 3).toBe(2 * vertices); // Euler: V - E + F = 0, three edges to two faces
    const report = reportManifold(mesh);
    expect(report).toMatchObject({ isClosed: true, isManifold: true, isOriented: true, components: 1 });
    let volume = 0;
    let roughest = 0;
    for (let k = 0; k < mesh.triangles.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map(corner =>
        mesh.positions.subarray(3 * mesh.triangles[k + corner], 3 * mesh.triangles[k + corner] + 3),
      );
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      // The slowest mode, were it stored in another order, would be torn from vertex to vertex.
      const [u, v] = [0, 1].map(corner => 3 * mesh.triangles[k + corner]);
      const tear = Math.hypot(...[0, 1, 2].map(axis => model.modes[0][u + axis] - model.modes[0][v + axis]));
      roughest = Math.max(roughest, (lively[0] * tear) / Math.hypot(...[0, 1, 2].map(axis => a[axis] - b[axis])));
    }
    expect(volume).toBeGreaterThan(0);
    expect(roughest).toBeLessThan(1);
  });

  it.each(['sphere', 'box', 'dop'] as const)('%s: contains every posed vertex over 20 random amplitudes', volumes => {
    const collider = createCollider(createShape(mesh, { kind: 'modal', modes: model.modes }, { volumes, leafSize: 4 }));
    const random = createRandom(40);
    for (let pose = 0; pose < 20; pose++) {
      setPose(collider, { weights: drawAmplitudes(random, lively, collider.weights) });
      expect(findWorstEscape(collider), `pose ${pose}`).toBeLessThanOrEqual(0);
    }
  });

  it('contains the vertices of a vibration whose nodes are updated now and then, 150 steps', () => {
    const collider = createCollider(createShape(mesh, { kind: 'modal', modes: model.modes }));
    const random = createRandom(41);
    for (let step = 0; step < 150; step++) {
      setPose(collider, { weights: lively.map((most, m) => most * Math.sin(0.01 * (m + 1) * step)) });
      if (random() < 0.08) expect(findWorstEscape(collider), `step ${step}`).toBeLessThanOrEqual(0);
    }
  });

  it('the check itself catches displacements 10 % too small', () => {
    const collider = createCollider(createShape(mesh, { kind: 'modal', modes: model.modes }));
    setPose(collider, { weights: lively.map((most, m) => (m === 0 ? 20 * most : 0)) });
    collider.rule = (records, deformer, posed, node, scratch, out) => {
      const weights = posed.weights.map(weight => 0.9 * weight);
      const smaller = { ...posed, weights, amplitude: 0.9 * posed.amplitude, memory: new Float64Array(0) };
      refitRules.modal.sphere(records, deformer, smaller, node, scratch, out);
    };
    expect(findWorstEscape(collider)).toBeGreaterThan(0);
  });

  it('finds exactly the pairs of brute force between two vibrating instances', () => {
    const shape = createShape(mesh, { kind: 'modal', modes: model.modes });
    const [a, b] = [createCollider(shape), createCollider(shape)];
    const random = createRandom(42);
    const [x, y, z] = posedPositions(a);
    let touching = 0;
    for (let step = 0; step < 8; step++) {
      setPose(a, { weights: drawAmplitudes(random, lively, a.weights) });
      setPose(b, { weights: drawAmplitudes(random, lively, b.weights) });
      const placement = new Float64Array(12);
      setRotationAbout(placement, 0, 0, 0, Math.sin(step), Math.cos(step), x, y, z);
      placement[3] += 0.1 * step * (random() - 0.5);
      setPlacement(b, placement);
      if (step % 3 === 0) posedVolumes(a);
      const expected = findPairsByBruteForce(a, b);
      expect(sortPairs(findPairs(a, b))).toEqual(sortPairs(expected));
      if (expected.length > 0) touching++;
    }
    expect(touching).toBeGreaterThan(4);
  });
});
