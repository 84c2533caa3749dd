import { describe, expect, it } from 'vitest';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { isClosingFound, isHingeFound, isPileFound, loadEngine, searchHostile } from '../support/search-hostile.ts';

/*
 * Tests of the test: engines that are wrong in one condition or margin. hostile.test.ts must see each of them fail.
 */

const kept = 'self/reasons/kept-fans.ts';
const gaps = 'self/reasons/rest-gaps.ts';

const mutants = readChanges`
  self/reasons/flat-fans.ts
    flat fans: triangles may face away
      - > least)) return false;
      -   }
      -   const isOpen
      + > -1e300)) return false;
      +   }
      +   const isOpen
    flat fans: no margin for facing
      - dz * normals[t + 2] > least)
      + dz * normals[t + 2] > 0)
    flat fans: twice around is once
      - (isOpen ? 1 : 2)
      + (isOpen ? 1 : 4)
    flat fans: open ones may turn by more than once
      - (isOpen ? 1 : 2)
      + 2
    flat fans: five triangles never go around twice
      - (isOpen ? 2 : 4)
      + (isOpen ? 2 : 5)
    flat fans: three triangles never overlap
      - (isOpen ? 2 : 4)
      + (isOpen ? 3 : 4)
    flat fans: the end of an open one is not looked at
      - isOpen ? to : to - 1
      + to - 1
  self/fans.ts
    fans: those of several fans
      - count !== to - from ||
  self/reasons/one-side.ts
    one side: no margin
      - (ofC > least && ofD > least) || (ofC < -least && ofD < -least)
      + (ofC > 0 && ofD > 0) || (ofC < 0 && ofD < 0)
    one side: one corner is enough
      - ofC > least && ofD > least
      + ofC > least || ofD > least
  self/test-neighbours.ts
    neighbours: looked at from each common vertex
      - w < v ||
  self/reasons/drift.ts
    drift: no rounding
      - 16 * UNIT_ROUNDOFF * magnitude
      + 0
    drift: joints do not shorten
      - Math.sqrt(least) / SAFE : 0
      + 1 : 1
    drift: nodes of several joints
      - mainJoints.ofNodes[node] < 0 ? Infinity : 0
      + 0
    drift: not finite is nothing
      - !(squared <= squares[k])
      + squared > squares[k]
  self/test-leaves.ts
    drift: only one of two leaves drifts
      - drift.ofLeaves[p] + drift.ofLeaves[q]
      + drift.ofLeaves[p]
    drift: leaves of two joints
      - if (mainJoints.ofLeaves[p] !== mainJoints.ofLeaves[q]) return Infinity;
    leaves: pairs within a leaf twice
      - others &= -2 << row
      + others &= -1
    leaves: only what is inside both
      - rows = inside & 255
      + rows = inside >>> 8
  self/walk.ts
    drift: only one of two nodes drifts
      - driftOf[i] + driftOf[j]
      + driftOf[i]
    drift: nodes of two joints
      - jointOf[i] === jointOf[j] &&
    rest gaps: of the wrong node
      - i === j ? i : above
      + c
    rest gaps: across is within
      - i === j ? within[i] : across[above]
      + across[above]
  self/reasons/rest-gaps.ts
    rest gaps: the first corner is the end
      - if (along > end) end = along;
    rest gaps: leaves that are next to each other are apart
      - if (adjacent >= 0) gaps.ofAdjacent[adjacent] = gap;
      + if (adjacent >= 0) gaps.ofAdjacent[adjacent] = far;
    rest gaps: those within a leaf do not count
      - if (first < 0) searchPair(search, node, node, node);
  self/reasons/kept-fans.ts
    kept fans: twice the leeway
      - HEIGHT_SHARE = 0.49
      + HEIGHT_SHARE = 0.98
    kept fans: only a part of the ring drifts
      - if (k === end) isFlat[v] = 1;
      + if (k > starts[v] + 1) isFlat[v] = 1;
    kept fans: only the ring drifts
      - if (!(squares[ofVertices[v]] < most)) continue;
  self/followers.ts
    followers: a vertex follows one joint
      - known[ids[k]] < starts[joint]
      + known[ids[k]] < 0
  self/reasons/boxes.ts
    boxes: no pad
      - 4 * (most + 2) * UNIT_ROUNDOFF * size
      + 0 * size
    boxes: those of the pose before
      - out.isBoxed.fill(0);
    boxes: not finite in one coordinate only
      - poison += 0 * own;
  self/adjacency.ts
    adjacency: the upper half of the masks
      - bits[i] >>> 4
      + bits[i] >>> 5
`;

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
