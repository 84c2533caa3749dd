import { describe, expect, it } from 'vitest';
import * as collider from '../../src/collider.ts';
import { createPairList } from '../../src/query/pairs/pair-list.ts';
import * as plan from '../../src/self/plan.ts';
import * as window from '../../src/self/window.ts';
import * as shape from '../../src/shape.ts';
import { cases as few } from '../support/cases.ts';
import { type Change, createLoader } from '../support/load-changed.ts';
import { loadWindowEngine, searchHostileWindows, type WindowEngine } from '../support/search-hostile-windows.ts';

/** POSECLASH_CASES=500000 looks for longer, POSECLASH_SEED elsewhere. All mistakes made on purpose are seen before 4000. */
const cases = Number(process.env.POSECLASH_CASES ?? few(4800, 60_000));
const seed = Number(process.env.POSECLASH_SEED ?? 1);

const boxes = 'self/reasons/boxes-over-window.ts';
const drift = 'self/reasons/drift-over-window.ts';
const leaves = 'self/window-leaves.ts';

/** Where to begin to look, for what only few meshes show. */
const firstSeeds: Record<string, number> = {
  'boxes: no margin around triangles': 480,
  'boxes: no margin around leaves': 480,
};

/** Engines that are wrong in one condition or margin. */
const mutants: [name: string, change: Change][] = [
  [
    'boxes: no margin around triangles',
    { file: boxes, from: 'const margin = ROUNDING', to: 'const margin = 0 * ROUNDING' },
  ],
  ['boxes: no margin around leaves', { file: boxes, from: 'LEAF_ROUNDING = 4', to: 'LEAF_ROUNDING = 0' }],
  ['boxes: joined ones are those of the first', { file: boxes, from: 'const q = boxes[j + low];', to: 'const q = p;' }],
  [
    'boxes: apart at the first instant only',
    { file: boxes, from: 'if (end === last) return true;', to: 'if (end >= first) return true;' },
  ],
  ['boxes: an axis may change between two instants', { file: boxes, from: 'k = farthest;', to: 'k = farthest + 1;' }],
  [
    'boxes: one axis parts at one end, another at the other',
    {
      file: boxes,
      from: 'if (farthest <= k) return false;',
      to: 'if (farthest < k) return false;\n    farthest++;\n    if (farthest > last) return true;',
    },
  ],
  ['boxes: those of the window before', { file: 'self/window.ts', from: 'boxes.isBoxed.fill(0);', to: '' }],
  [
    'boxes: nodes at the first instants only',
    {
      file: boxes,
      from: 'for (let k = 0; k < count; k++) {\n    const boxes',
      to: 'for (let k = 0; k < 1; k++) {\n    const boxes',
    },
  ],
  [
    'drift: that of the last instant',
    { file: drift, from: 'raiseSquares(plan,', to: 'squares.fill(0);\n    raiseSquares(plan,' },
  ],
  [
    'drift: joints do not shorten on the way',
    { file: drift, from: ' - halfChange(joints[k - 1], joints[k], o)', to: '' },
  ],
  [
    'drift: joints shorten as at the first instant',
    { file: drift, from: 'least = Math.min(least, between / SAFE);', to: '' },
  ],
  ['drift: no rounding', { file: drift, from: 'roundingOfDrift(magnitude)', to: '0' }],
  [
    'drift: a pair of triangles is twice as far apart',
    { file: leaves, from: 'sum < quickRestGap', to: 'sum < 2 * quickRestGap' },
  ],
  [
    'drift: leaves of two joints',
    {
      file: 'self/test-leaves.ts',
      from: 'if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q]) return Infinity;',
      to: '',
    },
  ],
  [
    'fans: kept at the first instant',
    {
      file: 'self/window.ts',
      from: 'measureDriftOverWindow(plan, window, count,',
      to: 'measureDriftOverWindow(plan, window, 1,',
    },
  ],
  ['fans: those of the instant before', { file: 'self/window.ts', from: 'fans.isFlat.set(isKept);', to: '' }],
  ['leaves: only what is inside both', { file: leaves, from: ': listNear(window, i, j);', to: ': columns;' }],
  ['leaves: pairs within a leaf twice', { file: leaves, from: 'others &= -2 << row', to: 'others &= -1' }],
  [
    'walk: pairs of one joint are forgotten',
    { file: 'self/window.ts', from: 'k = ofOneJoint.length - 2; k >= 0', to: 'k = ofOneJoint.length - 2; k > 0' },
  ],
  [
    'left out: rows and columns exchanged',
    { file: 'self/adjacency.ts', from: 'spread(1 << row, column)', to: 'spread(column & 15, 1 << row)' },
  ],
  [
    'left out: the lower rows only',
    { file: 'self/adjacency.ts', from: 'marks.high[number] |= spread(1 << (row - 4), column);', to: '' },
  ],
  [
    'left out: gaps of all pairs of a triangle',
    {
      file: 'self/reasons/rest-gaps.ts',
      from: 'isLeftOut(leftOut, one, other)',
      to: 'leftOut.starts[one] < leftOut.starts[one + 1]',
    },
  ],
  ['walk: batches end early', { file: 'self/walk.ts', from: 'walk.top = top;', to: 'walk.top = 0;' }],
];

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
