import { describe, expect, it } from 'vitest';
import { type Change, createLoader } from '../support/load-changed.ts';
import { isClosingFound, isHingeFound, isPileFound, loadEngine, searchHostile } from '../support/search-hostile.ts';

/*
 * Tests of the test: engines that are wrong in one condition or margin. hostile.test.ts must see each of them fail.
 */

const fans = 'self/reasons/flat-fans.ts';
const kept = 'self/reasons/kept-fans.ts';
const drift = 'self/reasons/drift.ts';
const gaps = 'self/reasons/rest-gaps.ts';
const boxes = 'self/reasons/boxes.ts';
const neighbours = 'self/test-neighbours.ts';
const leaves = 'self/test-leaves.ts';

const mutants: [name: string, change: Change][] = [
  [
    'flat fans: triangles may face away',
    {
      file: fans,
      from: '> least)) return false;\n  }\n  const isOpen',
      to: '> -1e300)) return false;\n  }\n  const isOpen',
    },
  ],
  [
    'flat fans: no margin for facing',
    { file: fans, from: 'dz * normals[t + 2] > least)', to: 'dz * normals[t + 2] > 0)' },
  ],
  ['flat fans: twice around is once', { file: fans, from: '(isOpen ? 1 : 2)', to: '(isOpen ? 1 : 4)' }],
  ['flat fans: open ones may turn by more than once', { file: fans, from: '(isOpen ? 1 : 2)', to: '2' }],
  ['flat fans: five triangles never go around twice', { file: fans, from: '(isOpen ? 2 : 4)', to: '(isOpen ? 2 : 5)' }],
  ['flat fans: three triangles never overlap', { file: fans, from: '(isOpen ? 2 : 4)', to: '(isOpen ? 3 : 4)' }],
  ['flat fans: the end of an open one is not looked at', { file: fans, from: 'isOpen ? to : to - 1', to: 'to - 1' }],
  ['fans: those of several fans', { file: 'self/fans.ts', from: 'count !== to - from || ', to: '' }],
  [
    'one side: no margin',
    {
      file: 'self/reasons/one-side.ts',
      from: '(ofC > least && ofD > least) || (ofC < -least && ofD < -least)',
      to: '(ofC > 0 && ofD > 0) || (ofC < 0 && ofD < 0)',
    },
  ],
  [
    'one side: one corner is enough',
    { file: 'self/reasons/one-side.ts', from: 'ofC > least && ofD > least', to: 'ofC > least || ofD > least' },
  ],
  ['neighbours: looked at from each common vertex', { file: neighbours, from: 'w < v || ', to: '' }],
  ['drift: no rounding', { file: drift, from: '16 * UNIT_ROUNDOFF * magnitude', to: '0' }],
  ['drift: joints do not shorten', { file: drift, from: 'Math.sqrt(least) / SAFE : 0', to: '1 : 1' }],
  [
    'drift: only one of two leaves drifts',
    { file: leaves, from: 'drift.ofLeaves[p] + drift.ofLeaves[q]', to: 'drift.ofLeaves[p]' },
  ],
  ['drift: only one of two nodes drifts', { file: 'self/walk.ts', from: 'driftOf[i] + driftOf[j]', to: 'driftOf[i]' }],
  [
    'drift: leaves of two joints',
    { file: leaves, from: 'if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q]) return Infinity;', to: '' },
  ],
  ['drift: nodes of two joints', { file: 'self/walk.ts', from: 'jointOf[i] === jointOf[j] && ', to: '' }],
  ['drift: nodes of several joints', { file: drift, from: 'mainJoints.ofNodes[node] < 0 ? Infinity : 0', to: '0' }],
  ['drift: not finite is nothing', { file: drift, from: '!(squared <= squares[k])', to: 'squared > squares[k]' }],
  ['rest gaps: of the wrong node', { file: 'self/walk.ts', from: 'i === j ? i : above', to: 'c' }],
  [
    'rest gaps: across is within',
    { file: 'self/walk.ts', from: 'i === j ? within[i] : across[above]', to: 'across[above]' },
  ],
  ['rest gaps: the first corner is the end', { file: gaps, from: 'if (along > end) end = along;', to: '' }],
  [
    'rest gaps: leaves that are next to each other are apart',
    {
      file: gaps,
      from: 'if (adjacent >= 0) gaps.ofAdjacent[adjacent] = gap;',
      to: 'if (adjacent >= 0) gaps.ofAdjacent[adjacent] = far;',
    },
  ],
  [
    'rest gaps: those within a leaf do not count',
    { file: gaps, from: 'if (first < 0) searchPair(search, node, node, node);', to: '' },
  ],
  ['kept fans: twice the leeway', { file: kept, from: 'HEIGHT_SHARE = 0.49', to: 'HEIGHT_SHARE = 0.98' }],
  [
    'kept fans: only a part of the ring drifts',
    { file: kept, from: 'if (k === end) isFlat[v] = 1;', to: 'if (k > starts[v] + 1) isFlat[v] = 1;' },
  ],
  ['kept fans: only the ring drifts', { file: kept, from: 'if (!(squares[ofVertices[v]] < most)) continue;', to: '' }],
  [
    'followers: a vertex follows one joint',
    { file: 'self/followers.ts', from: 'known[ids[k]] < starts[joint]', to: 'known[ids[k]] < 0' },
  ],
  ['boxes: no pad', { file: boxes, from: '4 * (most + 2) * UNIT_ROUNDOFF * size', to: '0 * size' }],
  ['boxes: those of the pose before', { file: boxes, from: 'out.isBoxed.fill(0);', to: '' }],
  ['boxes: not finite in one coordinate only', { file: boxes, from: 'poison += 0 * own;', to: '' }],
  ['adjacency: the upper half of the masks', { file: 'self/adjacency.ts', from: 'bits[i] >>> 4', to: 'bits[i] >>> 5' }],
  ['leaves: pairs within a leaf twice', { file: leaves, from: 'others &= -2 << row', to: 'others &= -1' }],
  ['leaves: only what is inside both', { file: leaves, from: 'rows = inside & 255', to: 'rows = inside >>> 8' }],
];

describe('the search of hostile meshes', () => {
  // hostile.test.ts asks of many more: this is about the way in which engines are loaded here.
  it('finds nothing wrong with the engine as it is', () => {
    expect(searchHostile(loadEngine(createLoader()), 1, 300).wrongSeed).toBe(-1);
  });

  it.each(mutants)(
    'catches: %s',
    (_, change) => {
      expect(searchHostile(loadEngine(createLoader(change)), 1, 20_000).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );

  it('catches: kept fans: leaves next to them may follow any joint', () => {
    const change = { file: kept, from: 'leeways[v] = 0;', to: ';' };
    expect(isHingeFound(loadEngine(createLoader(change)))).toBe(false);
  });

  it('catches: kept fans: open ones may be all but closed', () => {
    const change = { file: kept, from: 'LARGEST_ANGLE = 3.5', to: 'LARGEST_ANGLE = 6.2' };
    expect(isClosingFound(loadEngine(createLoader(change)))).toBe(false);
  });

  it('catches: rest gaps: what is unknown is far', () => {
    const change = { file: gaps, from: 'gaps.across[above] = 0;', to: '' };
    expect(isPileFound(loadEngine(createLoader(change)))).toBe(false);
  });
});
