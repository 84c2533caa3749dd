import { describe, expect, it } from 'vitest';
import { createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { createCompiledEngine } from '../support/compiled-self.ts';
import { searchHostile } from '../support/search-hostile.ts';

/*
 * Tests of the test: compiled rules that are wrong in one condition or margin. The search of self.test.ts must see each of them fail.
 */

const fans = 'self/flat-fans.ts';
const certify = 'self/certify-fans.ts';
const drift = 'self/measure-drift.ts';
const nodes = 'self/box-nodes.ts';
const leaves = 'self/test-leaves.ts';
const walk = 'self/walk.ts';
const pairs = 'test-pairs.ts';
const triangles = 'triangle-triangle.ts';

const mutants: { name: string; file: string; from: string; to: string }[] = [
  {
    name: 'narrow vertices: not a number is one',
    file: 'self/narrow-vertices.ts',
    from: 'return v128.any_true(f32x4.ne(poison, poison)) == 0;',
    to: 'return true;',
  },
  {
    name: 'narrow vertices: rounded this way and that',
    file: 'self/narrow-vertices.ts',
    from: 'v128.store(place, point);',
    to: 'v128.store(place, f32x4.mul(point, f32x4.splat(place & 16 ? 1 : 1 + 1.2e-7)));',
  },
  {
    name: 'narrow vertices: boxes of triangles are those of the pose before',
    file: 'self/narrow-vertices.ts',
    from: 'instant.epoch++;',
    to: 'instant.epoch = 1;',
  },
  { name: 'drift: only along two axes', file: drift, from: ' + awayZ * awayZ;', to: ';' },
  { name: 'drift: nothing is hidden', file: nodes, from: ' + instant.hidden) / stretch', to: ') / stretch' },
  { name: 'drift: joints do not shorten', file: nodes, from: 'instant.hidden) / stretch', to: 'instant.hidden)' },
  {
    name: 'drift: the first vertex of a leaf is enough',
    file: nodes,
    from: 'most = squared > most ? squared : most;',
    to: 'most = most > 0 ? most : squared;',
  },
  {
    name: 'drift: the last child is enough',
    file: nodes,
    from: 'drift = own > drift ? own : drift;',
    to: 'drift = own;',
  },
  {
    name: 'drift: nodes of several joints',
    file: nodes,
    from: 'changetype<SelfBox>(box).joint < 0 ? Infinity : 0',
    to: '0',
  },
  {
    name: 'boxes: the last child is enough',
    file: nodes,
    from: 'high = f32x4.pmax(high, v128.load(childBox, 16));',
    to: 'high = v128.load(childBox, 16);',
  },
  {
    name: 'boxes of triangles: two corners',
    file: leaves,
    from: 'f32x4.pmax(f32x4.pmax(p, q), r)',
    to: 'f32x4.pmax(p, q)',
  },
  { name: 'leaves: only four triangles', file: leaves, from: '<< 4)) & 255', to: '<< 4)) & 15' },
  {
    name: 'leaves: only one of two drifts',
    file: leaves,
    from: 'drifts + <usize>higher * offsetof<NodeDrift>()).drift;',
    to: 'drifts + <usize>higher * offsetof<NodeDrift>()).drift * 0;',
  },
  {
    name: 'leaves: of two joints',
    file: leaves,
    from: 'changetype<SelfBox>(boxI).joint == changetype<SelfBox>(boxJ).joint',
    to: 'true',
  },
  {
    name: 'leaves: neighbours are tested too',
    file: leaves,
    from: 'adjacent ? changetype<Adjacent>(adjacent).leftOut : 0',
    to: '0',
  },
  {
    name: 'leaves: gaps between boxes where more is known',
    file: leaves,
    from: 'adjacent ? changetype<Adjacent>(adjacent).gap : gapAtRest(leafI, leafJ)',
    to: 'adjacent ? 1e9 : gapAtRest(leafI, leafJ)',
  },
  { name: 'leaves: pairs within a leaf twice', file: leaves, from: 'others &= -2 << row', to: 'others &= -1' },
  {
    name: 'leaves: one that may touch is enough',
    file: pairs,
    from: '((known & 3) == TOUCH && !wantsAll) || other == pair',
    to: '!wantsAll || other == pair',
  },
  {
    name: 'leaves: what is unsure touches',
    file: pairs,
    from: 'load<u32>(pair) | UNSURE',
    to: 'load<u32>(pair)',
  },
  {
    name: 'triangles: the second of two forgotten',
    file: pairs,
    from: 'kept = keepPair(kept, other, known >> 2);',
    to: '',
  },
  {
    name: 'triangles: z of the first for both',
    file: triangles,
    from: 'return v128.load64_lane(other, v128.load_zero<f64>(one, 16), 1, 16);',
    to: 'return v128.load_splat<f64>(one, 16);',
  },
  {
    name: 'triangles: sides of the first for both',
    file: triangles,
    from: 'testCrossing(sides >> 1,',
    to: 'testCrossing(sides,',
  },
  {
    name: 'triangles: the bound of rounding dropped',
    file: triangles,
    from: 'const FILTER: f64 = 1.4210854715202004e-14; // 2^-46',
    to: 'const FILTER: f64 = 1e-200;',
  },
  {
    name: 'triangles: one corner on its side is enough',
    file: triangles,
    from: ', f64x2.gt(d2, bound)),\n    v128',
    to: ', f64x2.gt(d1, bound)),\n    v128',
  },
  {
    name: 'gaps of boxes at rest: the longer one',
    file: leaves,
    from: 'return gap > 0 ? gap : 0;',
    to: 'return abs<f64>(gap);',
  },
  {
    name: 'walk: only one of two nodes drifts',
    file: walk,
    from: 'ofI.drift + ofJ.drift < gap',
    to: 'ofI.drift < gap',
  },
  { name: 'walk: nodes of two joints', file: walk, from: 'if (boxI.joint == boxJ.joint) {', to: 'if (true) {' },
  {
    name: 'walk: gaps of the wrong node',
    file: walk,
    from: 'const common = i == j ? i : above;',
    to: 'const common = startI;',
  },
  { name: 'walk: across is within', file: walk, from: 'i == j ? ofI.within : ofAbove.across', to: 'ofAbove.across' },
  {
    name: 'walk: leaves are not held against themselves',
    file: walk,
    from: 'for (let c = startI; c < endI; c++) top = push(top, c, c, c);',
    to: '',
  },
  {
    name: 'fans: triangles may face away',
    file: fans,
    from: 'dz * spoke.normalZ > least)',
    to: 'dz * spoke.normalZ > -1e300)',
  },
  {
    name: 'fans: no margin for facing',
    file: fans,
    from: 'dz * spoke.normalZ > least)',
    to: 'dz * spoke.normalZ > 0)',
  },
  { name: 'fans: twice around is once', file: fans, from: '(isOpen ? 1 : 2)', to: '(isOpen ? 1 : 4)' },
  { name: 'fans: open ones may turn by more than once', file: fans, from: '(isOpen ? 1 : 2)', to: '2' },
  { name: 'fans: five triangles never go around twice', file: fans, from: '(isOpen ? 2 : 4)', to: '(isOpen ? 2 : 5)' },
  { name: 'fans: three triangles never overlap', file: fans, from: '(isOpen ? 2 : 4)', to: '(isOpen ? 3 : 4)' },
  {
    name: 'fans: the end of an open one is not looked at',
    file: fans,
    from: 'isOpen ? end : end - offsetof<Spoke>()',
    to: 'end - offsetof<Spoke>()',
  },
  { name: 'kept fans: nothing is hidden', file: certify, from: ' - instant.hidden) / SAFE', to: ') / SAFE' },
  {
    name: 'kept fans: only the ring drifts',
    file: certify,
    from: 'if (!(load<f64>(squares + <usize>fan.square) < most)) return false;',
    to: '',
  },
  {
    name: 'kept fans: only the middle drifts',
    file: certify,
    from: 'if (!(load<f64>(squares + <usize>changetype<Ring>(ring).square) < most)) return false;',
    to: '',
  },
  {
    name: 'fans: those without a ring',
    file: certify,
    from: 'count += u32(!isCertain) & u32(record.triangles > 1);',
    to: 'count += u32(!isCertain) & u32(record.ring < record.ringEnd);',
  },
];

describe('the search of hostile meshes, compiled', () => {
  // self.test.ts asks of many more: this is about the arena of its own.
  it('finds nothing wrong with the query as it is', () => {
    expect(searchHostile(createCompiledEngine(createCompiledArena()), 1, 300).wrongSeed).toBe(-1);
  });

  it.each(mutants)(
    'catches: $name',
    async ({ file, from, to }) => {
      const engine = createCompiledEngine(await createChangedArena(file, from, to, 'self/index.ts'));
      expect(searchHostile(engine, 1, 20_000).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );
});
