import { describe, expect, it } from 'vitest';
import { createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { createCompiledEngine } from '../support/compiled-self.ts';
import { readChanges } from '../support/load-changed.ts';
import { searchHostile } from '../support/search-hostile.ts';

/*
 * Tests of the test: compiled rules that are wrong in one condition or margin. The search of self.test.ts must see each of them fail.
 */

const mutants = readChanges`
  self/narrow-vertices.ts
    narrow vertices: not a number is one
      - return v128.any_true(f32x4.ne(poison, poison)) == 0;
      + return true;
    narrow vertices: rounded this way and that
      - v128.store(place, point);
      + v128.store(place, f32x4.mul(point, f32x4.splat(place & 16 ? 1 : 1 + 1.2e-7)));
    narrow vertices: boxes of triangles are those of the pose before
      - instant.epoch++;
      + instant.epoch = 1;
  self/measure-drift.ts
    drift: only along two axes
      -  + awayZ * awayZ;
      + ;
  self/box-nodes.ts
    drift: nothing is hidden
      -  + instant.hidden) / stretch
      + ) / stretch
    drift: joints do not shorten
      - instant.hidden) / stretch
      + instant.hidden)
    drift: the first vertex of a leaf is enough
      - most = squared > most ? squared : most;
      + most = most > 0 ? most : squared;
    drift: the last child is enough
      - drift = own > drift ? own : drift;
      + drift = own;
    drift: nodes of several joints
      - changetype<SelfBox>(box).joint < 0 ? Infinity : 0
      + 0
    boxes: the last child is enough
      - high = f32x4.pmax(high, v128.load(childBox, 16));
      + high = v128.load(childBox, 16);
  self/test-leaves.ts
    boxes of triangles: two corners
      - f32x4.pmax(f32x4.pmax(p, q), r)
      + f32x4.pmax(p, q)
    leaves: only four triangles
      - << 4)) & 255
      + << 4)) & 15
    leaves: only one of two drifts
      - drifts + <usize>higher * offsetof<NodeDrift>()).drift;
      + drifts + <usize>higher * offsetof<NodeDrift>()).drift * 0;
    leaves: of two joints
      - changetype<SelfBox>(boxI).joint == changetype<SelfBox>(boxJ).joint
      + true
    leaves: neighbours are tested too
      - adjacent ? changetype<Adjacent>(adjacent).leftOut : 0
      + 0
    leaves: gaps between boxes where more is known
      - adjacent ? changetype<Adjacent>(adjacent).gap : gapAtRest(leafI, leafJ)
      + adjacent ? 1e9 : gapAtRest(leafI, leafJ)
    leaves: pairs within a leaf twice
      - others &= -2 << row
      + others &= -1
    gaps of boxes at rest: the longer one
      - return gap > 0 ? gap : 0;
      + return abs<f64>(gap);
  test-pairs.ts
    leaves: one that may touch is enough
      - ((known & 3) == TOUCH && !wantsAll) || other == pair
      + !wantsAll || other == pair
    leaves: what is unsure touches
      - load<u32>(pair) | UNSURE
      + load<u32>(pair)
    triangles: the second of two forgotten
      - kept = keepPair(kept, other, known >> 2);
  triangle-triangle.ts
    triangles: z of the first for both
      - return v128.load64_lane(other, v128.load_zero<f64>(one, 16), 1, 16);
      + return v128.load_splat<f64>(one, 16);
    triangles: sides of the first for both
      - testCrossing(sides >> 1,
      + testCrossing(sides,
    triangles: the bound of rounding dropped
      - const FILTER: f64 = 1.4210854715202004e-14; // 2^-46
      + const FILTER: f64 = 1e-200;
    triangles: one corner on its side is enough
      - , f64x2.gt(d2, bound)),
      -     v128
      + , f64x2.gt(d1, bound)),
      +     v128
  self/walk.ts
    walk: only one of two nodes drifts
      - driftOf(instant, i).drift + driftOf(instant, j).drift < gap
      + driftOf(instant, i).drift < gap
    walk: nodes of two joints
      - if (boxI.joint == boxJ.joint) {
      + if (true) {
    walk: gaps of the wrong node
      - const common = i == j ? i : above;
      + const common = startI;
    walk: across is within
      - i == j ? driftOf(instant, i).within : driftOf(instant, above).across
      + driftOf(instant, above).across
    walk: leaves are not held against themselves
      - for (let c = startI; c < endI; c++) top = push(top, c, c, c);
  self/flat-fans.ts
    fans: triangles may face away
      - dz * spoke.normalZ > least)
      + dz * spoke.normalZ > -1e300)
    fans: no margin for facing
      - dz * spoke.normalZ > least)
      + dz * spoke.normalZ > 0)
    fans: twice around is once
      - (isOpen ? 1 : 2)
      + (isOpen ? 1 : 4)
    fans: open ones may turn by more than once
      - (isOpen ? 1 : 2)
      + 2
    fans: five triangles never go around twice
      - (isOpen ? 2 : 4)
      + (isOpen ? 2 : 5)
    fans: three triangles never overlap
      - (isOpen ? 2 : 4)
      + (isOpen ? 3 : 4)
    fans: the end of an open one is not looked at
      - isOpen ? end : end - offsetof<Spoke>()
      + end - offsetof<Spoke>()
  self/certify-fans.ts
    kept fans: nothing is hidden
      -  - instant.hidden) / SAFE
      + ) / SAFE
    kept fans: only the ring drifts
      - if (!(load<f64>(squares + <usize>fan.square) < most)) return false;
    kept fans: only the middle drifts
      - if (!(load<f64>(squares + <usize>changetype<Ring>(ring).square) < most)) return false;
    fans: those without a ring
      - count += u32(!isCertain) & u32(record.triangles > 1);
      + count += u32(!isCertain) & u32(record.ring < record.ringEnd);
`;

describe('the search of hostile meshes, compiled', () => {
  // self.test.ts asks of many more: this is about the arena of its own.
  it('finds nothing wrong with the query as it is', () => {
    expect(searchHostile(createCompiledEngine(createCompiledArena()), 1, 300).wrongSeed).toBe(-1);
  });

  it.each(mutants)(
    'catches: %s',
    async (_, change) => {
      const engine = createCompiledEngine(await createChangedArena(change, 'self/index.ts'));
      expect(searchHostile(engine, 1, 20_000).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );
});
