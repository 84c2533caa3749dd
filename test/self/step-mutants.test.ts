import { describe, expect, it } from 'vitest';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { loadStepEngine, searchHostileSteps } from '../support/search-hostile-steps.ts';

/*
 * Tests of the test: engines that are wrong in one condition or margin over a step. hostile-steps.test.ts must see each of
 * them fail.
 */

/** Where to begin to look, for what only few meshes show. */
const firstSeeds: Record<string, number> = { 'drift: nodes of two joints': 205, 'direction: no margin': 60 };

const mutants = readChanges`
  self/reasons/flat-fans-over-step.ts
    fans: the middle of the step is not looked at
      - /if \(!\(dx \* middle.*/
    fans: the end of the step is not looked at
      - /if \(!\(dx \* end.*/
    fans: the start of the step is not looked at
      - /if \(!facesAlong.*/
    fans: open ones keep their sides
      -  || keepsSides(
      +  || true || keepsSides(
    fans: sides at the start only
      - atStart < -least && atEnd < -least
      + atStart < -least
  self/reasons/drift-over-step.ts
    drift: only the start counts
      - p[k] > q[k] ? p[k] : q[k]
      + p[k]
    drift: only the end counts
      - p[k] > q[k] ? p[k] : q[k]
      + q[k]
    drift: joints do not shorten on the way
      - - 0.25 * squaredStretch
      + - 0 * squaredStretch
  self/step-walk.ts
    drift: only one of two nodes drifts
      - driftOf[i] + driftOf[j]
      + driftOf[i]
    drift: nodes of two joints
      - jointOf[i] === jointOf[j] &&
    boxes: nodes at the start only
      - (+(b[q] > highX) & +(e[q] > laterHighX))
      + +(b[q] > highX)
  self/reasons/direction-over-step.ts
    direction: at the start only
      - side !== 0 && side === sideAt(
      + side !== 0 || side === sideAt(
    direction: one corner tells
      - ofD > high && ofE > high && ofF > high
      + ofD > high
    direction: the first corner is the end
      - (ofB > ofC ? (ofB > 0 ? ofB : 0) : ofC > 0 ? ofC : 0)
      + 0
    direction: no margin
      - const MARGIN = 32 * UNIT_ROUNDOFF
      + const MARGIN = 1e-30
  self/step-leaves.ts
    boxes: leaves at the end only
      - (+(b[p] > highX) & +(e[p] > laterHighX))
      + +(e[p] > laterHighX)
  bounds/corner-boxes.ts
    boxes: triangles at the start only
      - a[i] > b[j + 3] && aEnd[i] > bEnd[j + 3]
      + a[i] > b[j + 3]
  self/step-pairs.ts
    neighbours: listed at each common vertex
      - w === v || (w > v && isFlat[w] === 0)
      + w === v || isFlat[w] === 0
    neighbours: listed nowhere
      - (w > v && isFlat[w] === 0)
      + false
`;

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
