import { describe, expect, it } from 'vitest';
import { type Arena, giveUp, takeBlock } from '../../src/compiled/arena.ts';
import { findSelfPairsIn, type PosedSurface } from '../../src/compiled/find-self-pairs.ts';
import { createStats } from '../../src/debug.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { type Collider, createCollider, setPose } from '../../src/index.ts';
import { createPairList } from '../../src/query/pairs/pair-list.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { planOf } from '../../src/self/plan.ts';
import { cases } from '../support/cases.ts';
import { createCompiledArena } from '../support/compiled-arena.ts';
import { type Answered, createCompiledEngine } from '../support/compiled-self.ts';
import { poseCharacter } from '../support/pose-character.ts';
import { isClosingFound, isHingeFound, isPileFound, searchHostile } from '../support/search-hostile.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const meshes = cases(20_000, 1_000_000);

describe('a surface against itself, compiled', () => {
  it(`finds exactly what brute force finds, each pair once, on ${meshes} hostile small meshes`, () => {
    const answered: Answered = { compiled: 0, refused: 0 };
    const result = searchHostile(createCompiledEngine(createCompiledArena(), answered), 1, meshes);
    expect(result.wrongSeed).toBe(-1);
    expect(result.pairs).toBeGreaterThan(meshes);
    expect(answered.compiled).toBeGreaterThan(3 * answered.refused);
    expect(answered.refused).toBeGreaterThan(0); // large leaves, and what is not finite
  }, 0);

  it.each([1e-40, 1e-12, 1, 1e12, 1e36])(
    'finds exactly what brute force finds %f times as large, and a million away',
    scale => {
      const arena = createCompiledArena();
      let found = 0;
      for (let seed = 1; seed <= cases(4, 40); seed++) {
        const collider = poseCharacter('linear-blend', seed, 'moderate', {});
        const jointMatrices = collider.jointMatrices.map(x => scale * x);
        for (const away of [0, 1e6 * scale]) {
          setPose(collider, { jointMatrices: jointMatrices.map((x, k) => (k % 4 === 3 ? x + away : x)) });
          const expected = sortPairs(findSelfPairsByBruteForce(collider));
          expect(ask(arena, collider)).toEqual(expected);
          found += expected.length;
        }
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  it('finds exactly what brute force finds in a pile of triangles', () => {
    expect(isPileFound(createCompiledEngine(createCompiledArena()))).toBe(true);
  });

  it('finds exactly what brute force finds in a strip that a hinge folds flat', () => {
    expect(isHingeFound(createCompiledEngine(createCompiledArena()))).toBe(true);
  });

  it('finds exactly what brute force finds in an open fan whose ends are moved past each other', () => {
    expect(isClosingFound(createCompiledEngine(createCompiledArena()))).toBe(true);
  });
});

/** All pairs of a posed character, by the compiled query in `arena`, sorted; null if it refuses. */
function ask(arena: Arena, { shape, posed }: Collider, pose: Partial<PosedSurface> = {}): string[] | null {
  const positions = new Float64Array(shape.mesh.positions.length);
  deformAll(shape.deformer, shape.mesh.positions, posed, positions);
  const out = createPairList();
  const { joints, magnitude } = posed;
  const surface = { plan: planOf(shape), positions, joints, magnitude, ...pose };
  const isAnswered = findSelfPairsIn(arena, surface, false, createStats(), out);
  const { data, length } = out;
  if (!isAnswered) expect(length).toBe(0);
  return isAnswered ? sortPairs(data.slice(0, length).map(slot => shape.triangleOrder[slot])) : null;
}

describe('the memory of the compiled query about itself', () => {
  const colliders = [1, 2, 3].map(seed => poseCharacter('linear-blend', seed, 'moderate', {}));
  const expected = colliders.map(collider => sortPairs(findSelfPairsByBruteForce(collider)));

  it('is replaced by a larger one between two questions', () => {
    const arena = createCompiledArena();
    expect(ask(arena, colliders[0])).toEqual(expected[0]);
    const { bytes } = arena;
    expect(takeBlock(arena, 2 * bytes.length, {}, undefined)).not.toBeNull();
    expect(arena.bytes === bytes).toBe(false);
    bytes.fill(255); // nobody looks here any more
    colliders.forEach((collider, k) => {
      expect(ask(arena, collider)).toEqual(expected[k]);
    });
  });

  it('is given up when room is wanted, and packed anew', () => {
    const arena = createCompiledArena();
    for (let round = 0; round < 3; round++) {
      colliders.forEach((collider, k) => {
        expect(ask(arena, collider)).toEqual(expected[k]);
        const { block } = arena.plans.get(planOf(collider.shape))!;
        arena.bytes.fill(255, block.start, block.start + block.size);
        giveUp(arena.blocks, block);
      });
    }
  });

  it('is one block for each shape, whoever asks', () => {
    const arena = createCompiledArena();
    const { shape } = colliders[0];
    ask(arena, colliders[0]);
    const { length } = arena.blocks;
    for (let k = 0; k < 100; k++) ask(arena, createCollider(shape));
    expect(arena.blocks).toHaveLength(length);
  });

  it('takes no vertex that is not a number, or beyond float32', () => {
    const arena = createCompiledArena();
    const { shape, posed } = colliders[0];
    const positions = new Float64Array(shape.mesh.positions.length);
    for (const wrong of [Number.NaN, Infinity, -1e39, 1e300]) {
      deformAll(shape.deformer, shape.mesh.positions, posed, positions);
      positions[3 * (planOf(shape).usedVertices - 1) + 1] = wrong;
      expect(ask(arena, colliders[0], { positions })).toBeNull();
    }
    expect(ask(arena, colliders[0])).toEqual(expected[0]);
  });

  it('rules nothing out by joints that are not numbers', () => {
    const arena = createCompiledArena();
    colliders.forEach((collider, k) => {
      for (const wrong of [Number.NaN, Infinity]) {
        const joints = new Float64Array(collider.posed.joints.length).fill(wrong);
        expect(ask(arena, collider, { joints, magnitude: wrong })).toEqual(expected[k]);
        expect(ask(arena, collider, { magnitude: wrong })).toEqual(expected[k]);
        expect(ask(arena, collider, { joints })).toEqual(expected[k]);
      }
    });
    expect(expected.flat().length).toBeGreaterThan(0);
  });
});
