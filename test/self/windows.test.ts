import { describe, expect, it } from 'vitest';
import * as collider from '../../src/collider.ts';
import { createPairList } from '../../src/query/pairs/pair-list.ts';
import * as plan from '../../src/self/plan.ts';
import * as window from '../../src/self/window.ts';
import * as shape from '../../src/shape.ts';
import { cases as few } from '../support/cases.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { loadWindowEngine, searchHostileWindows, type WindowEngine } from '../support/search-hostile-windows.ts';

/** POSECLASH_CASES=500000 looks for longer, POSECLASH_SEED elsewhere. All mistakes made on purpose are seen before 4000. */
const cases = Number(process.env.POSECLASH_CASES ?? few(4800, 60_000));
const seed = Number(process.env.POSECLASH_SEED ?? 1);

const drift = 'self/reasons/drift-over-window.ts';

/** Where to begin to look, for what only few meshes show. */
const firstSeeds: Record<string, number> = {
  'boxes: no margin around leaves': 480,
};

/** Engines that are wrong in one condition or margin. */
const mutants = readChanges`
  self/reasons/boxes-over-window.ts
    boxes: two corners of triangles only
      - Math.min(p, q, r)
      + Math.min(p, q)
    boxes: no margin around leaves
      - LEAF_ROUNDING = 2 ** -21
      + LEAF_ROUNDING = 0
    boxes: joined ones are those of the first
      - const q = boxes[j + low];
      + const q = p;
    boxes: apart at the first instant only
      - if (end === last) return true;
      + if (end >= first) return true;
    boxes: an axis may change between two instants
      - k = farthest;
      + k = farthest + 1;
    boxes: one axis parts at one end, another at the other
      - if (farthest <= k) return false;
      + if (farthest < k) return false;
      +     farthest++;
      +     if (farthest > last) return true;
    boxes: nodes at the first instants only
      - for (let k = 0; k < count; k++) {
      -     const boxes
      + for (let k = 0; k < 1; k++) {
      +     const boxes
  self/window.ts
    boxes: those of the window before
      - boxes.isGathered = false;
    fans: kept at the first instant
      - measureDriftOverWindow(plan, window, count,
      + measureDriftOverWindow(plan, window, 1,
    fans: those of the instant before
      - fans.isFlat.set(isKept);
    walk: pairs of one joint are forgotten
      - k = ofOneJoint.length - 2; k >= 0
      + k = ofOneJoint.length - 2; k > 0
  self/reasons/drift-over-window.ts
    drift: that of the last instant
      - raiseSquares(plan,
      + squares.fill(0);
      +     raiseSquares(plan,
    drift: joints do not shorten on the way
      -  - halfChange(joints[k - 1], joints[k], o)
    drift: joints shorten as at the first instant
      - least = Math.min(least, between / SAFE);
    drift: no rounding
      - roundingOfDrift(magnitude)
      + 0
  self/window-leaves.ts
    drift: a pair of triangles is twice as far apart
      - sum < quickRestGap
      + sum < 2 * quickRestGap
    leaves: only what is inside both
      - : listNear(window, i, j);
      + : columns;
    leaves: pairs within a leaf twice
      - others &= -2 << row
      + others &= -1
  self/test-leaves.ts
    drift: leaves of two joints
      - if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q]) return Infinity;
  self/adjacency.ts
    left out: rows and columns exchanged
      - spread(1 << row, column)
      + spread(column & 15, 1 << row)
    left out: the lower rows only
      - marks.high[number] |= spread(1 << (row - 4), column);
  self/reasons/rest-gaps.ts
    left out: gaps of all pairs of a triangle
      - isLeftOut(leftOut, one, other)
      + leftOut.starts[one] < leftOut.starts[one + 1]
  self/walk.ts
    walk: batches end early
      - walk.top = top;
      + walk.top = 0;
`;

describe('a surface against itself over a window of instants', () => {
  it(`lists all that touches and finds the neighbours that cross, on ${cases} hostile windows`, () => {
    const result = searchHostileWindows({ ...collider, ...plan, ...window, ...shape }, seed, cases);
    expect(result.wrongSeed).toBe(-1);
    expect(result.touching).toBeGreaterThan(cases);
    expect(result.crossing).toBeGreaterThan(cases);
    expect(result.leftOut).toBeGreaterThan(cases);
  }, 0);

  it('leaves what comes nearer than the least gap to the steps', () => {
    expect(listsNearer({ ...collider, ...plan, ...window, ...shape })).toEqual([false, true]);
    const change = { file: drift, from: '0.5 * leastGap', to: '0 * leastGap' };
    expect(listsNearer(loadWindowEngine(createLoader(change)))).toEqual([false, false]);
  });

  it.each(mutants)(
    'would not, and this search sees it: %s',
    (name, change) => {
      const engine = loadWindowEngine(createLoader(change));
      expect(searchHostileWindows(engine, firstSeeds[name] ?? 1, 2000).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );
});

/** Whether two triangles that stay a tenth apart are listed if that is enough, and if it is not. */
function listsNearer(engine: WindowEngine): boolean[] {
  const corners = [
    [0, 0, 0],
    [1, 0, 1],
    [0, 1, 0],
  ];
  const positions = Float64Array.from([...corners, ...corners.map(([x, y, z]) => [x, y, z + 0.1])].flat());
  const mesh = { positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) };
  const made = engine.createShape(mesh, { kind: 'rigid' });
  const moved = engine.createWindow(engine.planOf(made), 1);
  const { posed } = engine.createCollider(made);
  moved.positions[0].set(made.mesh.positions);
  engine.setInstant(moved, 0, posed.joints, posed.magnitude);
  return [0, 0.2].map(leastGap => {
    const near = createPairList();
    engine.openWindow(moved, 1, leastGap);
    engine.listNearPairs(moved, near);
    return near.length > 0;
  });
}
