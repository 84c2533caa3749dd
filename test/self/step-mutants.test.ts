import { describe, expect, it } from 'vitest';
import { type Change, createLoader } from '../support/load-changed.ts';
import { loadStepEngine, searchHostileSteps } from '../support/search-hostile-steps.ts';

/*
 * Tests of the test: engines that are wrong in one condition or margin over a step. hostile-steps.test.ts must see each of
 * them fail.
 */

const fans = 'self/reasons/flat-fans-over-step.ts';
const drift = 'self/reasons/drift-over-step.ts';
const direction = 'self/reasons/direction-over-step.ts';
const leaves = 'self/step-leaves.ts';
const walk = 'self/step-walk.ts';
const pairs = 'self/step-pairs.ts';

/** Where to begin to look, for what only few meshes show. */
const firstSeeds: Record<string, number> = { 'drift: nodes of two joints': 205, 'direction: no margin': 60 };

const mutants: [name: string, change: Change][] = [
  ['fans: the middle of the step is not looked at', { file: fans, from: /if \(!\(dx \* middle.*/, to: '' }],
  ['fans: the end of the step is not looked at', { file: fans, from: /if \(!\(dx \* end.*/, to: '' }],
  ['fans: the start of the step is not looked at', { file: fans, from: /if \(!facesAlong.*/, to: '' }],
  ['fans: open ones keep their sides', { file: fans, from: ' || keepsSides(', to: ' || true || keepsSides(' }],
  ['fans: sides at the start only', { file: fans, from: 'atStart < -least && atEnd < -least', to: 'atStart < -least' }],
  ['drift: only the start counts', { file: drift, from: 'p[k] > q[k] ? p[k] : q[k]', to: 'p[k]' }],
  ['drift: only the end counts', { file: drift, from: 'p[k] > q[k] ? p[k] : q[k]', to: 'q[k]' }],
  [
    'drift: joints do not shorten on the way',
    { file: drift, from: '- 0.25 * squaredStretch', to: '- 0 * squaredStretch' },
  ],
  ['drift: only one of two nodes drifts', { file: walk, from: 'driftOf[i] + driftOf[j]', to: 'driftOf[i]' }],
  ['drift: nodes of two joints', { file: walk, from: 'jointOf[i] === jointOf[j] && ', to: '' }],
  [
    'direction: at the start only',
    { file: direction, from: 'side !== 0 && side === sideAt(', to: 'side !== 0 || side === sideAt(' },
  ],
  [
    'direction: one corner tells',
    { file: direction, from: 'ofD > high && ofE > high && ofF > high', to: 'ofD > high' },
  ],
  [
    'direction: the first corner is the end',
    { file: direction, from: '(ofB > ofC ? (ofB > 0 ? ofB : 0) : ofC > 0 ? ofC : 0)', to: '0' },
  ],
  ['direction: no margin', { file: direction, from: 'const MARGIN = 32 * UNIT_ROUNDOFF', to: 'const MARGIN = 1e-30' }],
  [
    'boxes: nodes at the start only',
    { file: walk, from: '(+(b[q] > highX) & +(e[q] > laterHighX))', to: '+(b[q] > highX)' },
  ],
  [
    'boxes: leaves at the end only',
    { file: leaves, from: '(+(b[p] > highX) & +(e[p] > laterHighX))', to: '+(e[p] > laterHighX)' },
  ],
  [
    'boxes: triangles at the start only',
    { file: leaves, from: 'b[p] > b[q + 3] && e[p] > e[q + 3]', to: 'b[p] > b[q + 3]' },
  ],
  [
    'neighbours: listed at each common vertex',
    { file: pairs, from: 'w === v || (w > v && isFlat[w] === 0)', to: 'w === v || isFlat[w] === 0' },
  ],
  ['neighbours: listed nowhere', { file: pairs, from: '(w > v && isFlat[w] === 0)', to: 'false' }],
];

describe('the search for hostile steps notices', () => {
  it.each(mutants)(
    '%s',
    (name, change) => {
      expect(searchHostileSteps(loadStepEngine(createLoader(change)), firstSeeds[name] ?? 1, 6_000).wrongSeed).not.toBe(
        -1,
      );
    },
    0,
  );
});
