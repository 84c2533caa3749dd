import { describe, expect, it } from 'vitest';
import { findContactsByBruteForce } from '../../../src/continuous/self/brute-force.ts';
import { findFeatures } from '../../../src/continuous/self/features.ts';
import { createFeatureTester } from '../../../src/continuous/self/test-features.ts';
import { cases } from '../../support/cases.ts';
import type { Change } from '../../support/load-changed.ts';
import { loadMethods, type MethodName, type Methods } from './methods.ts';
import { createClosingHook, createRandomSteps, type RandomSteps } from './random-steps.ts';

/** The steps of a seed (closing hooks below 0) up to the first with a contact, and when each has its first: by brute force, once for all tests. */
function truthOf(seed: number): { steps: RandomSteps; times: number[] } {
  const known = truths.get(seed);
  if (known) return known;
  const steps = seed < 0 ? createClosingHook(seed) : createRandomSteps(seed);
  const features = findFeatures(steps.mesh);
  const times: number[] = [];
  for (let step = 1; step < steps.positions.length; step++) {
    const tester = createFeatureTester(features, { start: steps.positions[step - 1], end: steps.positions[step] });
    findContactsByBruteForce(tester);
    times.push(tester.contacts.earliest);
    if (tester.contacts.count > 0) break; // from here on the mesh is in contact
  }
  truths.set(seed, { steps, times });
  return { steps, times };
}

const truths = new Map<number, { steps: RandomSteps; times: number[] }>();

interface Tally {
  steps: number;
  contacts: number;
  tests: number;
  missed: string[];
}

/** Seeds that show rare mistakes, so that no search has to go on until it comes to them. */
const RARE = [178, 272, 282, 858];

function tally(method: Methods[MethodName], seeds: number, stopAtMiss = false): Tally {
  const total: Tally = { steps: 0, contacts: 0, tests: 0, missed: [] };
  for (const seed of [...Array.from({ length: seeds + 20 }, (_, k) => k - 20), ...RARE]) {
    const { steps, times } = truthOf(seed);
    const finder = method(steps);
    times.forEach((truth, step) => {
      finder.step(steps.positions[step + 1], steps.observers[step + 1]);
      const found = finder.tester.contacts.earliest;
      total.steps++;
      if (truth < Infinity) total.contacts++;
      // Features that meet at one time may have times that differ by what is tolerated.
      const isFound = truth === Infinity ? found === Infinity : Math.abs(found - truth) <= finder.tester.tolerance;
      if (!isFound) total.missed.push(`seed ${seed}, step ${step}: ${found} instead of ${truth}`);
    });
    if (stopAtMiss && total.missed.length > 0) break;
    total.tests += finder.tester.stats.featureTests;
  }
  return total;
}

const right = loadMethods();

describe('the first contact of a closed surface with itself', () => {
  it.each([
    ['ours', cases(150, 2000)],
    ['ours without views', cases(100, 1000)],
    ['as published', cases(150, 2000)],
    ['normal cones', cases(100, 1000)],
    ['base', cases(100, 1000)],
  ] as const)('%s: none is missed or late, whatever the clusters and observers', (name, seeds) => {
    const { missed, contacts, steps } = tally(right[name], seeds);
    expect(missed).toEqual([]);
    expect(steps).toBeGreaterThan(2 * seeds);
    expect(contacts).toBeGreaterThan(seeds / 3);
  });

  it('views cull: ours tests fewer features than without them, and than the method as published', () => {
    const [ours, without, published] = (['ours', 'ours without views', 'as published'] as const).map(
      name => tally(right[name], 100).tests,
    );
    expect(ours).toBeLessThan(0.95 * without); // the other reasons leave little to the views of such small meshes
    expect(ours).toBeLessThan(0.25 * published);
  });
});

/** What is easily got wrong: each of these loses first contacts, and is noticed. */
const mutants: [name: string, method: MethodName, change: Change][] = [
  [
    'neighbours inside a cluster are left out',
    'as published',
    {
      file: '../papers/wong-2013/culling.ts',
      from: 'return (signs[one] & signs[other]) !== 0;',
      to: 'return (signs[one] & signs[other]) !== 0 || areNeighbours(triangles, one, other);',
    },
  ],
  [
    'features have fixed owners although pairs of triangles are left out',
    'as published',
    {
      file: '../papers/wong-2013/culling.ts',
      from: 'if (!isLeftOut(culling, features.triangles, candidate, triangle)) return false;',
      to: 'return false;',
    },
  ],
  [
    'no orphans between clusters',
    'as published',
    { file: '../papers/wong-2013/radial-views.ts', from: /testOrphans\(check.tester.*/, to: '' },
  ],
  [
    'neighbours are left out beside normal cones',
    'normal cones',
    {
      file: '../papers/wong-2013/culling.ts',
      from: 'tester.stats.candidates++;',
      to: 'if (areNeighbours(triangles, one, other)) return;',
    },
  ],
  [
    'the fan of a vertex is taken for what its own triangles are',
    'ours',
    {
      file: 'self/reasons/seen-alike-over-step.ts',
      from: 'fans[v] |= owners[t];',
      to: 'fans[v] |= t % 2 ? owners[t] : 0;',
    },
  ],
  [
    'nodes are taken to have their views at the same places',
    'ours',
    {
      file: 'self/step-walk.ts',
      from: 'seen.common[seen.clusters * seen.clusterOfNode[i] + seen.clusterOfNode[j]]',
      to: '-1',
    },
  ],
  [
    'a node is taken for its first triangle',
    'ours',
    { file: 'self/reasons/seen-alike-over-step.ts', from: 'code |= codes[k];', to: 'code |= codes[from];' },
  ],
  [
    'views are mixed triangle by triangle',
    'ours',
    { file: 'continuous/self/views.ts', from: 'codes.owners[t] = code;', to: 'codes.owners[t] = codes.triangles[t];' },
  ],
  [
    'a triangle is taken without the other triangles around its vertices',
    'ours',
    { file: 'continuous/self/views.ts', from: /if \(has & \(1 << k\)\).*/, to: '' },
  ],
  [
    'triangles that a view does not look at count as seen',
    'ours',
    { file: 'continuous/self/views.ts', from: 'fill(EVERY_PLACE * UNCERTAIN)', to: 'fill(EVERY_PLACE)' },
  ],
  [
    'clusters are taken to have their views at the same places',
    'ours',
    { file: 'continuous/self/views.ts', from: 'view >= 0 && view === viewAt[', to: 'view >= 0 || view === viewAt[' },
  ],
  [
    'the middle of the step is not looked at',
    'ours',
    {
      file: 'continuous/radial-view/classify.ts',
      from: 'first > bound && second > bound && third > bound && last > bound',
      to: 'first > bound && last > bound',
    },
  ],
  [
    'only the start of the step is looked at',
    'as published',
    {
      file: 'continuous/radial-view/classify.ts',
      from: 'first > bound && second > bound && third > bound && last > bound',
      to: 'first > bound',
    },
  ],
  [
    'a segment is taken for its first end',
    'as published',
    {
      file: 'continuous/radial-view/classify.ts',
      from: 'findRange(motion, triangles, seen[k], observers, observer, range);',
      to: 'range[0] = range[1] = 0; if (triangles[3 * seen[k]] % 2) range[0] = range[1] = 1;',
    },
  ],
  [
    'boxes of nodes are not swept',
    'base',
    { file: '../papers/wong-2013/swept-dops.ts', from: 'if (end[v] < low) low = end[v];', to: '' },
  ],
  [
    'a vertex is owned by nobody',
    'ours',
    { file: 'continuous/self/features.ts', from: 'owned[triangle] |= 1 << k;', to: 'owned[triangle] |= k && 1 << k;' },
  ],
  [
    'the cone of a node holds the axes of its children only',
    'normal cones',
    { file: '../papers/wong-2013/normal-cones.ts', from: ' + widest + 1e-7', to: '' },
  ],
];

describe('these tests notice', () => {
  it.each(mutants)('%s (%s)', (_, method, change) => {
    expect(tally(loadMethods(change)[method], 150, true).missed).not.toEqual([]);
  });
});
